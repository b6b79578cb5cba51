/// Writes the records that were saved into a new journal, under their old sequence numbers.
///
/// A commit keeps what can be read of it: each of its records is a fact of its own, and half of what somebody did at
/// once is worth more than nothing. What is lost of it, and what nobody knows the commit of, becomes records of the
/// engine that say so. The chain is computed anew.
struct RepairWriter: ~Copyable {
    /// A run of lost records, with the times of what stands around it.
    struct LostRun {
        var sequences: ClosedRange<UInt64>
        let timeBefore: Int64?
        var timeAfter: Int64?
    }

    /// The next record to be written.
    private(set) var position: UInt64 = 1
    private(set) var commitCount: UInt64 = 0
    private(set) var chain: ChainHash
    private(set) var lost: [LostRun] = []
    /// Records that an earlier repair had to give up: they stand as lost again.
    private(set) var lostBefore: UInt64 = 0
    private let redacted: SequenceSet
    private var segments: RepairedSegments
    private var salts: Salts

    /// The commit that is being written: its header, its link of the chain, and how many records it still lacks.
    private var header = RecordHeader()
    private var link: ChainLink?
    private var kept: ChainHash?
    private var remaining: UInt64 = 0
    /// The time of the last commit that was begun.
    private var time: Int64 = 0
    private var hasTime = false
    /// Commits of lost records are no larger.
    private static let lostCommitRecordsMax: UInt64 = 10_000

    /// The entry of a lost record; all are the same.
    private let lostEntry: [UInt8]
    private var entry = ByteBuffer(capacity: 512)
    private var scratch = ByteBuffer(capacity: 512)

    /// - Parameter redacted: records that must have no payload; where one has, it is from before, and counts as lost.
    init(_ journal: ID16, _ files: SegmentFile, _ options: JournalOptions, redacted: SequenceSet) {
        self.redacted = redacted
        chain = .start(of: journal)
        segments = RepairedSegments(journal, files, options)
        salts = Salts(options.entropy)
        var buffer = ByteBuffer(capacity: 64)
        Entries.append(
            RecordDraft(kind: EngineRecord.kind, entity: .zero, payload: EngineRecord.lost.encoded), to: &buffer)
        lostEntry = Array(buffer.bytes)
    }

    /// Takes the records of `wanted` from a frame. What lies between them and what was written before is lost.
    ///
    /// - Parameter corrupt: names the place of the frame, should it not be what it was when it was surveyed.
    mutating func take(
        _ frame: DataFrame, _ wanted: ClosedRange<UInt64>, _ corrupt: (Corruption) -> JournalError
    ) throws(JournalError) {
        var result = Result<Void, JournalError>.success(())
        do throws(Corruption) {
            var commit = UnsafeRawBufferPointer(start: nil, count: 0)
            var reader = try EntryReader(frame.entries, frame.place)
            loop: while true {
                switch try reader.next() {
                case .end: break loop
                case .commit: commit = reader.entry
                case .record:
                    guard wanted.contains(reader.header.sequence) else { continue }
                    result = Result { () throws(JournalError) in try take(reader.entry, reader.header, commit) }
                    if case .failure = result { break loop }
                }
            }
        } catch {
            throw corrupt(error)
        }
        try result.get()
    }

    /// Writes records as lost up to `last`.
    mutating func lose(through last: UInt64) throws(JournalError) {
        while position <= last {
            if remaining == 0 { try beginLostCommit(through: last) }
            try addLost()
        }
    }

    /// Ends the journal.
    mutating func finish() throws(JournalError) {
        precondition(remaining == 0, "a commit is lost to its end before the journal is finished")
        try segments.finish(next: position, chain: chain, time: time)
    }

    // MARK: Commits

    /// - Parameter commit: the entry of the record's commit, with its length.
    private mutating func take(
        _ record: UnsafeRawBufferPointer, _ found: borrowing RecordHeader, _ commit: UnsafeRawBufferPointer
    ) throws(JournalError) {
        let (sequence, first, count) = (found.sequence, found.commitFirst, found.commitCount)
        if remaining == 0 || header.commitFirst != first { try lose(through: first - 1) }
        if remaining == 0, position == first { try begin(commit, found) }
        guard header.commitFirst == first, header.commitCount == count, remaining > 0 else {
            // Two files of one journal tell different stories: the one that was taken first goes on.
            return try lose(through: sequence)
        }
        try lose(through: sequence - 1)
        if !found.isRedacted, redacted.contains(sequence) { return try lose(through: sequence) }
        if let last = lost.last, last.timeAfter == nil { lost[lost.count - 1].timeAfter = found.time }
        header = copy found
        if found.isOfEngine, lostEntry.elementsEqual(record) { lostBefore += 1 }
        try add(record)
    }

    /// Begins a commit that is known, with a new link of the chain.
    ///
    /// The hash of a redacted commit cannot be computed; a new one is derived from the old one and the new chain, so
    /// that the chain still covers what stands before it.
    private mutating func begin(
        _ found: UnsafeRawBufferPointer, _ known: borrowing RecordHeader
    ) throws(JournalError) {
        entry.removeAll()
        entry.append(found)
        let place = FrameAddress(
            journal: .zero, segment: 1, generation: 0, first: known.commitFirst, groupFirst: known.commitFirst)
        do throws(Corruption) {
            var reader = try EntryReader(entry.bytes, place)
            guard case .commit(let proof) = try reader.next() else { throw .entry }
            switch proof {
            case .open(let message, let salt):
                link = ChainLink(after: chain, salt: salt, commit: message, scratch: &scratch)
                kept = nil
            case .kept(_, _, let hash):
                let derived = hash.bytes.withUnsafeBytes { old in
                    ChainLink(after: chain, salt: .zero, commit: old, scratch: &scratch).hash()
                }
                kept = derived
                link = nil
                entry.removeLast(32)
                derived.append(to: &entry)
            case .repeated: throw .entry
            }
        } catch {
            preconditionFailure("a commit was read before, and is not a commit now: \(error.words)")
        }
        header = copy known
        remaining = UInt64(known.commitCount)
        try segments.add(commit: entry.bytes, header, after: chain, time: time)
        time = known.time
        hasTime = true
    }

    private mutating func beginLostCommit(through last: UInt64) throws(JournalError) {
        let count = min(last - position + 1, Self.lostCommitRecordsMax)
        let record = RecordDraft(kind: EngineRecord.kind, entity: .zero, payload: [])
        let draft = CommitDraft(
            actor: .zero, device: .zero, deviceSequence: 0, time: time,
            records: Array(repeating: record, count: Int(count)))
        var message = ByteBuffer(capacity: 128)
        Entries.appendCommit(draft, time: time, to: &message)
        let salt = salts.next()
        entry.removeAll()
        entry.append(varint: UInt64(message.count + Entries.saltFieldByteCount))
        entry.append(message.bytes)
        Entries.appendSalt(salt, to: &entry)
        link = ChainLink(after: chain, salt: salt, commit: message.bytes, scratch: &scratch)
        kept = nil
        header = RecordHeader()
        header.commitFirst = position
        header.commitCount = UInt32(count)
        header.time = time
        remaining = count
        try segments.add(commit: entry.bytes, header, after: chain, time: time)
    }

    // MARK: Records

    private mutating func addLost() throws(JournalError) {
        if let last = lost.last, last.sequences.upperBound + 1 == position {
            lost[lost.count - 1].sequences = last.sequences.lowerBound...position
        } else {
            lost.append(LostRun(sequences: position...position, timeBefore: hasTime ? time : nil))
        }
        header.entity = .zero
        let result = lostEntry.withUnsafeBytes { raw in
            Result { () throws(JournalError) in try add(raw) }
        }
        try result.get()
    }

    private mutating func add(_ record: UnsafeRawBufferPointer) throws(JournalError) {
        header.sequence = position
        try segments.add(record: record, header)
        link?.add(record)
        position += 1
        remaining -= 1
        guard remaining == 0 else { return }
        if let link { chain = link.hash() } else if let kept { chain = kept }
        commitCount += 1
    }
}
