import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Real vaults", .enabled(if: GivenData.isHere, GivenData.absent))
struct VaultsOfOthers {
    static let names = ["18f-handbook", "dendron-site", "kepano-obsidian", "logseq-docs"]
    /// Those that hold a `.obsidian` or `.git`, whose files are not the person's.
    private static func isTool(_ path: Substring) -> Bool { path.split(separator: "/").contains(".obsidian") }
    private static func isHidden(_ path: Substring) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// Paths of all files, as `unzip` lists them.
    private func files(_ name: String) throws -> [Substring] {
        let list = try output(of: "unzip", "-Z1", zip(name).path)
        return String(decoding: list, as: UTF8.self).split(separator: "\n").filter { !$0.hasSuffix("/") }
    }

    private func zip(_ name: String) -> URL { GivenData.file("note-vaults/\(name).zip") }

    @Test(arguments: names)
    func `come in with as many notes, folders and files as they hold`(name: String) throws {
        let files = try files(name)
        let notes = files.filter { $0.hasSuffix(".md") && !Self.isTool($0) }
        let others = files.filter { !$0.hasSuffix(".md") && !Self.isHidden($0) }
        var folders: Set<String> = []
        for file in notes + others {
            let names = file.split(separator: "/").dropLast()
            for count in 1..<(names.count + 1) { folders.insert(names.prefix(count).joined(separator: "/")) }
        }
        var workshop = Workshop()
        let plan = try workshop.importing(zip(name))
        #expect(plan.created.notes == notes.count)
        #expect(plan.created.attachments == others.count)
        // And the one folder that holds the whole import.
        #expect(plan.created.folders == folders.count + 1)
        #expect(workshop.notesByPath.count == notes.count)
        let hidden = files.count - notes.count - others.count
        #expect(plan.notTaken.contains { $0.what == "hidden" || $0.what == "settings" } == (hidden > 0))
    }

    @Test(arguments: names)
    func `go out as the same Markdown files, byte for byte`(name: String) throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip(name))
        let scratch = try Scratch()
        let target = scratch.url.appending(path: "out")
        let kept = Dictionary(uniqueKeysWithValues: plan.blobs.map { ($0.digest, $0) })
        let report = try WorkspaceExport.export(workshop.view, to: target) { digest in
            try #require(kept[digest]).read()
        }
        #expect(report.notes == plan.created.notes)
        #expect(report.attachments == plan.created.attachments)
        #expect(report.renamed == [])

        let unpacked = try scratch.write([String: String](), below: name)
        _ = try output(of: "unzip", "-q", zip(name).path, "-d", unpacked.path)
        for file in try files(name) where !Self.isHidden(file) || (file.hasSuffix(".md") && !Self.isTool(file)) {
            let original = try Data(contentsOf: unpacked.appending(path: String(file)))
            let exported = try Data(contentsOf: target.appending(path: "Notes/" + name).appending(path: String(file)))
            #expect(original == exported, "\(file) differs")
        }
    }

    @Test(.shows("B-70"), arguments: names)
    func `come in once, from the archive and from its directory`(name: String) throws {
        var workshop = Workshop()
        let plan = try workshop.importing(zip(name))
        let again = try workshop.plan(zip(name))
        #expect(again.steps == [])
        #expect(again.created == Counts())
        #expect(again.unchanged == plan.created.notes + plan.created.attachments)
        #expect(again.notTaken == plan.notTaken)

        let scratch = try Scratch()
        let unpacked = try scratch.write([String: String](), below: name)
        _ = try output(of: "unzip", "-q", zip(name).path, "-d", unpacked.path)
        let directory = try workshop.plan(unpacked)
        #expect(directory.steps == [])
        #expect(directory.unchanged == again.unchanged)
    }

    @Test func `come back after the import was undone`() throws {
        var workshop = Workshop()
        let first = try workshop.importing(zip("kepano-obsidian"))
        let notes = workshop.notesByPath
        try workshop.withdraw(since: 0)
        #expect(workshop.notesByPath.isEmpty)
        let second = try workshop.importing(zip("kepano-obsidian"))
        #expect(second.created == first.created)
        #expect(workshop.notesByPath == notes)
    }

    @Test func `carry the tags of their front matter and text`() throws {
        var workshop = Workshop()
        try workshop.importing(zip("kepano-obsidian"))
        let tagged = workshop.view.notes.notes.entries.filter { !$0.tags.isEmpty }
        #expect(tagged.count > 20)
        let note = try workshop.note("kepano-obsidian/Categories/Books")
        #expect(note.entry.tags.map(\.text) == ["categories"])
    }
}
