import Dispatch
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@testable import Search

@Suite("Walking through the pages of a search")
struct WalkingThroughHits {
    /// By the index and by reading everything, with the order kept and with the order read from the past.
    @Test(.shows("N-301.4"), arguments: Seed.ten)
    func `what is found all the time is seen once, whatever is written, forgotten and made anew between two pages`(
        seed: Seed
    ) async throws {
        let house = try IndexFixture(seed: seed.number, isEncrypted: seed.number % 20 == 0)
        var workspace = try await house.create()
        var family = AnyFamily(seed)
        for _ in 0..<150 { try await Self.change(workspace, &family, house) }
        for typed in [
            "kamera", "kamera OR ol OR straße", "日", "type:note", "-nirgends", "a* OR kamera", "is:trashed -nirgends",
        ] where family.chance.once(in: 2) {
            let query = try SearchQuery(typed)
            var index = SearchIndex(of: workspace)
            if family.chance.once(in: 2) { await index.prepare() }
            var (seen, pages): ([EntityID], Int) = ([], 0)
            var always: Set<EntityID>?
            var after: SearchCursor?
            repeat {
                let found = Self.entities(await workspace.view.search(query, page: SearchPage(limit: .max)))
                always = always?.intersection(found) ?? Set(found)
                let page = SearchPage(limit: 3 + family.chance.below(20), after: after)
                let reading = try await index.search(query, page: page)
                #expect(Set(found).isSuperset(of: Self.entities(reading)), "\(typed): what is shown is found")
                seen += Self.entities(reading)
                after = try reading.next.map { try #require(SearchCursor(text: $0.text)) }
                pages += 1
                for _ in 0..<family.chance.below(4) { try await Self.change(workspace, &family, house) }
                switch family.chance.below(6) {
                case 0: await index.prepare()
                case 1:
                    await index.close()
                    index = SearchIndex(of: workspace)
                case 2:
                    await index.close()
                    try await workspace.close()
                    workspace = try await house.open()
                    index = SearchIndex(of: workspace)
                    if family.chance.once(in: 2) { await index.prepare() }
                default: break
                }
            } while after != nil && pages < 1_000
            #expect(after == nil)
            #expect(Set(seen).count == seen.count, "\(typed): something is seen twice")
            #expect((always ?? []).subtracting(seen).isEmpty, "\(typed): something is skipped")
            #expect(await index.trouble == nil)
            await index.close()
        }
        try await workspace.close()
    }

    /// Each would read the whole workspace: a caller that asks for hundreds at once is told to come back, and others are let
    /// in.
    @Test func `of orders that have to be read from the past only so many wait at once`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        for number in 0..<200 { try await house.note("Kamera \(number)", "kamera", in: workspace) }
        let index = SearchIndex(of: workspace)
        let query = try SearchQuery("kamera")
        let first = try await index.search(query, page: SearchPage(limit: 10))
        let after = try #require(first.next)
        try await house.note("Kamera", "kamera", in: workspace)
        await index.close()
        // One that has forgotten the order, and 200 who go on with it.
        let forgetful = SearchIndex(of: workspace)
        // None is done before all have asked.
        let end = DispatchSemaphore(value: 0)
        await withCheckedContinuation { begun in
            Task {
                try await forgetful.past.run {
                    begun.resume()
                    end.wait()
                }
            }
        }
        let (shown, busy) = await withTaskGroup(of: Result<SearchView, any Error>.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        return .success(try await forgetful.search(query, page: SearchPage(limit: 10, after: after)))
                    } catch { return .failure(error) }
                }
            }
            var (shown, busy) = (0, 0)
            for await answer in group {
                switch answer {
                case .success(let reading):
                    shown += 1
                    #expect(reading.hits.count == 10)
                case .failure(let error):
                    busy += 1
                    #expect(error is SearchIsBusy)
                }
                if shown + busy == 200 - SearchIndex.pastMax { end.signal() }
            }
            return (shown, busy)
        }
        #expect((shown, busy) == (SearchIndex.pastMax, 200 - SearchIndex.pastMax))
        #expect(try await forgetful.search(query, page: SearchPage(limit: 10, after: after)).hits.count == 10)
        await forgetful.close()
        try await workspace.close()
    }

    private static func entities(_ reading: SearchView) -> [EntityID] { reading.hits.map(\.thing.referent.entity) }

    private static func change(
        _ workspace: WorkspaceActor, _ family: inout AnyFamily, _ house: IndexFixture
    ) async throws {
        do {
            if family.chance.once(in: 20) {
                _ = try await workspace.undo(as: house.anna)
            } else {
                _ = try await workspace.perform([family.command(await workspace.view)], as: house.anna)
            }
        } catch is WorkspaceRefusal {
        } catch is RuntimeFailure {}
    }

    /// One long note with the word, and a mean and a rarity are others; one edit, and others are the newest.
    @Test func `an order of which only a part was weighed is the same for whoever has forgotten it`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let notes = (0..<2_500).map { _ in house.id(NoteID.self) }
        let commands = notes.enumerated().map { number, note in
            WorkspaceCommand.notes(
                .createNote(
                    note, title: Name(recorded: number % 3 == 0 ? "Everywhere \(number)" : "N \(number)"),
                    body: "everywhere" + String(repeating: " and on", count: number % 50), in: nil))
        }
        for start in stride(from: 0, to: commands.count, by: 500) {
            _ = try await workspace.perform(Array(commands[start..<start + 500]), as: house.anna)
        }
        var index = SearchIndex(of: workspace)
        await index.prepare()
        let query = try SearchQuery("everywhere OR \"and on\"")
        let whole = Self.entities(try await index.search(query, page: SearchPage(limit: .max)))
        #expect(whole.count == notes.count)
        var seen: [EntityID] = []
        var after: SearchCursor?
        repeat {
            let reading = try await index.search(query, page: SearchPage(limit: 600, after: after))
            #expect(reading.found == notes.count)
            seen += Self.entities(reading)
            after = reading.next
            try await house.note("Everywhere", String(repeating: "everywhere and on ", count: 2_000), in: workspace)
            try await house.edit(notes[seen.count - 1], appending: " everywhere", in: workspace)
            await index.close()
            index = SearchIndex(of: workspace)
        } while after != nil && seen.count < 2 * notes.count
        #expect(seen == whole)
        await index.close()
        try await workspace.close()
    }

    @Test func `the orders that are kept are few, and the one that was used last is among them`() throws {
        let things = (0..<SearchSessions.thingsMax / 4).map { number in
            RankedThing(referent: .note(NoteID(hi: 1, lo: UInt64(number))), updated: .epoch, score: 0)
        }
        let query = try SearchQuery("word")
        func session(_ sequence: UInt64) -> SearchSession {
            SearchSession(
                query, .everything, along: SearchCursor(sequence: sequence, ranking: .places, last: things[0].key))
        }
        var sessions = SearchSessions()
        for sequence: UInt64 in 0..<4 { sessions.keep(things, of: session(sequence)) }
        let first = sessions.order(of: session(0))
        #expect(first?.count == things.count)
        sessions.keep(things, of: session(4))
        sessions.keep(things + things + things + things + things, of: session(5))
        let kept = (UInt64(0)..<6).filter { sessions.order(of: session($0)) != nil }
        #expect(kept == [0, 2, 3, 4])
    }
}
