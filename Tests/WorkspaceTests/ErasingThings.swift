import Boards
import Capture
import Foundation
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("What goes with a thing that is erased")
struct ErasingThings {
    private static let seeds: [Seed] = {
        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        return (1...(isFull ? 60 : 6)).map { Seed($0 * 7) }
    }()

    /// A golden says for every kind of event what it names, field by field, and what becomes of the event when that is erased.
    /// The names come from the list of fields, not from the rule: a new field or kind changes the golden, and a person
    /// decides whether the rule is right.
    @Test(.shows("C-10")) func `every kind of event says what it goes with`() throws {
        var lines: [String] = []
        for kind in EventKind.known {
            let filled = try FilledEvent(kind)
            let name = try #require(kind.name)
            let others = Self.others(of: filled.event.tie)
            let unknown = others.filter { other in !filled.named.contains { $0.entity == other } }
            #expect(unknown.isEmpty, "\(name) goes with something that it does not name")
            if others.isEmpty, filled.event.tie != .numbersOnly {
                let names = filled.named.map(\.path).filter { !Self.isPart($0, of: kind) }
                #expect(names.isEmpty, "\(name) names \(names), and nobody has said what that means")
            }
            let told = filled.named.filter { !Self.isPart($0.path, of: kind) }
                .map { $0.path + (others.contains($0.entity) ? "" : " (by number)") }
            lines.append(
                name + ": " + Self.words(for: filled.event.tie) + (told.isEmpty ? "" : told.joined(separator: ", ")))
        }
        try expectGolden(lines.joined(separator: "\n") + "\n", "erasing/ties.txt")
    }

    /// Returns whether it is an identifier that means nothing outside the thing it is in, such as a checklist's item.
    private static func isPart(_ path: String, of kind: EventKind) -> Bool {
        switch kind.domain {
        case EventKind.notes: ["ink", "strokes", "strokes.id"].contains(path)
        case EventKind.boards: ["item", "comment"].contains(path)
        case EventKind.capture: ["suggestion", "outcome.suggestions.id"].contains(path)
        case EventKind.studio:
            path == "image" || path == "tip" || path.hasSuffix("images.id") || path.hasSuffix("image.id")
                || path.hasSuffix("tips.id") || path == "tip.id"
        default: false
        }
    }

    private static func others(of tie: WorkspaceEvent.ErasureRule) -> [EntityID] {
        switch tie {
        case .ownOnly, .numbersOnly, .attests: []
        case .alsoOf(let others), .quotes(let others): others.map(\.entity)
        }
    }

    private static func words(for tie: WorkspaceEvent.ErasureRule) -> String {
        switch tie {
        case .ownOnly: "goes with its subject"
        case .numbersOnly: "goes with its subject; stays without its "
        case .alsoOf: "goes with its subject and with its "
        case .quotes: "goes with its subject, which goes with what it quotes: "
        case .attests: "stays"
        }
    }

    /// H5: with all that was deleted goes, in one walk, what goes with each deleted thing alone, and nothing else.
    private static func expectUnion(_ view: WorkspaceView, _ place: String) {
        let contents = view.notes.contentsOfTrashed()
        for (id, folder) in zip(view.notes.tree.ids, view.notes.tree.entries)
        where folder.isTrashed && !folder.isWithdrawn {
            #expect(contents[id] ?? (0, 0) == view.notes.contents(of: id), "\(place)")
        }
        let late = Instant(seconds: 4_000_000_000)
        let deleted = view.trash().things.filter { $0.trashed != nil }
        let together = view.oldBelongings(trashedBefore: late, files: [])
        let apart = deleted.map { view.closure(of: $0.thing.referent) }
        func names(_ things: [ErasureClosure.Thing]) -> Set<String> { Set(things.map { "\($0.kind) \($0.entity.text)" }) }
        #expect(names(together.things) == names(apart.flatMap(\.things)), "\(place)")
        #expect(names(together.things).count == together.things.count, "\(place)")
        let stays = Set(apart.flatMap(\.offspring)).filter { !together.holds(EntityKey($0)) }
        #expect(Set(together.offspring) == stays && stays.count == together.offspring.count, "\(place)")
    }

    @Test func `H5: what goes with all that was deleted costs as much as there is, however much was deleted`() throws {
        func deleted(_ count: Int) -> WorkspaceView {
            var view = WorkspaceView()
            var sequence: UInt64 = 0
            func happen(_ event: WorkspaceEvent) {
                sequence += 1
                WorkspaceProjection.project(
                    Recorded(
                        position: Position(sequence), actor: Desk.anna, device: Desk.laptop,
                        instant: Instant(seconds: 1_800_000_000), event: event), into: &view)
            }
            for number in 1...UInt64(count) {
                let (folder, note) = (FolderID(hi: 1, lo: number), NoteID(hi: 2, lo: number))
                let (child, artwork) = (ChildID(hi: 3, lo: number), ArtworkID(hi: 4, lo: number))
                let item = ItemID(hi: 5, lo: number)
                happen(.notes(.folderCreated(folder, name: Name(recorded: "A"), parent: nil)))
                happen(.notes(.noteCreated(note, title: Name(recorded: "B"), body: "", folder: folder)))
                happen(.notes(.folderTrashed(folder)))
                happen(.studio(.childAdded(child, name: Name(recorded: "C"), birth: nil, avatar: .none)))
                let drawn = NewArtwork(images: [], uploaded: CalendarDay(daysSinceEpoch: 0))
                happen(.studio(.artworkUploaded(artwork, of: child, drawn)))
                happen(.studio(.childTrashed(child)))
                happen(.capture(.itemCaptured(item, content: "D", captured: .epoch, from: nil)))
                happen(.capture(.itemTrashed(item)))
            }
            return view
        }
        let late = Instant(seconds: 1_900_000_000)
        let all = deleted(10).oldBelongings(trashedBefore: late, files: [])
        #expect(all.things.count == 50)
        let times = try growth(from: 60, deleted) { _ = $0.oldBelongings(trashedBefore: late, files: []) }
        #expect(times < 20)
    }

    /// Households by chance, eight erasures each: what is left is what was there, without what was erased.
    @Test(.shows("C-10", "J-112"), arguments: seeds)
    func `erasing anything leaves everything else as it was`(seed: Seed) throws {
        var house = AnyWorkspace(seed)
        for _ in 1...150 { house.take(house.command()) }
        Self.expectUnion(house.view, "\(seed.testDescription)")
        for _ in 1...8 {
            guard let referent = house.anything() else { break }
            let closure = house.view.closure(of: referent)
            for event in house.view.makingRoom(for: closure) { house.happened(event) }
            let before = house.view
            house.forget(closure)
            let place = "\(seed.testDescription), \(referent.kind.word) \(referent.entity.text)"
            expectSame(
                Remains(of: before, without: closure), Remains(of: house.view, without: closure),
                // What stood in a collection alone stands in the inbox again.
                mayAppear: referent.kind == .collection ? "items " : nil, place)
            let isInStep = house.view.state == house.state
            #expect(isInStep, "\(place)")
            for thing in closure.things {
                let isUnknown = !house.view.everythingText.contains(thing.entity.text) || Self.mayBeNamed(thing.word)
                #expect(isUnknown, "\(place): \(thing.word) \(thing.entity.text) is still there")
            }
        }
    }

    /// No rule makes such things any more; a journal may hold them.
    @Test(.shows("C-10")) func `of two things with one number only the one that was meant goes`() throws {
        var desk = Desk()
        let (ada, ben): (ChildID, ChildID) = (desk.id(), desk.id())
        let today = CalendarDay(daysSinceEpoch: 20_778)
        for (child, name) in [(ada, "Ada"), (ben, "Ben")] {
            let name = Name(recorded: name)
            try desk.ask(.studio(.addChild(child, name: name, birth: nil, age: 5, avatar: .none, today: today)))
        }
        try desk.ask(.studio(.withdrawConsent(.analysis, ben)))
        try desk.ask(.registry(.recordSource(ben.entity, source: "pictures:Ben", fingerprint: .blank, textRevision: 0)))
        let (note, board) = (try desk.note("Plan"), try desk.board("House").board)
        let card: CardID = desk.id()
        desk.happen([
            .studio(.artworkUploaded(ben.as(Artwork.self), of: ada, NewArtwork(images: [], uploaded: today))),
            .notes(.noteCreated(ben.as(Note.self), title: Name(recorded: "Twin"), body: "", folder: nil)),
            .notes(.fileAttached(ben.as(AttachedFile.self), to: .note(note), .some("a.pdf"))),
            .boards(.columnAdded(ben.as(Column.self), to: board, name: Name(recorded: "Twin"), at: .middle)),
            .boards(
                .cardAdded(
                    card, to: ben.as(Column.self), at: .middle, title: Name(recorded: "Card"), description: "")),
        ])
        for (twin, count) in [
            (EntityRef.artwork(ben.as(Artwork.self)), 1), (.note(ben.as(Note.self)), 1), (.column(ben.as(Column.self)), 2),
        ] {
            let gone = desk.view.closure(of: twin)
            #expect(gone.things.count == count && gone.things[0].entity == ben.entity)
            let left = desk.view(without: gone)
            #expect(left.presence(of: twin) == nil)
            #expect(left.presence(of: .child(ben)) == .present)
            #expect(left.studio.model.consents.has(ben.entity))
            #expect(left.registry.sources[ben.entity] != nil)
            #expect(left.notes.attachments.has(ben.as(AttachedFile.self)))
            #expect(left.presence(of: .note(note)) == .present)
        }
        let left = desk.view(without: desk.view.closure(of: .child(ben)))
        #expect(!left.studio.model.children.has(ben) && !left.studio.model.consents.has(ben.entity))
        #expect(left.presence(of: .artwork(ben.as(Artwork.self))) == .present)
        #expect(left.presence(of: .column(ben.as(Column.self))) == .present)
        // Where nothing else has the number, what says where it came from goes too.
        var alone = Desk()
        let only = try alone.note("Plan")
        try alone.ask(.registry(.recordSource(only.entity, source: "x", fingerprint: .blank, textRevision: 0)))
        #expect(alone.view(without: alone.view.closure(of: .note(only))).registry.sources.isEmpty)
    }

    /// True if a thing of this kind may still be named by its number: a note says which folder it was once made in, a part what
    /// it was part of.
    private static func mayBeNamed(_ word: String) -> Bool {
        ["item", "merged item", "collection", "child"].contains(word)
    }

    private func expectSame(_ before: Remains, _ after: Remains, mayAppear: String?, _ place: String) {
        for (id, text) in before.things where after.things[id] != text {
            Issue.record("\(place): \(id) was\n\(text)\nand is\n\(after.things[id] ?? [])")
        }
        let added = after.things.keys.filter { id in
            before.things[id] == nil && !(mayAppear.map { id.hasPrefix($0) } ?? false)
        }
        #expect(added.isEmpty, "\(place): \(added) came from nowhere")
    }
}

extension Desk {
    /// The views without the facts that go with what is erased, as after a redaction.
    fileprivate func view(without closure: ErasureClosure) -> WorkspaceView {
        var view = WorkspaceProjection.empty
        for fact in facts where !fact.event.goes(about: fact.event.subject, with: closure) {
            WorkspaceProjection.project(fact, into: &view)
        }
        return view
    }
}

extension AnyWorkspace {
    /// Something that a person can name, whatever has become of it.
    mutating func anything() -> EntityRef? {
        var all: [EntityRef] = []
        all += view.notes.tree.ids.map { .folder($0) }
        all += view.notes.notes.ids.map { .note($0) }
        all += view.boards.model.boards.ids.map { .board($0) }
        all += view.boards.model.columns.ids.map { .column($0) }
        all += view.boards.model.cards.ids.map { .card($0) }
        all += view.capture.model.items.ids.map { .item($0) }
        all += view.capture.model.collections.ids.map { .collection($0) }
        all += view.studio.model.children.ids.map { .child($0) }
        all += view.studio.model.artworks.ids.map { .artwork($0) }
        all += view.studio.model.albums.ids.map { .album($0) }
        all += view.studio.model.stories.ids.map { .story($0) }
        return chance.pick(all)
    }
}

extension WorkspaceView {
    var everythingText: String {
        var json = JSONWriter()
        writeEverything(to: &json, times: false)
        return json.text
    }
}
