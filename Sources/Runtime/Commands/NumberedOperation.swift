import JournalEngine
import Kernel

/// The kind of call that a device's number can stand for besides commands that are compared by their digests. The cause of
/// a commit, and the record that it names, tell them apart.
enum NumberedOperation {
    case change
    case `import`
    case undo(UInt64?)
    case redo
    case restore(EntityID, to: UInt64)
    case erasure
}

extension WorkspaceActor {
    /// Returns whether the records that a number led to are what `deed` asks for.
    func led(
        _ operation: NumberedOperation, to records: ClosedRange<UInt64>, as command: UInt64, by device: DeviceID
    ) throws -> Bool {
        var cause: Cause?
        var causeSequence: UInt64 = 0
        var things: Set<EntityID> = []
        try journal.records(of: paths.root, from: records.lowerBound, through: records.upperBound) { header, _ in
            guard DeviceID(header.device) == device, header.deviceSequence == command else { return .next }
            if cause == nil { (cause, causeSequence) = (Cause(rawValue: header.cause), header.causeSequence) }
            things.insert(EntityID(header.entity))
            return .next
        }
        switch operation {
        case .change, .erasure: return cause == .direct
        case .import: return cause == .import
        case .redo: return cause == .redo
        case .undo(nil): return cause == .undo
        case .undo(let record?):
            guard cause == .undo || cause == .redo else { return false }
            return try origin(of: causeSequence) == origin(of: record)
        case .restore(let thing, let sequence):
            return cause == .restore && causeSequence == sequence && things.contains(thing)
        }
    }

    /// Returns the batch, or the first record of the commit, at the start of a record's chain of undoing and redoing.
    private func origin(of record: UInt64) throws -> ID16? {
        var (place, origin): (UInt64?, ID16?) = (record, nil)
        while let sequence = place, sequence > 0 {
            place = nil
            try journal.records(of: paths.root, from: sequence, through: sequence) { header, _ in
                let cause = Cause(rawValue: header.cause)
                if cause == .undo || cause == .redo, header.causeSequence < sequence { place = header.causeSequence }
                origin = header.batch ?? ID16(hi: 0, lo: header.commitFirst)
                return .stop
            }
        }
        return origin
    }
}
