import JournalEngine
package import Kernel

/// How far each device's commands were decided, so that a command sent twice is decided once.
///
/// A device numbers its commands upwards. The last one's records are kept, since that is the one that is sent again
/// after a broken connection.
package struct DeviceMarks: Sendable, Equatable {
    package struct Mark: Sendable, Equatable {
        package var command: UInt64
        package var first: UInt64
        package var last: UInt64
    }

    package var marks: [DeviceID: Mark] = [:]
    /// The one that came last, so that a run of records of one device costs no look-up.
    private var latest: (device: ID16, command: UInt64)?

    package init() {}

    package static func == (a: Self, b: Self) -> Bool { a.marks == b.marks }

    mutating func take(_ header: borrowing RecordHeader) {
        if let latest, latest.device == header.device, latest.command == header.deviceSequence,
            header.sequence != header.commitFirst
        {
            return
        }
        latest = (header.device, header.deviceSequence)
        take(
            DeviceID(header.device), command: header.deviceSequence, first: header.commitFirst,
            last: header.commitFirst + UInt64(header.commitCount) - 1)
    }

    mutating func take(_ device: DeviceID, command: UInt64, first: UInt64, last: UInt64) {
        guard let mark = marks[device], mark.command >= command else {
            marks[device] = Mark(command: command, first: first, last: last)
            return
        }
        if mark.command == command { marks[device] = Mark(command: command, first: mark.first, last: last) }
    }

    /// The number for the next command of `device`.
    package func next(for device: DeviceID) -> UInt64 { (marks[device]?.command ?? 0) + 1 }
}
