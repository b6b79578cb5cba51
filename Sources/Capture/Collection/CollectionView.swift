package import Kernel

/// One plan with its order and its levels, or one list by creation time. Requirements O-210, O-212.
package struct CollectionView: CanonicalView, Sendable, Equatable {
    package var id: CollectionID
    package var name: String
    package var isStructured: Bool
    package var lifecycle: Lifecycle
    package var created: NamedAttribution?
    package var entries: [Entry]

    package struct Entry: Sendable, Equatable {
        package var line: ItemLine
        /// 0 at the top.
        package var level: Int
        /// The item that it is shown under. Where the one it stands under is in the trash, it is the one above that.
        package var parent: ItemID?
    }

    package var doneCount: Int { entries.count { $0.line.completed != nil } }

    /// `2/5`: completed, of all.
    package var progress: String { String(doneCount) + "/" + String(entries.count) }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        lines.add(
            0, name, isStructured ? "plan" : "list", progress, lifecycle == .live ? "" : spelled(lifecycle.fieldName))
        for entry in entries { entry.line.write(to: &lines, 1 + entry.level) }
        if entries.isEmpty { lines.add(1, "nothing in it yet") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("structured", isStructured)
            json.field("state", spelled(lifecycle.fieldName))
            created?.write(to: &json, "created")
            json.field("done", doneCount)
            json.field("count", entries.count)
            json.key("items")
            json.array(entries) { json, entry in
                json.object { json in
                    entry.line.writeFields(to: &json)
                    json.field("level", entry.level)
                    json.field("under", entry.parent?.text)
                }
            }
        }
    }
}

extension CaptureView {
    /// A plan. Nil when there is none of this identifier.
    package func plan(_ id: CollectionID, times: Bool = true, name: (ActorID) -> String) -> CollectionView? {
        existing(id)?.isStructured ?? false ? collection(id, times: times, name: name) : nil
    }

    /// A list. Nil when there is none of this identifier.
    package func list(_ id: CollectionID, times: Bool = true, name: (ActorID) -> String) -> CollectionView? {
        existing(id)?.isStructured ?? true ? nil : collection(id, times: times, name: name)
    }

    /// A plan or a list, live or in the trash. Nil when it is not known or was undone.
    ///
    /// - Complexity: O(items in it); of a list O(n log n).
    package func collection(
        _ id: CollectionID, times: Bool = true, name: (ActorID) -> String
    ) -> CollectionView? {
        guard let slot = model.collections.slot(of: id), let collection = existing(id) else { return nil }
        return CollectionView(
            id: id, name: collection.name.text, isStructured: collection.isStructured,
            lifecycle: collection.lifecycle, created: times ? NamedAttribution(provenance(of: slot).made, name) : nil,
            entries: collection.isStructured ? planEntries(of: id) : listEntries(of: id))
    }

    private func listEntries(of id: CollectionID) -> [CollectionView.Entry] {
        var lines: [ItemLine] = []
        for item in model.members(of: id).ids {
            guard let facts = model.items[item], facts.isLive else { continue }
            lines.append(line(item, facts))
        }
        return lines.sorted(by: byCapture).map { .init(line: $0, level: 0, parent: nil) }
    }

    /// Walks with a stack of its own, top first. What stands under something hidden is shown in its place, so that
    /// deleting an item hides that one alone.
    private func planEntries(of id: CollectionID) -> [CollectionView.Entry] {
        let members = model.members(of: id)
        var entries: [CollectionView.Entry] = []
        var waiting: [(id: ItemID, level: Int, parent: ItemID?)] = []
        for item in members.children(of: nil).entries.reversed() { waiting.append((item.id, 0, nil)) }
        while let (item, level, parent) = waiting.popLast() {
            var (childLevel, childParent) = (level, parent)
            if let facts = model.items[item], facts.isLive {
                entries.append(.init(line: line(item, facts), level: level, parent: parent))
                (childLevel, childParent) = (level + 1, item)
            }
            for child in members.children(of: item).entries.reversed() {
                waiting.append((child.id, childLevel, childParent))
            }
        }
        return entries
    }
}
