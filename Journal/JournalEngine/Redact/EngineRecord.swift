/// A record of the engine's own, of kind 0: says what became of other records. Programs pass over it.
/// - Format: FORMAT.md §10, "Redaction".
package enum EngineRecord: Sendable, Equatable {
    /// Names records whose payloads were erased, and what remains around them.
    case redaction(RedactionNote)
    /// Stands where a record was that could not be saved from a damaged journal.
    case lost

    /// The kind of every record of the engine. A program cannot append records of it.
    package static let kind: UInt32 = 0

    private static let redactionTag: UInt64 = 1
    private static let lostTag: UInt64 = 2

    /// Nil for what this program does not know: a later one's record, or one that a program wrote before kind 0 was
    /// the engine's.
    package init?(payload: RawSpan) {
        let read = payload.withUnsafeBytes { Self(reading: $0) }
        guard let read else { return nil }
        self = read
    }

    init?(reading payload: UnsafeRawBufferPointer) {
        guard payload.count > 0 else { return nil }
        do throws(Corruption) {
            var reader = MessageReader(payload)
            guard let (field, what) = try reader.next(), field == 1 else { return nil }
            switch try what.number() {
            case Self.redactionTag: self = .redaction(try RedactionNote(reading: &reader))
            case Self.lostTag: self = .lost
            default: return nil
            }
        } catch {
            return nil
        }
    }

    /// The payload.
    package var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .redaction(let note):
            writer.varint(1, Self.redactionTag)
            note.append(to: &writer)
        case .lost:
            writer.varint(1, Self.lostTag)
        }
        return Array(writer.buffer.bytes)
    }
}

extension RecordHeader {
    /// The record is the engine's, and nothing that happened in a program.
    package var isOfEngine: Bool { kind == EngineRecord.kind }
}
