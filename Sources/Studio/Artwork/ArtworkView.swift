package import Kernel

/// Everything there is to read of one artwork. Requirements J-459, B-65.
package struct ArtworkView: CanonicalView, Sendable, Equatable {
    package var line: ArtworkLine
    package var lifecycle: Lifecycle
    /// Its picture in the words of an analysis, for a person who does not see it; empty where none said. Requirement J-415.
    package var description: String
    package var uploaded: CalendarDay
    package var images: [Image]
    /// Images that were removed and can be brought back.
    package var removedImages: [Image]
    /// The albums that a person put it into, by name.
    package var albums: [String]
    /// The skills that its analyses measured, each beside the month before.
    package var skills: [ArtworkSkill]
    package var analyses: [AnalysisLine]
    package var made: NamedAttribution?
    package var touched: NamedAttribution?
    /// As they were written, byte for byte.
    package var notes: String
    /// The revisions that the next edit of the notes is based on; nil when times are left out.
    package var parents: [Int]?

    /// An image, its original and what became of it.
    package struct Image: Sendable, Equatable {
        package var facts: ImageFacts
        package var recipe: EditRecipe
        package var pose: Pose
        package var widthPixels: Int
        package var heightPixels: Int

        init(_ image: ArtImage) {
            facts = image.facts
            recipe = image.recipe
            pose = image.pose
            (widthPixels, heightPixels) = image.shownPixels
        }
    }

    /// An analysis in a line.
    package struct AnalysisLine: Sendable, Equatable {
        package var id: AnalysisID
        package var status: AnalysisStatus
        package var attempt: Int
        package var method: AnalysisMethod
        package var reason: String
        package var tips: Int
        package var suggestedTags: [SuggestedTag]
        package var usage: ProviderUsage?
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, line.title, line.caption, lifecycle == .live ? "" : spelled(lifecycle.fieldName),
            line.isFavourite ? "favourite" : "")
        lines.fact(1, "date", line.date.text)
        lines.fact(1, "category", spelled(line.category.fieldName))
        var words = ""
        for tag in line.tags { words += (words.utf8.isEmpty ? "" : ", ") + tag }
        lines.fact(1, "tags", words)
        words = ""
        for album in albums { words += (words.utf8.isEmpty ? "" : ", ") + album }
        lines.fact(1, "albums", words)
        lines.fact(1, "shows", description)
        lines.fact(1, "taken in", uploaded.text)
        lines.fact(1, "added", made?.text ?? "")
        lines.fact(1, "updated", touched?.text ?? "")
        lines.fact(1, "id", line.id.text)
        for image in images { image.write(to: &lines, "image") }
        for image in removedImages { image.write(to: &lines, "removed") }
        for skill in skills { lines.add(1, skill.sentence(today: line.date)) }
        for analysis in analyses {
            lines.add(
                1, "analysis by " + analysis.method.words, spelled(analysis.status.fieldName),
                analysis.attempt == 1 ? "" : "attempt " + String(analysis.attempt),
                analysis.tips == 0 ? "" : counted(analysis.tips, "tip"), analysis.reason)
            for suggestion in analysis.suggestedTags {
                lines.add(2, "suggests #" + suggestion.tag.text, percent(suggestion.confidence))
            }
        }
        if !notes.utf8.isEmpty {
            lines.blank()
            lines.verbatim(notes)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("artwork")
            line.write(to: &json)
            json.field("state", spelled(lifecycle.fieldName))
            if !description.utf8.isEmpty { json.field("description", description) }
            json.field("uploaded", uploaded.text)
            json.key("images")
            json.array(images) { $1.write(to: &$0) }
            json.key("removedImages")
            json.array(removedImages) { $1.write(to: &$0) }
            json.field("albums", albums)
            json.key("skills")
            json.array(skills) { $1.write(to: &$0) }
            json.key("analyses")
            json.array(analyses) { $1.write(to: &$0) }
            made?.write(to: &json, "added")
            touched?.write(to: &json, "updated")
            json.field("notes", notes)
            if let parents {
                json.key("parents")
                json.array(parents) { $0.value($1) }
            }
        }
    }
}

extension ArtworkView.Image {
    fileprivate func write(to lines: inout Lines, _ label: String) {
        lines.add(
            1, label + " " + facts.file.name.text, String(widthPixels) + " × " + String(heightPixels),
            sizeWords(facts.file.sizeBytes), recipe == .untouched ? "" : recipe.words,
            facts.taken.map { "taken " + $0.text } ?? "")
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", facts.id.text)
            json.key("file")
            facts.file.write(to: &json)
            json.field("originalWidth", facts.widthPixels)
            json.field("originalHeight", facts.heightPixels)
            json.field("orientation", facts.orientation)
            json.field("taken", facts.taken?.text)
            json.field("mirrored", pose.isMirrored)
            json.field("quarterTurns", pose.quarterTurns)
            json.key("crop")
            json.array([recipe.left, recipe.top, recipe.width, recipe.height]) { $0.value($1) }
            json.field("width", widthPixels)
            json.field("height", heightPixels)
        }
    }
}

extension ArtworkView.AnalysisLine {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("status", spelled(status.fieldName))
            json.field("attempt", attempt)
            json.field("method", method.words)
            json.field("reason", reason.utf8.isEmpty ? nil : reason)
            json.field("tips", tips)
            usage?.write(to: &json, "usage")
            json.key("suggestedTags")
            json.array(suggestedTags) { json, suggestion in
                json.object { json in
                    json.field("tag", suggestion.tag.text)
                    json.field("confidence", suggestion.confidence)
                }
            }
        }
    }
}

extension StudioView {
    /// One artwork, live or in the trash. Nil when it is not known or was undone.
    ///
    /// - Complexity: O(albums), and O(artworks) where it was analysed.
    package func artwork(_ id: ArtworkID, times: Bool = true, name: (ActorID) -> String) -> ArtworkView? {
        artwork(id, times: times, skills: model.skills(shownBy: id), name: name)
    }

    func artwork(
        _ id: ArtworkID, times: Bool, skills: [ArtworkSkill], name: (ActorID) -> String
    ) -> ArtworkView? {
        guard let slot = model.artworks.slot(of: id), let artwork = model.existing(id) else { return nil }
        var albums: [String] = []
        for album in model.albums.entries where album.flags.isLive && album.holds(id) {
            albums.append(album.name.text)
        }
        let (provenance, notes) = (provenance(of: slot), notes(of: slot))
        return ArtworkView(
            line: line(id, slot), lifecycle: artwork.flags.lifecycle, description: model.description(of: id),
            uploaded: artwork.uploaded,
            images: artwork.shownImages.map { .init($0) },
            removedImages: artwork.images.filter { $0.isRemoved && !$0.isWithdrawn }.map { .init($0) },
            albums: albums.sorted(by: precedes),
            skills: skills, analyses: analyses(of: id),
            made: times ? NamedAttribution(provenance.made, name) : nil,
            touched: times ? NamedAttribution(provenance.updated, name) : nil,
            notes: notes.string, parents: times ? notes.clock.frontier : nil)
    }

    /// In the order in which they were requested; without a live consent, that they were and not what they found.
    package func analyses(of artwork: ArtworkID) -> [ArtworkView.AnalysisLine] {
        let isAllowed = model.artworks[artwork].map { model.allows(.analysis, for: $0.child) } ?? false
        return model.finder.analyses(of: artwork).compactMap { id in
            guard let analysis = model.existing(id) else { return nil }
            let result = isAllowed ? analysis.result : nil
            return ArtworkView.AnalysisLine(
                id: id, status: analysis.status, attempt: analysis.attempt, method: analysis.method,
                reason: analysis.reason, tips: result?.tips.count ?? 0,
                suggestedTags: result?.suggestedTags ?? [], usage: analysis.result?.usage)
        }
    }
}
