package import Kernel

/// The trash: deleted items, plans, lists and tags, which can be restored.
package struct CaptureTrashView: CanonicalView, Sendable, Equatable {
    /// The newest first.
    package var items: [ItemLine]
    /// By name.
    package var collections: [TrashedCollection]
    /// By name.
    package var tags: [TrashedTag]

    package struct TrashedCollection: Sendable, Equatable {
        package var id: CollectionID
        package var name: String
        package var isStructured: Bool
        /// Items that come back into it.
        package var items: Int
    }

    package struct TrashedTag: Sendable, Equatable {
        package var id: TagID
        package var name: String
        /// Items that get it back.
        package var items: Int
    }

    package var text: String {
        if items.isEmpty, collections.isEmpty, tags.isEmpty { return "The trash holds no captures.\n" }
        var lines = Lines()
        lines.add(0, "items (" + String(items.count) + ")")
        for item in items { item.write(to: &lines, 1) }
        lines.add(0, "plans and lists (" + String(collections.count) + ")")
        for entry in collections {
            lines.add(1, entry.name, entry.isStructured ? "plan" : "list", counted(entry.items, "item"))
        }
        lines.add(0, "tags (" + String(tags.count) + ")")
        for tag in tags { lines.add(1, tag.name, counted(tag.items, "item")) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("items")
            json.array(items) { $1.write(to: &$0) }
            json.key("collections")
            json.array(collections) { json, entry in
                json.object { json in
                    json.field("id", entry.id.text)
                    json.field("name", entry.name)
                    json.field("structured", entry.isStructured)
                    json.field("items", entry.items)
                }
            }
            json.key("tags")
            json.array(tags) { json, tag in
                json.object { json in
                    json.field("id", tag.id.text)
                    json.field("name", tag.name)
                    json.field("items", tag.items)
                }
            }
        }
    }
}

extension CaptureView {
    package func trash() -> CaptureTrashView {
        var reading = CaptureTrashView(items: [], collections: [], tags: [])
        for (id, slot) in model.items.all where model.items[slot].lifecycle == .trashed {
            reading.items.append(line(id, model.items[slot]))
        }
        for (id, slot) in model.collections.all where model.collections[slot].lifecycle == .trashed {
            let collection = model.collections[slot]
            let items = model.members(of: id).ids.count { model.items[$0]?.isLive ?? false }
            reading.collections.append(
                .init(id: id, name: collection.name.text, isStructured: collection.isStructured, items: items))
        }
        for (id, slot) in model.tags.all {
            let tag = model.tags[slot]
            guard tag.isDeleted, !tag.isWithdrawn else { continue }
            reading.tags.append(.init(id: id, name: tag.name.text, items: tag.takenOff.count))
        }
        reading.items.sort { byCapture($1, $0) }
        reading.collections.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        reading.tags.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        return reading
    }
}
