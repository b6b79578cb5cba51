import Cryptography
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Edit histories of real notes", .enabled(if: GivenData.isHere, GivenData.absent))
struct EditHistoriesOfOthers {
    /// One event as the file has it. (Foundation's untyped reader would lose a byte order mark at the start of a text.)
    private struct Line: Decodable {
        var op: String
        var doc: Int
        var t: Int64
        var a: Int
        var text: String?
        var patches: [Patch]?

        struct Patch: Decodable {
            var position: Int
            var count: Int
            var insertion: String

            init(from decoder: any Decoder) throws {
                var parts = try decoder.unkeyedContainer()
                position = try parts.decode(Int.self)
                count = try parts.decode(Int.self)
                insertion = try parts.decode(String.self)
            }
        }
    }

    private func lines(_ name: String) throws -> [Line] {
        let data = try output(of: "gzip", "-dc", GivenData.file("note-journals/\(name).jsonl.gz").path)
        let decoder = JSONDecoder()
        return try data.split(separator: UInt8(ascii: "\n")).dropFirst().map { try decoder.decode(Line.self, from: $0) }
    }

    private struct Final: Decodable {
        struct Document: Decodable {
            var path: String
            var sha256: String
            var chars: Int
        }

        var docs: [String: Document]
    }

    private func final(_ name: String) throws -> Final {
        let data = try output(of: "gzip", "-dc", GivenData.file("note-journals/\(name).final.json.gz").path)
        return try JSONDecoder().decode(Final.self, from: data)
    }

    @Test(arguments: ["logseq-docs", "18f-handbook", "dendron-site"])
    func `end in exactly the files that they end in`(name: String) throws {
        var workshop = Workshop()
        let plan = try workshop.importing(GivenData.file("note-journals/\(name).jsonl.gz"))
        #expect(plan.notTaken == [])
        #expect(plan.format == .editHistory)

        let expected = try final(name).docs.values
        let found = workshop.notesByPath
        #expect(found.count == expected.count)
        for document in expected {
            let body = try #require(found[String(document.path.dropLast(3))], "\(document.path) is missing")
            let digest = SHA256.hash(data: Data(body.utf8)).map { String(format: "%02x", $0) }.joined()
            #expect(digest == document.sha256, "\(document.path) differs")
            #expect(body.unicodeScalars.count == document.chars)
        }
    }

    @Test(arguments: ["logseq-docs", "18f-handbook", "dendron-site"])
    func `keep every revision in between, with its time and author`(name: String) throws {
        let lines = try lines(name)
        var workshop = Workshop()
        let plan = try workshop.plan(GivenData.file("note-journals/\(name).jsonl.gz"))
        #expect(plan.created.notes == lines.count { $0.op == "create" })

        /// Texts as plain arrays of scalars, patched one after the other.
        var texts: [Int: [Unicode.Scalar]] = [:]
        var ids: [Int: NoteID] = [:]
        var steps = plan.steps[...]
        // Every length is compared; every whole text of the first, and of the long ones each twentieth.
        let stride = name == "logseq-docs" ? 1 : 20
        var number = 0
        for line in lines {
            // Naming, noting sources and making folders stand between the events of the file.
            while let first = steps.first, !isEvent(first) {
                try workshop.perform(first)
                steps.removeFirst()
            }
            let step = try #require(steps.first)
            steps.removeFirst()
            try workshop.perform(step)
            #expect(step.originTime == Instant(seconds: line.t))
            let author = try #require(step.originActor)
            #expect(workshop.view.name(of: author) == "author \(line.a)")

            switch line.op {
            case "create":
                texts[line.doc] = Array((line.text ?? "").unicodeScalars)
                if case .notes(.createNote(let id, _, _, _)) = step.command { ids[line.doc] = id }
            case "edit":
                for patch in line.patches ?? [] {
                    texts[line.doc]?.replaceSubrange(
                        patch.position..<patch.position + patch.count, with: patch.insertion.unicodeScalars)
                }
            case "move":
                // A move to another folder and another name is two steps.
                if let next = steps.first, case .notes(.retitleNote) = next.command, next.originTime == step.originTime,
                    case .notes(.moveNote) = step.command
                {
                    try workshop.perform(next)
                    steps.removeFirst()
                }
            default: break
            }
            let id = try #require(ids[line.doc])
            let note = try #require(workshop.view.notes.notes[id])
            #expect(note.body.scalarCount == texts[line.doc]?.count)
            number += 1
            if number % stride == 0 {
                var expected = String.UnicodeScalarView()
                expected.append(contentsOf: texts[line.doc] ?? [])
                #expect(note.body.string.utf8.elementsEqual(String(expected).utf8), "\(line.doc) at \(line.t)")
            }
        }
    }

    private func isEvent(_ step: ImportStep) -> Bool {
        switch step.command {
        case .registry, .notes(.createFolder): false
        default: true
        }
    }

    @Test func `imported twice add nothing`() throws {
        let url = GivenData.file("note-journals/logseq-docs.jsonl.gz")
        var workshop = Workshop()
        try workshop.importing(url)
        let again = try workshop.plan(url)
        #expect(again.steps == [])
        #expect(again.created == Counts())
        #expect(again.unchanged == 363)
    }

    @Test func `imported again after they grew add what is new`() throws {
        let data = try output(of: "gzip", "-dc", GivenData.file("note-journals/logseq-docs.jsonl.gz").path)
        let all = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let scratch = try Scratch()
        let half = try scratch.file(
            "half.jsonl", String(decoding: Data(all[..<900].joined(separator: [10])), as: UTF8.self))
        var workshop = Workshop()
        try workshop.importing(half)
        let before = workshop.events.count
        let plan = try workshop.importing(GivenData.file("note-journals/logseq-docs.jsonl.gz"))
        #expect(plan.notTaken == [])
        #expect(workshop.events.count > before)

        var whole = Workshop()
        try whole.importing(GivenData.file("note-journals/logseq-docs.jsonl.gz"))
        #expect(workshop.notesByPath == whole.notesByPath)
        #expect(
            workshop.view.notes.notes.entries.map(\.body.revision)
                == whole.view.notes.notes.entries.map(\.body.revision))
    }

    @Test(arguments: [true, false])
    func `undone and imported again give the same notes without a second set of edits`(forgetting: Bool) throws {
        let url = GivenData.file("note-journals/logseq-docs.jsonl.gz")
        var workshop = Workshop()
        try workshop.importing(url)
        let notes = workshop.notesByPath
        let edits = workshop.events.count { if case .notes(.noteEdited) = $0.event { true } else { false } }
        try workshop.withdraw(since: 0, forgetting: forgetting)
        #expect(workshop.notesByPath.isEmpty)
        try workshop.importing(url)
        #expect(workshop.notesByPath == notes)
        #expect(workshop.events.count { if case .notes(.noteEdited) = $0.event { true } else { false } } == edits)
    }
}
