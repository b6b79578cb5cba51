package import Kernel

/// One child as a parent sees it. Requirements J-201, J-612.
package struct ChildView: CanonicalView, Sendable, Equatable {
    package var id: ChildID
    package var name: String
    package var lifecycle: Lifecycle
    package var birth: Birth?
    /// Whole years; nil when nobody said, or when no day was asked about.
    package var age: Int?
    package var avatar: Avatar
    /// Artworks that are to be seen, or would be if the child were.
    package var artworks: Int
    package var touched: NamedAttribution?

    package var text: String {
        var lines = Lines()
        write(to: &lines, 0)
        return lines.text
    }

    func write(to lines: inout Lines, _ level: Int) {
        lines.add(
            level, name, lifecycle == .live ? "" : spelled(lifecycle.fieldName),
            age.map { counted($0, "year") } ?? "", birth.map { "born " + $0.text } ?? "",
            avatar == .none ? "" : avatar.words, counted(artworks, "artwork"),
            touched.map { "updated " + $0.text } ?? "")
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("state", spelled(lifecycle.fieldName))
            json.field("born", birth?.month.text)
            json.field("bornIsEstimated", birth?.isEstimated ?? false)
            json.key("age")
            if let age { json.value(age) } else { json.null() }
            avatar.write(to: &json)
            json.field("artworks", artworks)
            touched?.write(to: &json, "updated")
        }
    }
}

extension Avatar {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .none: json.field("avatar", nil)
        case .emoji(let text): json.field("avatar", text)
        case .photo(let file):
            json.key("avatar")
            file.write(to: &json)
        }
    }
}

extension FileFacts {
    /// Name, type, size and digest.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name.text)
            json.field("type", mediaType)
            json.field("bytes", sizeBytes)
            json.field("digest", hexText(digest))
        }
    }
}

/// The children of a family.
package struct ChildListView: CanonicalView, Sendable, Equatable {
    /// By name.
    package var children: [ChildView]

    package var text: String {
        var lines = Lines()
        for child in children { child.write(to: &lines, 0) }
        if children.isEmpty { lines.add(0, "No children yet.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) { json.array(children) { $1.write(to: &$0) } }
}

extension StudioView {
    /// One child, live or in the trash. Nil when it is not known or was undone.
    ///
    /// - Parameter today: what its age is told for; without a day none is told.
    /// - Complexity: O(artworks).
    package func child(
        _ id: ChildID, today: CalendarDay? = nil, times: Bool = true, name: (ActorID) -> String
    ) -> ChildView? {
        guard let slot = model.children.slot(of: id), let child = model.existing(id) else { return nil }
        var artworks = 0
        for artwork in model.artworks.entries where artwork.child == id && artwork.flags.isLive { artworks += 1 }
        let updated = provenance(of: slot).updated
        return ChildView(
            id: id, name: child.name.text, lifecycle: child.flags.lifecycle, birth: child.birth,
            age: today.flatMap { child.age(on: $0) }, avatar: child.avatar, artworks: artworks,
            touched: times ? NamedAttribution(updated, name) : nil)
    }

    /// The children that are there; trashed ones are in `trash`.
    ///
    /// - Parameter mayBeSeen: true for a child that the reader may see.
    package func children(
        today: CalendarDay? = nil, times: Bool = true, mayBeSeen: (ChildID) -> Bool = { _ in true },
        name: (ActorID) -> String
    ) -> ChildListView {
        var children: [ChildView] = []
        for (id, slot) in model.children.all where model.children[slot].flags.isLive && mayBeSeen(id) {
            if let child = child(id, today: today, times: times, name: name) { children.append(child) }
        }
        children.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        return ChildListView(children: children)
    }
}

extension NamedAttribution {
    init(_ attribution: Attribution, _ name: (ActorID) -> String) {
        self.init(instant: attribution.instant, author: name(attribution.actor))
    }
}
