import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Intelligence
@testable import Runtime
@testable import Service

@Suite("Having attached pictures read over HTTP")
struct ReadingPicturesOverHTTP {
    /// A note with two pictures and a file that is none, at a service whose reader answers by `script`.
    private static func open(
        _ script: String,
        _ body: @escaping @Sendable (ServiceFixture, ReadingOverHTTP.Furnished, NoteID, [AttachmentID]) async throws -> Void
    ) async throws {
        try await FakeReader.inFolder { fake in
            fake.pretend(.pages)
            try await ServiceFixture.open(reader: fake.program(script)) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                let note: NoteID = fixture.pool.runtime.mint()
                let files: [AttachmentID] = (0..<3).map { _ in fixture.pool.runtime.mint() }
                _ = try await fixture.pool.using(home.id) { workspace in
                    var commands: [WorkspaceCommand] = [
                        .notes(.createNote(note, title: Name(recorded: "Recipes"), body: "", in: nil))
                    ]
                    let contents: [(name: String, type: String, bytes: [UInt8])] = [
                        ("torn.png", "image/png", Array("no picture at all".utf8)),
                        ("page.png", "image/png", QuarteredPicture.bytes), ("list.txt", "text/plain", Array("rye".utf8)),
                    ]
                    for (file, content) in zip(files, contents) {
                        let digest = try workspace.blobs.keep(content.bytes, for: [.workspace])
                        let facts = FileFacts(
                            name: Name(recorded: content.name), mediaType: content.type, sizeBytes: content.bytes.count,
                            digest: digest.bytes)
                        commands.append(.notes(.attachFile(file, to: .note(note), facts)))
                    }
                    return try await workspace.perform(commands, as: home.author)
                }
                try await body(fixture, home, note, files)
            }
        }
    }

    /// Reads the same two lines in every picture.
    private static let reader = """
        import sys, json
        question = json.loads(sys.stdin.buffer.readline())
        print(json.dumps({"lines": [
            {"text": "Two quinces", "confidence": 950, "box": [0, 0, 4, 2]},
            {"text": "and rye", "confidence": 900, "box": [1, 2, 3, 2]},
            {"text": "a stain", "confidence": 300, "box": [0, 0, 1, 1]}]}))
        """

    @Test(.shows("T-104", "N-010"))
    func `what a picture says is kept by the service, found with its line, and one that is torn is told`() async throws {
        try await Self.open(Self.reader) { fixture, home, note, files in
            let path = home.path + "/notes/\(note.text)"
            let answer = try await fixture.ask(.post, path + "/readings", "{}", as: home.anna.secret)
            #expect(answer.status == 200, "\(answer.text)")
            let read = answer.json["files"].list
            #expect(read.map { $0["id"].string } == [files[0].text, files[1].text])
            #expect(read.first?["failure"].string == ProviderFailure.badPicture.message && read.first?["text"].string == nil)
            #expect(read.last?["text"].string == "Two quinces\nand rye" && read.last?["failure"].string == nil)

            let shown = try await fixture.get(path, as: home.anna.secret).json["files"].list
            let kept = try #require(shown.first { $0["id"].string == files[1].text }?["read"], "\(shown)")
            #expect(kept["reader"].string == InstallableModel.pages.model && kept["lines"].list.count == 2)
            let size = [kept["width"].int, kept["height"].int]
            #expect(shown.filter { $0["read"].string == nil && $0["read"]["text"].string == nil }.count == 2)
            let audit = try await fixture.get(home.path + "/audit?kind=file%20read", as: home.anna.secret)
            #expect(audit.json.list.map { $0["device"].string } == [fixture.pool.device.text], "\(audit.text)")

            for query in ["rye", "quimces"] {
                let found = try await fixture.get(home.path + "/search?q=\(query)", as: home.anna.secret)
                let passage = try #require(found.json["hits"].list.first?["passages"].list.first, "\(found.text)")
                #expect(passage["in"].string == "picture" && passage["file"].string == files[1].text)
                #expect(passage["size"].list.map(\.int) == size && passage["box"].list.count == 4)
            }

            // It is read once, and the bytes of a picture never change.
            let before = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            let only = "{\"file\":\"\(files[1].text)\"}"
            let again = try await fixture.ask(.post, path + "/readings", only, as: home.anna.secret)
            #expect(again.json["files"].list.map { $0["text"].string } == ["Two quinces\nand rye"], "\(again.text)")
            #expect(try await fixture.pool.using(home.id) { $0.journal.lastSequence } == before)
            let other = try await fixture.ask(
                .post, path + "/readings", "{\"file\":\"\(files[2].text)\"}", as: home.anna.secret)
            #expect(other.status == 404 && other.problem == "noSuchThing", "\(other.text)")
        }
    }

    @Test func `without the right to write none is read, and a reader that fails leaves everything as it was`() async throws {
        try await Self.open("import os; os.kill(os.getpid(), 9)") { fixture, home, note, files in
            let path = home.path + "/notes/\(note.text)"
            let stranger = try await fixture.visitor("eve")
            #expect(try await fixture.ask(.post, path + "/readings", "{}", as: stranger.secret).status == 403)
            #expect(try await fixture.ask(.post, path + "/readings", "{}").status == 401)
            let before = try await fixture.get(path, as: home.anna.secret).text
            let failed = try await fixture.ask(.post, path + "/readings", "{}", as: home.anna.secret)
            #expect(failed.status == 200, "\(failed.text)")
            #expect(
                failed.json["files"].list.map { $0["failure"].string }
                    == [ProviderFailure.badPicture.message, ProviderFailure.readerEnded.message], "\(failed.text)")
            #expect(try await fixture.get(path, as: home.anna.secret).text == before)
            let gone = home.path + "/notes/\(home.child.text)/readings"
            #expect(try await fixture.ask(.post, gone, "{}", as: home.anna.secret).status == 404)
        }
    }

    @Test func `without the model the service says which is missing, and how to install it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (note, file): (NoteID, AttachmentID) = (fixture.pool.runtime.mint(), fixture.pool.runtime.mint())
            _ = try await fixture.pool.using(home.id) { workspace in
                let digest = try workspace.blobs.keep(QuarteredPicture.bytes, for: [.workspace])
                let facts = FileFacts(
                    name: Name(recorded: "page.png"), mediaType: "image/png", sizeBytes: QuarteredPicture.bytes.count,
                    digest: digest.bytes)
                return try await workspace.perform(
                    [
                        .notes(.createNote(note, title: Name(recorded: "Page"), body: "", in: nil)),
                        .notes(.attachFile(file, to: .note(note), facts)),
                    ], as: home.author)
            }
            let answer = try await fixture.ask(.post, home.path + "/notes/\(note.text)/readings", "{}", as: home.anna.secret)
            #expect(answer.status == 422 && answer.problem == "notRead", "\(answer.text)")
            #expect(answer.json["detail"].string?.contains("`daybook models install pages`") == true)
        }
    }
}
