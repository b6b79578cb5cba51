package import Foundation
import Kernel
package import Workspace

/// The input of an import, read from disk and recognised; nothing is decided yet.
package struct ImportSource: Sendable {
    package var format: ImportFormat
    /// Where it was read from.
    package var path: String
    /// The name of the file or directory without its endings: the import's name where nobody gave one.
    package var baseName: String
    let content: Content
    /// Remarks on the source, made while it was read.
    private var remarks: [ImportWarning] = []
    private let budget: ImportBudget

    enum Content: Sendable {
        case daybook(DaybookSource)
        case vault(SourceTree)
        case boards([ForeignBoard])
        case ink(InkSource)
        case pictures(PicturesSource)
        case history(EditHistorySource)
        case notes(NotesSource)
        case tasks(TasksSource)
        case table(CSVNotesTable)
    }

    /// Reads the source at `url`.
    ///
    /// - Parameters:
    ///   - format: nil to see from the content what it is.
    ///   - budget: bounds of reading and of planning together.
    /// - Throws: one sentence saying what is wrong, where, and what to do.
    package init(
        _ url: URL, format wanted: ImportFormat? = nil, within budget: ImportBudget = .unlimited
    ) throws(ImportFailure) {
        self.budget = budget
        try budget.proceed()
        path = url.path
        baseName = Self.baseName(of: url)
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .unreadable(path: path, reason: reason(errno)) }
        if facts.st_mode & S_IFMT == S_IFDIR {
            if wanted == .daybook || wanted == nil && DaybookSource.isOne(url) {
                (format, content) = (.daybook, .daybook(try DaybookSource(directory: url, within: budget)))
                return
            }
            (format, content) = try Self.tree(.directory(at: url), wanted, path: path, found: "is a directory", budget)
            return
        }
        let head = try Self.head(of: path)
        if Self.isArchive(head, path) {
            (format, content) = try Self.tree(
                .archive(at: url, within: budget), wanted, path: path, found: "is an archive", budget)
            return
        }
        var remarks: [ImportWarning] = []
        (format, content) = try Self.document(
            url, isGzip: head.starts(with: [0x1F, 0x8B]), modified: Instant(seconds: Int64(facts.st_mtim.tv_sec)),
            wanted, &remarks, budget)
        self.remarks = remarks
    }

    /// Many files, of which their names and what is in them say what they are.
    private static func tree(
        _ tree: SourceTree, _ wanted: ImportFormat?, path: String, found: String, _ budget: ImportBudget
    ) throws(ImportFailure) -> (ImportFormat, Content) {
        if wanted == .daybook || wanted == nil, let prefix = DaybookSource.prefix(in: tree) {
            return (.daybook, .daybook(try DaybookSource(tree, below: prefix, path: path, within: budget)))
        }
        if wanted == .focalboard || wanted == nil, FocalboardSource.holds(tree) {
            return (.focalboard, .boards(try FocalboardSource.boards(in: tree, path: path, within: budget)))
        }
        let tree = wanted == nil || wanted == .markdown ? try tree.unpackingTextPacks(path) : tree
        if let declared = DeclaredContainer(tree),
            let content = try read(tree, as: declared, wanted, path: path, budget)
        {
            return content
        }
        if let notes = try NotesSource(tree, wanted, path: path) { return (notes.format, .notes(notes)) }
        let isInk = InkSource.holds(tree) && !tree.entries.contains { KeyStoreContents.isNote($0.path) }
        if wanted == .ink || wanted == nil && isInk {
            return (.ink, .ink(try InkSource(tree, path: path, within: budget)))
        }
        let isPictures = PicturesSource.holds(tree) && !tree.entries.contains { KeyStoreContents.isNote($0.path) }
        if wanted == .pictures || wanted == nil && isPictures {
            return (.pictures, .pictures(try PicturesSource(tree, within: budget)))
        }
        if let tasks = try TasksSource(tree, wanted, path: path, within: budget) {
            return (tasks.format, .tasks(tasks))
        }
        try require(.markdown, wanted, path: path, found: found)
        try requireNotes(tree, wanted, path: path)
        return (.markdown, .vault(tree))
    }

    /// The declaration of a container goes before its contents; the format that a person names goes before both.
    ///
    /// - Returns: nil where its files are to be looked at one by one.
    private static func read(
        _ tree: SourceTree, as declared: DeclaredContainer, _ wanted: ImportFormat?, path: String,
        _ budget: ImportBudget
    ) throws(ImportFailure) -> (ImportFormat, Content)? {
        switch declared {
        case .xournal(let document):
            guard wanted == nil || wanted == .ink else { return nil }
            return (.ink, .ink(try InkSource(package: tree, document: document, path: path, within: budget)))
        case .textBundles(let bundles):
            guard wanted == nil || wanted == .markdown else { return nil }
            return (.markdown, .vault(tree.unbundled(bundles, called: baseName(of: path))))
        case .foreign(let what):
            // A directory may be a vault in which somebody keeps anything; notes say that it is one.
            guard wanted == nil, !tree.entries.contains(where: { KeyStoreContents.isNote($0.path) }) else { return nil }
            throw .unrecognised(path: path, found: what)
        }
    }

    private static func document(
        _ url: URL, isGzip: Bool, modified: Instant?, _ wanted: ImportFormat?, _ remarks: inout [ImportWarning],
        _ budget: ImportBudget
    ) throws(ImportFailure) -> (ImportFormat, Content) {
        var bytes: [UInt8]
        if isGzip {
            var reader = try ArchiveReader(url, raw: true, within: budget)
            bytes = try reader.rawBytes()
        } else {
            do { bytes = [UInt8](try Data(contentsOf: url)) } catch {
                throw .unreadable(path: url.path, reason: describe(error))
            }
        }
        guard bytes.count <= ImportLimits.documentBytesMax else {
            throw .tooLarge(path: url.path, problem: "it has more than \(ImportLimits.documentBytesMax >> 20) MiB")
        }
        guard !bytes.isEmpty else { throw .unrecognised(path: url.path, found: "is empty") }
        if wanted == .editHistory || wanted == nil && EditHistorySource.isOne(bytes) {
            return (.editHistory, .history(try EditHistorySource(bytes, path: url.path, within: budget)))
        }
        if wanted == .markdown || wanted == nil && KeyStoreContents.isNote(url.path) {
            guard KeyStoreContents.isNote(url.path) else {
                throw .unrecognised(
                    path: url.path, found: "is neither a Markdown file nor a directory or archive of such files")
            }
            return (.markdown, .vault(SourceTree(file: lastName(url.path), bytes, modified: modified)))
        }
        bytes = SourceEncoding.utf8(of: bytes) ?? bytes
        if let notes = NotesSource(bytes, wanted, path: url.path) { return (notes.format, .notes(notes)) }
        if wanted == .pictures || wanted == nil && PictureKind(bytes) != nil {
            return (.pictures, .pictures(PicturesSource(bytes, path: url.path)))
        }
        if wanted == .ink || wanted == nil && InkSource.looksLikeOne(bytes) {
            return (.ink, .ink(try InkSource(bytes, path: url.path, modified: modified, within: budget)))
        }
        if let table = SourceEncoding.table(bytes), isTable(table.bytes) {
            bytes = table.bytes
            if table.isGuessed {
                let why = "the table is not UTF-8 and does not say what it is; it is read as Windows-1252"
                remarks.append(ImportWarning(what: "encoding", at: lastName(url.path), why: why))
            }
        }
        if let tasks = try TasksSource(bytes, wanted, name: baseName(of: url), path: url.path) {
            return (tasks.format, .tasks(tasks))
        }
        if wanted == .csv || wanted == nil && CSVNotesTable.looksLikeOne(bytes) {
            return (.csv, .table(try CSVNotesTable(bytes, path: url.path)))
        }
        guard let format = wanted ?? BoardSource.format(of: bytes) else {
            throw .unrecognised(path: url.path, found: "is of no form that is known here")
        }
        let boards = try BoardSource.boards(bytes, format, name: baseName(of: url), path: url.path)
        return (format, .boards(boards))
    }

    private static func isTable(_ bytes: [UInt8]) -> Bool {
        TasksSource.format(of: bytes) != nil || CSVNotesTable.looksLikeOne(bytes) || WeKanTable.looksLikeOne(bytes)
    }

    private static func require(
        _ found: ImportFormat, _ wanted: ImportFormat?, path: String, found what: String
    ) throws(ImportFailure) {
        if let wanted, wanted != found {
            throw .unrecognised(path: path, found: "\(what), and so no \(wanted.rawValue)")
        }
    }

    private static func requireNotes(_ tree: SourceTree, _ wanted: ImportFormat?, path: String) throws(ImportFailure) {
        guard wanted == nil, !tree.entries.contains(where: { KeyStoreContents.isNote($0.path) }) else { return }
        throw .unrecognised(path: path, found: "holds no Markdown file")
    }
}

// MARK: - Recognising

extension ImportSource {
    private static func head(of path: String) throws(ImportFailure) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return [UInt8](try file.read(upToCount: 512) ?? Data())
        } catch {
            throw .unreadable(path: path, reason: describe(error))
        }
    }

    /// A zip, a tar, or a gzip whose name says that it is a tar.
    private static func isArchive(_ head: [UInt8], _ path: String) -> Bool {
        if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) { return true }
        if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) { return true }
        let name = path.lowercased()
        return name.hasSuffix(".zip") || name.hasSuffix(".tar") || name.hasSuffix(".tar.gz") || name.hasSuffix(".tgz")
    }

    private static func baseName(of url: URL) -> String { baseName(of: url.standardizedFileURL.path) }

    /// The last name of the path without the endings that formats have.
    static func baseName(of path: String) -> String {
        var name = lastName(path)
        for ending in [
            ".gz", ".tgz", ".zip", ".boardarchive", ".tar", ".jex", ".enex", ".jsonl", ".json", ".csv", ".tsv", ".xopp",
            ".xoj", ".inkml", ".textbundle", ".textpack",
        ] + KeyStoreContents.endings
        where name.lowercased().hasSuffix(ending) {
            guard name.count > ending.count else { continue }
            name.removeLast(ending.count)
        }
        return name
    }
}

// MARK: - Planning

extension ImportSource {
    /// Plans the import: what would be written, and what is left at the source. Nothing is written.
    ///
    /// - Parameters:
    ///   - name: what to call it, and what to know it by when it is imported again; nil for the source's own name.
    ///   - wish: whose pictures they are, where it is pictures.
    ///   - state: the workspace as it is.
    ///   - histories: reads a text's history; asked only for things that were imported before and changed.
    /// - Throws: also `overBudget`, once the import takes or makes more than its budget.
    package func plan(
        into name: String?, pictures wish: PicturesWish? = nil, state: WorkspaceState,
        histories: @escaping TextHistories
    ) throws(ImportFailure) -> ImportPlan {
        try budget.proceed()
        var found: ImportPlan
        do {
            found = try planned(into: name, pictures: wish, state: state, histories: histories)
        } catch {
            // What an importer meets while the budget is over says nothing of the source.
            throw budget.failure ?? error
        }
        try budget.proceed()
        found.notTaken = remarks + found.notTaken
        return found
    }

    private func planned(
        into name: String?, pictures wish: PicturesWish?, state: WorkspaceState, histories: @escaping TextHistories
    ) throws(ImportFailure) -> ImportPlan {
        switch content {
        case .daybook(let source):
            let builder = self.builder(called: baseName, state, histories)
            var export = DaybookImport(source, builder: builder)
            return try export.plan(asked: name)
        case .vault(let tree):
            let builder = self.builder(called: name ?? baseName, state, histories)
            var vault = VaultImport(tree, builder: builder)
            return try vault.plan()
        case .notes(let source):
            return try source.plan(
                into: name, baseName: baseName, state: state, histories: histories, budget: budget)
        case .ink(let source):
            let builder = self.builder(called: name ?? baseName, state, histories)
            var ink = InkImport(source, builder: builder)
            return try ink.plan()
        case .pictures(let source):
            guard let wish else {
                throw .unaddressed(path: path, problem: "nothing says whose they are; say --child NAME")
            }
            let builder = self.builder(called: name ?? baseName, state, histories)
            var pictures = PicturesImport(source, wish: wish, path: path, builder: builder)
            return try pictures.plan()
        case .table(let table):
            let builder = self.builder(called: name ?? baseName, state, histories)
            var notes = CSVNotesImport(table, builder: builder)
            return try notes.plan()
        case .tasks(let source):
            return try source.plan(
                into: name, baseName: baseName, state: state, histories: histories, budget: budget)
        case .boards(let boards):
            return try plan(boards, into: name, state: state, histories: histories)
        case .history(let source):
            let own = source.header.repo.map { $0 + (source.header.under.map { $0.isEmpty ? "" : "/" + $0 } ?? "") }
            var top: Name?
            if let name {
                do { top = try Name(verbatim: name) } catch { throw .badName(name, problem: error.message) }
            }
            let builder = self.builder(called: name ?? own ?? baseName, state, histories)
            var history = EditHistoryImport(source, top: top, builder: builder)
            return try history.plan()
        }
    }

    private func builder(
        called name: String, _ state: WorkspaceState, _ histories: @escaping TextHistories
    ) -> PlanBuilder {
        PlanBuilder(format, name: name, state: state, histories: histories, budget: budget)
    }

    /// One board after the other, each known by its own identifier: a board is the same however its file is called today.
    private func plan(
        _ boards: [ForeignBoard], into name: String?, state: WorkspaceState, histories: @escaping TextHistories
    ) throws(ImportFailure) -> ImportPlan {
        let title = name ?? (boards.count == 1 && !trimmed(boards[0].title).isEmpty ? boards[0].title : baseName)
        var builder = self.builder(called: title, state, histories)
        for board in boards {
            try budget.proceed()
            var key = board.id
            var own: String?
            if let name {
                key = boards.count == 1 ? name : name + "/" + board.id
                own = boards.count == 1 ? name : name + ": " + board.title
            } else if format == .wekan, board.id == WeKanTable.identifier {
                key = "table/" + baseName
            }
            // Not copied: what it holds would be, whole, for every board.
            var one = ForeignBoardImport(board, title: own, key: key, builder: consume builder)
            builder = try one.plan()
        }
        return builder.plan
    }
}
