import Accounts
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Retaining over days")
struct RetainingOverDays {
    private static let day: Int64 = 86_400

    /// A home in which a note with a file was deleted on 22 November, when the clock starts.
    private struct House: Sendable {
        let fixture: ServiceFixture
        let home: ReadingOverHTTP.Furnished
        let file: Digest

        func round() async throws -> Int { try await fixture.service.retention.round() }

        func keeps(_ kept: Retained, days: Int?, _ who: UserID? = nil) async throws {
            try await fixture.keeps(.chooseRetention(who ?? home.anna.user, of: kept, days: days), as: home.author)
        }

        func get(_ path: String) async throws -> ServiceFixture.Answer {
            try await fixture.get(home.path + path, as: home.anna.secret)
        }

        /// Returns whether the deleted note and its file are there, as a client sees it.
        func isThere() async throws -> Bool {
            let isInTrash = try await get("/trash").text.contains(home.notes[0].text)
            let isKept = try await fixture.pool.using(home.id) { $0.blobs.holds(file) }
            #expect(isInTrash == isKept)
            return isInTrash
        }
    }

    private static func open(_ body: @escaping @Sendable (House) async throws -> Void) async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let file = try await ReadingFilesOverHTTP.attach(
                Array("a file of the note".utf8), named: "a.txt", to: home, at: fixture)
            _ = try await fixture.pool.using(home.id) {
                try await $0.perform([.notes(.trashNote(home.notes[0]))], as: home.author)
            }
            // Nobody has ever written there: it has no directory, and gets none.
            _ = try await fixture.workspace(of: home.anna, "Empty")
            try await body(House(fixture: fixture, home: home, file: file))
        }
    }

    @Test(.shows("N-513"))
    func `what was deleted goes by itself once it is as old as its owner says, and the rest is as it was`() async throws {
        try await Self.open { house async throws in
            house.fixture.wait(seconds: 3 * Self.day)
            #expect(try await house.round() == 0)
            #expect(try await house.isThere(), "everything is kept for ever unless somebody says otherwise")

            try await house.keeps(.trash, days: 5)
            #expect(try await house.round() == 0)
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 0)
            #expect(try await house.isThere())
            house.fixture.wait(seconds: 2 * Self.day)
            let before = try await house.get("/notes").json["notes"].list
            #expect(try await house.round() == 1)
            #expect(try await house.isThere() == false)
            #expect(before.count == 4)
            #expect(try await house.get("/notes").json["notes"].list == before)
            #expect(try await house.round() == 0, "once a day")
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 0, "nothing more is old")

            let told = house.fixture.logged.filter { $0.contains("what was old enough was erased") }
            #expect(told.count == 1)
            for word in [#""things":"2""#, #""files":"1""#, #""strays":"0""#, house.home.id.text] {
                #expect(told.first?.contains(word) == true, "\(told)")
            }
            #expect(!house.fixture.logged.contains { $0.contains("Note 0") || $0.contains("Roses") })
        }
    }

    @Test func `the workspace stays open and usable meanwhile, and the checks behind it take nothing for damage`()
        async throws
    {
        try await Self.open { house async throws in
            try await house.keeps(.trash, days: 1)
            house.fixture.wait(seconds: 2 * Self.day)
            // It is opened for the round, and checked while the file goes.
            await house.fixture.pool.vacate(.existing(house.home.id))
            #expect(try await house.round() == 1)
            let command = GivingCommands.batch([.notes(.pinNote(house.home.notes[1]))])
            let answer = try await house.fixture.ask(
                .post, house.home.path + "/commands", command, as: house.home.anna.secret)
            #expect(answer.json["results"].list.first?["outcome"].string == "done", "\(answer.text)")
            let integrity = house.fixture.pool.integrity
            while integrity.counts.checking > 0 { await Task.yield() }
            #expect(integrity.counts == .init(sound: 2, areAccountsSound: true))
        }
    }

    @Test func `of several owners the one who keeps longest counts`() async throws {
        try await Self.open { house async throws in
            let ben = try await house.fixture.visitor("ben")
            try await house.fixture.keeps(
                .addMember(house.home.id, ben.user, role: .owner, reach: .everything), as: house.home.author)
            try await house.keeps(.trash, days: 1)
            house.fixture.wait(seconds: 2 * Self.day)
            #expect(try await house.round() == 0)
            try await house.keeps(.trash, days: 9, ben.user)
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 0)
            #expect(try await house.isThere())
            house.fixture.wait(seconds: 7 * Self.day)
            #expect(try await house.round() == 1)
            #expect(try await house.isThere() == false)
        }
    }

    @Test func `a workspace that is damaged is named in the log, tried once a day, and keeps no other from its round`()
        async throws
    {
        try await Self.open { house async throws in
            try await house.keeps(.trash, days: 1)
            house.fixture.wait(seconds: 2 * Self.day)
            let other = try await house.fixture.workspace(of: house.home.anna, "Another")
            let note: NoteID = house.fixture.pool.runtime.mint()
            _ = try await house.fixture.pool.using(other) {
                try await $0.perform(
                    [.notes(.createNote(note, title: nil, body: "", in: nil)), .notes(.trashNote(note))],
                    as: house.home.author)
            }
            house.fixture.wait(seconds: 2 * Self.day)
            await house.fixture.pool.vacate(.existing(house.home.id))
            let paths = try house.fixture.directory.workspace(named: house.home.id.text)
            _ = try ServingWhatIsDamaged.damage(paths.journal + "/000000000001.segment")
            #expect(try await house.round() == 1)
            #expect(try await house.round() == 0)
            let told = house.fixture.logged.filter { $0.contains("could not be looked into for what is old") }
            #expect(told.count == 1 && told.first?.contains(house.home.id.text) == true, "\(told)")
            let trash = try await house.fixture.get(
                "/v1/workspaces/\(other.text)/trash", as: house.home.anna.secret)
            #expect(trash.status == 200 && !trash.text.contains(note.text))
        }
    }
}
