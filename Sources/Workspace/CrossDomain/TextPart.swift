import Boards
import Capture
import Kernel
import Notes
import Studio

/// The text of a thing that is meant: a note has one, a card many.
package enum TextField: Sendable, Equatable {
    case title
    case body
    /// The handwriting recognised in drawings.
    case handwriting
    /// The text read from attached pictures.
    case picture
    case description
    case checklistItem
    case comment
    case medium
    case tag
    case file

    package var word: String {
        switch self {
        case .title: "title"
        case .body: "text"
        case .handwriting: "handwriting"
        case .picture: "picture"
        case .description: "description"
        case .checklistItem: "checklist item"
        case .comment: "comment"
        case .medium: "medium"
        case .tag: "tag"
        case .file: "file"
        }
    }

    /// True if a program read it from what is seen, and may have erred by a letter.
    package var isRead: Bool { self == .handwriting || self == .picture }

    /// True if people write Markdown there, and so links.
    var holdsLinks: Bool {
        switch self {
        case .body, .description, .checklistItem, .comment: true
        case .title, .handwriting, .picture, .medium, .tag, .file: false
        }
    }
}

extension WorkspaceView {
    /// Calls `body` with the texts of one thing besides its title, as UTF-8: what is searched and what holds links.
    ///
    /// - Parameter files: the files of everything, from `filesOfThings()`; for callers that look for their names and texts.
    /// - Complexity: O(bytes of its texts).
    func forEachText(
        of referent: EntityRef, files: [EntityID: [HeldFile]] = [:], _ body: (TextField, [UInt8]) -> Void
    ) {
        forEachOwnText(of: referent, body)
        for held in files[referent.entity] ?? [] {
            body(.file, Array(held.file.name.text.utf8))
            guard let read = held.read, !read.text.utf8.isEmpty else { continue }
            body(.picture, Array(read.text.utf8))
            let others = read.lines.flatMap { $0.others }.joined(separator: "\n")
            if !others.utf8.isEmpty { body(.picture, Array(others.utf8)) }
        }
    }

    /// Returns the files of each thing.
    ///
    /// - Parameter ofUndone: the files of what was undone too.
    func filesOfThings(ofUndone: Bool = false) -> [EntityID: [HeldFile]] {
        var files: [EntityID: [HeldFile]] = [:]
        for held in ofUndone ? heldFilesOfAnything() : heldFiles() {
            files[held.holder.entity, default: []].append(held)
        }
        return files
    }

    private func forEachOwnText(of referent: EntityRef, _ body: (TextField, [UInt8]) -> Void) {
        switch referent {
        case .note(let id):
            guard let slot = notes.notes.slot(of: id) else { return }
            let written = bytes(of: notes.notes[slot].body)
            let hasInk = !notes.notes[slot].inks.ids.isEmpty
            if !SealedText.isSealed(written) { body(.body, hasInk ? Ink.withoutAnchors(written) : written) }
            for (_, recognition) in notes.notes[slot].recognised {
                body(.handwriting, Array(recognition.text.utf8))
                let others = recognition.lines.flatMap { $0.others }.joined(separator: "\n")
                if !others.utf8.isEmpty { body(.handwriting, Array(others.utf8)) }
            }
            for tag in notes.notes[slot].tags { body(.tag, Array(tag.text.utf8)) }
        case .card(let id):
            guard let slot = boards.model.cards.slot(of: id) else { return }
            let card = boards.model.cards[slot]
            body(.description, bytes(of: boards.description(of: slot)))
            for item in card.items where !item.isRemoved { body(.checklistItem, Array(item.text.text.utf8)) }
            for comment in card.comments where !comment.isRemoved { body(.comment, Array(comment.text.utf8)) }
            for tag in card.tags where !tag.label.utf8.isEmpty { body(.tag, Array(tag.label.utf8)) }
        case .item(let id):
            guard let slot = capture.model.items.slot(of: id) else { return }
            let item = capture.model.items[slot]
            body(.body, Array(item.content.utf8))
            for tag in item.tags { body(.tag, Array(tag.text.utf8)) }
        case .artwork(let id):
            guard let slot = studio.model.artworks.slot(of: id) else { return }
            body(.body, bytes(of: studio.notes(of: slot)))
            if let medium = studio.model.artworks[slot].medium { body(.medium, Array(medium.text.utf8)) }
            for tag in studio.model.artworks[slot].tags { body(.tag, Array(tag.text.utf8)) }
        case .story(let id):
            guard let story = studio.model.stories[id], let shown = story.shown else { return }
            for passage in story[shown]?.text?.passages ?? [] { body(.body, Array(passage.text.utf8)) }
        case .folder, .board, .column, .collection, .child, .album: return
        }
    }

    private func bytes(of text: TextDocument) -> [UInt8] {
        var bytes: [UInt8] = []
        text.buffer.forEachUTF8Piece { piece in
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return bytes
    }
}
