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

@Suite("Finding what is similar")
struct FindingSimilarThings {
    /// Says of each text how often each letter is in it: a direction that a test can foresee.
    private static let reader = """
        import sys, json, base64
        question = json.loads(sys.stdin.buffer.readline())
        texts = sys.stdin.buffer.read().split(b"\\0")[:-1]
        vectors = bytearray()
        for text in texts:
            numbers = [0] * 384
            for byte in text.lower():
                if 97 <= byte <= 122: numbers[byte - 97] = min(127, numbers[byte - 97] + 10)
            vectors += bytes(numbers)
        print(json.dumps({"vectors": base64.b64encode(vectors).decode()}))
        """

    private static func open(
        _ script: String, _ body: @escaping @Sendable (ServiceFixture, ReadingOverHTTP.Furnished) async throws -> Void
    ) async throws {
        try await FakeReader.inFolder { fake in
            fake.pretend(.similar)
            try await ServiceFixture.open(reader: fake.program(script)) { fixture in
                try await body(fixture, try await ReadingOverHTTP.furnish(fixture, notes: 0))
            }
        }
    }

    @Test func `notes are found that are like another, and a folder that it would fit into, the nearest first`() async throws {
        try await Self.open(Self.reader) { fixture, home in
            let runtime = fixture.pool.runtime
            let notes: [NoteID] = (0..<4).map { _ in runtime.mint() }
            let folder: FolderID = runtime.mint()
            func name(_ text: String) -> Name { Name(recorded: text) }
            _ = try await fixture.pool.using(home.id) {
                try await $0.perform(
                    [
                        .notes(.createFolder(folder, name: name("zzzz"), in: nil)),
                        .notes(.createNote(notes[0], title: name("aaaa bb"), body: "", in: nil)),
                        .notes(.createNote(notes[1], title: name("aaaa b"), body: "", in: folder)),
                        .notes(.createNote(notes[2], title: name("aa"), body: "bbbb", in: folder)),
                        .notes(.createNote(notes[3], title: name("xyz"), body: "", in: nil)),
                    ], as: home.author)
            }
            let path = home.path + "/similar"
            func ask(_ body: String, as secret: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(.post, path, body, as: secret)
            }
            let found = try await ask("{\"thing\":\"\(notes[0].text)\"}", as: home.anna.secret)
            #expect(found.status == 200, "\(found.text)")
            #expect(found.json["things"].list.map { $0["id"].string } == [notes[1].text, notes[2].text], "\(found.text)")
            #expect(found.json["things"].list.first?["likeness"].int == 976 && found.json["rest"].int == 0, "\(found.text)")
            // A folder is known by its name and by what is in it.
            let places = try await ask("{\"thing\":\"\(notes[0].text)\",\"kind\":\"folder\"}", as: home.anna.secret)
            #expect(places.json["things"].list.map { $0["path"].string } == ["zzzz", "Garden"], "\(places.text)")
            let words = try await ask("{\"text\":\"zyx\"}", as: home.anna.secret)
            #expect(words.json["things"].list.first?["id"].string == notes[3].text)
            #expect(words.json["things"].list.first?["likeness"].int == 1_000)
            for (query, status, problem) in [
                ("{}", 422, "badField"), ("{\"text\":\"a\",\"thing\":\"\(notes[0].text)\"}", 422, "badField"),
                ("{\"thing\":\"\(home.id.text)\"}", 404, "noSuchThing"),
            ] {
                let answer = try await ask(query, as: home.anna.secret)
                #expect(answer.status == status && answer.problem == problem, "\(query): \(answer.text)")
            }
            let stranger = try await fixture.visitor("eve")
            #expect(try await ask("{\"text\":\"a\"}", as: stranger.secret).status == 403)
        }
    }

    /// The reader ends with the second question: what it was asked before is known.
    @Test func `a text is looked at once, some of many with each question, and what is changed is looked at again`()
        async throws
    {
        try await FakeReader.inFolder { fake in
            fake.pretend(.similar)
            let reader = ModelReader(fake.program(Self.reader))
            let index = MeaningIndex(reader)
            let gists = (0..<130).map { number in
                Gist(
                    referent: .note(NoteID(hi: 3, lo: UInt64(number))), source: .note(NoteID(hi: 3, lo: UInt64(number))),
                    text: "note \(number) a" + String(repeating: "b", count: number),
                    updated: Instant(seconds: 1))
            }
            let first = try await index.things(like: "aaa", but: nil, among: gists, for: .service)
            #expect(first.rest == 31)
            let second = try await index.things(like: "aaa", but: nil, among: gists, for: .service)
            #expect(second.rest == 0 && second.found.count <= MeaningIndex.countMax)
            // By a reader that cannot answer: everything is known but a text that was changed.
            let broken = ModelReader(fake.program("raise SystemExit(3)"))
            let lame = MeaningIndex(broken)
            await #expect(throws: ProviderFailure.readerEnded) {
                try await lame.things(like: "aaa", but: nil, among: gists, for: .service)
            }
            try await reader.stop()
            try await broken.stop()
        }
    }

    @Test func `without the model the service says which is missing, and how to install it`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let answer = try await fixture.ask(.post, home.path + "/similar", "{\"text\":\"roses\"}", as: home.anna.secret)
            #expect(answer.status == 422 && answer.problem == "notCompared", "\(answer.text)")
            #expect(answer.json["detail"].string?.contains("`daybook models install similar`") == true)
        }
    }

    @Test func `the likeness of two directions is the cosine between them`() {
        func meaning(_ numbers: Int8...) -> Meaning { Meaning(numbers: numbers) }
        #expect(meaning(3, 4).likeness(to: meaning(30, 40)) == 1_000)
        #expect(meaning(1, 0).likeness(to: meaning(0, 1)) == 0)
        #expect(meaning(1, 0).likeness(to: meaning(-1, 0)) == 0)
        #expect(meaning(1, 1).likeness(to: meaning(1, 0)) == 707)
        #expect(meaning(0, 0).likeness(to: meaning(1, 0)) == 0)
    }
}
