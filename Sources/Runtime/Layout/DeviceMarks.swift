import JournalEngine
package import Kernel

/// The last command of each device that was decided, so that a command sent twice is decided once.
///
/// A device numbers its commands upwards. The last one's records are kept, since that is the one that is sent again
/// after a broken connection.
package struct DeviceMarks: Sendable, Equatable {
    package struct Mark: Sendable, Equatable {
        package var command: UInt64
        package var first: UInt64
        package var last: UInt64
    }

    package private(set) var marks = Table<Device, Mark>()
    /// The device that came last: a run of records of one device costs no look-up.
    private var latest: (device: ID16, slot: Table<Device, Mark>.Slot)?

    package init() {}

    /// Whatever order the devices came in.
    package static func == (a: Self, b: Self) -> Bool {
        a.marks.count == b.marks.count && a.marks.all.allSatisfy { b.marks[$0.id] == a.marks[$0.slot] }
    }

    package subscript(device: DeviceID) -> Mark? {
        get { marks[device] }
        set {
            guard let newValue else { return }
            marks[marks.slot(of: device, orAdding: newValue)] = newValue
        }
    }

    mutating func ingest(_ header: borrowing RecordHeader) {
        let last = header.commitFirst + UInt64(header.commitCount) - 1
        if let latest, latest.device == header.device {
            advance(latest.slot, command: header.deviceSequence, first: header.commitFirst, last: last)
        } else {
            let slot = ingest(
                DeviceID(header.device), command: header.deviceSequence, first: header.commitFirst, last: last)
            latest = (header.device, slot)
        }
    }

    @discardableResult
    mutating func ingest(
        _ device: DeviceID, command: UInt64, first: UInt64, last: UInt64
    ) -> Table<Device, Mark>.Slot {
        let slot = marks.slot(of: device, orAdding: Mark(command: command, first: first, last: last))
        advance(slot, command: command, first: first, last: last)
        return slot
    }

    private mutating func advance(_ slot: Table<Device, Mark>.Slot, command: UInt64, first: UInt64, last: UInt64) {
        if command > marks[slot].command {
            marks[slot] = Mark(command: command, first: first, last: last)
        } else if command == marks[slot].command {
            marks[slot].last = last
        }
    }

    /// The number for the next command of `device`.
    package func next(for device: DeviceID) -> UInt64 { (self[device]?.command ?? 0) + 1 }
}
