import Accounts
import ArgumentParser
import Kernel
import Runtime

struct AccountPrefer: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "prefer", abstract: "Changes how somebody likes it.",
        discussion: "Humour and the weekly summary are off until asked for; everything is kept for ever.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @Option(help: ArgumentHelp("How it looks.", valueName: "system|light|dark|high-contrast")) var theme: String?
    @Option(help: ArgumentHelp("The accent; none for the default.", valueName: "#rrggbb|none")) var accent: String?
    @Flag(inversion: .prefixedNo, help: "Light humour.") var humour: Bool?
    @Flag(inversion: .prefixedNo, help: "A summary of the week by mail.") var weeklySummary: Bool?
    @Option(help: ArgumentHelp("The time zone, such as Europe/Berlin; or none.", valueName: "zone|none"))
    var zone: String?
    @Option(help: ArgumentHelp("The id of the board that a widget shows; or none.", valueName: "id|none"))
    var primaryBoard: String?
    @Option(help: ArgumentHelp("How long trash, blobs or history are kept.", valueName: "what=days|ever"))
    var keep: [String] = []
    @Option(help: ArgumentHelp("A shortcut, such as card.add=N; default sets it back.", valueName: "action=keys"))
    var shortcut: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.changeAccounts { view in
            let user = try view.user(user)
            let today = view.roster.kept(user)?.preferences ?? Preferences()
            let commands = try commands(for: user, today)
            guard !commands.isEmpty else { throw Problem(.usage, "Say what should be otherwise.") }
            return AccountChange(commands, of: user.entity, "Changed the preferences.")
        }
    }

    private func commands(for user: UserID, _ today: Preferences) throws(Problem) -> [AccountCommand] {
        var commands: [AccountCommand] = []
        if theme != nil || accent != nil { commands.append(.chooseTheme(user, try chosenTheme(today.theme))) }
        if let humour { commands.append(.switchHumour(user, isOn: humour)) }
        if let weeklySummary { commands.append(.switchWeeklySummary(user, isOn: weeklySummary)) }
        if let zone { commands.append(.chooseZone(user, zone == "none" ? nil : zone)) }
        if let primaryBoard { commands.append(.choosePrimaryBoard(user, try board(primaryBoard))) }
        for word in keep {
            let (what, days) = try halves(of: word)
            guard let kept = Retained.allCases.first(where: { spelled($0.fieldName) == what }) else {
                throw Problem(.usage, "Trash, blobs and history are kept, not \(what).")
            }
            guard days == "ever" || Int(days) != nil else { throw Problem(.usage, "\(days) is no number of days.") }
            commands.append(.chooseRetention(user, of: kept, days: Int(days)))
        }
        for word in shortcut {
            let (action, keys) = try halves(of: word)
            commands.append(.assignShortcut(user, action: action, keys: keys == "default" ? nil : keys))
        }
        return commands
    }

    private func chosenTheme(_ today: Theme) throws(Problem) -> Theme {
        var chosen = today
        if let theme {
            let word = theme.replacing("-", with: " ")
            guard let mode = Theme.Mode.allCases.first(where: { spelled($0.fieldName) == word }) else {
                throw Problem(.usage, "A theme is system, light, dark or high-contrast, not \(theme).")
            }
            chosen.mode = mode
        }
        if let accent {
            let digits = accent.drop { $0 == "#" }
            guard accent == "none" || digits.count == 6, accent == "none" || Int(digits, radix: 16) != nil else {
                throw Problem(.usage, "An accent is #rrggbb or none, not \(accent).")
            }
            chosen.accent = Int(digits, radix: 16)
        }
        return chosen
    }

    private func board(_ word: String) throws(Problem) -> EntityID? {
        if word == "none" { return nil }
        guard let id = EntityID(text: word) else { throw Problem(.usage, "\(word) is no id of a board.") }
        return id
    }

    private func halves(of word: String) throws(Problem) -> (String, String) {
        guard let at = word.firstIndex(of: "="), at != word.startIndex, word.index(after: at) != word.endIndex else {
            throw Problem(.usage, "Say \(word) as NAME=VALUE.")
        }
        return (String(word[..<at]), String(word[word.index(after: at)...]))
    }
}

struct ShowAccount: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "One account: plan, preferences, devices, sessions, tokens, workspaces.",
        aliases: ["show"])

    @Argument(help: ArgumentHelp("Whose; may be left out where there is one account.", valueName: "user"))
    var user: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { book in
            let today = await book.view
            let view = try moment.at.map { try book.view(at: $0) } ?? today
            let id = try id(in: today)
            guard let reading = view.account(id, name: try session.names(today)) else {
                throw Problem(.notFound, "The account was not there then.")
            }
            try session.show(reading)
        }
    }

    private func id(in view: AccountsView) throws(Problem) -> UserID {
        if let user { return try view.user(user) }
        guard let only = view.liveUsers.first, view.liveUsers.count == 1 else {
            throw Problem(.usage, "There are \(counted(view.liveUsers.count, "account")); say whose.")
        }
        return only
    }
}
