import Accounts
import Exporters
import Foundation
import Kernel
import Notes
import Runtime
import Studio
import Workspace

/// The view of anyone who has a share link: the thing as it is now, and nothing around it.
///
/// Of a note its title, text, drawings and pictures; of an artwork its title, its day, its medium and its images; of an
/// album its artworks; of a story its words as they were told, with the names in them, and the first image of each artwork.
/// No name besides but that of who shares it, not the child's either; no folder, tag, note of the parents or history, and of
/// an analysis what is to be seen in the picture anyway.
struct SharedView: CanonicalView, Sendable {
    var kind: SharedKind
    var title: String
    /// The name of the account that shares it; nil where it has none.
    var sender: String?
    var isViewOnly: Bool
    var expires: Instant
    /// One of a note or an artwork, one for each artwork of an album and each passage of a story.
    var parts: [Part]

    struct Part: Sendable {
        /// Empty where it is the title of the whole.
        var title = ""
        /// The day that an artwork was made on.
        var day = ""
        var medium = ""
        /// CommonMark, with the drawings where they stand in it.
        var flow: [Flow] = []
        var pictures: [SharedPicture] = []
        /// Attached files that are no pictures: named, and not handed out, since nothing here can take out of them what
        /// they say of places.
        var files: [FileFacts] = []
    }

    enum Flow: Sendable {
        case text(String)
        /// SVG without anything but its lines.
        case drawing(String)
    }

    var pictures: [SharedPicture] { parts.flatMap(\.pictures) }

    /// The texts of all parts that are more than spaces.
    var texts: [String] {
        parts.flatMap(\.flow).compactMap { piece in
            if case .text(let text) = piece, !trimmed(text).isEmpty { text } else { nil }
        }
    }

    /// UTF-8 bytes of all words and drawings.
    var contentBytes: Int {
        parts.reduce(0) { sum, part in
            part.flow.reduce(sum + part.title.utf8.count) { sum, piece in
                switch piece {
                case .text(let words): sum + words.utf8.count
                case .drawing(let svg): sum + svg.utf8.count
                }
            }
        }
    }

    var text: String {
        var lines = Lines()
        lines.add(0, title, spelled(kind.fieldName), sender.map { "from " + $0 } ?? "")
        for part in parts {
            lines.add(
                0, part.title, part.day, part.medium, part.pictures.isEmpty ? "" : counted(part.pictures.count, "picture"))
            lines.block(0, part.text)
            for file in part.files { lines.fact(1, "file", file.name.text) }
        }
        return lines.text
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", spelled(kind.fieldName))
            json.field("title", title)
            json.field("from", sender)
            json.field("viewOnly", isViewOnly)
            json.field("expires", expires.text)
            json.key("parts")
            json.array(parts) { $1.write(to: &$0) }
        }
    }
}

/// A picture as a share link shows it.
struct SharedPicture: Sendable, Equatable {
    /// Of the original, which is never handed out as it is.
    var original: Digest
    var recipe: EditRecipe
    /// The address it is requested by: tells nothing of the original, and changes when the picture is edited.
    var address: Digest
    /// The text in its place for a person who does not see it.
    var alternative = ""
    /// As it is shown; nil where nobody knows.
    var widthPixels: Int?
    var heightPixels: Int?

    init?(_ file: FileFacts, _ recipe: EditRecipe = .untouched, for link: ShareLinkID) {
        guard let original = Digest(bytes: file.digest) else { return nil }
        self.original = original
        self.recipe = recipe
        address = Digest(of: Array("shared \(link.text) \(original.text) \(recipe.word)".utf8))
    }
}

extension SharedView.Part {
    /// With `[drawing 1]` where a drawing is.
    var text: String {
        var text = ""
        var drawings = 0
        for piece in flow {
            switch piece {
            case .text(let words): text += words
            case .drawing:
                drawings += 1
                text += "[drawing \(drawings)]"
            }
        }
        return text
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("title", title.isEmpty ? nil : title)
            json.field("day", day.isEmpty ? nil : day)
            json.field("medium", medium.isEmpty ? nil : medium)
            json.field("text", text)
            json.key("drawings")
            json.array(flow) { json, piece in
                if case .drawing(let svg) = piece { json.value(svg) }
            }
            json.key("pictures")
            json.array(pictures) { json, picture in
                json.object { json in
                    json.field("file", picture.address.text)
                    json.field("alternative", picture.alternative)
                }
            }
            json.key("files")
            json.array(files) { json, file in
                json.object { json in
                    json.field("name", file.name.text)
                    json.field("mediaType", file.mediaType)
                    json.field("sizeBytes", file.sizeBytes)
                }
            }
        }
    }
}

extension WorkspaceView {
    /// Returns the content of a share link; nil when its thing is in the trash, erased or never existed.
    ///
    /// - Complexity: O(pictures of it); for an album as for its view.
    func shared(by id: ShareLinkID, _ link: ShareLink) -> SharedView? {
        let (title, parts): (String, [SharedView.Part])
        switch link.thing.kind {
        case .note:
            guard notes.isVisible(link.thing.id.as(Note.self)), let note = notes.note(link.thing.id.as(Note.self)) else {
                return nil
            }
            (title, parts) = (note.title.text, [part(of: note, id)])
        case .artwork:
            guard let artwork = visible(link.thing.id.as(Artwork.self)) else { return nil }
            (title, parts) = (
                studio.title(of: artwork), [part(of: link.thing.id.as(Artwork.self), artwork, id, isOneOfMany: false)]
            )
        case .album:
            let album = link.thing.id.as(Album.self)
            guard presence(of: .album(album)) == .present else { return nil }
            (title, parts) = (
                studio.name(of: album.entity) ?? "",
                studio.artworks(inAlbum: album).compactMap { picture in
                    visible(picture).map { part(of: picture, $0, id, isOneOfMany: true) }
                }
            )
        case .story:
            guard presence(of: .story(link.thing.id.as(Story.self))) == .present,
                let story = studio.model.existing(link.thing.id.as(Story.self)),
                let text = story.shown.flatMap({ story[$0]?.text })
            else { return nil }
            (title, parts) = (story.name.text, passages(of: text, id))
        case .other: return nil
        }
        return SharedView(
            kind: link.thing.kind, title: title, isViewOnly: link.isViewOnly, expires: link.expires, parts: parts)
    }

    /// The passages of a story, each with the pictures that it is the first to tell of.
    private func passages(of story: StoryText, _ link: ShareLinkID) -> [SharedView.Part] {
        var seen: Set<ArtworkID> = []
        return story.passages.map { passage in
            var part = SharedView.Part()
            part.flow = [.text(passage.text)]
            for id in passage.artworks {
                guard seen.insert(id).inserted, let artwork = visible(id) else { continue }
                part.pictures += self.part(of: id, artwork, link, isOneOfMany: false).pictures.prefix(1)
            }
            return part
        }
    }

    private func visible(_ id: ArtworkID) -> Artwork? {
        studio.model.isVisible(id) ? studio.model.existing(id) : nil
    }

    private func part(of id: ArtworkID, _ artwork: Artwork, _ link: ShareLinkID, isOneOfMany: Bool) -> SharedView.Part {
        SharedView.Part(
            title: isOneOfMany ? studio.title(of: artwork) : "", day: artwork.date.text,
            medium: artwork.medium?.text ?? "",
            pictures: Self.named(
                artwork.shownImages.compactMap { image in
                    var picture = SharedPicture(image.facts.file, image.recipe, for: link)
                    picture?.widthPixels = image.shownPixels.width
                    picture?.heightPixels = image.shownPixels.height
                    return picture
                }, after: studio.alternative(of: id, artwork)))
    }

    /// The pictures of one thing with their alternative texts: what they are of, and which of several.
    private static func named(_ pictures: [SharedPicture], after title: String) -> [SharedPicture] {
        var pictures = pictures
        for index in pictures.indices {
            let place = pictures.count == 1 ? "" : ", picture \(index + 1) of \(pictures.count)"
            pictures[index].alternative = title + place
        }
        return pictures
    }

    private func part(of note: NoteView, _ link: ShareLinkID) -> SharedView.Part {
        var part = SharedView.Part()
        var places: [(range: Range<String.Index>, drawing: NoteView.Drawing)] = []
        let body = PlacelessText.of(note.body)
        for drawing in note.ink {
            guard let range = body.range(of: Ink.anchor(drawing.id), options: .literal) else { continue }
            places.append((range, drawing))
        }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        var start = body.startIndex
        for (range, drawing) in places {
            part.flow.append(.text(String(body[start..<range.lowerBound])))
            part.flow.append(.drawing(InkDrawing(id: drawing.id, strokes: drawing.strokes).lines))
            start = range.upperBound
        }
        part.flow.append(.text(String(body[start...])))
        for file in note.files {
            let picture = file.facts.mediaType.hasPrefix("image/") ? SharedPicture(file.facts, for: link) : nil
            if let picture { part.pictures.append(picture) } else { part.files.append(file.facts) }
        }
        part.pictures = Self.named(part.pictures, after: note.title.text)
        return part
    }
}
