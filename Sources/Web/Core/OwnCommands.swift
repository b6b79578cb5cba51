import Boards
import Kernel
import Notes
import Studio
import Workspace

/// Marks of every device, and what the records say of the commands that this browser's own devices numbered: enough to tell
/// what waits from what is done, and to name a revision as the service names it.
///
/// The last commands of each own device are kept; `knownAfter` says from which number on nothing is missing.
struct OwnCommands: FieldMessage, Sendable {
    /// Commands of own devices that are remembered; more than a browser sends between two visits.
    static let tracesMax = 2_048
    /// Things of one command that are remembered: enough to tell it from another command under the same number.
    static let thingsMax = 16

    private(set) var devices: [Mark] = []
    private(set) var traces: [Trace] = []
    /// The last record that says of nobody that it is theirs, since it is not shared or was erased; 0 for none.
    private(set) var lastHollow: UInt64 = 0

    struct Mark: FieldMessage, Sendable {
        var device = DeviceID.zero
        /// Its last number that led to records.
        var command: UInt64 = 0
        var isOwn = false
        /// Numbers above this one that led to records have a trace.
        var knownAfter: UInt64 = 0

        static var schemaName: StaticString { "CoreDevice" }
        static var blank: Mark { Mark() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "device", &device)
            coder.field(2, "command", &command)
            coder.field(3, "isOwn", &isOwn)
            coder.field(4, "knownAfter", &knownAfter)
        }
    }

    /// The records that one command led to.
    struct Trace: FieldMessage, Sendable {
        var device = DeviceID.zero
        var command: UInt64 = 0
        var first: UInt64 = 0
        var last: UInt64 = 0
        var things: [EntityID] = []
        /// The thing whose text it edited, and the revision that this led to.
        var text: EntityID?
        var revision = 0

        static var schemaName: StaticString { "CoreTrace" }
        static var blank: Trace { Trace() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "device", &device)
            coder.field(2, "command", &command)
            coder.field(3, "first", &first)
            coder.field(4, "last", &last)
            coder.field(5, "things", &things)
            coder.field(6, "text", &text)
            coder.field(7, "revision", &revision)
        }
    }

    static var schemaName: StaticString { "CoreCommands" }
    static var blank: OwnCommands { OwnCommands() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "devices", &devices)
        coder.field(2, "traces", &traces)
        coder.field(3, "lastHollow", &lastHollow)
    }

    /// The last number of a device that led to records.
    func mark(of device: DeviceID) -> UInt64 { place(of: device).map { devices[$0].command } ?? 0 }

    /// Keeps traces of a device from now on.
    mutating func adopt(_ device: DeviceID) {
        guard let place = place(of: device) else {
            devices.append(Mark(device: device, isOwn: true))
            return
        }
        guard !devices[place].isOwn else { return }
        devices[place].isOwn = true
        devices[place].knownAfter = devices[place].command
    }

    /// Returns whether traces are kept of the command that a record belongs to.
    func isOwn(_ record: SharedRecord) -> Bool {
        guard record.command > 0, let place = place(of: record.device) else { return false }
        return devices[place].isOwn
    }

    func trace(of command: UInt64, by device: DeviceID) -> Trace? {
        traces.last { $0.command == command && $0.device == device }
    }

    /// Returns the revision of a text that a command led to; nil for none.
    func revision(of text: EntityID, after command: UInt64, by device: DeviceID) -> Int? {
        guard let trace = trace(of: command, by: device), trace.text == text else { return nil }
        return trace.revision
    }

    /// Returns whether a number of a device that has no trace led to nothing, where its command came after a record.
    func tellsAll(of command: UInt64, by device: DeviceID, after sequence: UInt64) -> Bool {
        guard let place = place(of: device), devices[place].isOwn else { return false }
        return command > devices[place].knownAfter && lastHollow <= sequence
    }

    private func place(of device: DeviceID) -> Int? { devices.lastIndex { $0.device == device } }

    /// Takes in a record.
    ///
    /// - Returns: true for one of an own device.
    mutating func ingest(_ record: SharedRecord) -> Bool {
        guard !record.isHollow else {
            lastHollow = record.sequence
            return false
        }
        guard record.command > 0 else { return false }
        let place = place(of: record.device) ?? devices.count
        if place == devices.count { devices.append(Mark(device: record.device)) }
        let isNew = record.command > devices[place].command
        if isNew { devices[place].command = record.command }
        guard devices[place].isOwn else { return false }
        let known =
            isNew ? nil : traces.lastIndex { $0.command == record.command && $0.device == record.device }
        guard let known else {
            traces.append(
                Trace(
                    device: record.device, command: record.command, first: record.commitFirst, last: record.sequence,
                    things: [record.entity]))
            return true
        }
        traces[known].last = max(traces[known].last, record.sequence)
        if traces[known].things.count < Self.thingsMax, !traces[known].things.contains(record.entity) {
            traces[known].things.append(record.entity)
        }
        return true
    }

    /// Notes which revision of a text the record that was taken in last led to.
    mutating func note(_ revision: Int, of text: EntityID, for record: SharedRecord) {
        guard let place = traces.lastIndex(where: { $0.command == record.command && $0.device == record.device })
        else { return }
        (traces[place].text, traces[place].revision) = (text, revision)
    }

    /// Forgets the oldest commands beyond the limit, but none that something waits on.
    mutating func prune(keeping isNeeded: (Trace) -> Bool) {
        guard traces.count > 2 * Self.tracesMax else { return }
        var left: [Trace] = []
        for (index, trace) in traces.enumerated() {
            if index >= traces.count - Self.tracesMax || isNeeded(trace) {
                left.append(trace)
            } else if let place = place(of: trace.device) {
                devices[place].knownAfter = max(devices[place].knownAfter, trace.command)
            }
        }
        traces = left
    }
}

extension WorkspaceView {
    /// The last revision of the text of a thing; nil for a thing without one.
    func revision(ofText thing: EntityID) -> Int? {
        if let note = notes.notes[thing.as(Note.self)] { return note.body.clock.revision }
        if let text = boards.description(of: thing.as(Card.self)) { return text.clock.revision }
        return studio.notes(of: thing.as(Artwork.self))?.clock.revision
    }
}
