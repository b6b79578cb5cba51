/// Walks the entries of one frame, in place and without allocating.
///
/// The header is filled as entries pass: a commit sets its fields once, each record only its own.
/// - Invariant: `at <= end`, both inside the frame's content, which must outlive the reader.
struct EntryReader {
    private let start: UnsafeRawPointer
    private var at: UnsafeRawPointer
    private let end: UnsafeRawPointer
    /// The header of the record that `next` returned last.
    var header = RecordHeader()
    /// The next record's sequence number.
    private(set) var nextSequence: UInt64
    /// The number of records of the current commit that are still to come.
    private(set) var remaining: UInt64 = 0
    /// Where the commit entry, or the record entry, that `next` returned last stands in the content.
    private(set) var entry: UnsafeRawBufferPointer
    /// The first record of the commit that began in an earlier frame; 0 once this frame's own commits begin.
    private(set) var continues: UInt64

    enum Step {
        case commit(CommitProof)
        case record(payload: UnsafeRawBufferPointer)
        case end
    }

    /// The proof that ties a commit into the chain.
    enum CommitProof {
        /// The message without the salt, and the salt.
        case open(message: UnsafeRawBufferPointer, salt: ID16)
        /// A redacted commit keeps the hash it had. Its salt is a new one, for the hash of what remains.
        case kept(message: UnsafeRawBufferPointer, salt: ID16, hash: ChainHash)
        /// The commit began in an earlier frame; this is a repetition for readers that start here.
        case repeated
    }

    /// - Parameter content: a frame's content after its place.
    init(_ content: UnsafeRawBufferPointer, _ place: FrameAddress) throws(Corruption) {
        guard let start = content.baseAddress, content.count > 0 else { throw .entry }
        self.start = start
        at = start
        end = start + content.count
        entry = UnsafeRawBufferPointer(start: start, count: 0)
        nextSequence = place.first
        continues = place.continues
        guard place.first > 0, continues < place.first else { throw .entry }
    }

    /// The next entry, with the header filled.
    @inline(__always)
    mutating func next() throws(Corruption) -> Step {
        guard at < end else { return .end }
        let entryStart = at
        let length = try Varint.read(&at, end)
        guard length > 0, length <= UInt64(end - at) else { throw .entry }
        let entryEnd = at + Int(length)
        entry = UnsafeRawBufferPointer(start: entryStart, count: entryEnd - entryStart)
        if at.load(as: UInt8.self) == 0x08 { return .record(payload: try readRecord(entryEnd)) }
        return .commit(try readCommit(entryEnd))
    }

    /// Passes over what is left, checking it.
    mutating func skipRest() throws(Corruption) {
        while true {
            if case .end = try next() { return }
        }
    }

    /// Goes back to a record entry seen before, so that the next step returns it again.
    ///
    /// - Parameters:
    ///   - offset: what `entryOffset` said when it was returned.
    ///   - commit: the header as its commit had set it.
    mutating func rewind(to offset: Int, sequence: UInt64, commit: RecordHeader) {
        precondition(offset < end - start)
        at = start + offset
        header = commit
        nextSequence = sequence
        remaining = 1
    }

    /// All entries of the frame, those that passed too.
    var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: end - start) }

    /// Where the entry that `next` returned last begins.
    var entryOffset: Int { entry.baseAddress.map { $0 - start } ?? 0 }

    @inline(__always)
    private mutating func readRecord(_ entryEnd: UnsafeRawPointer) throws(Corruption) -> UnsafeRawBufferPointer {
        guard remaining > 0 else { throw .entry }
        at += 1
        guard let kind = UInt32(exactly: try Varint.read(&at, entryEnd)) else { throw .entry }
        header.kind = kind
        header.entity = try readID(0x12, entryEnd)
        header.sequence = nextSequence
        header.redactedBy = 0
        // The payload follows at once unless the record came from elsewhere or was redacted.
        guard at < entryEnd else { throw .entry }
        if at.load(as: UInt8.self) != 0x32 {
            if try readOrigin(entryEnd) { return finishRecord(UnsafeRawBufferPointer(start: at, count: 0)) }
        } else {
            header.originTime = nil
            header.originActor = nil
        }
        at += 1
        let length = try Varint.read(&at, entryEnd)
        guard length == UInt64(entryEnd - at) else { throw .entry }
        let payload = UnsafeRawBufferPointer(start: at, count: Int(length))
        at = entryEnd
        return finishRecord(payload)
    }

    @inline(__always)
    private mutating func finishRecord(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        nextSequence += 1
        remaining -= 1
        return payload
    }

    /// Reads the rarer fields between entity and payload. Returns true when the payload was redacted.
    private mutating func readOrigin(_ entryEnd: UnsafeRawPointer) throws(Corruption) -> Bool {
        header.originTime = nil
        header.originActor = nil
        if take(0x18, entryEnd) { header.originTime = Int64(bitPattern: try Varint.read(&at, entryEnd)) }
        if at < entryEnd, at.load(as: UInt8.self) == 0x22 { header.originActor = try readID(0x22, entryEnd) }
        if take(0x28, entryEnd) {
            let by = try Varint.read(&at, entryEnd)
            guard by > 0, at == entryEnd else { throw .entry }
            header.redactedBy = by
            return true
        }
        guard at < entryEnd, at.load(as: UInt8.self) == 0x32 else { throw .entry }
        return false
    }

    private mutating func readCommit(_ entryEnd: UnsafeRawPointer) throws(Corruption) -> CommitProof {
        guard remaining == 0 else { throw .entry }
        let message = at
        guard take(0x38, entryEnd) else { throw .entry }
        let count = try Varint.read(&at, entryEnd)
        guard count > 0, count <= UInt64(JournalLimits.recordsPerCommitMax) else { throw .entry }
        header.commitCount = UInt32(count)
        header.cause = 0
        if take(0x40, entryEnd) {
            guard let cause = UInt32(exactly: try Varint.read(&at, entryEnd)), cause > 0 else { throw .entry }
            header.cause = cause
        }
        header.causeSequence = take(0x48, entryEnd) ? try Varint.read(&at, entryEnd) : 0
        header.actor = try readID(0x52, entryEnd)
        header.device = try readID(0x5A, entryEnd)
        header.batch = nil
        if at < entryEnd, at.load(as: UInt8.self) == 0x62 { header.batch = try readID(0x62, entryEnd) }
        guard take(0x68, entryEnd) else { throw .entry }
        header.deviceSequence = try Varint.read(&at, entryEnd)
        guard take(0x70, entryEnd) else { throw .entry }
        header.time = Int64(bitPattern: try Varint.read(&at, entryEnd))
        let proof = try readProof(message, entryEnd)
        return try beginCommit(count) ? .repeated : proof
    }

    private mutating func readProof(
        _ message: UnsafeRawPointer, _ entryEnd: UnsafeRawPointer
    ) throws(Corruption) -> CommitProof {
        let covered = UnsafeRawBufferPointer(start: message, count: at - message)
        let salt = try readID(0x7A, entryEnd)
        if at == entryEnd { return .open(message: covered, salt: salt) }
        guard take(0x82, entryEnd), take(0x01, entryEnd), take(0x20, entryEnd), entryEnd - at == 32 else {
            throw .entry
        }
        let hash = ChainHash(UnsafeRawBufferPointer(start: at, count: 32))
        at = entryEnd
        return .kept(message: covered, salt: salt, hash: hash)
    }

    /// Sets the place of the commit. Returns true when it began in an earlier frame.
    private mutating func beginCommit(_ count: UInt64) throws(Corruption) -> Bool {
        guard continues > 0 else {
            header.commitFirst = nextSequence
            remaining = count
            return false
        }
        let passed = nextSequence - continues
        guard passed < count else { throw .entry }
        header.commitFirst = continues
        remaining = count - passed
        continues = 0
        return true
    }

    @inline(__always)
    private mutating func readID(_ tag: UInt8, _ entryEnd: UnsafeRawPointer) throws(Corruption) -> ID16 {
        guard entryEnd - at >= 18, at.load(as: UInt8.self) == tag, (at + 1).load(as: UInt8.self) == 16 else {
            throw .entry
        }
        let id = ID16(
            hi: UInt64(bigEndian: (at + 2).loadUnaligned(as: UInt64.self)),
            lo: UInt64(bigEndian: (at + 10).loadUnaligned(as: UInt64.self)))
        at += 18
        return id
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ entryEnd: UnsafeRawPointer) -> Bool {
        guard at < entryEnd, at.load(as: UInt8.self) == byte else { return false }
        at += 1
        return true
    }
}
