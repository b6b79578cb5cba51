/// Writes the entries of a commit. The order of the fields is the order of their numbers, and never varies.
/// - Format: FORMAT.md §5, "Entries".
enum Entries {
    /// Tag and length before the salt, and the salt: always the end of a commit that was not redacted.
    static let saltFieldByteCount = 18

    /// The message of a commit entry without its salt, which is also what the chain covers.
    static func appendCommit(_ draft: CommitDraft, time: Int64, to buffer: inout ByteBuffer) {
        buffer.append(0x38)
        buffer.append(varint: UInt64(draft.records.count))
        if draft.cause != 0 {
            buffer.append(0x40)
            buffer.append(varint: UInt64(draft.cause))
        }
        if draft.causeSequence != 0 {
            buffer.append(0x48)
            buffer.append(varint: draft.causeSequence)
        }
        append(0x52, draft.actor, to: &buffer)
        append(0x5A, draft.device, to: &buffer)
        if let batch = draft.batch { append(0x62, batch, to: &buffer) }
        buffer.append(0x68)
        buffer.append(varint: draft.deviceSequence)
        buffer.append(0x70)
        buffer.append(varint: UInt64(bitPattern: time))
    }

    static func appendSalt(_ salt: ID16, to buffer: inout ByteBuffer) { append(0x7A, salt, to: &buffer) }

    /// A record entry with its length.
    static func append(_ record: RecordDraft, to buffer: inout ByteBuffer) {
        buffer.append(varint: UInt64(messageByteCount(record)))
        buffer.append(0x08)
        buffer.append(varint: UInt64(record.kind))
        append(0x12, record.entity, to: &buffer)
        if let time = record.originTime {
            buffer.append(0x18)
            buffer.append(varint: UInt64(bitPattern: time))
        }
        if let actor = record.originActor { append(0x22, actor, to: &buffer) }
        buffer.append(0x32)
        buffer.append(varint: UInt64(record.payload.count))
        buffer.append(record.payload)
    }

    /// The length of a record's message, without the length before it.
    static func messageByteCount(_ record: RecordDraft) -> Int {
        var size = 1 + Varint.byteCount(UInt64(record.kind)) + 18
        if let time = record.originTime { size += 1 + Varint.byteCount(UInt64(bitPattern: time)) }
        if record.originActor != nil { size += 18 }
        return size + 1 + Varint.byteCount(UInt64(record.payload.count)) + record.payload.count
    }

    private static func append(_ tag: UInt8, _ id: ID16, to buffer: inout ByteBuffer) {
        buffer.append(tag)
        buffer.append(16)
        buffer.append(id)
    }
}
