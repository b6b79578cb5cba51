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
    /// The content of the frames, one behind the other.
    private var content = ByteBuffer(capacity: 16 << 10)
    private var links: [Link] = []
    private var message = ByteBuffer(capacity: 256)
    private var scratch = ByteBuffer(capacity: 256)
    /// A frame before it is encrypted.
    private var plain = ByteBuffer(capacity: 16)
    private var salts: Salts
    private let key: SecretKey?

    /// Where a commit stands in the content, for its link of the chain.
    private struct Link {
        let salt: ID16
        let commit: Range<Int>
        let records: Range<Int>
    }

    /// - Parameter key: the key of the segment; nil when it is not encrypted.
    init(_ salts: consuming Salts, under key: SecretKey?) {
        self.salts = salts
        self.key = key
    }

    /// Forgets the last group, and the memory of an unusually large one.
    mutating func removeAll() {
        if max(frames.capacity, content.capacity) > 4 * JournalLimits.groupByteCountTarget {
            frames = ByteBuffer(capacity: 64 << 10)
            content = ByteBuffer(capacity: 16 << 10)
            plain = ByteBuffer(capacity: 16)
        }
        frames.removeAll()
        content.removeAll()
        links.removeAll(keepingCapacity: true)
    }

    /// The chain after the commits of the group.
    mutating func chain(after chain: ChainHash) -> ChainHash {
        var chain = chain
        for link in links {
            chain = chain.next(
                salt: link.salt, commit: content.bytes.slice(link.commit), records: content.bytes.slice(link.records),
                scratch: &scratch)
        }
        return chain
    }

    /// Adds one commit as one frame.
    mutating func append(_ commit: QueuedCommit, to header: SegmentHeader, groupFirst: UInt64) {
        let place = FrameAddress(
            journal: header.journal, segment: header.segment, generation: header.generation,
            first: commit.receipt.first, groupFirst: groupFirst)
        let salt = salts.next()
        let start = content.count
        place.append(to: &content)
        let placeEnd = content.count
        message.removeAll()
        Entries.appendCommit(commit.draft, time: commit.receipt.time, to: &message)
        content.append(varint: UInt64(message.count + Entries.saltFieldByteCount))
        let messageStart = content.count
        content.append(message.bytes)
        Entries.appendSalt(salt, to: &content)
        let records = content.count
        for record in commit.draft.records { Entries.append(record, to: &content) }
        links.append(
            Link(
                salt: salt, commit: messageStart..<(messageStart + message.count), records: records..<content.count))

        if let key {
            plain.removeAll()
            plain.append(lz4FrameOf: content.bytes.suffix(from: start), .fast)
            EncryptedFrame.append(
                plain.bytes, place: content.bytes.slice(start..<placeEnd), under: key, nonce: salts.nextNonce(),
                to: &frames)
        } else {
            frames.append(lz4FrameOf: content.bytes.suffix(from: start), .fast)
        }
    }
}

extension ByteBuffer {
    /// Appends `content` as one LZ4 frame.
    mutating func append(lz4FrameOf content: UnsafeRawBufferPointer, _ effort: LZ4Library.Effort) {
        let room = room(FrameShape(contentByteCount: content.count).frameByteCountMax)
        advance(FrameEncoder.encode(content, into: room, effort: effort))
    }
}
