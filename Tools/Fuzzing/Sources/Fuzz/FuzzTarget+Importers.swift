import Foundation
@testable import Importers
import Kernel
import Workspace

extension FuzzTarget {
    static let importers: [FuzzTarget] = [
        document("board", "boards of Trello, WeKan, Planka, Focalboard and Deck", "json", nil, byteCountMax: 32 << 10),
        document("trello", "a board of Trello, whatever it looks like", "json", .trello, byteCountMax: 32 << 10),
        document("enex", "notes of Evernote", "enex", .evernote, byteCountMax: 16 << 10),
        document("csv", "notes in a table", "csv", .csv),
        document("todoist", "tasks of Todoist", "csv", .todoist),
        document("ticktick", "tasks of TickTick", "csv", .ticktick),
        document("strokes", "ink of Xournal++ and as InkML", "xml", .ink, byteCountMax: 16 << 10),
        document("edits", "an edit history", "jsonl", .editHistory, byteCountMax: 16 << 10),
        document("archive", "zip, tar and gzip", "zip", nil, byteCountMax: 64 << 10),
        FuzzTarget("picture", "the measures, camera notes and structure of a picture", byteCountMax: 32 << 10) { raw in
            let bytes = Array(raw)
            if let kind = PictureKind(bytes) { _ = PictureStructure.fault(in: bytes, kind) }
            if let facts = PictureFacts(bytes) { require(facts.widthPixels > 0, "a picture has a width") }
            _ = CameraNotes(block: bytes[...])
        },
        tree("vault", "Markdown with front matter, tags, links and files", .markdown),
        tree("joplin", "notes of Joplin", .joplin),
        tree("keep", "notes of Google Keep", .keep),
        tree("focalboard", "an archive of Focalboard", .focalboard),
        tree("export", "our own export", .daybook, byteCountMax: 64 << 10),
    ]

    /// Stands between name and content of the files of a tree.
    static let separator: UInt8 = 0

    private static func document(
        _ name: String, _ meets: String, _ ending: String, _ format: ImportFormat?, byteCountMax: Int = 8 << 10
    ) -> FuzzTarget {
        FuzzTarget(name, meets, byteCountMax: byteCountMax) { raw in
            let path = scratchFile + "." + ending
            guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
            fwrite(raw.baseAddress, 1, raw.count, file)
            fclose(file)
            guard let source = try? ImportSource(URL(filePath: path), format: format) else { return }
            plan { () throws(ImportFailure) in
                try source.plan(into: nil, pictures: wish, state: WorkspaceState(), histories: noHistory)
            }
        }
    }

    private static func tree(
        _ name: String, _ meets: String, _ format: ImportFormat, byteCountMax: Int = 16 << 10
    ) -> FuzzTarget {
        FuzzTarget(name, meets, byteCountMax: byteCountMax) { raw in
            var tree = SourceTree()
            let pieces = raw.split(separator: separator, omittingEmptySubsequences: false)
            for index in stride(from: 0, to: pieces.count - 1, by: 2) {
                let bytes = Array(pieces[index + 1])
                tree.entries.append(
                    .init(
                        path: String(decoding: pieces[index], as: UTF8.self),
                        kind: .file(sizeBytes: bytes.count, .inMemory(bytes)), modified: nil))
            }
            tree.sort()
            plan { () throws(ImportFailure) in try plan(of: tree, format) }
        }
    }

    private static func plan(of tree: SourceTree, _ format: ImportFormat) throws(ImportFailure) -> ImportPlan? {
        let builder = PlanBuilder(
            format, name: "Fuzz", state: WorkspaceState(), histories: noHistory, budget: .unlimited)
        switch format {
        case .markdown:
            var vault = VaultImport(tree, builder: builder)
            return try vault.plan()
        case .daybook:
            guard let prefix = DaybookSource.prefix(in: tree) else { return nil }
            let source = try DaybookSource(tree, below: prefix, path: "fuzz.zip", within: .unlimited)
            var export = DaybookImport(source, builder: builder)
            return try export.plan(asked: nil)
        case .focalboard:
            _ = try FocalboardSource.boards(in: tree, path: "fuzz.zip", within: .unlimited)
            return nil
        default:
            return try NotesSource(tree, format, path: "fuzz.zip")?.plan(
                into: nil, baseName: "Fuzz", state: WorkspaceState(), histories: noHistory, budget: .unlimited)
        }
    }

    /// A plan that was made can be carried out: every step was decided, and decides again.
    private static func plan(_ make: () throws(ImportFailure) -> ImportPlan?) {
        do throws(ImportFailure) {
            guard let plan = try make() else { return }
            for lost in plan.notTaken { _ = lost.why }
        } catch {
            _ = error.reason
        }
    }

    private static let wish = PicturesWish(
        child: "Ada", age: 5, today: CalendarDay(year: 2026, month: 11, day: 21) ?? .blank)

    private static func noHistory(_: EntityID) throws -> TextHistory {
        throw ImportFailure.unaddressed(path: "", problem: "nothing happened yet")
    }

    /// In memory where the system has that, since every input becomes a file.
    private static let scratchFile: String = {
        let shared = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        return shared + "/daybook-fuzz-\(getpid())"
    }()
}
