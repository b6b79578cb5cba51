package import Kernel

/// One story with all its versions. Requirements J-401, J-419.
package struct StoryView: CanonicalView, Sendable, Equatable {
    package var id: StoryID
    package var title: String
    package var lifecycle: Lifecycle
    package var touched: NamedAttribution?
    /// The one that is shown; nil while none was told.
    package var shown: Int?
    package var versions: [Version]

    package struct Version: Sendable, Equatable {
        package var number: Int
        package var request: StoryRequest
        package var status: StoryStatus
        package var reason: String
        /// Of what was told; never of what was held back.
        package var text: StoryText?
        /// Beside `request.artworks`.
        package var artworkTitles: [String]
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, title, lifecycle == .live ? "" : spelled(lifecycle.fieldName),
            touched.map { "updated " + $0.text } ?? "")
        for version in versions {
            lines.add(
                1, "version " + String(version.number), version.request.theme.text,
                spelled(version.request.length.fieldName), spelled(version.status.fieldName),
                version.number == shown ? "shown" : "", version.reason)
            var words = ""
            for name in version.request.names { words += (words.utf8.isEmpty ? "with " : ", ") + name.text }
            lines.add(2, words, version.artworkTitles.joined(separator: ", "))
            if !version.request.note.utf8.isEmpty { lines.block(2, version.request.note) }
        }
        if let shown, let told = versions.first(where: { $0.number == shown })?.text {
            lines.blank()
            lines.verbatim(told.plain)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("title", title)
            json.field("state", spelled(lifecycle.fieldName))
            json.key("shown")
            if let shown { json.value(shown) } else { json.null() }
            touched?.write(to: &json, "updated")
            json.key("versions")
            json.array(versions) { $1.write(to: &$0) }
        }
    }
}

extension StoryView.Version {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("version", number)
            json.field("theme", request.theme.text)
            json.field("names", request.names.map { $0.text })
            json.field("length", spelled(request.length.fieldName))
            json.field("note", request.note)
            json.field("artworks", request.artworks.map { $0.text })
            json.field("status", spelled(status.fieldName))
            json.field("reason", reason.utf8.isEmpty ? nil : reason)
            json.field("method", text?.method.words)
            text?.usage?.write(to: &json, "usage")
            json.key("passages")
            json.array(text?.passages ?? []) { json, passage in
                json.object { json in
                    json.field("text", passage.text)
                    json.field("artworks", passage.artworks.map { $0.text })
                }
            }
        }
    }
}

/// The stories of a family at a glance.
package struct StoryListView: CanonicalView, Sendable, Equatable {
    /// The one that was asked for last comes first.
    package var stories: [Line]

    package struct Line: Sendable, Equatable {
        package var id: StoryID
        package var title: String
        package var status: StoryStatus
        package var versions: Int
        package var artworks: Int
        package var touched: NamedAttribution?
    }

    package var text: String {
        var lines = Lines()
        for story in stories {
            lines.add(
                0, story.title, spelled(story.status.fieldName), counted(story.artworks, "artwork"),
                story.versions == 1 ? "" : counted(story.versions, "version"),
                story.touched.map { "updated " + $0.text } ?? "")
        }
        if stories.isEmpty { lines.add(0, "No stories yet.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(stories) { json, story in
            json.object { json in
                json.field("id", story.id.text)
                json.field("title", story.title)
                json.field("status", spelled(story.status.fieldName))
                json.field("versions", story.versions)
                json.field("artworks", story.artworks)
                story.touched?.write(to: &json, "updated")
            }
        }
    }
}

extension StudioView {
    /// One story, live or in the trash. Nil when it is not known or was undone.
    package func story(_ id: StoryID, times: Bool = true, name: (ActorID) -> String) -> StoryView? {
        guard let slot = model.stories.slot(of: id), let story = model.existing(id) else { return nil }
        var reading = StoryView(
            id: id, title: story.name.text, lifecycle: story.flags.lifecycle,
            touched: times ? NamedAttribution(provenance(of: slot).updated, name) : nil, shown: story.shown, versions: [])
        for (index, version) in story.versions.enumerated() where !version.isWithdrawn {
            reading.versions.append(
                .init(
                    number: index + 1, request: version.request, status: version.status, reason: version.reason,
                    text: version.status == .told ? version.text : nil,
                    artworkTitles: version.request.artworks.map { self.name(of: $0.entity) ?? $0.text }))
        }
        return reading
    }

    /// The stories that are there; trashed ones are in `trash`.
    ///
    /// - Parameters:
    ///   - asked: a child that one of the artworks is of; nil for any.
    ///   - mayBeSeen: true for a child that the reader may see, for a reader who does not see all: a story is included only
    ///     where all its artworks are of such children.
    package func stories(
        of asked: ChildID? = nil, times: Bool = true, mayBeSeen: ((ChildID) -> Bool)? = nil, name: (ActorID) -> String
    ) -> StoryListView {
        var lines: [StoryListView.Line] = []
        for (id, slot) in model.stories.all.reversed() where model.stories[slot].flags.isLive {
            let story = model.stories[slot]
            if asked != nil || mayBeSeen != nil {
                let children = self.children(ofStory: id)
                if let asked, !children.contains(asked) { continue }
                if let mayBeSeen, children.isEmpty || !children.allSatisfy({ $0.map(mayBeSeen) ?? false }) { continue }
            }
            // What is shown counts, and else how far the last version has come.
            let version = story[story.shown ?? story.latest]
            lines.append(
                .init(
                    id: id, title: story.name.text, status: version?.status ?? .pending,
                    versions: story.versions.count { !$0.isWithdrawn }, artworks: version?.request.artworks.count ?? 0,
                    touched: times ? NamedAttribution(provenance(of: slot).updated, name) : nil))
        }
        return StoryListView(stories: lines)
    }

    /// The children of the artworks that any version of a story is told around, each once; nil stands for that of an artwork
    /// that is no more.
    package func children(ofStory id: StoryID) -> [ChildID?] {
        var children: [ChildID?] = []
        for version in model.stories[id]?.versions ?? [] {
            for artwork in version.request.artworks {
                let child = model.artworks[artwork]?.child
                if !children.contains(child) { children.append(child) }
            }
        }
        return children
    }
}
