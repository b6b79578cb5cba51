package import Kernel

/// Tells a person what an event did, in one line, and shows what changed where a text did.
package enum StudioHistory {
    /// One line on what `event` did.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    ///   - name: what another thing, such as a child, is called today.
    package static func summary(
        of event: StudioEvent, before: StudioView, after: StudioView, name: (EntityID) -> String?
    ) -> String {
        ofChild(event, before, after) ?? ofArtwork(event, before, after, name) ?? ofImage(event, after)
            ?? ofAlbum(event, before, after, name) ?? ofAnalysis(event, before, after, name)
            ?? ofStory(event, before, after) ?? ofMilestone(event, before, after, name) ?? ofDecision(event, name)
    }

    private static func ofChild(_ event: StudioEvent, _ before: StudioView, _ after: StudioView) -> String? {
        switch event {
        case .childAdded(_, let name, let birth, _):
            "added the child " + quoted(name.text) + (birth.map { ", born " + $0.text } ?? "")
        case .childRenamed(let id, let name):
            "renamed the child " + quoted(before.name(of: id.entity)) + " to " + quoted(name.text)
        case .childBirthCorrected(let id, let birth):
            birth.map { "set the birth of " + quoted(after.name(of: id.entity)) + " to " + $0.text }
                ?? "removed the birth of " + quoted(after.name(of: id.entity))
        case .childPortrayed(let id, let avatar):
            "changed the portrait of " + quoted(after.name(of: id.entity)) + " to " + avatar.words
        case .childTrashed(let id): "deleted the child " + quoted(after.name(of: id.entity))
        case .childRestored(let id): "restored the child " + quoted(after.name(of: id.entity))
        case .childWithdrawn(let id): "undid adding the child " + quoted(after.name(of: id.entity))
        case .childReinstated(let id): "redid adding the child " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofArtwork(
        _ event: StudioEvent, _ before: StudioView, _ after: StudioView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .artworkUploaded(let id, let child, let new):
            "took in " + quoted(after.name(of: id.entity)) + " of " + quoted(name(child.entity)) + ", "
                + counted(new.images.count, "image")
        case .artworkDated(let id, let day): "dated " + quoted(after.name(of: id.entity)) + " to " + day.text
        case .artworkCategorised(let id, let category):
            "filed " + quoted(after.name(of: id.entity)) + " under " + spelled(category.fieldName)
        case .artworkMediumSet(let id, let medium):
            medium.map { "set the medium of " + quoted(after.name(of: id.entity)) + " to " + quoted($0.text) }
                ?? "removed the medium of " + quoted(after.name(of: id.entity))
        case .artworkCaptioned(let id, let caption):
            caption.map { "captioned " + quoted(before.name(of: id.entity)) + " as " + quoted($0.text) }
                ?? "removed the caption of " + quoted(before.name(of: id.entity))
        case .artworkAnnotated(let id, _): "edited the notes of " + quoted(after.name(of: id.entity))
        case .artworkTagged(let id, let tags): "tagged " + quoted(after.name(of: id.entity)) + " with " + listed(tags)
        case .artworkUntagged(let id, let tags): "untagged " + quoted(after.name(of: id.entity)) + ": " + listed(tags)
        case .artworkReassigned(let id, let source, let target):
            "moved " + quoted(after.name(of: id.entity)) + " from " + quoted(name(source.entity)) + " to "
                + quoted(name(target.entity))
        case .artworkFavourited(let id): "made " + quoted(after.name(of: id.entity)) + " a favourite"
        case .artworkUnfavourited(let id): "made " + quoted(after.name(of: id.entity)) + " no favourite any more"
        case .artworkOpened(let id): "looked at " + quoted(after.name(of: id.entity))
        case .artworkTrashed(let id): "deleted " + quoted(after.name(of: id.entity))
        case .artworkRestored(let id): "restored " + quoted(after.name(of: id.entity))
        case .artworkWithdrawn(let id): "undid taking in " + quoted(after.name(of: id.entity))
        case .artworkReinstated(let id): "redid taking in " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    private static func ofImage(_ event: StudioEvent, _ after: StudioView) -> String? {
        switch event {
        case .imageAdded(let id, let image, _):
            "added the image " + quoted(image.file.name.text) + " to " + quoted(after.name(of: id.entity))
        case .imageMoved(let id, let image, _): "moved " + file(image, id, after)
        case .imageRemoved(let id, let image): "removed " + file(image, id, after)
        case .imageReturned(let id, let image): "brought back " + file(image, id, after)
        case .imageWithdrawn(let id, let image): "undid adding " + file(image, id, after)
        case .imageReinstated(let id, let image): "redid adding " + file(image, id, after)
        case .imageEdited(let id, let image, let recipe):
            recipe == .untouched
                ? "showed the original of " + file(image, id, after) : recipe.words + " " + file(image, id, after)
        default: nil
        }
    }

    private static func ofAlbum(
        _ event: StudioEvent, _ before: StudioView, _ after: StudioView, _ name: (EntityID) -> String?
    ) -> String? {
        switch event {
        case .albumCreated(_, let title, let filter):
            "created the " + (filter == nil ? "album " : "smart album ") + quoted(title.text)
        case .albumRenamed(let id, let title):
            "renamed the album " + quoted(before.name(of: id.entity)) + " to " + quoted(title.text)
        case .albumRefiltered(let id, _): "changed what the album " + quoted(after.name(of: id.entity)) + " shows"
        case .albumArtworkAdded(let id, let artwork, _):
            "added " + quoted(name(artwork.entity)) + " to the album " + quoted(after.name(of: id.entity))
        case .albumArtworkMoved(let id, let artwork, _):
            "moved " + quoted(name(artwork.entity)) + " within the album " + quoted(after.name(of: id.entity))
        case .albumArtworkRemoved(let id, let artwork):
            "took " + quoted(name(artwork.entity)) + " out of the album " + quoted(after.name(of: id.entity))
        case .albumTrashed(let id): "deleted the album " + quoted(after.name(of: id.entity))
        case .albumRestored(let id): "restored the album " + quoted(after.name(of: id.entity))
        case .albumWithdrawn(let id): "undid creating the album " + quoted(after.name(of: id.entity))
        case .albumReinstated(let id): "redid creating the album " + quoted(after.name(of: id.entity))
        default: nil
        }
    }

    static func quoted(_ name: String?) -> String { name.map { "\"" + $0 + "\"" } ?? "something unknown" }

    private static func listed(_ tags: [Name]) -> String {
        var words = ""
        for tag in tags { words += (words.utf8.isEmpty ? "" : ", ") + tag.text }
        return words
    }

    private static func file(_ image: ImageID, _ id: ArtworkID, _ view: StudioView) -> String {
        let artwork = view.model.artworks[id]
        let name = artwork.flatMap { artwork in
            artwork.imageIndex(image).map { artwork.images[$0].facts.file.name.text }
        }
        return "the image " + quoted(name) + " of " + quoted(view.name(of: id.entity))
    }

    /// Where a text changed, the lines that did; nil for events that change none.
    ///
    /// - Parameters:
    ///   - before: the view of the event's subject alone, just before it; `after`: just after.
    package static func diff(of event: StudioEvent, before: StudioView, after: StudioView) -> String? {
        switch event {
        case .artworkUploaded(let id, _, _), .artworkAnnotated(let id, _):
            lines(from: before.notes(of: id)?.string ?? "", to: after.notes(of: id)?.string ?? "")
        case .storyTold(let id, let version, let text):
            lines(from: earlier(than: version, id, before), to: text.plain)
        default: nil
        }
    }

    /// Returns the text that was told last before `version`.
    private static func earlier(than version: Int, _ id: StoryID, _ view: StudioView) -> String {
        guard let story = view.model.stories[id], let shown = story.shown, shown < version else { return "" }
        return story[shown]?.text?.plain ?? ""
    }

    private static func lines(from old: String, to new: String) -> String? {
        let diff = LineDiff.unified(from: old, to: new)
        return diff.utf8.isEmpty ? nil : diff
    }
}

extension Birth {
    /// `2022-04`, or `about 2022-04` where it was worked out from an age.
    package var text: String { (isEstimated ? "about " : "") + month.text }
}

extension Avatar {
    package var words: String {
        switch self {
        case .none: "the first letter"
        case .emoji(let text): text
        case .photo(let file): "the photo " + file.name.text
        }
    }
}

extension EditRecipe {
    /// `turned, mirrored and cropped`: what it does, in a word or two.
    package var words: String {
        var words: [String] = []
        if quarterTurns != 0 { words.append("turned") }
        if isMirrored { words.append("mirrored") }
        if width != Self.whole || height != Self.whole { words.append("cropped") }
        guard let last = words.popLast() else { return "untouched" }
        return words.isEmpty ? last : words.joined(separator: ", ") + " and " + last
    }
}

extension StoryText {
    /// The passages, a blank line between two.
    package var plain: String {
        var text = ""
        for passage in passages { text += (text.utf8.isEmpty ? "" : "\n\n") + passage.text }
        return text.utf8.isEmpty ? "" : text + "\n"
    }
}
