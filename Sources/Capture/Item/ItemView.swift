package import Kernel

/// Everything there is to read of one item.
package struct ItemView: CanonicalView, Sendable, Equatable {
    package var line: ItemLine
    package var lifecycle: Lifecycle
    /// By name.
    package var places: [Place]
    package var metadata: String
    package var source: Other?
    package var splitInto: [Other]
    package var mergedInto: Other?
    /// Items that were merged into this one.
    package var mergedFrom: [Other]
    package var files: [File]
    /// When the server heard of it, and from whom; nil when times are left out.
    package var received: NamedAttribution?
    package var updated: NamedAttribution?
    package var content: String
    /// As it was captured; nil while the content still is that. Requirement O-1103.
    package var original: String?

    /// Another item, by its title.
    package struct Other: Sendable, Equatable {
        package var id: ItemID
        package var title: String
    }

    package struct Place: Sendable, Equatable {
        package var collection: CollectionID
        package var name: String
        package var isStructured: Bool
        package var isTrashed: Bool
        package var parent: Other?
    }

    package struct File: Sendable, Equatable {
        package var id: AttachmentID
        package var facts: FileFacts
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, line.title, lifecycle == .live ? "" : spelled(lifecycle.fieldName))
        lines.fact(1, "type", line.target.utf8.isEmpty ? line.type.word : line.target)
        for place in places {
            lines.fact(
                1, place.isStructured ? "plan" : "list",
                place.name + (place.parent.map { " under " + $0.title } ?? "")
                    + (place.isTrashed ? " (in the trash)" : ""))
        }
        lines.fact(1, "tags", listed(line.tags))
        lines.fact(1, "starred", line.isStarred ? "yes" : "")
        lines.fact(1, "follow up", line.followUp?.text ?? "")
        lines.fact(1, "completed", line.completed?.text ?? "")
        lines.fact(1, "captured", line.captured.text)
        lines.fact(1, "received", received?.text ?? "")
        lines.fact(1, "updated", updated?.text ?? "")
        lines.fact(1, "from", source?.title ?? "")
        for other in splitInto { lines.fact(1, "split into", other.title) }
        lines.fact(1, "merged into", mergedInto?.title ?? "")
        for other in mergedFrom { lines.fact(1, "merged from", other.title) }
        for file in files {
            lines.fact(1, "file", file.facts.name.text + ", " + sizeWords(file.facts.sizeBytes))
        }
        lines.fact(1, "metadata", metadata)
        lines.fact(1, "id", line.id.text)
        lines.blank()
        lines.verbatim(content)
        if !content.utf8.isEmpty, content.utf8.last != UInt8(ascii: "\n") { lines.verbatim("\n") }
        if let original {
            lines.blank()
            lines.add(0, "As it was captured:")
            lines.verbatim(original)
            if original.utf8.last != UInt8(ascii: "\n") { lines.verbatim("\n") }
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            line.writeFields(to: &json)
            json.field("state", spelled(lifecycle.fieldName))
            json.key("collections")
            json.array(places) { json, place in
                json.object { json in
                    json.field("id", place.collection.text)
                    json.field("name", place.name)
                    json.field("structured", place.isStructured)
                    json.field("trashed", place.isTrashed)
                    json.field("under", place.parent?.id.text)
                }
            }
            // It was checked to be a JSON object when it was given.
            json.key("metadata")
            if metadata.utf8.isEmpty { json.null() } else { json.raw(Array(metadata.utf8)) }
            json.field("source", source?.id.text)
            json.field("splitInto", splitInto.map { $0.id.text })
            json.field("mergedInto", mergedInto?.id.text)
            json.field("mergedFrom", mergedFrom.map { $0.id.text })
            json.key("files")
            json.array(files) { json, file in
                json.object { json in
                    json.field("id", file.id.text)
                    json.field("name", file.facts.name.text)
                    json.field("mediaType", file.facts.mediaType)
                    json.field("sizeBytes", file.facts.sizeBytes)
                    json.field("sha256", hexText(file.facts.digest))
                }
            }
            received?.write(to: &json, "received")
            updated?.write(to: &json, "updated")
            json.field("content", content)
            json.field("original", original ?? content)
        }
    }
}

extension NamedAttribution {
    init(_ attribution: Attribution, _ name: (ActorID) -> String) {
        self.init(instant: attribution.instant, author: name(attribution.actor))
    }
}

extension CaptureView {
    /// One item, live or in the trash. Nil when it is not known or was undone.
    ///
    /// - Complexity: O(items + files), for those that were merged into it and hang on it.
    package func item(_ id: ItemID, times: Bool = true, name: (ActorID) -> String) -> ItemView? {
        read(id, times: times, around: RuntimeEnvironment(of: [id], in: self), name: name)
    }

    /// Every item in the order of capture, for those who read them all.
    ///
    /// - Complexity: O(items + files).
    package func everyItem(times: Bool = true, name: (ActorID) -> String, _ body: (ItemView) -> Void) {
        let around = RuntimeEnvironment(of: nil, in: self)
        for id in model.items.ids {
            if let reading = read(id, times: times, around: around, name: name) { body(reading) }
        }
    }

    private func read(
        _ id: ItemID, times: Bool, around: RuntimeEnvironment, name: (ActorID) -> String
    ) -> ItemView? {
        guard let slot = model.items.slot(of: id), let item = existing(id) else { return nil }
        let provenance = provenance(of: slot)
        return ItemView(
            line: line(id, item), lifecycle: item.lifecycle, places: places(of: item), metadata: item.metadata,
            source: item.source.flatMap { other($0) },
            splitInto: item.splitInto.sorted().compactMap { other($0) },
            mergedInto: item.mergedInto.flatMap { other($0) },
            mergedFrom: (around.merged[id] ?? []).compactMap { other($0) }, files: around.files[id] ?? [],
            received: times ? NamedAttribution(provenance.made, name) : nil,
            updated: times ? NamedAttribution(provenance.touched, name) : nil,
            content: item.content, original: item.original)
    }

    private func other(_ id: ItemID) -> ItemView.Other? { existing(id).map { .init(id: id, title: $0.title) } }

    private func places(of item: CapturedItem) -> [ItemView.Place] {
        var places: [ItemView.Place] = []
        for place in item.memberships {
            guard let collection = existing(place.collection) else { continue }
            places.append(
                .init(
                    collection: place.collection, name: collection.name.text, isStructured: collection.isStructured,
                    isTrashed: collection.isTrashed, parent: place.parent.flatMap { other($0) }))
        }
        return places.sorted { inOrder(($0.name, $0.collection), ($1.name, $1.collection)) }
    }

    /// The things that point at items from elsewhere, gathered in one walk for one item or for all.
    private struct RuntimeEnvironment {
        /// By the one that they were merged into; in the order in which they were captured.
        var merged: [ItemID: [ItemID]] = [:]
        /// In the order in which they were attached.
        var files: [ItemID: [ItemView.File]] = [:]

        /// Of all items when `wanted` is nil.
        init(of wanted: [ItemID]?, in view: CaptureView) {
            for (id, slot) in view.model.items.all {
                guard let survivor = view.model.items[slot].mergedInto, wanted?.contains(survivor) ?? true else {
                    continue
                }
                merged[survivor, default: []].append(id)
            }
            for (id, slot) in view.model.files.all {
                let file = view.model.files[slot]
                guard !file.isDetached, wanted?.contains(file.item) ?? true else { continue }
                files[file.item, default: []].append(.init(id: id, facts: file.facts))
            }
        }
    }
}
