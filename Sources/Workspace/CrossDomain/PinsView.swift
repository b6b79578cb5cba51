import Boards
import Capture
package import Kernel
import Notes
import Studio

/// The things that people keep at the top, in all domains: pins, stars and favourites are one. Requirement B-11.
package struct PinsView: CanonicalView, Sendable, Equatable {
    /// Kind by kind, and in each by the bytes of the path.
    package var things: [LinksView.Line]

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if things.isEmpty {
            lines.add(0, "Nothing is pinned.")
        }
        for thing in things { lines.add(0, thing.path, thing.referent.kind.word, of: thing.referent.entity) }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.array(things) { json, thing in json.object { thing.write(to: &$0) } }
    }
}

extension WorkspaceView {
    /// Returns the pinned things that are to be seen.
    package func pins() -> PinsView {
        var found: [[LinksView.Line]] = EntityKind.allCases.map { _ in [] }
        forEachThing { thing in
            guard thing.presence == .present, isPinned(thing.referent) else { return }
            let kind = EntityKind.allCases.firstIndex { $0 == thing.referent.kind } ?? 0
            found[kind].append(line(of: thing.referent))
        }
        for kind in found.indices {
            found[kind].sort { inOrder(($0.path, $0.referent.entity), ($1.path, $1.referent.entity)) }
        }
        return PinsView(things: found.flatMap { $0 })
    }

    package func isPinned(_ referent: EntityRef) -> Bool {
        switch referent {
        case .note(let id): notes.notes.slot(of: id).map { notes.notes[$0].isPinned } ?? false
        case .board(let id): boards.model.boards[id]?.isPinned ?? false
        case .item(let id): capture.model.items.slot(of: id).map { capture.model.items[$0].isStarred } ?? false
        case .artwork(let id): studio.model.artworks[id]?.isFavourite ?? false
        case .folder, .column, .card, .collection, .child, .album, .story: false
        }
    }
}
