package import Boards
package import Capture
package import Kernel
package import Notes
package import Studio

/// Everything that can have happened in one workspace: the domains' events, side by side.
package enum WorkspaceEvent: Sendable, Equatable {
    case registry(RegistryEvent)
    case notes(NoteEvent)
    case boards(BoardEvent)
    case capture(CaptureEvent)
    case studio(StudioEvent)
}

/// The kind that the journal writes in front of every record to say which event it holds: the domain's number, then the tag.
///
/// - Invariant: numbers are never reused. 6 are the accounts, which stand in a journal of their own.
package struct EventKind: Hashable, Sendable {
    package let raw: UInt32

    package init(raw: UInt32) { self.raw = raw }

    fileprivate init(_ domain: UInt32, _ tag: UInt16) { raw = domain << 8 | UInt32(tag) }

    package var domain: UInt32 { raw >> 8 }
    package var tag: UInt16 { UInt16(raw & 0xFF) }

    package static let registry: UInt32 = 1
    package static let notes: UInt32 = 2
    package static let boards: UInt32 = 3
    package static let capture: UInt32 = 4
    package static let studio: UInt32 = 5
}

extension WorkspaceEvent {
    package var kind: EventKind {
        switch self {
        case .registry(let event): EventKind(EventKind.registry, event.tag.rawValue)
        case .notes(let event): EventKind(EventKind.notes, event.tag.rawValue)
        case .boards(let event): EventKind(EventKind.boards, event.tag.rawValue)
        case .capture(let event): EventKind(EventKind.capture, event.tag.rawValue)
        case .studio(let event): EventKind(EventKind.studio, event.tag.rawValue)
        }
    }

    /// Reads the event of `kind` about `subject`.
    ///
    /// - Throws: `CodingFault` naming the kind or the byte; a newer Daybook may have written it.
    /// - Complexity: O(payload bytes), without allocation beyond the texts it holds.
    package init(kind: EventKind, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        switch kind.domain {
        case EventKind.registry: self = .registry(try RegistryEvent(kind, about: subject, payload))
        case EventKind.notes: self = .notes(try NoteEvent(kind, about: subject, payload))
        case EventKind.boards: self = .boards(try BoardEvent(kind, about: subject, payload))
        case EventKind.capture: self = .capture(try CaptureEvent(kind, about: subject, payload))
        case EventKind.studio: self = .studio(try StudioEvent(kind, about: subject, payload))
        default: throw .unknown(kind)
        }
    }

    /// Appends the payload to `writer` and leaves the subject there.
    package func write(to writer: inout FieldWriter) {
        switch self {
        case .registry(let event): event.write(to: &writer)
        case .notes(let event): event.write(to: &writer)
        case .boards(let event): event.write(to: &writer)
        case .capture(let event): event.write(to: &writer)
        case .studio(let event): event.write(to: &writer)
        }
    }

    /// Whom the event is about, and its bytes.
    package func encoded() -> (subject: EntityID, payload: [UInt8]) {
        var writer = FieldWriter()
        write(to: &writer)
        return (writer.subject, writer.bytes)
    }

    /// The fields as one canonical JSON object.
    package var json: String {
        switch self {
        case .registry(let event): event.json
        case .notes(let event): event.json
        case .boards(let event): event.json
        case .capture(let event): event.json
        case .studio(let event): event.json
        }
    }
}

extension DomainEvent {
    /// Reads the event of `kind` about `subject`; the caller has checked that the kind belongs to this domain.
    ///
    /// - Throws: `CodingFault` naming the kind or the byte.
    init(_ kind: EventKind, about subject: EntityID, _ payload: RawSpan) throws(CodingFault) {
        guard let tag = Tag(rawValue: kind.tag) else { throw .unknown(kind) }
        self = try Self(tag: tag, subject: subject, payload: payload)
    }
}

extension CodingFault {
    static func unknown(_ kind: EventKind) -> CodingFault {
        CodingFault(kind: .unknownKind(kind.raw), byteOffset: 0)
    }
}

extension EventKind {
    /// `notes.noteMoved` in short: `note moved`. What `audit --kind` filters by; nil for a kind of a newer build.
    package var name: String? {
        switch domain {
        case Self.registry:
            RegistryEvent.Tag(rawValue: tag).map { "registry " + spelled(RegistryEvent.name(of: $0)) }
        case Self.notes:
            NoteEvent.Tag(rawValue: tag).map { NoteEvent.subjectName(of: $0) + " " + spelled(NoteEvent.name(of: $0)) }
        case Self.boards:
            BoardEvent.Tag(rawValue: tag).map {
                BoardEvent.subjectName(of: $0) + " " + spelled(BoardEvent.name(of: $0))
            }
        case Self.capture:
            CaptureEvent.Tag(rawValue: tag).map {
                CaptureEvent.subjectName(of: $0) + " " + spelled(CaptureEvent.name(of: $0))
            }
        case Self.studio:
            StudioEvent.Tag(rawValue: tag).map {
                StudioEvent.subjectName(of: $0) + " " + spelled(StudioEvent.name(of: $0))
            }
        default: nil
        }
    }

    /// Every kind that this build knows, in the order of their numbers.
    package static var known: [EventKind] {
        RegistryEvent.Tag.allCases.map { EventKind(registry, $0.rawValue) }
            + NoteEvent.Tag.allCases.map { EventKind(notes, $0.rawValue) }
            + BoardEvent.Tag.allCases.map { EventKind(boards, $0.rawValue) }
            + CaptureEvent.Tag.allCases.map { EventKind(capture, $0.rawValue) }
            + StudioEvent.Tag.allCases.map { EventKind(studio, $0.rawValue) }
    }
}

extension NoteEvent {
    /// Returns the name of the kind of thing that an event of this tag is about.
    package static func subjectName(of tag: Tag) -> String {
        switch tag.rawValue {
        case 1..<16: "folder"
        case 16..<48: "note"
        default: "file"
        }
    }
}

extension BoardEvent {
    /// Returns the name of the kind of thing that an event of this tag is about.
    package static func subjectName(of tag: Tag) -> String {
        switch tag.rawValue {
        case 1..<16: "board"
        case 16..<32: "column"
        default: "card"
        }
    }
}

extension CaptureEvent {
    /// Returns the name of the kind of thing that an event of this tag is about.
    package static func subjectName(of tag: Tag) -> String {
        switch tag.rawValue {
        case 1..<48: "item"
        case 48..<64: "collection"
        case 64..<80: "tag"
        case 80..<96: "prompt"
        case 96..<128: "run"
        default: "item file"
        }
    }
}

extension StudioEvent {
    /// Returns the name of the kind of thing that an event of this tag is about.
    package static func subjectName(of tag: Tag) -> String {
        switch tag.rawValue {
        case 1..<16: "child"
        case 16..<48: "artwork"
        case 48..<64: "album"
        case 64..<80: "consent"
        case 80..<96: "analysis"
        case 96..<112: "story"
        case 112..<128: "milestone"
        default: "reminder"
        }
    }
}
