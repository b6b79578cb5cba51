import LZ4

/// A commit on its way to the disk, with the place it was given.
struct QueuedCommit: Sendable {
    let draft: CommitDraft
    let receipt: CommitReceipt
    /// Payloads and headers, for keeping groups small.
    let byteCount: Int
}

/// Turns commits into frames and links of the chain.
struct CommitEncoder: ~Copyable {
    /// The frames of the group so far.
    var frames = ByteBuffer(capacity: 64 << 10)
    private var content = ByteBuffer(capacity: 16 << 10)
    private var message = ByteBuffer(capacity: 256)
    private var scratch = ByteBuffer(capacity: 256)
    private var salts: Salts

    init(_ salts: consuming Salts) { self.salts = salts }

    /// Forgets the last group, and the memory of an unusually large one.
    mutating func removeAll() {
        if frames.capacity > 4 * JournalLimits.groupByteCountTarget {
            frames = ByteBuffer(capacity: 64 << 10)
            content = ByteBuffer(capacity: 16 << 10)
        }
        frames.removeAll()
    }

    /// Adds one commit as one frame, and returns the chain after it.
    mutating func append(
        _ commit: QueuedCommit, to header: SegmentHeader, groupFirst: UInt64, after chain: ChainHash
    ) -> ChainHash {
        let place = Place(
            journal: header.journal, segment: header.segment, generation: header.generation,
            first: commit.receipt.first, groupFirst: groupFirst)
        let salt = salts.next()
        content.removeAll()
        place.append(to: &content)
        message.removeAll()
        Entries.appendCommit(commit.draft, time: commit.receipt.time, to: &message)
        content.append(varint: UInt64(message.count + Entries.saltFieldByteCount))
        content.append(message.bytes)
        Entries.appendSalt(salt, to: &content)
        let records = content.count
        for record in commit.draft.records { Entries.append(record, to: &content) }

        let room = frames.room(FrameShape(contentByteCount: content.count).frameByteCountMax)
        frames.advance(FrameEncoder.encode(content.bytes, into: room))
        return chain.next(
            salt: salt, commit: message.bytes, records: content.bytes.suffix(from: records), scratch: &scratch)
    }
}
