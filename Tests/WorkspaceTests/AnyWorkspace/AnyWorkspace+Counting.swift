import Boards
import Capture
import Kernel
import Notes
import Studio
import Testing
import Workspace

// Counting everything by looking at everything, to compare with what the views and their indexes say.
extension AnyWorkspace {
    /// No folder is below itself, and every folder's count is what counting gives.
    func expectFoldersInOrder(_ place: Testing.Comment) throws {
        let notes = view.notes
        for (id, slot) in notes.tree.all {
            var above = notes.tree[slot].parent
            var steps = 0
            while let parent = above {
                try #require(parent != id && steps <= notes.tree.count, "a cycle; \(place)")
                above = notes.tree[parent]?.parent
                steps += 1
            }
        }
        for folder in [FolderID.zero] + notes.tree.ids {
            let counted = notes.notes.entries.count { ($0.folder ?? .zero) == folder && $0.isLive }
            #expect(notes.noteCounts[folder, default: 0] == counted, place)
        }
        let inSight = notes.notes.ids.filter { notes.isVisible($0) }
        #expect(notes.folders().total == inSight.count, place)
        #expect(notes.notes.ids.allSatisfy { state.notes.isVisible($0) == notes.isVisible($0) }, place)
    }

    /// Every card there is stands in exactly one column, and the boards show each that is to be seen once.
    func expectCardsInOrder(_ place: Testing.Comment) throws {
        let model = view.boards.model
        var standing: [CardID] = []
        for (column, _) in model.columns.all {
            for card in model.cards(of: column).ids {
                #expect(model.cards[card]?.column == column, place)
                standing.append(card)
            }
        }
        #expect(standing.sorted() == model.cards.ids.sorted(), place)

        for line in view.boards.boards(name: view.name(of:)).boards {
            let columns = model.columns.all.filter {
                model.columns[$0.slot].board == line.id && model.columns[$0.slot].flags.isLive
            }.map(\.id)
            let cards = model.cards.all.filter {
                columns.contains(model.cards[$0.slot].column) && model.cards[$0.slot].flags.isLive
            }.map(\.id)
            #expect(line.columns == columns.count && line.cards == cards.count, place)
            let reading = try #require(view.boards.board(line.id, name: view.name(of:)))
            #expect(reading.columns.map(\.id).sorted() == columns.sorted(), place)
            #expect(reading.columns.flatMap(\.cards).map(\.id).sorted() == cards.sorted(), place)
        }
    }

    /// No plan has a cycle, each item is in a collection once, and the inbox and the tags hold what counting gives.
    func expectCapturesInOrder(_ place: Testing.Comment) throws {
        let model = view.capture.model
        for id in model.collections.ids {
            let members = model.items.all.filter { model.items[$0.slot].membership(in: id) != nil }
            #expect(model.members(of: id).ids.sorted() == members.map(\.id).sorted(), place)
            for (item, _) in members {
                var above = model.items[item]?.membership(in: id)?.parent
                var steps = 0
                while let parent = above {
                    try #require(parent != item && steps < members.count, "a cycle; \(place)")
                    above = model.items[parent]?.membership(in: id)?.parent
                    steps += 1
                }
            }
            guard let reading = view.capture.collection(id, name: view.name(of:)) else { continue }
            let live = members.filter { model.items[$0.slot].isLive }.map(\.id)
            #expect(reading.entries.map(\.line.id).sorted() == live.sorted(), place)
        }
        let live = model.items.all.filter { model.items[$0.slot].isLive }
        let loose = live.filter { entry in
            let item = model.items[entry.slot]
            let isFiled = item.memberships.contains { model.collections[$0.collection]?.isLive ?? false }
            return item.type == .none && !isFiled
        }
        #expect(view.capture.inbox().items.map(\.id).sorted() == loose.map(\.id).sorted(), place)
        for tag in view.capture.tags().tags {
            let counted = live.count { model.items[$0.slot].tags.contains(tag.name) }
            #expect(tag.count == counted, "\(tag.name.text); \(place)")
        }
        let worn = Set(live.flatMap { model.items[$0.slot].tags })
        #expect(worn.isSubset(of: view.capture.tags().tags.map(\.name)), place)
    }

    /// Each artwork is in one child's gallery, and once in each album that holds it.
    func expectArtworksInOrder(_ place: Testing.Comment) throws {
        let family = view.studio.model
        let inSight = family.artworks.all.filter { family.isVisible(family.artworks[$0.slot]) }.map(\.id)
        #expect(view.studio.gallery().artworks.map(\.id).sorted() == inSight.sorted(), place)

        var byChild: [ArtworkID] = []
        for child in view.studio.children(name: view.name(of:)).children {
            let own = view.studio.gallery(ArtworkFilter(children: [child.id])).artworks
            #expect(child.artworks == own.count, place)
            #expect(own.allSatisfy { family.artworks[$0.id]?.child == child.id }, place)
            byChild += own.map(\.id)
        }
        #expect(byChild.sorted() == inSight.sorted(), place)

        for album in family.albums.ids {
            guard let reading = view.studio.album(album, name: view.name(of:)) else { continue }
            #expect(Set(reading.artworks.map(\.id)).count == reading.artworks.count, place)
            #expect(reading.artworks.allSatisfy { inSight.contains($0.id) }, place)
        }
    }
}
