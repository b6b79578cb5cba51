package import Kernel

/// The items of the studio that are in the trash; all can be brought back to where they stood.
package struct StudioTrashView: CanonicalView, Sendable, Equatable {
    package var children: [ChildView]
    /// Of children that are not themselves in the trash.
    package var artworks: [ArtworkLine]
    package var albums: [Line]
    package var stories: [Line]

    package struct Line: Sendable, Equatable {
        package var id: EntityID
        package var name: String
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, "children (" + String(children.count) + ")")
        for child in children { child.write(to: &lines, 1) }
        lines.add(0, "artworks (" + String(artworks.count) + ")")
        for artwork in artworks { artwork.write(to: &lines, 1) }
        lines.add(0, "albums (" + String(albums.count) + ")")
        for album in albums { lines.add(1, album.name) }
        lines.add(0, "stories (" + String(stories.count) + ")")
        for story in stories { lines.add(1, story.name) }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("children")
            json.array(children) { $1.write(to: &$0) }
            json.key("artworks")
            json.array(artworks) { $1.write(to: &$0) }
            for (key, lines) in [("albums", albums), ("stories", stories)] {
                json.key(key)
                json.array(lines) { json, line in
                    json.object { json in
                        json.field("id", line.id.text)
                        json.field("name", line.name)
                    }
                }
            }
        }
    }
}

extension StudioView {
    /// - Complexity: O(artworks), and as often for each child in the trash.
    package func trash(times: Bool = true, name: (ActorID) -> String) -> StudioTrashView {
        var reading = StudioTrashView(children: [], artworks: [], albums: [], stories: [])
        for (id, slot) in model.children.all where model.children[slot].flags.lifecycle == .trashed {
            if let child = child(id, times: times, name: name) { reading.children.append(child) }
        }
        for (id, slot) in model.artworks.all {
            let artwork = model.artworks[slot]
            guard artwork.flags.lifecycle == .trashed, model.children[artwork.child]?.flags.isLive ?? true else {
                continue
            }
            reading.artworks.append(line(id, slot))
        }
        for (id, slot) in model.albums.all where model.albums[slot].flags.lifecycle == .trashed {
            reading.albums.append(.init(id: id.entity, name: model.albums[slot].name.text))
        }
        for (id, slot) in model.stories.all where model.stories[slot].flags.lifecycle == .trashed {
            reading.stories.append(.init(id: id.entity, name: model.stories[slot].name.text))
        }
        reading.children.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        reading.artworks.sort { $0.date != $1.date ? $0.date > $1.date : $0.id > $1.id }
        reading.albums.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        reading.stories.sort { inOrder(($0.name, $0.id), ($1.name, $1.id)) }
        return reading
    }
}
