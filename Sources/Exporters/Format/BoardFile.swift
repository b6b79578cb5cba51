package import Boards
package import Kernel

/// One board with everything on it: `TITLE.board.json`. `Export.md` describes it for readers of the file.
package struct BoardFile: OpenFile, Equatable {
    package static let kind = "daybook-board"
    package static let version = 2
    package static let ending = ".board.json"

    package var kind: String = Self.kind
    package var version: Int = Self.version
    package var id: Written<BoardID>
    package var title: String
    /// The former titles, the oldest first.
    package var formerTitles: [String]
    package var archived: Bool
    package var trashed: Bool
    package var pinned: Bool
    package var created: WrittenAttribution
    package var updated: WrittenAttribution
    /// In their order, deleted ones too.
    package var columns: [Column]

    package struct Column: Codable, Equatable, Sendable {
        package var id: Written<ColumnID>
        package var name: String
        package var deleted: Bool
        /// Nil in files of before columns could be archived.
        package var archived: Bool?
        package var created: WrittenAttribution
        package var updated: WrittenAttribution
        /// In their order, archived and trashed ones too.
        package var cards: [Card]
    }

    package struct Card: Codable, Equatable, Sendable {
        package var id: Written<CardID>
        package var title: String
        package var formerTitles: [String]
        package var description: String
        package var archived: Bool
        package var trashed: Bool
        package var due: Due?
        package var priority: String
        package var tags: [Tag]
        package var checklists: [Checklist]
        package var comments: [Comment]
        package var files: [File]
        /// Links by identifier that the description has as paths here; missing where there are none.
        package var links: [NotesFile.Link]?
        package var created: WrittenAttribution
        package var updated: WrittenAttribution
    }

    package struct Due: Codable, Equatable, Sendable {
        package var day: String
        package var time: String?
        package var zone: String?
    }

    package struct Tag: Codable, Equatable, Sendable {
        package var colour: String
        package var label: String
    }

    package struct Checklist: Codable, Equatable, Sendable {
        /// Empty for the card's one unnamed list.
        package var name: String
        package var items: [Item]
    }

    package struct Item: Codable, Equatable, Sendable {
        package var id: Written<ChecklistItemID>
        package var text: String
        package var done: Bool
    }

    /// A file that hangs on the card.
    package struct File: Codable, Equatable, Sendable {
        package var id: Written<AttachmentID>
        package var facts: OpenFileFacts
    }

    package struct Comment: Codable, Equatable, Sendable {
        package var id: Written<CommentID>
        package var text: String
        /// The same of its text.
        package var links: [NotesFile.Link]?
        package var made: WrittenAttribution
    }
}
