import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Filing items in plans and lists")
struct FilingItems {
    @Test(.shows("O-161", "O-210", "O-212", "O-403")) func `a plan and a list are created, as many as one likes`() {
        Fixture.spec.when(.createCollection(.garden, name: Fixture.name("Garden"), isStructured: true))
            .then(.collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true))
        Fixture.spec.when(.createCollection(.shopping, name: Fixture.name("Garden"), isStructured: false))
            .then(.collectionCreated(.shopping, name: Fixture.name("Garden"), isStructured: false))
        Fixture.filed.when(.createCollection(.garden, name: Fixture.name("Other"), isStructured: true)).thenNothing()
        Fixture.spec.when(.createCollection(.garden, name: Fixture.name(""), isStructured: true))
            .thenRefused(.badName(.empty))
    }

    @Test func `one whose creation was undone comes back as it is asked for, but not as another kind`() {
        let undone = Fixture.spec.given(
            .collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true), .collectionTrashed(.garden),
            .collectionWithdrawn(.garden))
        undone.when(.createCollection(.garden, name: Fixture.name("Beds"), isStructured: true)).then(
            .collectionRestored(.garden), .collectionRenamed(.garden, name: Fixture.name("Beds")),
            .collectionReinstated(.garden))
        undone.when(.createCollection(.garden, name: Fixture.name("Beds"), isStructured: false))
            .thenRefused(.collectionTaken(.garden, Fixture.name("Garden")))
    }

    @Test(.shows("O-161")) func `it is renamed, deleted, restored and looked at`() {
        Fixture.filed.when(.renameCollection(.garden, to: Fixture.name("Beds")))
            .then(.collectionRenamed(.garden, name: Fixture.name("Beds")))
        Fixture.filed.when(.renameCollection(.garden, to: Fixture.name("Garden"))).thenNothing()
        Fixture.filed.when(.trashCollection(.garden)).then(.collectionTrashed(.garden))
        Fixture.filed.when(.restoreCollection(.garden)).thenNothing()
        Fixture.filed.when(.openCollection(.garden)).then(.collectionOpened(.garden))
        let trashed = Fixture.filed.given(.collectionTrashed(.garden))
        trashed.when(.trashCollection(.garden)).thenNothing()
        trashed.when(.restoreCollection(.garden)).then(.collectionRestored(.garden))
        let refusal = CaptureRefusal.collectionInTrash(.garden, Fixture.name("Garden"))
        trashed.when(.renameCollection(.garden, to: Fixture.name("Beds"))).thenRefused(refusal)
        trashed.when(.openCollection(.garden)).thenRefused(refusal)
        trashed.when(.addToCollection(.garden, .milk, under: nil, above: nil)).thenRefused(refusal)
        trashed.when(.moveInCollection(.garden, .shelf, under: nil, above: nil)).thenRefused(refusal)
        trashed.when(.removeFromCollection(.garden, .shelf)).thenRefused(refusal)
    }

    @Test func `an unknown plan or list is refused`() {
        let refusal = CaptureRefusal.noSuchCollection(.errandsPlan)
        let commands: [CaptureCommand] = [
            .renameCollection(.errandsPlan, to: Fixture.name("x")), .trashCollection(.errandsPlan),
            .restoreCollection(.errandsPlan), .openCollection(.errandsPlan),
            .addToCollection(.errandsPlan, .milk, under: nil, above: nil),
            .moveInCollection(.errandsPlan, .milk, under: nil, above: nil),
            .removeFromCollection(.errandsPlan, .milk),
        ]
        for command in commands { Fixture.filed.when(command).thenRefused(refusal) }
    }

    @Test(.shows("O-104", "O-162", "O-210")) func `an item is added to a plan at the end, above another, or under one`() {
        Fixture.filed.when(.addToCollection(.garden, .milk, under: nil, above: nil))
            .then(.itemAdded(.milk, to: .garden, under: nil, at: Fixture.rank(2)))
        Fixture.filed.when(.addToCollection(.garden, .milk, under: .tulips, above: .shelf))
            .then(.itemAdded(.milk, to: .garden, under: .tulips, at: Rank.between(nil, Fixture.rank(1))))
        Fixture.filed.when(.addToCollection(.garden, .shelf, under: nil, above: nil)).thenNothing()
        Fixture.filed.when(.addToCollection(.garden, .milk, under: nil, above: .shelf))
            .thenRefused(.neighbourElsewhere(.shelf, "Put up the shelf"))
        Fixture.filed.given(.itemCaptured(.other, content: "x", captured: Fixture.moment(4), from: nil))
            .when(.addToCollection(.garden, .milk, under: .other, above: nil)).thenRefused(
                .parentElsewhere(.other, "x"))
    }

    @Test(.shows("O-160")) func `one item is in several plans and lists`() throws {
        let spec = Fixture.filed.after([.addToCollection(.garden, .milk, under: nil, above: nil)])
        let view = Fixture.view(of: spec.history)
        #expect(view.existing(.milk)?.memberships.map(\.collection) == [.shopping, .garden])
        let reading = try #require(view.item(.milk, name: Fixture.name(of:)))
        #expect(reading.places.map(\.name) == ["Garden", "Shopping"])
    }

    @Test(.shows("O-212")) func `a list goes by creation time and has no order of its own`() throws {
        Fixture.filed.when(.addToCollection(.shopping, .tulips, under: nil, above: nil))
            .then(.itemAdded(.tulips, to: .shopping, under: nil, at: .blank))
        let refusal = CaptureRefusal.listHasNoOrder(.shopping, Fixture.name("Shopping"))
        Fixture.filed.when(.addToCollection(.shopping, .tulips, under: .milk, above: nil)).thenRefused(refusal)
        Fixture.filed.when(.addToCollection(.shopping, .tulips, under: nil, above: .milk)).thenRefused(refusal)
        Fixture.filed.when(.moveInCollection(.shopping, .milk, under: nil, above: nil)).thenRefused(refusal)
        let spec = Fixture.filed.given(
            .itemAdded(.shelf, to: .shopping, under: nil, at: .blank),
            .itemAdded(.tulips, to: .shopping, under: nil, at: .blank))
        let list = try #require(Fixture.view(of: spec.history).list(.shopping, name: Fixture.name(of:)))
        #expect(list.entries.map(\.line.id) == [.milk, .tulips, .shelf])
    }

    @Test(.shows("O-210")) func `an item is moved within its plan, up and down, in and out`() {
        Fixture.filed.when(.moveInCollection(.garden, .shelf, under: nil, above: .tulips))
            .then(.itemMoved(.shelf, in: .garden, under: nil, at: Rank.between(nil, Fixture.rank(1))))
        Fixture.filed.when(.moveInCollection(.garden, .shelf, under: .tulips, above: nil)).thenNothing()
        Fixture.filed.when(.moveInCollection(.garden, .shelf, under: .tulips, above: .shelf)).thenNothing()
        Fixture.filed.when(.moveInCollection(.garden, .milk, under: nil, above: nil))
            .thenRefused(.notInCollection(.milk, Fixture.milkText, Fixture.name("Garden")))
    }

    @Test(.shows("O-162")) func `nothing comes to stand under itself`() {
        Fixture.filed.when(.moveInCollection(.garden, .tulips, under: .shelf, above: nil))
            .thenRefused(.wouldCycle(.tulips, "Plant tulips"))
        Fixture.filed.when(.moveInCollection(.garden, .tulips, under: .tulips, above: nil))
            .thenRefused(.wouldCycle(.tulips, "Plant tulips"))
    }

    @Test func `a plan has at most 32 levels, counting what is moved along`() {
        var history = Fixture.filed.history
        let ids: [ItemID] = (0..<40).map { Fixture.id(700 + UInt64($0)) }
        for (index, id) in ids.enumerated() {
            history.append(.itemCaptured(id, content: "level", captured: Fixture.moment(index), from: nil))
        }
        for index in 0..<31 {
            let parent = index == 0 ? nil : ids[index - 1]
            history.append(.itemAdded(ids[index], to: .garden, under: parent, at: Fixture.rank(1)))
        }
        let deep = Spec<CaptureDecider>.given(history)
        deep.when(.addToCollection(.garden, ids[31], under: ids[30], above: nil))
            .then(.itemAdded(ids[31], to: .garden, under: ids[30], at: .middle))
        // Two levels do not fit under the thirty-first.
        deep.when(.moveInCollection(.garden, .tulips, under: ids[30], above: nil)).thenRefused(.tooDeep(max: 32))
        deep.given(.itemAdded(ids[31], to: .garden, under: ids[30], at: .middle))
            .when(.addToCollection(.garden, ids[32], under: ids[31], above: nil)).thenRefused(.tooDeep(max: 32))
    }

    @Test(.shows("O-162")) func `what stood under a removed item moves up to where it stood, in its order`() throws {
        let spec = Fixture.filed.given(
            .itemAdded(.milk, to: .garden, under: .tulips, at: Fixture.rank(2)),
            .itemCaptured(.other, content: "Last", captured: Fixture.moment(4), from: nil),
            .itemAdded(.other, to: .garden, under: nil, at: Fixture.rank(2)))
        let removed = spec.after([.removeFromCollection(.garden, .tulips)])
        let plan = try #require(Fixture.view(of: removed.history).plan(.garden, name: Fixture.name(of:)))
        #expect(plan.entries.map(\.line.id) == [.shelf, .milk, .other])
        #expect(plan.entries.allSatisfy { $0.level == 0 })
        removed.when(.removeFromCollection(.garden, .tulips)).thenNothing()
        #expect(removed.history.last == .itemRemoved(.tulips, from: .garden))
    }

    @Test func `two that share a place make room for a third between them`() throws {
        let shared = Fixture.filed.given(.itemAdded(.milk, to: .garden, under: nil, at: Fixture.rank(1)))
        let spec = shared.given(.itemCaptured(.other, content: "x", captured: Fixture.moment(4), from: nil))
            .after([.addToCollection(.garden, .other, under: nil, above: .tulips)])
        let plan = try #require(Fixture.view(of: spec.history).plan(.garden, name: Fixture.name(of:)))
        #expect(plan.entries.filter { $0.level == 0 }.map(\.line.id) == [.milk, .other, .tulips])
    }

    @Test func `a creation is not undone under items that came since, and the refusal counts them`() throws {
        #expect(throws: CaptureRefusal.collectionNotEmpty(.garden, Fixture.name("Garden"), items: 2)) {
            try CaptureDecider.compensation(
                for: .collectionCreated(.garden, name: Fixture.name("Garden"), isStructured: true),
                before: CaptureDecider.initial, now: Fixture.filed.state, inverse: nil)
        }
    }

    @Test(.shows("O-210")) func `a plan tells how much of it is done`() throws {
        let spec = Fixture.filed.given(.itemCompleted(.shelf, at: Fixture.moment(9)))
        let plan = try #require(Fixture.view(of: spec.history).plan(.garden, name: Fixture.name(of:)))
        #expect(plan.progress == "1/2")
        #expect(Fixture.view(of: spec.history).list(.garden, name: Fixture.name(of:)) == nil, "a plan is no list")
    }
}

@Suite("Splitting and merging")
struct SplittingAndMerging {
    @Test func `one capture becomes many, each knows where it comes from, and the original stays`() throws {
        let parts = [NewItem(id: .buy, content: "Buy milk"), NewItem(id: .call, content: "Call the plumber")]
        Fixture.spec.when(.splitItem(.milk, into: parts)).then(
            .itemCaptured(.buy, content: "Buy milk", captured: Fixture.moment(1), from: .milk),
            .itemCaptured(.call, content: "Call the plumber", captured: Fixture.moment(1), from: .milk),
            .itemSplit(.milk, into: [.buy, .call]))
        let view = Fixture.view(of: Fixture.spec.after([.splitItem(.milk, into: parts)]).history)
        #expect(view.item(.buy, name: Fixture.name(of:))?.source?.id == .milk)
        #expect(view.item(.milk, name: Fixture.name(of:))?.splitInto.map(\.id) == [.buy, .call])
        #expect(view.inbox().items.count == 5)
    }

    @Test func `H5: a capture is split into a thousand at most, however often`() {
        let parts = (0..<UInt64(CapturedItem.partsMax)).map { Fixture.id(10_000 + $0) as ItemID }
        let full = Fixture.spec.given(.itemSplit(.milk, into: Array(parts.dropLast())))
        full.when(.splitItem(.milk, into: [NewItem(id: .buy, content: "Buy"), NewItem(id: .call, content: "Call")]))
            .thenRefused(.tooMany(.parts, max: CapturedItem.partsMax))
        let one = full.after([.splitItem(.milk, into: [NewItem(id: .buy, content: "Buy")])])
        one.when(.splitItem(.milk, into: [NewItem(id: .call, content: "Call")]))
            .thenRefused(.tooMany(.parts, max: CapturedItem.partsMax))
    }

    @Test func `splitting into nothing, or into what is there already, is refused`() {
        Fixture.spec.when(.splitItem(.milk, into: [])).thenRefused(.nothingToSplitInto)
        Fixture.spec.when(.splitItem(.milk, into: [NewItem(id: .tulips, content: "x")]))
            .thenRefused(.itemTaken(.tulips, "Plant tulips"))
        Fixture.spec.when(.splitItem(.milk, into: [NewItem(id: .buy, content: "x"), NewItem(id: .buy, content: "y")]))
            .thenRefused(.itemTaken(.buy, "y"))
        Fixture.spec.when(.splitItem(.milk, into: [NewItem(id: .buy, content: " ")])).thenRefused(.emptyContent)
    }

    @Test func `duplicates become one: tags, star, plans and the earliest day join it, the others go to the trash`() {
        let spec = Fixture.filed.given(
            .itemTagged(.tulips, [Fixture.name("b"), Fixture.name("a")]), .itemStarred(.tulips),
            .itemFollowUpSet(.tulips, on: Fixture.day("2026-12-01")),
            .itemFollowUpSet(.milk, on: Fixture.day("2026-12-24")))
        spec.when(.mergeItems(into: .milk, from: [.tulips, .tulips])).then(
            .itemAdded(.milk, to: .garden, under: nil, at: Rank.between(nil, Fixture.rank(1))),
            .itemTagged(.milk, [Fixture.name("a"), Fixture.name("b")]), .itemStarred(.milk),
            .itemFollowUpSet(.milk, on: Fixture.day("2026-12-01")), .itemMerged(.tulips, into: .milk))
        let view = Fixture.view(of: spec.after([.mergeItems(into: .milk, from: [.tulips])]).history)
        #expect(view.item(.tulips, name: Fixture.name(of:))?.mergedInto?.id == .milk)
        #expect(view.item(.milk, name: Fixture.name(of:))?.mergedFrom.map(\.id) == [.tulips])
        #expect(view.trash().items.map(\.id) == [.tulips])
    }

    @Test func `where the one above is merged too, it stands under what stays`() throws {
        let spec = Fixture.filed.after([.mergeItems(into: .milk, from: [.shelf, .tulips])])
        let plan = try #require(Fixture.view(of: spec.history).plan(.garden, name: Fixture.name(of:)))
        #expect(plan.entries.map(\.line.id) == [.milk])
        #expect(plan.entries.map(\.level) == [0])
    }

    @Test func `nothing is merged into itself, and restoring a duplicate makes it its own again`() {
        Fixture.spec.when(.mergeItems(into: .milk, from: [.milk])).thenRefused(
            .mergedWithItself(.milk, Fixture.milkText))
        Fixture.spec.when(.mergeItems(into: .milk, from: [])).thenNothing()
        let merged = Fixture.spec.after([.mergeItems(into: .milk, from: [.tulips])])
        merged.when(.restoreItem(.tulips)).then(.itemRestored(.tulips))
        #expect(merged.given(.itemRestored(.tulips)).state.model.items[.tulips]?.mergedInto == nil)
    }
}
