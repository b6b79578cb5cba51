import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import NIOCore
import Notes
import Testing
import Workspace

@testable import Intelligence
@testable import Runtime
@testable import Service

@Suite("Having ink read over HTTP")
struct RecognisingOverHTTP {
    /// A service whose reader answers by `script`, with a model of handwriting that is there by its sizes alone.
    private static func open(
        _ script: String,
        _ body: @escaping @Sendable (ServiceFixture, ReadingOverHTTP.Furnished, NoteID, InkID) async throws -> Void
    ) async throws {
        try await FakeReader.inFolder { fake in
            fake.pretend(.handwriting)
            try await ServiceFixture.open(reader: fake.program(script)) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                let (note, ink, stroke): (NoteID, InkID, StrokeID) = (
                    fixture.pool.runtime.mint(), fixture.pool.runtime.mint(), fixture.pool.runtime.mint()
                )
                let anchor = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: Ink.anchor(ink))])
                let drawn = Stroke(
                    id: stroke, tool: .pen, colour: 0xFF, width: 100,
                    packed: StrokePoints([
                        .init(x: 500, y: 700, pressure: 1, time: 0), .init(x: 2_500, y: 1_700, pressure: 1, time: 1),
                    ]).packed)
                _ = try await fixture.pool.using(home.id) {
                    try await $0.perform(
                        [
                            .notes(.createNote(note, title: Name(recorded: "Page"), body: "", in: nil)),
                            .notes(.addInk(note, ink, edit: anchor, strokes: [drawn])),
                        ], as: home.author)
                }
                try await body(fixture, home, note, ink)
            }
        }
    }

    /// Reads a word in the first way of drawing, and another one in the others.
    private static let reader = """
        import sys, json
        question = json.loads(sys.stdin.buffer.readline())
        words = ["quince jelly", "quinze jelly", "quince jully"]
        count = len(question["widths"]) // 3
        print(json.dumps({"lines": [{"text": words[n // count], "confidence": 950 - n} for n in range(3 * count)]}))
        """

    @Test(.shows("T-104", "N-010"))
    func `a note is read by one request, recorded by the service alone, and found with the place of its line`() async throws {
        try await Self.open(Self.reader) { fixture, home, note, ink in
            let path = home.path + "/notes/\(note.text)"
            let answer = try await fixture.ask(.post, path + "/recognitions", "{\"language\":\"en\"}", as: home.anna.secret)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.json["drawings"].list.map { $0["text"].string } == ["quince jelly"])
            let shown = try await fixture.get(path, as: home.anna.secret)
            let recognised = try #require(shown.json["ink"].list.first?["recognised"])
            #expect(recognised["recogniser"].string == "daybook PP-OCRv6 small" && recognised["language"].string == "en")
            let line = try #require(recognised["lines"].list.first)
            #expect(
                line["left"].int == 500 && line["top"].int == 700 && line["width"].int == 2_000 && line["height"].int == 1_000)
            #expect(line["others"].list.compactMap(\.string) == ["quinze jelly", "quince jully"])
            let before = try await fixture.pool.using(home.id) { $0.journal.lastSequence }
            let history = try await fixture.get(home.path + "/things/\(note.text)/history", as: home.anna.secret)
            let revision = try #require(history.json.list.last, "\(history.text)")
            #expect(revision["kind"].string == "note ink recognised", "\(history.text)")
            let audit = try await fixture.get(home.path + "/audit?kind=note%20ink%20recognised", as: home.anna.secret)
            #expect(audit.json.list.map { $0["device"].string } == [fixture.pool.device.text], "\(audit.text)")

            // As it is now it is not read again.
            let again = try await fixture.ask(.post, path + "/recognitions", "{}", as: home.anna.secret)
            #expect(again.json["drawings"].list.map { $0["text"].string } == ["quince jelly"])
            #expect(try await fixture.pool.using(home.id) { $0.journal.lastSequence } == before)

            for (query, matches) in [("quince", "quince jelly"), ("jully", "quince jully"), ("quinke", "quince jelly")] {
                let found = try await fixture.get(home.path + "/search?q=\(query)", as: home.anna.secret)
                let passage = try #require(found.json["hits"].list.first?["passages"].list.first, "\(query)")
                #expect(passage["in"].string == "handwriting" && passage["text"].string == matches, "\(query)")
                #expect(passage["drawing"].string == ink.text)
                #expect(passage["box"].list.compactMap(\.int) == [500, 700, 2_000, 1_000])
            }
            let nothing = try await fixture.get(home.path + "/search?q=quimke", as: home.anna.secret)
            #expect(nothing.json["hits"].list.isEmpty)
        }
    }

    @Test func `without the right to write none is read, and a reader that fails leaves everything as it was`() async throws {
        try await Self.open("import os; os.kill(os.getpid(), 9)") { fixture, home, note, _ in
            let path = home.path + "/notes/\(note.text)"
            let stranger = try await fixture.visitor("eve")
            #expect(try await fixture.ask(.post, path + "/recognitions", "{}", as: stranger.secret).status == 403)
            #expect(try await fixture.ask(.post, path + "/recognitions", "{}").status == 401)
            let before = try await fixture.get(path, as: home.anna.secret).text
            let failed = try await fixture.ask(.post, path + "/recognitions", "{}", as: home.anna.secret)
            #expect(failed.status == 422 && failed.problem == "notRecognised", "\(failed.text)")
            #expect(failed.json["detail"].string?.contains("ended before it answered") == true)
            #expect(try await fixture.get(path, as: home.anna.secret).text == before)
            let gone = home.path + "/notes/\(home.child.text)/recognitions"
            #expect(try await fixture.ask(.post, gone, "{}", as: home.anna.secret).status == 404)
        }
    }

    @Test(.shows("N-302.2"))
    func `without a model the service says which is missing, and how to install it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let speech = try await fixture.ask(
                .post, home.path + "/transcriptions?language=de", "RIFF", as: home.anna.secret,
                headers: [.contentType: "audio/wav"])
            #expect(speech.status == 422 && speech.json["detail"].string?.contains("`daybook models install speech`") == true)
            let page = try await fixture.ask(
                .post, home.path + "/readings", bytes: ByteBuffer(bytes: QuarteredPicture.bytes), as: home.anna.secret,
                headers: [.contentType: "image/png"])
            #expect(page.status == 422 && page.json["detail"].string?.contains("`daybook models install pages`") == true)
        }
    }
}
