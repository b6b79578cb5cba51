import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Travelling in time")
struct TravellingInTime {
    @Test(.shows("C-06"), arguments: [Seed(41), Seed(42), Seed(43)])
    func `every view at a number or a time equals what was shown then`(seed: Seed) async throws {
        let house = try WorkspaceFixture(seed: seed.number)
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        var shown: [(last: UInt64, time: Instant, reading: String)] = []
        for index in 0..<120 {
            do {
                let outcome = try await workspace.perform([random.next(await workspace.view)], as: house.anna)
                guard let fact = outcome.facts.last else { continue }
                shown.append((fact.position.sequence, fact.instant, await workspace.reading()))
            } catch is WorkspaceRefusal {}
            if index == 60 { try await workspace.snapshot() }
        }
        #expect(shown.count > 40)
        for moment in shown {
            expectEqual(try workspace.view(at: .sequence(moment.last)).everything(), moment.reading)
            expectEqual(try workspace.view(at: .time(moment.time)).everything(), moment.reading)
        }
        try await workspace.close()
    }

    /// M7: one command while the clock stood in 2099, and everything after it was of 2099 for 73 years.
    @Test func `M7: what is written after a clock was wrong has the time of the clock that is right again`() async throws {
        let house = try WorkspaceFixture()
        func opened(at now: Instant) async throws -> WorkspaceActor {
            var runtime = house.runtime
            runtime.now = { now }
            runtime.journal.now = { now.microseconds }
            return try await WorkspaceActor.openOrCreate(at: house.paths, in: runtime)
        }
        func write(_ title: String, at now: Instant) async throws -> NoteID {
            let workspace = try await opened(at: now)
            let note: NoteID = house.id()
            let command = NoteCommand.createNote(note, title: Name(good: title), body: "", in: nil)
            _ = try await workspace.perform([.notes(command)], as: house.anna)
            #expect(await workspace.view.notes.notes[note]?.created.instant == now)
            try await workspace.close()
            return note
        }
        let now = WorkspaceFixture.start
        let day = Int64(86_400)
        func later(_ seconds: Int64) -> Instant { Instant(microseconds: now.microseconds + seconds * 1_000_000) }
        let first = try await write("First", at: now)
        let wrong = try await write("Of 2099", at: later(73 * 365 * day))
        let second = try await write("Second", at: later(60))
        let third = try await write("Third", at: later(2 * day))

        let workspace = try await opened(at: later(3 * day))
        #expect(
            workspace.clockWords?.contains("26642 days ahead of this machine's clock") == true, "\(workspace.clockWords ?? "")")
        let notes = await workspace.view.notes
        #expect([first, second, third].map { notes.notes[$0]?.created.instant } == [now, later(60), later(2 * day)])
        // The end of that day has what was written that day, and the mistake is where it says that it is.
        let then = try workspace.view(at: .time(later(day))).notes.notes
        #expect([first, wrong, second, third].map { then.has($0) } == [true, false, true, false])
        var rows: [Instant] = []
        let names = await workspace.view
        let filter = AuditFilter(kind: "note created", from: .time(later(30)), to: .time(later(day)))
        try workspace.audit(filter, names: names) { row in
            rows.append(row.time)
            return .next
        }
        #expect(rows == [later(60)])
        try await workspace.close()
        // A clock that was never set, or a journal of long ago.
        let early = try await opened(at: later(200 * 365 * day))
        #expect(early.clockWords?.contains("days after the last record") == true)
        try await early.close()
    }

    @Test(.shows("C-06")) func `imported facts are shown by their own time, thing by thing`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let old: NoteID = house.id()
        let new: NoteID = house.id()
        let times = ["2020-01-01", "2021-01-01", "2019-01-01", "2022-01-01"].compactMap { Instant(text: $0) }
        let edit = { (parent: Int, text: String) in
            TextEdit(parents: [parent], runs: [TextRun(position: 0, deleteCount: 0, insertion: text)])
        }
        _ = try await workspace.performImport(
            [
                ImportStep(.notes(.createNote(old, title: nil, body: "old", in: nil)), originTime: times[0]),
                ImportStep(.notes(.editNote(old, edit(0, "a "))), originTime: times[1]),
                // A clock that was wrong: later in the journal, earlier by its own time.
                ImportStep(.notes(.editNote(old, edit(1, "b "))), originTime: times[2]),
                ImportStep(.notes(.createNote(new, title: nil, body: "new", in: nil)), originTime: times[3]),
            ], as: house.anna)
        let at = { (text: String) in try workspace.view(at: .time(try #require(Instant(text: text)))).notes.notes }
        #expect(try at("2018-06-01")[old] == nil)
        // The edit of 2019 counts by then, and with it everything the note had before that in the journal.
        #expect(try at("2019-06-01")[old]?.body.string == "b a old")
        #expect(try at("2021-06-01")[old]?.body.string == "b a old")
        #expect(try at("2021-06-01")[new] == nil)
        #expect(try at("2022-06-01")[new]?.body.string == "new")
        try await workspace.close()
    }

    @Test func `there is no view of what has not happened yet`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        #expect(try workspace.view(at: .sequence(0)) == WorkspaceView())
        #expect(throws: RuntimeFailure.noSuchRecord(1, last: 0)) { try workspace.view(at: .sequence(1)) }
        #expect(throws: RuntimeFailure.noSuchRecord(9, last: 0)) { try workspace.replay(until: .sequence(9)) }
        try await workspace.close()
    }

    @Test func `a number was when its record was written, a time when it says, and before the first record there was none`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let imported = try #require(Instant(text: "2019-01-01"))
        let done = try await workspace.performImport(
            [ImportStep(.notes(.createNote(house.id(), title: nil, body: "old", in: nil)), originTime: imported)],
            as: house.anna)
        let then = try await workspace.perform(
            [.notes(.createNote(house.id(), title: nil, body: "new", in: nil))], as: house.anna)
        let written = try #require(then.facts.last)
        #expect(try workspace.instant(of: .sequence(written.position.sequence)) == written.instant)
        #expect(done.outcome.facts.first?.instant == imported)
        let first = try #require(try workspace.instant(of: .sequence(1)))
        #expect(first > imported && first <= written.instant)
        #expect(try workspace.instant(of: .time(imported)) == imported)
        #expect(try workspace.instant(of: .sequence(0)) == nil)
        try await workspace.close()
    }

}
