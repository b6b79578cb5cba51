package import Kernel

/// All tags, nested by their slashes, with their colours and with how much each is used. Requirements B-05, O-163.
package struct CaptureTagsView: CanonicalView, Sendable, Equatable {
    /// Each after the one that it is nested in.
    package var tags: [Entry]

    package struct Entry: Sendable, Equatable {
        /// Nil of a name that is only on items, or only holds others.
        package var id: TagID?
        package var name: Name
        package var colour: TagColour
        /// Live items that have it.
        package var count: Int
        /// Live items that have it or one below it.
        package var countWithin: Int
    }

    package var text: String {
        if tags.isEmpty { return "No tags yet.\n" }
        var lines = Lines()
        for tag in tags {
            let parts = segments(of: tag.name)
            lines.add(
                parts.count - 1, parts[parts.count - 1], counted(tag.count, "item"),
                tag.countWithin == tag.count ? "" : String(tag.countWithin) + " with those below",
                tag.colour == .none ? "" : spelled(tag.colour.fieldName))
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("tags")
            json.array(tags) { json, tag in
                json.object { json in
                    json.field("id", tag.id?.text)
                    json.field("name", tag.name.text)
                    json.field("colour", spelled(tag.colour.fieldName))
                    json.field("count", tag.count)
                    json.field("countWithin", tag.countWithin)
                }
            }
        }
    }
}

extension CaptureView {
    /// - Complexity: O(items × tags of each), and O(n log n) for the tags.
    package func tags() -> CaptureTagsView {
        var found: [Name: CaptureTagsView.Entry] = [:]
        for (id, slot) in model.tags.all where model.tags[slot].isLive {
            let tag = model.tags[slot]
            found[tag.name] = .init(id: id, name: tag.name, colour: tag.colour, count: 0, countWithin: 0)
        }
        for item in model.items.entries where item.isLive {
            var within: Set<Name> = []
            for tag in item.tags {
                found[tag, default: Self.unregistered(tag)].count += 1
                for name in Self.chain(of: tag) { within.insert(name) }
            }
            for name in within { found[name, default: Self.unregistered(name)].countWithin += 1 }
        }
        for name in Array(found.keys) {
            for above in Self.chain(of: name) where found[above] == nil { found[above] = Self.unregistered(above) }
        }
        let sorted = found.values.map { (parts: segments(of: $0.name), tag: $0) }.sorted { a, b in
            a.parts.lexicographicallyPrecedes(b.parts, by: precedes)
        }
        return CaptureTagsView(tags: sorted.map { $0.tag })
    }

    private static func unregistered(_ name: Name) -> CaptureTagsView.Entry {
        .init(id: nil, name: name, colour: .none, count: 0, countWithin: 0)
    }

    /// `home`, `home/garden` of `home/garden`.
    private static func chain(of tag: Name) -> [Name] {
        var chain: [Name] = []
        var text = ""
        for part in segments(of: tag) {
            text += (chain.isEmpty ? "" : "/") + part
            chain.append(Name(recorded: text))
        }
        return chain
    }
}
