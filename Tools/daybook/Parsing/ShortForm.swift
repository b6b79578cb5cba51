/// Words that other programs have for our commands, and short ones for what is done many times a day: `daybook done 3`.
enum ShortForm {
    /// In the order in which the help lists them.
    static let all: [(word: String, meaning: [String])] = [
        ("inbox", ["show", "inbox"]), ("notes", ["show", "notes"]), ("boards", ["show", "boards"]),
        ("agenda", ["show", "agenda"]), ("recent", ["show", "recent"]), ("trash", ["show", "trash"]),
        ("done", ["item", "done"]), ("star", ["item", "star"]), ("todo", ["capture", "--task"]), ("jot", ["capture"]),
        ("ls", ["show", "folders"]), ("cat", ["show", "note"]), ("new", ["add"]), ("create", ["add"]), ("rm", ["delete"]),
        ("remove", ["delete"]), ("mv", ["move"]), ("rename", ["edit"]), ("find", ["search"]), ("grep", ["search"]),
        ("log", ["history"]), ("login", ["sign-in"]), ("logout", ["sign-out"]), ("passwd", ["account", "password"]),
    ]

    static let help =
        "Short forms: " + all.map { "\($0.word) (\($0.meaning.joined(separator: " ")))" }.joined(separator: ", ") + "."

    /// The command line with the first word that is not an option, where it is a short form, written out.
    static func expanding(_ arguments: [String]) -> [String] {
        var place = 0
        while place < arguments.count, arguments[place].hasPrefix("-") {
            let hasValue = ["--data", "--workspace", "--server", "--wait"].contains(arguments[place])
            place += hasValue ? 2 : 1
        }
        guard place < arguments.count, let form = all.first(where: { $0.word == arguments[place] }) else { return arguments }
        return arguments[..<place] + form.meaning + arguments[(place + 1)...]
    }
}
