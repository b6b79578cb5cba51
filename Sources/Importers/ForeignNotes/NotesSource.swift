import Kernel
import Workspace

/// Recognises and reads the notes of other programs, whichever program it was.
struct NotesSource: Sendable {
    let format: ImportFormat
    private let tree: SourceTree
    private let path: String

    /// Finds notes of another program in a tree of files.
    ///
    /// - Returns: nil when the tree holds none, and nobody said that it does.
    /// - Throws: when somebody said that it does, and it does not.
    init?(_ tree: SourceTree, _ wanted: ImportFormat?, path: String) throws(ImportFailure) {
        guard let format = wanted ?? Self.format(of: tree) else { return nil }
        switch format {
        case .evernote:
            try Self.require(
                tree.entries.contains { EnexFile.isOne($0.path) }, path, "holds no Evernote export (.enex)")
        case .joplin: try Self.require(JoplinImport.holds(tree), path, "holds no item of Joplin")
        case .keep: try Self.require(KeepImport.holds(tree), path, "holds no note of Google Keep")
        default: return nil
        }
        self.format = format
        self.tree = tree
        self.path = path
    }

    /// Finds notes of another program in one file.
    init?(_ bytes: [UInt8], _ wanted: ImportFormat?, path: String) {
        let isEvernote = wanted == .evernote || wanted == nil && EnexReader.looksLikeOne(bytes)
        let isKeep = wanted == .keep || wanted == nil && !isEvernote && KeepNote.looksLikeOne(bytes.prefix(64 << 10))
        guard isEvernote || isKeep else { return nil }
        format = isEvernote ? .evernote : .keep
        var tree = SourceTree()
        tree.entries = [
            .init(path: lastName(path), kind: .file(sizeBytes: bytes.count, .inMemory(bytes)), modified: nil)
        ]
        self.tree = tree
        self.path = path
    }

    private static func format(of tree: SourceTree) -> ImportFormat? {
        if JoplinImport.holds(tree) { return .joplin }
        if KeepImport.holds(tree) { return .keep }
        // A vault may hold an old export among its files.
        let hasNotes = tree.entries.contains { KeyStoreContents.isNote($0.path) }
        return !hasNotes && tree.entries.contains { EnexFile.isOne($0.path) } ? .evernote : nil
    }

    private static func require(_ isSo: Bool, _ path: String, _ found: String) throws(ImportFailure) {
        guard isSo else { throw .unrecognised(path: path, found: found) }
    }

    /// Plans the import of what was found.
    ///
    /// - Parameter baseName: the name of the file or directory, where nobody gave one.
    func plan(
        into name: String?, baseName: String, state: WorkspaceState, histories: @escaping TextHistories,
        budget: ImportBudget
    ) throws(ImportFailure) -> ImportPlan {
        let title =
            switch format {
            case .joplin: name ?? "Joplin"
            case .keep: name ?? "Google Keep"
            default: name ?? baseName
            }
        let builder = PlanBuilder(format, name: title, state: state, histories: histories, budget: budget)
        switch format {
        case .joplin:
            var joplin = JoplinImport(tree, namespace: name ?? "", builder: builder)
            return try joplin.plan()
        case .keep:
            var keep = KeepImport(tree, namespace: name ?? "", builder: builder)
            return try keep.plan()
        default:
            var files = EnexFile.files(in: tree, at: path)
            // One export is one notebook: its notes stand in the folder of the import.
            if tree.entries.count == 1, case .file(_, let content) = tree.entries[0].kind {
                files = [EnexFile(path: path, name: tree.entries[0].path, folder: "", content: content)]
            }
            var evernote = EvernoteImport(files, beside: tree, builder: builder)
            return try evernote.plan()
        }
    }
}
