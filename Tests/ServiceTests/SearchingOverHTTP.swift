import Accounts
import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Notes
import Search
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Searching over HTTP")
struct SearchingOverHTTP {
    private static func search(
        _ words: String, _ home: ReadingOverHTTP.Furnished, as secret: String, _ more: String = "",
        headers: HTTPFields = [:], on fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        let typed = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await fixture.get(home.path + "/search?q=\(typed)\(more)", as: secret, headers: headers)
    }

    /// An index that stands: the first search asks for it and does not wait.
    private static func index(_ home: ReadingOverHTTP.Furnished, on fixture: ServiceFixture) async throws
        -> SearchIndexReport
    {
        try await fixture.pool.searching(.existing(home.id)) { index in
            await index.prepare()
            #expect(await index.trouble == nil)
            return await index.report
        }
    }

    private static func titles(_ answer: ServiceFixture.Answer) -> [String] {
        answer.json["hits"].list.compactMap { $0["title"].string }
    }

    private static func sequence(_ answer: ServiceFixture.Answer) -> UInt64? {
        Call.sequenceHeader.flatMap { answer.headers[$0] }.flatMap { UInt64($0) }
    }

    @Test func `the index finds what reading everything finds, of every domain`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let before = try await Self.search("o", home, as: home.anna.secret, "&limit=200", on: fixture)
            #expect(try await Self.index(home, on: fixture).builds == 1)
            for words in ["roses", "o", "paint", "thou", "Ada", "in:Garden type:note", "-roses note", "\"Note 3\""] {
                let answer = try await Self.search(words, home, as: home.anna.secret, "&limit=200", on: fixture)
                let view = try await fixture.pool.using(home.id) { await $0.view }
                let expected = try view.search(SearchQuery(words), page: SearchPage(limit: 200))
                #expect(Set(Self.titles(answer)) == Set(expected.hits.map(\.title)), "\(words)")
                #expect(answer.json["found"].int == expected.found, "\(words)")
            }
            #expect(before.json["found"].int ?? 0 > 5)
        }
    }

    @Test func `a sealed note is found by its title, and letters of its ciphertext are no words`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let body = SealedText.begin + "\nVersion: 1\n\nRosesQUJDREVG\n-----END DAYBOOK SEALED NOTE-----\n"
            _ = try await fixture.pool.using(home.id) { [author = home.author] in
                let note: NoteID = fixture.pool.runtime.mint()
                return try await $0.perform(
                    [.notes(.createNote(note, title: Name(recorded: "Diary"), body: body, in: nil))], as: author)
            }
            func found() async throws -> [[String]] {
                var found: [[String]] = []
                for words in ["diary", "QUJD", "sealed", "rosesq"] {
                    found.append(Self.titles(try await Self.search(words, home, as: home.anna.secret, on: fixture)))
                }
                return found
            }
            #expect(try await found() == [["Diary"], [], [], []], "by reading everything")
            #expect(try await Self.index(home, on: fixture).builds == 1)
            #expect(try await found() == [["Diary"], [], [], []], "by the index")
        }
    }

    /// Other finds, also those by an index, are shown by `FindingEveryKind`.
    @Test(.shows("N-010")) func `handwriting that a device has recognised is found, and the hit says so`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let (note, ink) = (home.notes[0].text, fixture.pool.runtime.mint(InkID.self))
            func give(_ sequence: Int, _ command: String) async throws {
                let body = "{\"commands\":[{\"sequence\":\(sequence),\"command\":\(command)}]}"
                let answer = try await fixture.ask(
                    .post, home.path + "/commands", body, as: home.anna.secret)
                #expect(try GivingCommands.results(answer).results.map(\.outcome) == [.done], "\(answer.text)")
            }
            try await give(
                1,
                """
                {"type":"notes.addInk","note":"\(note)","ink":"\(ink.text)","edit":{"parents":[0],"runs":\
                [{"position":0,"deleteCount":0,"insertion":"\(Ink.anchor(ink))"}]},"strokes":[]}
                """)
            let drawing = try await fixture.get(home.path + "/notes/\(note)", as: home.anna.secret).json["ink"].list
            let state = try #require(drawing.first?["state"].string)
            #expect(try await Self.search("quince", home, as: home.anna.secret, on: fixture).json["found"].int == 0)
            try await give(
                2,
                """
                {"type":"notes.recogniseInk","note":"\(note)","ink":"\(ink.text)","recognition":{"text":"Two quinces",\
                "recogniser":"Reader","version":"1","language":"en","state":"\(state)"}}
                """)
            let hits = try await Self.search("quince", home, as: home.anna.secret, on: fixture).json["hits"].list
            #expect(hits.map { $0["title"].string } == ["Note 0"])
            #expect(hits.first?["passages"].list.map { $0["in"].string } == ["handwriting"])
            _ = try await Self.index(home, on: fixture)
            let again = try await Self.search("quince", home, as: home.anna.secret, on: fixture).json["hits"].list
            #expect(again.first?["passages"].list.map { $0["text"].string } == ["Two quinces"])
        }
    }

    @Test func `an answer has all that was acknowledged before it was asked for, and says up to where`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            _ = try await Self.index(home, on: fixture)
            // Others write all the time, so that there is hardly a moment without something on its way to the disk.
            let others = Task {
                var count = 0
                while !Task.isCancelled {
                    let note: NoteID = fixture.pool.runtime.mint()
                    _ = try await fixture.pool.using(home.id) { workspace in
                        try await workspace.perform(
                            [.notes(.createNote(note, title: Name(recorded: "Other"), body: "noise", in: nil))],
                            as: home.author)
                    }
                    count += 1
                }
                return count
            }
            for round in 0..<12 {
                let note: NoteID = fixture.pool.runtime.mint()
                let sequence = try await fixture.pool.using(home.id) { workspace in
                    _ = try await workspace.perform(
                        [.notes(.createNote(note, title: Name(recorded: "Plum \(round)"), body: "zwetschge", in: nil))],
                        as: home.author)
                    return try await workspace.durableView().sequence
                }
                let answer = try await Self.search("zwetschge", home, as: home.anna.secret, "&limit=200", on: fixture)
                #expect(answer.json["found"].int == round + 1)
                #expect(Self.titles(answer).contains("Plum \(round)"))
                #expect(try #require(Self.sequence(answer)) >= sequence)
                // Nothing that came after the number it says is in it: what is counted is what there was then.
                let noise = try await Self.search("noise", home, as: home.anna.secret, on: fixture)
                let asOf = try #require(Self.sequence(noise))
                let past = try await Self.search("noise", home, as: home.anna.secret, "&at=\(asOf)", on: fixture)
                #expect(noise.json["found"].int == past.json["found"].int)
            }
            others.cancel()
            #expect(try await others.value > 0)
            let report = try await Self.index(home, on: fixture)
            #expect(report.builds == 1)
            #expect(report.recordsTaken >= 12)
        }
    }

    @Test(.shows("N-301.3"))
    func `what to highlight is told as ranges, in the title and in passages`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture, notes: 0)
            let (first, second): (NoteID, NoteID) = (
                fixture.pool.runtime.mint(), fixture.pool.runtime.mint()
            )
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .notes(
                            .createNote(first, title: Name(recorded: "Diary"), body: "an old kamera, a Kamera", in: nil)),
                        .notes(.createNote(second, title: Name(recorded: "Die Vidéokamera"), body: "", in: nil)),
                    ], as: home.author)
            }
            _ = try await Self.index(home, on: fixture)
            let answer = try await Self.search("KAMERA", home, as: home.anna.secret, on: fixture)
            // BM25 weighs a title more than any text.
            #expect(Self.titles(answer) == ["Die Vidéokamera", "Diary"])
            let hits = answer.json["hits"].list
            #expect(hits[0]["titleMatches"].list.map { $0.list.compactMap(\.int) } == [[9, 15]])
            let passage = try #require(hits[1]["passages"].list.first)
            #expect(passage["matches"].list.map { $0.list.compactMap(\.int) } == [[7, 13], [17, 23]])
            #expect(passage["text"].string == "an old kamera, a Kamera")
            #expect(passage["start"].int == 0)
            #expect(hits[1]["id"].string == first.text)
        }
    }

    @Test func `whoever may not read a thing does not find it, nor its number`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let (ben, mine, other): (ChildID, ArtworkID, ArtworkID) = (
                runtime.mint(), runtime.mint(), runtime.mint()
            )
            let today = CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)
            func artwork(_ id: ArtworkID, of child: ChildID, _ caption: String) -> WorkspaceCommand {
                let file = FileFacts(
                    name: Name(recorded: "scan.jpg"), mediaType: "image/jpeg", sizeBytes: 9,
                    digest: [UInt8](repeating: UInt8(caption.utf8.last ?? 0), count: FileFacts.digestBytes))
                let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
                let new = NewArtwork(images: [image], uploaded: today, caption: Name(recorded: caption))
                return .studio(.uploadArtwork(id, of: child, new))
            }
            let child = home.child
            _ = try await fixture.pool.using(home.id) { workspace in
                try await workspace.perform(
                    [
                        .studio(
                            .addChild(ben, name: Name(recorded: "Ben"), birth: nil, age: 7, avatar: .none, today: today)),
                        artwork(mine, of: child, "A note of Ada"), artwork(other, of: ben, "A note of Ben"),
                    ], as: home.author)
            }
            var secrets: [String: String] = [:]
            for (name, role, reach) in [
                ("viewerOfAda", Role.viewer, MemberReach.children([home.child.entity])),
                ("editor", .editor, .everything),
            ] {
                let member = try await fixture.visitor(name)
                try await fixture.keeps(.addMember(home.id, member.user, role: role, reach: reach), as: home.author)
                secrets[name] = member.secret
            }
            for scope in [Scope.notes, .boards, .captures, .studio, .widget] {
                secrets["\(scope)"] = try await fixture.token(of: home.anna, [scope])
            }
            secrets["owner"] = home.anna.secret
            let expected: [(who: String, kinds: Set<String>)] = [
                ("viewerOfAda", ["child", "artwork"]), ("editor", ["note", "folder", "child", "artwork"]),
                ("notes", ["note", "folder"]), ("boards", ["card", "board"]), ("captures", ["item"]),
                ("studio", ["child", "artwork"]), ("widget", ["card", "board"]),
                ("owner", ["note", "folder", "card", "board", "item", "child", "artwork"]),
            ]
            let query = "note OR garden OR paint OR house OR thought OR ada OR ben"
            // Before the index stands and after it, and of the past.
            for more in ["", "&limit=200"] {
                var tags: Set<String> = []
                for (who, kinds) in expected {
                    let answer = try await Self.search(
                        query, home, as: try #require(secrets[who]), more, on: fixture)
                    let hits = answer.json["hits"].list
                    #expect(Set(hits.compactMap { $0["kind"].string }) == kinds, "\(who)")
                    #expect(answer.json["found"].int == hits.count, "\(who)")
                    tags.insert(answer.headers[.eTag] ?? "")
                    if who == "viewerOfAda" { #expect(Set(Self.titles(answer)) == ["Ada", "A note of Ada"]) }
                    let sequence = try #require(Self.sequence(answer))
                    let past = try await Self.search(
                        query, home, as: try #require(secrets[who]), "&at=\(sequence)&limit=200", on: fixture)
                    #expect(Set(past.json["hits"].list.compactMap { $0["kind"].string }) == kinds, "\(who)")
                }
                // What two may read differs, so does the tag: `notes` and the editor's are two, a widget reads boards.
                #expect(tags.count == expected.count - 1, "the widget's is that of boards")
                _ = try await Self.index(home, on: fixture)
            }
        }
    }

    @Test func `pages go on where the last ended, and a cursor that is none is refused`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture, notes: 23)
            _ = try await Self.index(home, on: fixture)
            var seen: [String] = []
            var path: String? = home.path + "/search?q=roses&limit=5"
            while let asked = path {
                let answer = try await fixture.get(asked, as: home.anna.secret)
                #expect(answer.status == 200)
                #expect(answer.json["found"].int == 23)
                seen += answer.json["hits"].list.compactMap { $0["id"].string }
                let link = Call.linkHeader.flatMap { answer.headers[$0] }
                #expect((link == nil) == (answer.json["next"].string == nil))
                path = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
            }
            #expect(seen.count == 23)
            #expect(Set(seen) == Set(home.notes.map(\.text)))
            let bad = try await Self.search("roses", home, as: home.anna.secret, "&after=5", on: fixture)
            #expect(bad.status == 400)
            #expect(bad.problem == "badParameter")
            #expect(bad.json["field"].string == "after")
        }
    }

    /// Writing between two pages changes all ranks.
    @Test func `pages hold what was found all the time once, whatever is written in between`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture, notes: 12)
            _ = try await Self.index(home, on: fixture)
            var seen: [String] = []
            var path: String? = home.path + "/search?q=roses&limit=3"
            while let asked = path, seen.count < 100 {
                let answer = try await fixture.get(asked, as: home.anna.secret)
                #expect(answer.status == 200)
                seen += answer.json["hits"].list.compactMap { $0["id"].string }
                let link = Call.linkHeader.flatMap { answer.headers[$0] }
                path = link.map { String($0.dropFirst().prefix { $0 != ">" }) }
                let title = Name(recorded: "Roses \(seen.count)")
                let note: NoteID = fixture.pool.runtime.mint()
                let body = String(repeating: "roses and other flowers, ", count: 200)
                _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                    try await $0.perform(
                        [
                            .notes(.createNote(note, title: Name(recorded: "Long"), body: body, in: nil)),
                            .notes(.retitleNote(notes[5], to: title)),
                        ], as: author)
                }
            }
            #expect(seen.count == 12)
            #expect(Set(seen) == Set(home.notes.map(\.text)))
        }
    }

    @Test(arguments: [
        ("\"roses", "character 1"), ("a OR", "character"), ("before:yesterday", "character"), ("-", "minus"),
        (String(repeating: "x", count: 1_001), "1000"),
    ])
    func `what is no query is refused with the place`(words: String, place: String) async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture, notes: 0)
            let answer = try await Self.search(words, home, as: home.anna.secret, on: fixture)
            #expect(answer.status == 422)
            #expect(answer.problem == "badQuery")
            #expect(answer.json["field"].string == "q")
            #expect(answer.json["detail"].string?.contains(place) == true, "\(answer.text)")
        }
    }

    @Test func `nothing is sent again to whoever has it, until something changes`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let first = try await Self.search("roses", home, as: home.anna.secret, on: fixture)
            let tag = try #require(first.headers[.eTag])
            let again = try await Self.search(
                "roses", home, as: home.anna.secret, headers: [.ifNoneMatch: tag], on: fixture)
            #expect(again.status == 304)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.pinNote(notes[0]))], as: author)
            }
            let later = try await Self.search(
                "roses", home, as: home.anna.secret, headers: [.ifNoneMatch: tag], on: fixture)
            #expect(later.status == 200)
        }
    }

    @Test func `with keys the index is in memory, and no word of it on the disk`() async throws {
        try await ServiceFixture.open(isEncrypted: true) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            _ = try await Self.search("roses", home, as: home.anna.secret, on: fixture)
            #expect(try await Self.index(home, on: fixture).builds == 1)
            let answer = try await Self.search("roses", home, as: home.anna.secret, on: fixture)
            #expect(answer.json["found"].int == 5)
            let files = try #require(FileManager.default.enumerator(atPath: fixture.directory.path))
            for case let name as String in files {
                let path = fixture.directory.path + "/" + name
                #expect(!name.hasSuffix("/search"), "\(name)")
                let bytes = FileManager.default.contents(atPath: path) ?? Data()
                #expect(bytes.range(of: Data("roses".utf8)) == nil, "\(name)")
                #expect(bytes.range(of: Data("Roses".utf8)) == nil, "\(name)")
            }
        }
    }

    @Test func `the index is kept up behind the writer, and made anew when the service starts again`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-service-\(UUID().uuidString)"
        defer {
            do { try FileManager.default.removeItem(atPath: root) } catch {
                Issue.record("the test's directory stays behind: \(error)")
            }
        }
        let home = try await ServiceFixture.open(in: root) { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            #expect(try await Self.index(home, on: fixture).builds == 1)
            _ = try await fixture.pool.using(home.id) { [notes = home.notes, author = home.author] in
                try await $0.perform([.notes(.retitleNote(notes[0], to: Name(recorded: "Violets")))], as: author)
            }
            // Nobody searches: what follows the journal takes it in.
            try await fixture.pool.searching(.existing(home.id)) { index in
                while await index.report.recordsTaken == 0 { await Task.yield() }
            }
            return home
        }
        try await ServiceFixture.open(in: root) { fixture in
            #expect(try await Self.index(home, on: fixture).builds == 1)
            let answer = try await Self.search("violets", home, as: home.anna.secret, on: fixture)
            #expect(Self.titles(answer) == ["Violets"])
        }
    }
}
