package import JournalEngine
package import Kernel
import Workspace

/// An event of some journal: of a workspace's, or of the system's. What reading and writing records needs of it.
package protocol JournaledEvent: Sendable, Equatable {
    /// The domain's number and the tag, as they stand in front of the record.
    var rawKind: UInt32 { get }
    init(rawKind: UInt32, subject: EntityID, payload: RawSpan) throws(CodingFault)
    /// Such as `note moved`, for people.
    var kindName: String { get }
    func encoded() -> (subject: EntityID, payload: [UInt8])
}

extension WorkspaceEvent: JournaledEvent {
    package var rawKind: UInt32 { kind.raw }
    package var kindName: String { kind.name ?? "kind \(kind.raw)" }

    package init(rawKind: UInt32, subject: EntityID, payload: RawSpan) throws(CodingFault) {
        self = try WorkspaceEvent(kind: EventKind(raw: rawKind), subject: subject, payload: payload)
    }
}

extension Recorded where Event: JournaledEvent {
    /// The fact a record holds; nil where its payload was erased, for the engine's own records, and in a replica for what was not shared.
    ///
    /// - Throws: `RuntimeFailure.unreadableRecord`.
    package init?(_ header: borrowing RecordHeader, _ payload: RawSpan) throws(RuntimeFailure) {
        guard !header.isHollow else { return nil }
        let event: Event
        do throws(CodingFault) {
            event = try Event(rawKind: header.kind, subject: EntityID(header.entity), payload: payload)
        } catch {
            throw .unreadableRecord(sequence: header.sequence, error)
        }
        self = Recorded<Void>(header).with(event)
    }
}

extension Recorded<Void> {
    /// Everything of a fact but its event. An imported fact happened when and by whom its origin says.
    init(_ header: borrowing RecordHeader) {
        self.init(
            position: Position(header.sequence), actor: header.author, device: DeviceID(header.device),
            instant: header.instant, event: ())
    }
}

/// An event that is about to be journaled.
struct Planned<Event: JournaledEvent>: Sendable {
    var event: Event
    var originTime: Instant?
    var originActor: ActorID?
    /// Fields behind those of the event, which its readers skip.
    var trailer: [UInt8] = []

    var draft: RecordDraft {
        let (subject, payload) = event.encoded()
        return RecordDraft(
            kind: event.rawKind, entity: ID16(subject), originTime: originTime?.microseconds,
            originActor: originActor.map { ID16($0) }, payload: trailer.isEmpty ? payload : payload + trailer)
    }
}

typealias PlannedEvent = Planned<WorkspaceEvent>

extension Journal {
    /// The records that a device's command led to when it came before; nil when it led to none.
    ///
    /// - Parameter mark: how far the device's commands were decided; `command` is not beyond it.
    func records(
        of path: String, decidedAs command: UInt64, by device: DeviceID, given mark: DeviceMarks.Mark
    ) throws -> (first: UInt64, last: UInt64)? {
        if mark.command == command { return (mark.first, mark.last) }
        var found: (first: UInt64, last: UInt64)?
        try recordsBackwards(of: path) { header, _ in
            guard DeviceID(header.device) == device, header.deviceSequence <= command else { return .next }
            guard header.deviceSequence == command else { return .stop }
            found = (header.commitFirst, found?.last ?? header.commitFirst + UInt64(header.commitCount) - 1)
            return .next
        }
        return found
    }

    /// The last record of each thing that had happened by `instant`, and the last of all of them.
    func lastRecords(of path: String, until instant: Instant) throws -> (byThing: [ID16: UInt64], last: UInt64) {
        var cuts: [ID16: UInt64] = [:]
        var last: UInt64 = 0
        try records(of: path) { header, _ in
            if header.instant <= instant {
                cuts[header.entity] = header.sequence
                last = header.sequence
            }
            return .next
        }
        return (cuts, last)
    }
}
