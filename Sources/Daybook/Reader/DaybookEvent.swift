import Foundation
import JournalEngine
public import Kernel
import Runtime
import Workspace

/// One event of a Daybook: a note retitled, a card moved, a capture organised.
///
/// The kinds are many and grow with each version, so an event is told by the name of its kind, and its fields are JSON, as
/// `daybook audit --json` prints them. Both are stable: a name or a field is never renamed.
public struct DaybookEvent: StoredEvent {
    /// The domain and what happened in it, such as `card moved`, `note retitled`, `item organised`.
    public let name: String
    /// The names of all kinds that this version writes, in the order of their numbers.
    public static let names: [String] = EventKind.known.compactMap(\.name)

    /// The note, card, item or other thing that it is about.
    public let entity: EntityID
    /// The number of the kind, as it stands in the journal.
    public let kind: UInt32
    /// The fields as one JSON object with sorted members, such as `{"card":"01a2…","column":"01a2…"}`.
    public let json: String
    private let payload: [UInt8]

    /// The area that it belongs to: `notes`, `boards`, `capture`, `studio`, or `registry` for names of people and devices.
    public var area: String {
        switch EventKind(raw: kind).domain {
        case EventKind.notes: "notes"
        case EventKind.boards: "boards"
        case EventKind.capture: "capture"
        case EventKind.studio: "studio"
        default: "registry"
        }
    }

    /// Reads the fields into a type of one's own; members that it does not ask for are passed over.
    public func fields<Fields: Decodable>(as _: Fields.Type = Fields.self) throws -> Fields {
        try JSONDecoder().decode(Fields.self, from: Data(json.utf8))
    }

    public init(kind: UInt32, entity: EntityID, payload: [UInt8]) throws {
        let event = try WorkspaceEvent(kind: EventKind(raw: kind), subject: entity, payload: payload.span.bytes)
        name = EventKind(raw: kind).name ?? "kind \(kind)"
        json = event.json
        (self.entity, self.kind, self.payload) = (entity, kind, payload)
    }

    /// The bytes as they stand in the journal.
    public func encoded() -> [UInt8] { payload }

    public static func == (a: DaybookEvent, b: DaybookEvent) -> Bool {
        a.kind == b.kind && a.entity == b.entity && a.payload == b.payload
    }
}
