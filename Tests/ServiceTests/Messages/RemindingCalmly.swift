import Accounts
import Capture
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Reminding calmly")
struct RemindingCalmly {
    private static let day: Int64 = 86_400

    /// The rounds of a home where something was uploaded on 22 November, when the clock starts.
    private struct House: Sendable {
        let fixture: ServiceFixture
        let home: ReadingOverHTTP.Furnished

        func round() async throws -> Int { try await fixture.service.reminders.round() }

        /// As a client does it.
        func asks(_ command: WorkspaceCommand, number: Int) async throws {
            let answer = try await fixture.ask(
                .post, home.path + "/commands", GivingCommands.batch([command], from: number), as: home.anna.secret)
            #expect(answer.status == 200, "\(answer.text)")
        }

        /// On which day somebody was reminded last, as a client reads it.
        func reminded() async throws -> CalendarDay? {
            try await fixture.pool.using(home.id) { await $0.view.studio.model.reminders.lastSent }
        }

        func sequence() async throws -> UInt64 { try await fixture.pool.using(home.id) { await $0.lastSequence } }
    }

    private static func open(_ body: @escaping @Sendable (House) async throws -> Void) async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let runtime = fixture.pool.runtime
            let file = FileFacts(
                name: Name(recorded: "scan.jpg"), mediaType: "image/jpeg", sizeBytes: 9,
                digest: [UInt8](repeating: 1, count: FileFacts.digestBytes))
            let image = ImageFacts(id: runtime.mint(), file: file, widthPixels: 40, heightPixels: 30)
            let new = NewArtwork(images: [image], uploaded: utcDay(ServiceFixture.start))
            let artwork: ArtworkID = runtime.mint()
            _ = try await fixture.pool.using(home.id) {
                try await $0.perform([.studio(.uploadArtwork(artwork, of: home.child, new))], as: home.author)
            }
            // Nobody has ever written there: it has no directory, and gets none.
            _ = try await fixture.workspace(of: home.anna, "Empty")
            try await body(House(fixture: fixture, home: home))
        }
    }

    @Test(.shows("J-208"))
    func `the service reminds by itself after seven days without an upload, once, also after a restart`() async throws {
        try await Self.open { house async throws in
            for _ in 0..<7 {
                #expect(try await house.round() == 0)
                house.fixture.wait(seconds: Self.day)
            }
            #expect(try await house.round() == 1)
            #expect(try await house.reminded()?.text == "2026-11-29")
            #expect(try await house.round() == 0)
            let restarted = ReminderService(house.fixture.pool, logger: house.fixture.pool.logger)
            #expect(try await restarted.round() == 0)
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 0)
            house.fixture.wait(seconds: 6 * Self.day)
            #expect(try await house.round() == 1, "a week later once more")
        }
    }

    @Test(.shows("O-912"))
    func `whoever dismissed or put off reminders is left in peace until the moment`() async throws {
        try await Self.open { house async throws in
            house.fixture.wait(seconds: 7 * Self.day)
            try await house.asks(.capture(.dismissPrompt(.uploadReminder)), number: 1)
            #expect(try await house.round() == 0)
            // Not even when a client asks for it.
            let today = try #require(CalendarDay(text: "2026-11-29"))
            try await house.asks(.studio(.remindOfUpload(today: today)), number: 2)
            #expect(try await house.reminded() == nil)

            let until = Instant(
                microseconds: house.fixture.pool.runtime.now().microseconds + 2 * Self.day * 1_000_000)
            try await house.asks(.capture(.snoozePrompt(.uploadReminder, until: until)), number: 3)
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 0)
            house.fixture.wait(seconds: Self.day)
            #expect(try await house.round() == 1)
            #expect(try await house.reminded()?.text == "2026-12-01")
        }
    }

    @Test(.shows("O-008", "O-215"))
    func `a day to follow up comes and goes, and nothing reminds of it`() async throws {
        try await Self.open { house async throws in
            let item = house.home.items[0]
            try await house.asks(.studio(.turnRemindersOff), number: 1)
            try await house.asks(.capture(.followUpItem(item, on: CalendarDay(text: "2026-11-24"))), number: 2)
            let before = try await house.sequence()
            let seen = try await house.fixture.get(house.home.path + "/items/\(item.text)", as: house.home.anna.secret)
            for _ in 0..<10 {
                #expect(try await house.round() == 0)
                #expect(try await house.fixture.service.summaries.letters().isEmpty)
                house.fixture.wait(seconds: Self.day)
            }
            #expect(try await house.sequence() == before)
            let after = try await house.fixture.get(house.home.path + "/items/\(item.text)", as: house.home.anna.secret)
            #expect(after.text == seen.text && after.text.contains("2026-11-24"))
        }
    }
}
