package import Kernel

/// The folders as a tree, each with its notes counted: what stands at the side of every page. Requirement T-301.
package struct FolderTreeView: CanonicalView, Sendable, Equatable {
    package struct Node: Sendable, Equatable {
        package var id: FolderID
        package var name: Name
        /// Live notes directly in it. Requirement N-101.3.
        package var notes: Int
        /// Those and all below.
        package var total: Int
        /// Those that were arranged, as they were; then the others, in the order of their names' UTF-8 bytes.
        package var folders: [Node]
    }

    /// Live notes in no folder.
    package var notes: Int
    package var total: Int
    package var folders: [Node]
    /// Siblings that were made apart under one name, with what merges them. Requirement N-103.5.
    package var clashes: [FolderClash] = []

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var rows: [(id: FolderID, name: String, counts: String)] = []
        for folder in folders { Self.add(folder, level: 0, to: &rows) }
        let width = rows.reduce(0) { max($0, $1.name.count) }
        var lines = Lines()
        lines.add(0, counted(total, "note") + (notes == total ? "" : ", " + String(notes) + " in no folder"))
        for row in rows {
            let space = String(repeating: " ", count: width - row.name.count)
            lines.add(0, row.name + space + "  " + row.counts, of: row.id.entity)
        }
        for clash in clashes { lines.verbatim(clash.text) }
        return lines
    }

    private static func add(_ node: Node, level: Int, to rows: inout [(id: FolderID, name: String, counts: String)]) {
        let inAll = node.total == node.notes ? "" : ", " + String(node.total) + " in all"
        let name = String(repeating: "  ", count: level) + node.name.text
        rows.append((node.id, name, counted(node.notes, "note") + inAll))
        for folder in node.folders { add(folder, level: level + 1, to: &rows) }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("notes", notes)
            json.field("total", total)
            json.key("folders")
            json.array(folders) { Self.write($1, to: &$0) }
            // Left out where there are none, so that a journal without them reads as it always has.
            if !clashes.isEmpty {
                json.key("clashes")
                json.array(clashes) { $1.write(to: &$0) }
            }
        }
    }

    private static func write(_ node: Node, to json: inout JSONWriter) {
        json.object { json in
            json.field("id", node.id.text)
            json.field("name", node.name.text)
            json.field("notes", node.notes)
            json.field("total", node.total)
            json.key("folders")
            json.array(node.folders) { write($1, to: &$0) }
        }
    }
}

extension NotesView {
    /// - Complexity: O(folders × log folders); notes are not looked at.
    package func folders() -> FolderTreeView {
        var children: [FolderID: [Int]] = [:]
        for place in 0..<tree.count where tree.entries[place].isLive {
            children[tree.entries[place].parent ?? .zero, default: []].append(place)
        }
        let top = nodes(below: .zero, children)
        let notes = noteCounts[.zero] ?? 0
        return FolderTreeView(
            notes: notes, total: top.reduce(notes) { $0 + $1.total }, folders: top, clashes: clashes(among: children))
    }

    private func nodes(below parent: FolderID, _ children: [FolderID: [Int]]) -> [FolderTreeView.Node] {
        var places = children[parent] ?? []
        places.sort { place($0).precedes(place($1)) }
        return places.map { place in
            let id = tree.ids[place]
            let below = nodes(below: id, children)
            let notes = noteCounts[id] ?? 0
            return FolderTreeView.Node(
                id: id, name: tree.entries[place].name, notes: notes,
                total: below.reduce(notes) { $0 + $1.total }, folders: below)
        }
    }
}

extension NotesView {
    private func place(_ place: Int) -> FolderPlace {
        FolderPlace(rank: tree.entries[place].rank, name: tree.entries[place].name, id: tree.ids[place])
    }
}

/// The order of names, and of identifiers where names are the same.
func namesAreInOrder<Kind>(_ a: Name, _ aID: Identifier<Kind>, _ b: Name, _ bID: Identifier<Kind>) -> Bool {
    if precedes(a.text, b.text) { return true }
    if precedes(b.text, a.text) { return false }
    return aID < bID
}
