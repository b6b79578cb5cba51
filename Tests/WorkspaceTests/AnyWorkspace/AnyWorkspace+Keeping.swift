import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

// What there must be, worked out from nothing but the facts, to compare with what can be found.
extension AnyWorkspace {
    /// The things of one kind that were made, by the facts alone, and whether their making is undone.
    private struct Made<Kind> {
        var isWithdrawn: [Identifier<Kind>: Bool] = [:]

        var all: [Identifier<Kind>] { isWithdrawn.keys.sorted() }
        var kept: Set<Identifier<Kind>> { Set(isWithdrawn.filter { !$0.value }.keys) }

        mutating func make(_ id: Identifier<Kind>) { if isWithdrawn[id] == nil { isWithdrawn[id] = false } }
    }

    /// Whatever was made and not erased is there once, and can be found in exactly one place: in sight, put away with what
    /// holds it, or in the trash.
    func expectNothingLost(_ place: Testing.Comment) throws {
        var (notes, cards) = (Made<Note>(), Made<Card>())
        var (items, artworks) = (Made<CapturedItem>(), Made<Artwork>())
        for fact in facts {
            switch fact.event {
            case .notes(.noteCreated(let id, _, _, _)): notes.make(id)
            case .notes(.noteWithdrawn(let id)): notes.isWithdrawn[id] = true
            case .notes(.noteReinstated(let id)): notes.isWithdrawn[id] = false
            case .boards(.cardAdded(let id, _, _, _, _)): cards.make(id)
            case .boards(.cardWithdrawn(let id)): cards.isWithdrawn[id] = true
            case .boards(.cardReinstated(let id)): cards.isWithdrawn[id] = false
            case .capture(.itemCaptured(let id, _, _, _)): items.make(id)
            case .capture(.itemWithdrawn(let id)): items.isWithdrawn[id] = true
            case .capture(.itemReinstated(let id)): items.isWithdrawn[id] = false
            case .studio(.artworkUploaded(let id, _, _)): artworks.make(id)
            case .studio(.artworkWithdrawn(let id)): artworks.isWithdrawn[id] = true
            case .studio(.artworkReinstated(let id)): artworks.isWithdrawn[id] = false
            default: break
            }
        }
        #expect(view.notes.notes.ids.sorted() == notes.all, place)
        #expect(view.boards.model.cards.ids.sorted() == cards.all, place)
        #expect(view.capture.model.items.ids.sorted() == items.all, place)
        #expect(view.studio.model.artworks.ids.sorted() == artworks.all, place)
        try expectFound(notes.kept, place) { .note($0) }
        try expectFound(cards.kept, place) { .card($0) }
        try expectFound(items.kept, place) { .item($0) }
        try expectFound(artworks.kept, place) { .artwork($0) }
        try expectCardsFound(cards.kept, place)
        let gallery = view.studio.gallery().artworks.map(\.id)
        #expect(Set(gallery).count == gallery.count && Set(gallery).isSubset(of: artworks.kept), place)
    }

    /// In sight, or in the trash by itself or with what holds it; and nothing else is.
    private func expectFound<Kind>(
        _ kept: Set<Identifier<Kind>>, _ place: Testing.Comment, _ referent: (Identifier<Kind>) -> EntityRef
    ) throws {
        let trash = view.trash(times: false).things.map(\.thing.referent)
        for id in kept {
            let thing = referent(id)
            let presence = try #require(view.presence(of: thing), "\(thing) is lost; \(place)")
            let own = trash.count { $0 == thing }
            #expect(own <= 1, "\(thing) is doubled; \(place)")
            if presence == .present { #expect(own == 0, "\(thing) is in sight and in the trash; \(place)") }
            if presence == .inTrash, own == 0 {
                #expect(trash.contains { holds($0, thing) }, "\(thing) is in the trash and nowhere in it; \(place)")
            }
        }
    }

    private func holds(_ holder: EntityRef, _ thing: EntityRef) -> Bool {
        switch (holder, thing) {
        case (.folder(let folder), .note(let note)):
            var next = view.notes.notes[note]?.folder
            while let id = next, id != folder { next = view.notes.tree[id]?.parent }
            return next != nil
        case (.board(let board), .card(let card)):
            let column = view.boards.model.cards[card].flatMap { view.boards.model.columns[$0.column] }
            return column?.board == board
        case (.child(let child), .artwork(let artwork)): return view.studio.model.artworks[artwork]?.child == child
        default: return false
        }
    }

    /// Each card is shown once: on its board, in the board's archive by itself or with its column, or in the trash.
    private func expectCardsFound(_ kept: Set<CardID>, _ place: Testing.Comment) throws {
        var shown = view.boards.trash().cards.map(\.id)
        for board in view.boards.model.boards.ids {
            guard let reading = view.boards.board(board, name: view.name(of:)) else { continue }
            let archive = try #require(view.boards.archived(board))
            shown += reading.columns.flatMap(\.cards).map(\.id)
            shown += archive.cards.map(\.id) + archive.archivedColumns.flatMap(\.cards).map(\.id)
            // With a board in the trash its own trash is out of sight, and comes back with it.
            guard reading.lifecycle == .trashed else { continue }
            for column in view.boards.model.columns(of: board).ids {
                shown += view.boards.model.cards(of: column).ids.filter {
                    view.boards.existing($0)?.flags.isTrashed == true
                }
            }
        }
        #expect(shown.sorted() == kept.sorted(), place)
    }
}
