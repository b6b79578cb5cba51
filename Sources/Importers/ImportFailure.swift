/// Why nothing was imported: the source cannot be read, or is not what it should be.
package enum ImportFailure: Error, Equatable, Sendable {
    /// The file or directory itself cannot be opened or read; `reason` is the system's.
    case unreadable(path: String, reason: String)
    /// Files or directories inside it cannot be read; the first of them and the system's reason.
    case partsUnreadable(path: String, count: Int, first: String, why: String)
    /// It is none of the forms that can be imported.
    case unrecognised(path: String, found: String)
    /// It begins as it should and then does not go on so; `place` is a line, a byte or a key.
    case damaged(path: String, place: String, problem: String)
    /// An archive that would write outside its directory, holds a symbolic link, or unpacks to far more than it is.
    case hostile(path: String, problem: String)
    /// More than one import takes at once.
    case tooLarge(path: String, problem: String)
    /// The name for the import cannot be a name.
    case badName(String, problem: String)
    /// A limit of this import: of its time, its changes or their bytes.
    case overBudget(path: String, ImportBudget.Excess)
    /// Nothing says whose the pictures are.
    case unaddressed(path: String, problem: String)
    /// Content of an earlier import cannot be read back, so that changes cannot be told from it.
    case lostBaseline(what: String, reason: String)

    /// One sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path) cannot be read (\(reason)); check that it exists and that you may read it"
        case .partsUnreadable(let path, let count, let first, let why):
            "\(path) holds \(count == 1 ? "a file or directory" : "\(count) files or directories") that may not be read, "
                + (count == 1 ? "" : "such as ") + "\(first) (\(why)); nothing was imported, make "
                + "\(count == 1 ? "it" : "them") readable or say --skip-unreadable"
        case .unrecognised(let path, let found):
            "\(path) \(found); what can be imported is a Markdown file, a directory or archive of them, notes of "
                + "Evernote, Joplin or Google Keep, tasks of Todoist or TickTick, a board of Trello, WeKan, Planka, "
                + "Focalboard or Deck, ink of Xournal++ or as InkML, pictures, or an edit history as JSON lines"
        case .damaged(let path, let place, let problem):
            "\(path) is damaged or incomplete at \(place): \(problem); nothing was imported, export it again at its source"
        case .hostile(let path, let problem):
            "\(path) is not safe to unpack: \(problem); nothing was imported"
        case .tooLarge(let path, let problem):
            "\(path) is too large to import at once: \(problem); nothing was imported"
        case .overBudget(let path, let excess):
            "\(path) \(excess.words), which is the most for one import; nothing was imported, import it in parts"
        case .badName(let name, let problem):
            "“\(name)” cannot be the import's name: \(problem); choose another with --into"
        case .unaddressed(let path, let problem):
            "\(path) holds pictures, and \(problem); nothing was imported"
        case .lostBaseline(let what, let reason):
            "the text that \(what) had after the last import cannot be read (\(reason)); nothing was imported"
        }
    }

    /// The reason without the file's name and the advice: for one file of many that is left out.
    var reason: String {
        switch self {
        case .unreadable(_, let reason): "it cannot be read: \(reason)"
        case .partsUnreadable(_, _, let first, let why): "\(first) cannot be read: \(why)"
        case .unrecognised(_, let found): "it \(found)"
        case .damaged(_, let place, let problem): "it is damaged at \(place): \(problem)"
        case .overBudget(_, let excess): "it \(excess.words)"
        case .hostile(_, let problem), .tooLarge(_, let problem), .badName(_, let problem),
            .unaddressed(_, let problem):
            problem
        case .lostBaseline(_, let reason): reason
        }
    }
}
