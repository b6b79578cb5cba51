import Boards
import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Testing
import Workspace

@Suite("Ranking hits")
struct RankingHits {
    @Test(.shows("N-301.3"))
    func `a title counts more than a text, more hits more than one, and of equals the newest`() async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        for number in 0..<20 { try await house.note("Filler \(number)", "something else altogether", in: workspace) }
        try await house.note("Older", "one lantern among many other words that are not it", in: workspace)
        try await house.note("Newer", "one lantern among many other words that are not it", in: workspace)
        try await house.note("Often", "lantern lantern lantern lantern among other words", in: workspace)
        try await house.note("Lantern", "what is in the title", in: workspace)
        let index = SearchIndex(of: workspace)
        await index.prepare()
        #expect(try await index.titles("lantern") == ["Lantern", "Often", "Newer", "Older"])
        let hit = try #require(try await index.search(SearchQuery("lantern")).hits.first { $0.title == "Newer" })
        #expect(
            hit.passages.map(\.field) == [.body] && hit.passages[0].matches == [4..<11], "ranges in Unicode scalars")
        await index.close()
        try await workspace.close()
    }

    /// More hits than are weighed: the rest follow, and nothing is left out or shown twice.
    @Test(arguments: [false, true])
    func `pages hold everything once, also of a word that is everywhere`(isIndexed: Bool) async throws {
        let house = try IndexFixture()
        let workspace = try await house.create()
        let count = 5_000
        let commands = (0..<count).map { number in
            WorkspaceCommand.notes(
                .createNote(house.id(), title: Name(recorded: "N \(number)"), body: "everywhere \(number)", in: nil))
        }
        for start in stride(from: 0, to: count, by: 1_000) {
            _ = try await workspace.perform(Array(commands[start..<start + 1_000]), as: house.anna)
        }
        let index = SearchIndex(of: workspace)
        await index.prepare()
        let query = try SearchQuery("everywhere")
        var seen: Set<EntityID> = []
        var after: SearchCursor?
        var pages = 0
        repeat {
            let page = SearchPage(limit: 700, after: after)
            let reading = try await isIndexed ? index.search(query, page: page) : workspace.search(query, page: page)
            #expect(reading.found == count)
            for hit in reading.hits { #expect(seen.insert(hit.thing.referent.entity).inserted) }
            after = reading.next
            pages += 1
        } while after != nil && pages < 20
        #expect(seen.count == count)
        await index.close()
        try await workspace.close()
    }

    /// `daybook search` has no index, and a service has one: who uses both sees one order.
    @Test(arguments: Seed.ten) func `reading everything puts hits in the order of an index`(seed: Seed) async throws {
        let house = try IndexFixture(seed: seed.number, isEncrypted: seed.number % 20 == 0)
        let workspace = try await house.create()
        var family = AnyFamily(seed)
        for _ in 0..<200 {
            do {
                _ = try await workspace.perform([family.command(await workspace.view)], as: house.anna)
            } catch is WorkspaceRefusal {}
        }
        let index = SearchIndex(of: workspace)
        await index.prepare()
        for typed in AnyFamily.words.map({ "\"" + $0.replacing("\"", with: "") + "\"" }) + FindingTheSame.queries {
            let query = try SearchQuery(typed)
            var after: SearchCursor?
            repeat {
                let page = SearchPage(limit: 20, after: after)
                let found = try await index.search(query, page: page)
                #expect(try await workspace.search(query, page: page) == found, "\(typed)")
                after = found.next
            } while after != nil
        }
        #expect(await index.report.builds == 1)
        await index.close()
        try await workspace.close()
    }
}
