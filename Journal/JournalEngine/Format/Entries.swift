/// Writes the entries of a commit. The order of the fields is the order of their numbers, and never varies.
/// - Format: FORMAT.md §5, "Entries".
enum Entries {
    /// Tag and length before the salt, and the salt: always the end of a commit but for what redaction adds.
    static let saltFieldByteCount = 18
    /// Tag and length before the hash of a redacted commit, and the hash; behind the salt.
    static let keptFieldByteCount = 35

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

    /// Appends the hash that ties a redacted commit into the chain: the one it had, since its records no longer lead there.
    static func appendKept(_ hash: ChainHash, to buffer: inout ByteBuffer) {
        buffer.append(0x82)
        buffer.append(0x01)
        buffer.append(0x20)
        hash.append(to: &buffer)
    }

    /// A record entry without its payload, with its length.
    ///
    /// - Parameter redaction: the record that says so; nil for the form in which what remains is hashed.
    static func append(_ record: borrowing RecordHeader, redactedBy redaction: UInt64?, to buffer: inout ByteBuffer) {
        var size = 1 + Varint.byteCount(UInt64(record.kind)) + 18
        if let time = record.originTime { size += 1 + Varint.byteCount(UInt64(bitPattern: time)) }
        if record.originActor != nil { size += 18 }
        if let redaction { size += 1 + Varint.byteCount(redaction) }
        buffer.append(varint: UInt64(size))
        appendHead(kind: record.kind, record.entity, record.originTime, record.originActor, to: &buffer)
        if let redaction {
            buffer.append(0x28)
            buffer.append(varint: redaction)
        }
    }

    /// A record entry with its length.
    static func append(_ record: RecordDraft, to buffer: inout ByteBuffer) {
        buffer.append(varint: UInt64(messageByteCount(record)))
        appendHead(kind: record.kind, record.entity, record.originTime, record.originActor, to: &buffer)
        buffer.append(0x32)
        buffer.append(varint: UInt64(record.payload.count))
        buffer.append(record.payload)
    }

    /// The fields before the payload, which redaction leaves.
    private static func appendHead(
        kind: UInt32, _ entity: ID16, _ originTime: Int64?, _ originActor: ID16?, to buffer: inout ByteBuffer
    ) {
        buffer.append(0x08)
        buffer.append(varint: UInt64(kind))
        append(0x12, entity, to: &buffer)
        if let originTime {
            buffer.append(0x18)
            buffer.append(varint: UInt64(bitPattern: originTime))
        }
        if let originActor { append(0x22, originActor, to: &buffer) }
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
