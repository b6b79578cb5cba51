package import Kernel

extension StudioView {
    /// Writes every reading of everything as one canonical JSON object: what digests and comparisons are taken over.
    ///
    /// - Parameters:
    ///   - times: without them, undoing leads to the identical bytes.
    ///   - flush: called after each thing, so that a large view need not be held as text: take the bytes and call
    ///     `removeAll`.
    package func writeCanonical(
        to json: inout JSONWriter, times: Bool = true, name: (ActorID) -> String,
        flush: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.key("children")
        children(times: times, name: name).write(to: &json)
        json.key("artwork")
        json.beginArray()
        let skills = skillsOfAll()
        for (id, slot) in model.artworks.all {
            guard var artwork = artwork(id, times: times, skills: [], name: name) else { continue }
            artwork.skills = skills.shown(by: id, model.artworks[slot], model)
            artwork.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("gallery")
        gallery().write(to: &json)
        json.key("album")
        json.beginArray()
        for id in model.albums.ids {
            album(id, times: times, name: name)?.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("tips")
        tips().write(to: &json)
        flush(&json)
        json.key("story")
        json.beginArray()
        for id in model.stories.ids {
            story(id, times: times, name: name)?.write(to: &json)
            flush(&json)
        }
        json.endArray()
        json.key("milestones")
        milestones(hidden: true).write(to: &json)
        json.key("consents")
        consents(times: times, name: name).write(to: &json)
        json.key("reminders")
        reminders().write(to: &json)
        json.key("duplicates")
        duplicates().write(to: &json)
        json.key("storage")
        storage().write(to: &json)
        json.key("trash")
        trash(times: times, name: name).write(to: &json)
        if times {
            json.key("formerNames")
            formerNames.write(to: &json)
        }
        json.endObject()
    }

    /// The series of each child, worked out once for all of its artworks.
    private func skillsOfAll() -> SkillsOfChildren {
        SkillsOfChildren(children: model.children.ids.map { ($0, model.skills(of: $0)) })
    }
}

private struct SkillsOfChildren {
    var children: [(id: ChildID, series: [SkillSeries])]

    func shown(by id: ArtworkID, _ artwork: Artwork, _ model: StudioModel) -> [ArtworkSkill] {
        guard model.allows(.analysis, for: artwork.child), let measured = model.measured(id, artwork) else {
            return []
        }
        return ArtworkSkill.all(of: measured, among: children.first { $0.id == artwork.child }?.series ?? [])
    }
}
