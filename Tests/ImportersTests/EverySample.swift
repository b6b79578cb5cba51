import Foundation
import Importers
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

/// Whatever of a named format was given is taken in; the golden says of each file what came of it, or why nothing did.
@Suite("Every given sample", .enabled(if: GivenData.isHere, GivenData.absent))
struct EverySample {
    static let folders = ["boards", "note-imports", "note-vaults", "ink", "artwork", "images"]

    /// Archives that the collectors of the samples packed of many exports: their parts are imported one by one as well.
    static let collections = ["boards/todoist-csv-bboc.zip", "note-imports/csv-import.zip", "ink/xournalpp-load.zip"]

    /// Archives that do not say what they are: the one has Markdown beside its tables, the pictures of the other no names.
    static let said: [String: ImportFormat] = [
        "boards/todoist-csv-bboc.zip": .todoist, "images/png-fuzz-a.zip": .pictures,
    ]

    @Test(.shows("B-70"), arguments: folders)
    func `is taken in with a report, or refused in a sentence`(folder: String) throws {
        let scratch = try Scratch()
        var text = ""
        let paths = FileManager.default.enumerator(atPath: GivenData.file(folder).path)?.allObjects as? [String] ?? []
        for path in paths.sorted(by: precedes) {
            let path = folder + "/" + path
            guard !Self.isDirectory(GivenData.file(path)) else { continue }
            text += try Self.outcome(of: GivenData.file(path), called: path, format: Self.said[path])
            guard Self.collections.contains(path) else { continue }
            let unpacked = try scratch.write([String: String](), below: folder)
            _ = try output(of: "unzip", "-q", GivenData.file(path).path, "-d", unpacked.path)
            let parts = FileManager.default.enumerator(atPath: unpacked.path)?.allObjects as? [String] ?? []
            for part in parts.sorted(by: precedes) where !Self.isDirectory(unpacked.appending(path: part)) {
                text += try Self.outcome(of: unpacked.appending(path: part), called: path + "/" + part)
            }
        }
        try expectGolden(text, "samples/\(folder).txt")
    }

    private static func isDirectory(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// The outcome of one file: the things made, and the number of each kind that was left there.
    private static func outcome(of url: URL, called name: String, format: ImportFormat? = nil) throws -> String {
        var workshop = Workshop()
        do {
            let plan = try workshop.importing(url, format: format, pictures: TakingInPictures.ada)
            #expect(!plan.steps.isEmpty || !plan.notTaken.isEmpty, "\(name)")
            let again = try workshop.plan(url, format: format, pictures: TakingInPictures.ada)
            #expect(again.steps == [], "\(name)")
            var left: [String: Int] = [:]
            for one in plan.notTaken { left[one.what, default: 0] += 1 }
            let kinds = left.keys.sorted(by: precedes).map { left[$0] == 1 ? $0 : "\($0) ×\(left[$0] ?? 0)" }
            let rest = kinds.isEmpty ? "" : "; left there: " + kinds.joined(separator: ", ")
            return "\(name)\n    \(plan.format.rawValue): \(made(plan.created))\(rest)\n"
        } catch let failure as ImportFailure {
            let message = failure.message.replacingOccurrences(of: url.path, with: "it")
            return "\(name)\n    refused: \(message.prefix { $0 != ";" })\n"
        }
    }

    private static func made(_ counts: Counts) -> String {
        let all: [(Int, String)] = [
            (counts.folders, "folders"), (counts.notes, "notes"), (counts.boards, "boards"),
            (counts.columns, "columns"), (counts.cards, "cards"), (counts.plans, "plans"), (counts.items, "items"),
            (counts.attachments, "attachments"), (counts.children, "children"), (counts.artworks, "artworks"),
        ]
        let some = all.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return some.isEmpty ? "nothing" : some.joined(separator: ", ")
    }

    // MARK: - Pictures of drawings

    @Test(.shows("B-70")) func `of artwork comes in from its folder and from a zip of it as the very same artworks`()
        throws
    {
        let folder = GivenData.file("artwork")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(by: precedes)
        var workshop = Workshop()
        let plan = try workshop.importing(folder, pictures: TakingInPictures.ada)
        #expect(plan.format == .pictures)
        #expect(plan.created.artworks == names.count)
        #expect(plan.notTaken == [])
        let family = workshop.state.studio.model
        var lines = ""
        for (_, slot) in family.artworks.all {
            for image in family.artworks[slot].images.map(\.facts) {
                lines += "\(image.file.name.text) \(image.file.mediaType) \(image.widthPixels)x\(image.heightPixels) "
                lines += "\(image.file.sizeBytes) bytes\n"
            }
        }
        try expectGolden(lines, "pictures/artwork.txt")

        let scratch = try Scratch()
        let file = scratch.url.appending(path: "artwork.zip")
        try Packing.zip(names.map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }).write(to: file)
        let zipped = try workshop.plan(file, pictures: TakingInPictures.ada)
        #expect(zipped.steps == [])
        #expect(zipped.unchanged == names.count)
        var other = Workshop()
        try other.importing(file, pictures: TakingInPictures.ada)
        let isSame = other.state.studio == workshop.state.studio
        #expect(isSame)
    }

    // MARK: - Ink

    @Test func `of Xournal comes in as it was collected, the old form too`() throws {
        let zip = GivenData.file("ink/xournalpp-load.zip")
        var workshop = Workshop()
        let plan = try workshop.importing(zip)
        #expect(plan.format == .ink)
        var text = ""
        for (path, _) in workshop.notesByPath.sorted(by: { precedes($0.key, $1.key) }) {
            let note = try #require(workshop.view.notes.note(workshop.note(path).id))
            let drawings = note.ink.map { "\($0.strokes.count) strokes" }
            text += "\(path): \(drawings.isEmpty ? "no drawing" : drawings.joined(separator: ", "))\n"
        }
        try expectGolden(text + "\nNot taken over:\n" + plan.report, "ink/xournalpp-load.txt")
        #expect(try workshop.plan(zip).steps == [])

        // What the first Xournal wrote, packed and not.
        let scratch = try Scratch()
        _ = try output(of: "unzip", "-q", zip.path, "-d", scratch.url.path)
        var texts: [String: String] = [:]
        for ending in ["xoj", "xml"] {
            var alone = Workshop()
            let file = scratch.url.appending(path: "load/compatibility/stroke_line_return." + ending)
            try alone.importing(file, into: "sheet")
            let note = try #require(alone.view.notes.note(alone.note("sheet").id))
            let strokes = note.ink.flatMap(\.strokes)
            // A file whose points stand on lines of their own.
            #expect(strokes.allSatisfy { $0.tool == .pen && $0.width == 141 && $0.colour == 0xFF })
            texts[ending] = strokes.map { "\($0.packed)" }.joined(separator: "\n")
        }
        #expect(texts["xoj"] == texts["xml"])
        #expect(texts["xoj"]?.isEmpty == false)
    }
}
