package import Kernel

/// All plans and lists, by name. Requirement O-161.
package struct CollectionListView: CanonicalView, Sendable, Equatable {
    package var collections: [Entry]

    package struct Entry: Sendable, Equatable {
        package var id: CollectionID
        package var name: String
        package var isStructured: Bool
        package var done: Int
        package var count: Int
        package var created: NamedAttribution?
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if collections.isEmpty {
            lines.add(0, "No plans and no lists yet.")
        }
        for entry in collections {
            lines.add(
                0, entry.name, entry.isStructured ? "plan" : "list", String(entry.done) + "/" + String(entry.count),
                of: entry.id.entity)
        }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("collections")
            json.array(collections) { json, entry in
                json.object { json in
                    json.field("id", entry.id.text)
                    json.field("name", entry.name)
                    json.field("structured", entry.isStructured)
                    json.field("done", entry.done)
                    json.field("count", entry.count)
                    entry.created?.write(to: &json, "created")
                }
            }
        }
    }
}

extension CaptureView {
    /// - Complexity: O(collections + items in them).
    package func collections(times: Bool = true, name: (ActorID) -> String) -> CollectionListView {
        var entries: [CollectionListView.Entry] = []
        for (id, slot) in model.collections.all where model.collections[slot].isLive {
            var (done, count) = (0, 0)
            for item in model.members(of: id).ids {
                guard let facts = model.items[item], facts.isLive else { continue }
                count += 1
                if facts.completed != nil { done += 1 }
            }
            entries.append(
                .init(
                    id: id, name: model.collections[slot].name.text,
                    isStructured: model.collections[slot].isStructured, done: done, count: count,
                    created: times ? NamedAttribution(provenance(of: slot).made, name) : nil))
        }
        return CollectionListView(collections: entries.sorted { inOrder(($0.name, $0.id), ($1.name, $1.id)) })
    }

    /// Plans and lists that were looked at, the last first. Requirement N-034.
    package func recentCollections(_ limit: Int = 50) -> [(id: CollectionID, opened: Instant)] {
        var found: [(id: CollectionID, opened: Instant)] = []
        for (id, slot) in model.collections.all where model.collections[slot].isLive {
            if let opened = provenance(of: slot).opened { found.append((id, opened)) }
        }
        found.sort { $0.opened != $1.opened ? $0.opened > $1.opened : $0.id < $1.id }
        return Array(found.prefix(max(0, limit)))
    }
}
