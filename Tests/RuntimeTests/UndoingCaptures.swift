import Capture
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

@Suite("Undoing what was captured, through the journal")
struct UndoingCaptures {
    @Test(.shows("O-324", "O-325"))
    func `an accepted suggestion is taken back as one, accepted again, and asked for again after reopening`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let item: ItemID = house.id()
        let run: RunID = house.id()
        let suggestion = Self.suggestion(on: item, house.id())
        _ = try await workspace.perform(
            [
                .capture(.captureItem(item, content: "Buy milk, call the plumber", captured: WorkspaceFixture.start)),
                .capture(.requestRun(run, Self.request(item))),
            ], as: house.anna)
        _ = try await workspace.perform(
            [
                .capture(
                    .completeRun(
                        run,
                        RunOutput(suggestions: [suggestion], questions: [], outputDigest: Self.digest, latencyMs: 9)))
            ], as: house.anna)
        let before = await workspace.reading(times: false)
        let shape = AcceptedShape(
            destination: .newPlan(house.id(), title: Name(good: "Errands")),
            parts: [
                AcceptedPart(index: 0, item: house.id(), text: "Buy milk", isTask: true),
                AcceptedPart(index: 1, item: house.id(), text: "Call the plumber", isTask: true),
            ])
        let accept = WorkspaceCommand.capture(.acceptSuggestion(run, suggestion.id, as: shape))
        _ = try await workspace.perform([accept], as: house.anna)
        let after = await workspace.reading(times: false)
        #expect(after != before)

        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(times: false), before, "undoing")
        _ = try await workspace.redo(as: house.anna)
        expectEqual(await workspace.reading(times: false), after, "redoing")
        _ = try await workspace.undo(as: house.anna)
        // The very same identifiers: what was taken back comes back, nothing is doubled.
        _ = try await workspace.perform([accept], as: house.anna)
        expectEqual(await workspace.reading(times: false), after, "accepting again")
        try await workspace.close()

        let reopened = try await house.open()
        expectEqual(await reopened.reading(times: false), after, "reopening")
        _ = try await reopened.undo(as: house.anna)
        expectEqual(await reopened.reading(times: false), before, "undoing after reopening")
        try await reopened.close()
    }

    @Test(.shows("B-82")) func `an item tells what was done to it, by whom and when, the text with what changed`()
        async throws
    {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let (item, other, list): (ItemID, ItemID, CollectionID) = (house.id(), house.id(), house.id())
        for (command, author) in [
            (.captureItem(item, content: "Buy milk", captured: WorkspaceFixture.start), house.anna),
            (.captureItem(other, content: "Call", captured: WorkspaceFixture.start), house.anna),
            (.createCollection(list, name: Name(good: "Shopping"), isStructured: false), house.anna),
            (.rewordItem(item, to: "Buy oat milk"), house.ben), (.tagItem(item, [Name(good: "food")]), house.anna),
            (.addToCollection(list, item, under: nil, above: nil), house.anna), (.starItem(other), house.ben),
            (.completeItem(item, at: WorkspaceFixture.start), house.ben), (.trashItem(item), house.anna),
        ] as [(CaptureCommand, Author)] {
            _ = try await workspace.perform([.capture(command)], as: author)
        }
        _ = try await workspace.undo(as: house.anna)
        let view = await workspace.view
        let told = try workspace.history(of: item.entity, names: view, diffs: true)
        #expect(
            told.map(\.kind) == [
                "item captured", "item reworded", "item tagged", "item added", "item completed", "item trashed",
                "item restored",
            ])
        let (anna, ben) = (house.anna.actor, house.ben.actor)
        #expect(told.map(\.actor) == [anna, ben, anna, anna, ben, anna, anna])
        #expect(told.allSatisfy { $0.entity == item.entity && !$0.summary.isEmpty })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.sequence < $1.sequence && $0.time < $1.time })
        let diff = try #require(told[1].diff)
        #expect(diff.contains("Buy milk") && diff.contains("Buy oat milk"))
        #expect(told[2].summary.contains("food") && told[3].summary.contains("Shopping"))
        try await workspace.close()
    }

    @Test(.shows("O-163"))
    func `a tag renamed on a thousand items is one step back, and each item tells its own story`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let items: [ItemID] = (0..<1_000).map { _ in house.id() }
        let tag: TagID = house.id()
        var commands: [WorkspaceCommand] = [
            .capture(.createTag(tag, name: Name(good: "home"), colour: .green))
        ]
        for (index, item) in items.enumerated() {
            commands.append(.capture(.captureItem(item, content: "Thought \(index)", captured: WorkspaceFixture.start)))
            commands.append(.capture(.tagItem(item, [Name(good: index % 3 == 0 ? "home/garden" : "home")])))
            if index % 5 == 0 { commands.append(.capture(.tagItem(item, [Name(good: "house")]))) }
        }
        _ = try await workspace.perform(commands, as: house.anna)
        let before = await workspace.reading(times: false)
        _ = try await workspace.perform([.capture(.renameTag(tag, to: Name(good: "house")))], as: house.anna)
        let view = await workspace.view
        #expect(view.capture.model.tagNames.values.map(\.text) == ["house", "house/garden"])
        let story = try workspace.history(of: items[5].entity, names: view).map(\.summary)
        #expect(story.last == "changed tags of \"Thought 5\" from home to none")
        _ = try await workspace.undo(as: house.anna)
        expectEqual(await workspace.reading(times: false), before, "undoing the renaming")
        try await workspace.close()
    }

    private static let digest = [UInt8](0..<32)

    private static func request(_ item: ItemID) -> RunRequest {
        RunRequest(
            items: [item], provider: "local", model: "small-1", promptVersion: "1", inputDigest: digest,
            month: CalendarMonth(monthsSinceYearZero: 2026 * 12 + 10), allowance: .free)
    }

    private static func suggestion(on item: ItemID, _ id: SuggestionID) -> OrganiseSuggestion {
        OrganiseSuggestion(
            id: id, kind: .plan, title: Name(good: "Errands"),
            parts: [
                SuggestedPart(text: "Buy milk", citation: Citation(item: item, start: 0, length: 8)),
                SuggestedPart(text: "call the plumber", citation: Citation(item: item, start: 10, length: 16)),
            ], confidenceThousandths: 900)
    }
}
