import Boards
import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Exporting a workspace")
struct ExportingAWorkspace {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    private var target: URL { scratch.url.appending(path: "out") }

    private func files(below root: URL) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            (try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)[.type]
                as? FileAttributeType)
                == .typeRegular
        }.sorted()
    }

    private struct NoSuchBlob: Error {}

    private func export() throws -> ExportReport {
        try WorkspaceExport.export(workshop.view, to: target) { _ in throw NoSuchBlob() }
    }

    private func note(_ number: UInt64, _ title: String, _ body: String = "", in folder: FolderID? = nil) throws
        -> NoteCommand
    {
        .createNote(NoteID(hi: 9, lo: number), title: try Name(verbatim: title), body: body, in: folder)
    }

    @Test mutating func `writes names that a file cannot have in the nearest form, and says so`() throws {
        let folder = FolderID(hi: 8, lo: 1)
        try workshop.perform(.createFolder(folder, name: Name(verbatim: ".."), in: nil))
        try workshop.perform(note(1, "a/b", "1"))
        try workshop.perform(note(2, "a_b", "2"))
        try workshop.perform(note(3, "Same", "3", in: folder))
        try workshop.perform(note(4, "Same", "4", in: folder))
        try workshop.perform(note(5, String(repeating: "家", count: 100), "5"))
        let report = try export()
        let long = String(repeating: "家", count: 83) + "….md"
        #expect(files(below: target) == ["__/Same 2.md", "__/Same.md", "a_b 2.md", "a_b.md", long])
        #expect(try String(contentsOf: target.appending(path: "__/Same 2.md"), encoding: .utf8) == "4")
        #expect(
            report.renamed.map { "\($0.name) -> \($0.path)" } == [
                ".. -> __", "a/b.md -> a_b.md", "a_b.md -> a_b 2.md", "Same.md -> __/Same 2.md",
                String(repeating: "家", count: 100) + ".md -> " + long,
            ])
    }

    @Test mutating func `leaves the trash out, and says so`() throws {
        try workshop.perform(note(1, "kept"))
        try workshop.perform(note(2, "gone"))
        try workshop.perform(.trashNote(NoteID(hi: 9, lo: 2)))
        let report = try export()
        #expect(files(below: target) == ["kept.md"])
        #expect(report.leftOut == ["1 note in the trash"])
    }

    @Test mutating func `says which pins and tags Markdown does not carry`() throws {
        try workshop.perform(note(1, "in the text", "a #garden path"))
        try workshop.perform(.tagNote(NoteID(hi: 9, lo: 1), [Name(verbatim: "Garden")]))
        #expect(try export().leftOut == [])
        try FileManager.default.removeItem(at: target)
        try workshop.perform(.tagNote(NoteID(hi: 9, lo: 1), [Name(verbatim: "shed")]))
        try workshop.perform(.pinNote(NoteID(hi: 9, lo: 1)))
        #expect(try export().leftOut == ["the pins of 1 note", "tags of 1 note that are not in the text"])
    }

    @Test mutating func `gives a file the time of its note`() throws {
        try workshop.perform(
            ImportStep(.notes(note(1, "old")), originTime: Instant(text: "2015-06-07T08:09:10Z")))
        _ = try export()
        let facts = try FileManager.default.attributesOfItem(atPath: target.appending(path: "old.md").path)
        #expect((facts[.modificationDate] as? Date)?.timeIntervalSince1970 == 1_433_664_550)
    }

    @Test mutating func `writes a board with everything on it`() throws {
        let sample = try ShippedSample.write(to: scratch.url)
        try workshop.importing(sample.board)
        let report = try export()
        #expect(report.boards == 1)
        #expect(files(below: target) == ["Boards/Moving house.board.json"])
        let bytes = try Data(contentsOf: target.appending(path: "Boards/Moving house.board.json"))
        let pretty = try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: bytes), options: [.prettyPrinted, .sortedKeys])
        try expectGolden(String(decoding: pretty, as: UTF8.self) + "\n", "moving-house.board.json")
    }

    @Test mutating func `is refused where something is already, and touches nothing`() throws {
        try workshop.perform(note(1, "n"))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: target.appending(path: "mine.txt"))
        #expect(throws: ExportFailure.notEmpty(path: target.resolvingSymlinksInPath().path)) { try export() }
        #expect(files(below: scratch.url) == ["out/mine.txt"])
    }

    @Test mutating func `fills a directory that is empty`() throws {
        try workshop.perform(note(1, "n"))
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        _ = try export()
        #expect(files(below: scratch.url) == ["out/n.md"])
    }

    @Test mutating func `leaves nothing behind when the bytes of a file are lost`() throws {
        let root = try scratch.write(["n.md": "", "pic.png": "bytes"])
        try workshop.importing(root)
        #expect(throws: ExportFailure.self) { try export() }
        #expect(files(below: scratch.url) == ["vault/n.md", "vault/pic.png"])
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test mutating func `puts the files of a note beside it`() throws {
        try workshop.perform(note(1, "Trip"))
        try workshop.perform(
            .attachFile(
                AttachmentID(hi: 5, lo: 5), to: .note(NoteID(hi: 9, lo: 1)),
                FileFacts(name: Name("map.pdf"), mediaType: "application/pdf", sizeBytes: 3, digest: sha256([1, 2, 3])))
        )
        let report = try WorkspaceExport.export(workshop.view, to: target) {
            $0 == sha256([1, 2, 3]) ? [1, 2, 3] : []
        }
        #expect(report.attachments == 1)
        #expect(files(below: target) == ["Trip.files/map.pdf", "Trip.md"])
        #expect(try Data(contentsOf: target.appending(path: "Trip.files/map.pdf")) == Data([1, 2, 3]))
    }

    @Test mutating func `gives back what was formatted, edited here in between, byte for byte`() throws {
        let body = "# One\n## Two\n### Three\n**bold** and *italic*\n\n- a\n- b\n\n1. one\n2. two\n"
        try workshop.importing(scratch.write(["n.md": body]))
        let (id, entry) = try workshop.note("vault/n")
        let changed = body.replacingOccurrences(of: "**bold**", with: "**bolder**")
        let runs = TextDiff.runs(from: body, to: changed)
        try workshop.perform(.editNote(id, TextEdit(parents: entry.body.clock.frontier, runs: runs)))
        _ = try export()
        #expect(try String(contentsOf: target.appending(path: "vault/n.md"), encoding: .utf8) == changed)
    }
}
