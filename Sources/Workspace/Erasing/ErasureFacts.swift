package import Kernel

/// The record of an erasure: how much is gone and why, and nothing of what it was.
package struct ErasureFacts: Sendable, Equatable {
    /// Bytes of a reason.
    package static let reasonBytesMax = 500

    package var kind: ErasedKind
    /// Things that are gone, the one that was named included.
    package var things: Int
    /// Records whose payload is gone.
    package var records: Int
    /// Attached files whose bytes are gone, because nothing else speaks of them.
    package var files: Int
    /// As the person put it; empty where they gave none.
    package var reason: String

    package init(kind: ErasedKind, things: Int, records: Int, files: Int, reason: String = "") {
        self.kind = kind
        self.things = things
        self.records = records
        self.files = files
        self.reason = reason
    }

    /// `3 things, 17 records, 1 file`.
    package var counts: String {
        counted(things, "thing") + ", " + counted(records, "record") + ", " + counted(files, "file")
    }
}

/// The kind of what was erased, in one word. Raw values stand in the journal for ever.
package enum ErasedKind: UInt64, FieldChoice, Sendable {
    case folder = 0
    case note = 1
    case attachment = 2
    case board = 3
    case column = 4
    case card = 5
    case item = 6
    case collection = 7
    case child = 8
    case artwork = 9
    case album = 10
    case story = 11
    /// The name of a person, where they had written.
    case person = 12
    /// Things that had been in the trash, or had been taken off, for as long as their owner wants them kept.
    case old = 16

    package static var blank: ErasedKind { .folder }

    package var fieldName: StaticString {
        switch self {
        case .folder: "folder"
        case .note: "note"
        case .attachment: "attachment"
        case .board: "board"
        case .column: "column"
        case .card: "card"
        case .item: "item"
        case .collection: "collection"
        case .child: "child"
        case .artwork: "artwork"
        case .album: "album"
        case .story: "story"
        case .person: "person"
        case .old: "old"
        }
    }

    package var word: String { spelled(fieldName) }
}

extension ErasureFacts: FieldMessage {
    package static var schemaName: StaticString { "ErasureFacts" }
    package static var blank: ErasureFacts { ErasureFacts(kind: .blank, things: 0, records: 0, files: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "kind", &kind)
        coder.field(2, "things", &things)
        coder.field(3, "records", &records)
        coder.field(4, "files", &files)
        coder.field(5, "reason", &reason)
    }
}

/// An erasure as the register remembers it.
package struct Erasure: Sendable, Equatable {
    /// The thing that was named.
    package var entity: EntityID
    package var facts: ErasureFacts

    package init(entity: EntityID, facts: ErasureFacts) {
        self.entity = entity
        self.facts = facts
    }
}

extension Erasure: FieldMessage {
    package static var schemaName: StaticString { "Erasure" }
    package static var blank: Erasure { Erasure(entity: .zero, facts: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "entity", &entity)
        coder.field(2, "facts", &facts)
    }
}

extension EntityID {
    /// The subject of an erasure that names no one thing, such as everything older than a year.
    ///
    /// A name-based identifier in the form of RFC 9562, version 8: made up by us.
    package static var everythingOld: EntityID { EntityID(hi: 0x6F6C_6464_6179_8000, lo: 0x8000_0000_0000_0001) }
}
