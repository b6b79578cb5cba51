import Boards
import Capture
package import Kernel
import Notes
import Studio

/// A kind of thing that records are about. A person cannot name things of every kind.
package enum SubjectKind: Sendable, CaseIterable {
    case actor, device
    case folder, note
    /// Attached to anything of any domain.
    case file
    case board, column, card
    case item, collection, tag, prompt, run
    /// All children as one, of which a workspace has one.
    case family
    case child, artwork, album, analysis, story, milestone

    /// As the counts of an erasure say it.
    var word: String {
        switch self {
        case .actor: "person"
        case .device: "device"
        case .folder: "folder"
        case .note: "note"
        case .file: "file"
        case .board: "board"
        case .column: "column"
        case .card: "card"
        case .item: "item"
        case .collection: "collection"
        case .tag: "tag"
        case .prompt: "prompt"
        case .run: "organising run"
        case .family: "family"
        case .child: "child"
        case .artwork: "artwork"
        case .album: "album"
        case .analysis: "analysis"
        case .story: "story"
        case .milestone: "milestone"
        }
    }
}

/// A thing with its kind. A journal from before an identifier was one thing's alone may have two things of one, and what is
/// said of the one must not be taken for the other.
package struct EntityKey: Hashable, Sendable {
    package var kind: SubjectKind
    package var entity: EntityID

    package init<Kind>(_ kind: SubjectKind, _ id: Identifier<Kind>) {
        self.kind = kind
        entity = id.entity
    }

    package init(_ referent: EntityRef) {
        let kind: SubjectKind =
            switch referent.kind {
            case .folder: .folder
            case .note: .note
            case .board: .board
            case .column: .column
            case .card: .card
            case .item: .item
            case .collection: .collection
            case .child: .child
            case .artwork: .artwork
            case .album: .album
            case .story: .story
            }
        self.init(kind, referent.entity)
    }
}

extension WorkspaceEvent {
    /// Of which kind the thing is that the event is about; nil where that may be any: it says where something came from, or
    /// that something was erased.
    package var subjectKind: SubjectKind? {
        switch self {
        case .registry(let event): event.subjectKind
        case .notes(let event): NoteEvent.subjectKind(of: event.tag)
        case .boards(let event): BoardEvent.subjectKind(of: event.tag)
        case .capture(let event): CaptureEvent.subjectKind(of: event.tag)
        case .studio(let event): event.subjectKind
        }
    }

    /// The thing that the event brings into being; nil for an event that makes nothing.
    package var made: EntityKey? {
        switch self {
        case .notes(.folderCreated(let id, _, _)): EntityKey(.folder, id)
        case .notes(.noteCreated(let id, _, _, _)): EntityKey(.note, id)
        case .notes(.fileAttached(let id, _, _)): EntityKey(.file, id)
        case .boards(.boardOpened(let id, _)): EntityKey(.board, id)
        case .boards(.columnAdded(let id, _, _, _)): EntityKey(.column, id)
        case .boards(.cardAdded(let id, _, _, _, _)): EntityKey(.card, id)
        case .capture(.itemCaptured(let id, _, _, _)): EntityKey(.item, id)
        case .capture(.collectionCreated(let id, _, _)): EntityKey(.collection, id)
        case .capture(.tagCreated(let id, _, _)): EntityKey(.tag, id)
        case .capture(.runRequested(let id, _)): EntityKey(.run, id)
        case .capture(.fileAttached(let id, _, _)): EntityKey(.file, id)
        case .studio(.childAdded(let id, _, _, _)): EntityKey(.child, id)
        case .studio(.artworkUploaded(let id, _, _)): EntityKey(.artwork, id)
        case .studio(.albumCreated(let id, _, _)): EntityKey(.album, id)
        case .studio(.analysisRequested(let id, _, _, _)): EntityKey(.analysis, id)
        case .studio(.storyRequested(let id, _)): EntityKey(.story, id)
        case .studio(.milestoneCelebrated(let id, _, _, _)): EntityKey(.milestone, id)
        default: nil
        }
    }
}

extension RegistryEvent {
    fileprivate var subjectKind: SubjectKind? {
        switch self {
        case .actorNamed, .actorUnnamed: .actor
        case .deviceNamed, .deviceUnnamed: .device
        case .sourceRecorded, .sourceForgotten, .erased: nil
        }
    }
}

// By the ranges of tags that `subjectName(of:)` goes by.
extension NoteEvent {
    fileprivate static func subjectKind(of tag: Tag) -> SubjectKind {
        switch tag.rawValue {
        case 1..<16: .folder
        case 16..<48: .note
        default: .file
        }
    }
}

extension BoardEvent {
    fileprivate static func subjectKind(of tag: Tag) -> SubjectKind {
        switch tag.rawValue {
        case 1..<16: .board
        case 16..<32: .column
        default: .card
        }
    }
}

extension CaptureEvent {
    fileprivate static func subjectKind(of tag: Tag) -> SubjectKind {
        switch tag.rawValue {
        case 1..<48: .item
        case 48..<64: .collection
        case 64..<80: .tag
        case 80..<96: .prompt
        case 96..<128: .run
        default: .file
        }
    }
}

extension StudioEvent {
    fileprivate var subjectKind: SubjectKind {
        switch self {
        case .consentGiven(let whose, _, _), .consentWithdrawn(let whose, _, _), .consentReopened(let whose, _):
            return whose == FamilyID.ours.entity ? .family : .child
        default: break
        }
        return switch tag.rawValue {
        case 1..<16: .child
        case 16..<48: .artwork
        case 48..<64: .album
        case 80..<96: .analysis
        case 96..<112: .story
        case 112..<128: .milestone
        default: .family
        }
    }
}
