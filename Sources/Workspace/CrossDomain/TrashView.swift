import Boards
import Capture
package import Kernel
import Notes
import Studio

/// The trash of all domains, and the place that each thing comes back to. Requirement B-03.
package struct TrashView: CanonicalView, Sendable, Equatable {
    /// The trashed things, the last deleted first; without times by kind and path.
    package var things: [Line]

    package struct Line: Sendable, Equatable {
        package var thing: LinksView.Line
        /// The things that come back with it, in words; empty for one that holds nothing.
        package var holds: String
        /// The thing to restore before it can come back to its place, from the outside in.
        package var waitsFor: LinksView.Line?
        package var trashed: Instant?
        package var trashedBy: String?
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if things.isEmpty {
            lines.add(0, "The trash is empty")
        }
        for line in things {
            lines.add(
                0, line.thing.referent.kind.word + " " + line.thing.path,
                line.holds.utf8.isEmpty ? "" : "with " + line.holds,
                line.trashed.map { $0.text + (line.trashedBy.map { " by " + $0 } ?? "") } ?? "",
                line.waitsFor.map { "restore the " + $0.referent.kind.word + " " + $0.path + " first" } ?? "",
                of: line.thing.referent.entity)
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.array(things) { json, line in
            json.object { json in
                line.thing.write(to: &json)
                json.field("holds", line.holds)
                json.key("waitsFor")
                if let waits = line.waitsFor { json.object { waits.write(to: &$0) } } else { json.null() }
                if let trashed = line.trashed { json.field("trashed", trashed.text) }
                if let trashedBy = line.trashedBy { json.field("trashedBy", trashedBy) }
            }
        }
    }
}

extension WorkspaceView {
    /// Everything that was deleted itself; what lies in it is counted there and comes back with it.
    ///
    /// - Parameter times: without them, undoing leads to the identical reading.
    package func trash(times: Bool = true) -> TrashView {
        var lines: [TrashView.Line] = []
        let contents = notes.contentsOfTrashed()
        for (id, slot) in notes.tree.all where notes.tree[slot].isTrashed && !notes.tree[slot].isWithdrawn {
            let folder = notes.tree[slot]
            let inside = contents[id] ?? (0, 0)
            let holds = [counted(inside.notes, "note"), counted(inside.folders, "folder")]
            lines.append(trashed(.folder(id), folder.updated, holds[0] + " and " + holds[1], folder.parent, times))
        }
        for (id, slot) in notes.notes.all where notes.notes[slot].isTrashed && !notes.notes[slot].isWithdrawn {
            lines.append(trashed(.note(id), notes.notes[slot].updated, "", notes.notes[slot].folder, times))
        }
        trashedOfBoards(times, &lines)
        trashedOfCapture(times, &lines)
        trashedOfStudio(times, &lines)
        lines.sort { Self.isInOrder($0, $1) }
        return TrashView(things: lines)
    }

    private func trashed(
        _ referent: EntityRef, _ attribution: Attribution, _ holds: String, _ folder: FolderID?, _ times: Bool
    ) -> TrashView.Line {
        var outermost: LinksView.Line?
        var next = folder
        while let id = next, let entry = notes.tree[id] {
            if entry.isTrashed { outermost = line(of: .folder(id)) }
            next = entry.parent
        }
        return trashed(referent, attribution, holds, waitsFor: outermost, times)
    }

    private func trashed(
        _ referent: EntityRef, _ attribution: Attribution, _ holds: String, waitsFor: LinksView.Line?, _ times: Bool
    ) -> TrashView.Line {
        TrashView.Line(
            thing: line(of: referent), holds: holds, waitsFor: waitsFor, trashed: times ? attribution.instant : nil,
            trashedBy: times ? name(of: attribution.actor) : nil)
    }

    private func trashedOfBoards(_ times: Bool, _ lines: inout [TrashView.Line]) {
        let all = boards.model
        for (id, slot) in all.boards.all where all.boards[slot].flags.lifecycle == .trashed {
            let columns = boards.liveColumns(of: id)
            var cards = 0
            for column in columns { cards += boards.liveCards(in: column).count }
            let holds = counted(columns.count, "column") + " and " + counted(cards, "card")
            lines.append(trashed(.board(id), attribution(boards.provenance(of: slot)), holds, waitsFor: nil, times))
        }
        for (id, slot) in all.columns.all where all.columns[slot].flags.lifecycle == .trashed {
            guard boards.existing(all.columns[slot].board) != nil else { continue }
            lines.append(
                trashed(
                    .column(id), attribution(boards.provenance(of: slot)), "", waitsFor: trashedBoard(all.columns[slot].board),
                    times))
        }
        for (id, slot) in all.cards.all where all.cards[slot].flags.lifecycle == .trashed {
            let card = all.cards[slot]
            guard let column = boards.existing(card.column), boards.existing(column.board) != nil else { continue }
            var waits = trashedBoard(column.board)
            if waits == nil, column.flags.isTrashed, !card.flags.isArchived {
                waits = line(of: .column(card.column))
            }
            lines.append(trashed(.card(id), attribution(boards.provenance(of: slot)), "", waitsFor: waits, times))
        }
    }

    private func trashedOfCapture(_ times: Bool, _ lines: inout [TrashView.Line]) {
        let all = capture.model
        for (id, slot) in all.items.all where all.items[slot].lifecycle == .trashed {
            lines.append(trashed(.item(id), capture.provenance(of: slot).touched, "", waitsFor: nil, times))
        }
        for (id, slot) in all.collections.all where all.collections[slot].lifecycle == .trashed {
            var items = 0
            for item in all.members(of: id).ids where all.items[item]?.isLive ?? false { items += 1 }
            let attribution = capture.provenance(of: slot).touched
            lines.append(trashed(.collection(id), attribution, counted(items, "item"), waitsFor: nil, times))
        }
    }

    private func trashedOfStudio(_ times: Bool, _ lines: inout [TrashView.Line]) {
        let all = studio.model
        var works: [ChildID: Int] = [:]
        for artwork in all.artworks.entries where artwork.flags.isLive { works[artwork.child, default: 0] += 1 }
        for (id, slot) in all.children.all where all.children[slot].flags.lifecycle == .trashed {
            let attribution = studio.provenance(of: slot).updated
            lines.append(trashed(.child(id), attribution, counted(works[id] ?? 0, "artwork"), waitsFor: nil, times))
        }
        for (id, slot) in all.artworks.all where all.artworks[slot].flags.lifecycle == .trashed {
            let child = all.artworks[slot].child
            let waits = all.existing(child)?.flags.isTrashed == true ? line(of: .child(child)) : nil
            lines.append(trashed(.artwork(id), studio.provenance(of: slot).updated, "", waitsFor: waits, times))
        }
        for (id, slot) in all.albums.all where all.albums[slot].flags.lifecycle == .trashed {
            lines.append(trashed(.album(id), studio.provenance(of: slot).updated, "", waitsFor: nil, times))
        }
        for (id, slot) in all.stories.all where all.stories[slot].flags.lifecycle == .trashed {
            lines.append(trashed(.story(id), studio.provenance(of: slot).updated, "", waitsFor: nil, times))
        }
    }

    private func trashedBoard(_ id: BoardID) -> LinksView.Line? {
        boards.existing(id)?.flags.isTrashed == true ? line(of: .board(id)) : nil
    }

    private func attribution(_ provenance: BoardsView.Provenance) -> Attribution {
        Attribution(instant: provenance.updated, actor: provenance.updater)
    }

    private static func isInOrder(_ a: TrashView.Line, _ b: TrashView.Line) -> Bool {
        if let first = a.trashed, let second = b.trashed, first != second { return first > second }
        let kinds = EntityKind.allCases
        let (first, second) = (
            kinds.firstIndex { $0 == a.thing.referent.kind }, kinds.firstIndex { $0 == b.thing.referent.kind }
        )
        if let first, let second, first != second { return first < second }
        return inOrder((a.thing.path, a.thing.referent.entity), (b.thing.path, b.thing.referent.entity))
    }
}
