import Boards
import Capture
package import Kernel
import Notes
import Studio

/// Every tag of a workspace, nested by `/`, with how often it is used. Requirement B-05.
package struct TagsView: CanonicalView, Sendable, Equatable {
    /// In the order of the bytes of their names, what is nested below a tag right behind it.
    package var tags: [Line]

    package struct Line: Sendable, Equatable {
        /// In full, such as `house/garden`.
        package var name: Name
        package var level: Int
        /// Things that have this very tag, and of which kinds.
        package var uses: [Use]
        /// Those and the ones that have a tag nested below it, each once.
        package var total: Int
    }

    package struct Use: Sendable, Equatable {
        package var kind: EntityKind
        package var count: Int
    }

    package var text: String {
        if tags.isEmpty { return "No tags yet.\n" }
        var lines = Lines()
        for tag in tags {
            var words = ""
            for use in tag.uses { words += (words.utf8.isEmpty ? "" : ", ") + counted(use.count, use.kind.word) }
            var own = 0
            for use in tag.uses { own += use.count }
            lines.add(tag.level, tag.name.text, words, own == tag.total ? "" : String(tag.total) + " in all")
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(tags) { json, tag in
            json.object { json in
                json.field("name", tag.name.text)
                json.field("level", tag.level)
                json.field("total", tag.total)
                json.key("uses")
                json.object { json in
                    for use in tag.uses { json.field(use.kind.word, use.count) }
                }
            }
        }
    }
}

extension WorkspaceView {
    /// The tags of everything that is to be seen.
    ///
    /// - Complexity: O(tags on things × log).
    package func tags() -> TagsView {
        var tally = TagTally()
        forEachThing { thing in
            guard thing.presence == .present else { return }
            let tags = tags(of: thing.referent)
            if !tags.isEmpty { tally.take(tags, thing.referent.kind) }
        }
        return tally.reading
    }

    /// The tags of one thing, as words; a colour alone is none.
    package func tags(of referent: EntityRef) -> [Name] {
        switch referent {
        case .note(let id): return notes.notes.slot(of: id).map { notes.notes[$0].tags } ?? []
        case .card(let id):
            var tags: [Name] = []
            for tag in boards.model.cards[id]?.tags ?? [] where !tag.label.utf8.isEmpty {
                let name = Name(recorded: tag.label)
                if !tags.contains(name) { tags.append(name) }
            }
            return tags
        case .item(let id): return capture.model.items.slot(of: id).map { capture.model.items[$0].tags } ?? []
        case .artwork(let id):
            return studio.model.artworks.slot(of: id).map { studio.model.artworks[$0].tags } ?? []
        case .folder, .board, .column, .collection, .child, .album, .story: return []
        }
    }
}

/// Counts tags and what they are nested in; of several spellings the first is shown.
private struct TagTally {
    private var places: [Name: Int] = [:]
    private var names: [Name] = []
    private var own: [[Int]] = []
    private var totals: [Int] = []

    mutating func take(_ tags: [Name], _ kind: EntityKind) {
        let column = EntityKind.allCases.firstIndex { $0 == kind } ?? 0
        var counted: Set<Int> = []
        for tag in tags {
            let place = place(of: tag)
            own[place][column] += 1
            counted.insert(place)
            for above in tag.nestedIn {
                counted.insert(self.place(of: above))
            }
        }
        for place in counted { totals[place] += 1 }
    }

    private mutating func place(of name: Name) -> Int {
        let key = Name(recorded: name.clashKey)
        if let place = places[key] { return place }
        places[key] = names.count
        names.append(name)
        own.append(Array(repeating: 0, count: EntityKind.allCases.count))
        totals.append(0)
        return names.count - 1
    }

    var reading: TagsView {
        let order = names.indices.sorted { Self.precedes(names[$0], names[$1]) }
        return TagsView(
            tags: order.map { place in
                var uses: [TagsView.Use] = []
                for (column, kind) in EntityKind.allCases.enumerated() where own[place][column] > 0 {
                    uses.append(.init(kind: kind, count: own[place][column]))
                }
                return .init(
                    name: names[place], level: names[place].nestedIn.count, uses: uses, total: totals[place])
            })
    }

    /// `a/b` right behind `a`, and before `a b`: parts are compared, not bytes across them.
    private static func precedes(_ a: Name, _ b: Name) -> Bool {
        let (first, second) = (a.text.utf8, b.text.utf8)
        for (x, y) in zip(first, second) where x != y {
            if x == UInt8(ascii: "/") { return true }
            if y == UInt8(ascii: "/") { return false }
            return x < y
        }
        return first.count < second.count
    }
}
