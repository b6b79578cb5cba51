/// The changes that a rewrite makes in one segment.
struct SegmentChanges {
    let redaction: Redaction
    /// The hash of each commit that loses a record, by its first record.
    private(set) var kept: [UInt64: ChainHash] = [:]

    /// Nothing is left to be taken.
    var isEmpty: Bool { kept.isEmpty }

    /// Walks the segment once, since a commit's own hash stands in front of its records.
    init(of segment: Segment, by redaction: Redaction, _ source: RecordSource) throws(JournalError) {
        self.redaction = redaction
        do {
            try look(at: segment, source)
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("looking at a segment fails only as reading does, not with \(error)")
        }
    }

    private mutating func look(at segment: Segment, _ source: RecordSource) throws {
        var pass = try source.open(segment)
        var walk = ChainWalk(from: segment.header.chainBefore)
        var isLosing = false
        for run in pass.runs.indices {
            _ = try pass.forEachFrame(ofRun: run) { reader, _ in
                while true {
                    let step = try reader.next()
                    walk.add(step, reader)
                    switch step {
                    case .end: return .next
                    case .commit(.repeated): continue
                    case .commit: isLosing = false
                    case .record:
                        if redactor(of: reader.header) != nil { isLosing = true }
                        if reader.remaining == 0, isLosing { kept[reader.header.commitFirst] = walk.hash }
                    }
                }
            }
        }
    }

    /// The note by which a record loses its payload; nil when it keeps it, or has lost it already.
    func redactor(of record: borrowing RecordHeader) -> UInt64? {
        record.isRedacted ? nil : redaction.note(naming: record.sequence)
    }

    /// Adds the entry of a commit, with its length, as it will stand.
    func append(_ proof: EntryReader.CommitProof, kept hash: ChainHash, first: UInt64, to buffer: inout ByteBuffer) {
        let message: UnsafeRawBufferPointer
        switch proof {
        case .open(let covered, _), .kept(let covered, _, _): message = covered
        case .repeated: return
        }
        buffer.append(varint: UInt64(message.count + Entries.saltFieldByteCount + Entries.keptFieldByteCount))
        buffer.append(message)
        Entries.appendSalt(redaction.salts.salt(ofCommit: first), to: &buffer)
        Entries.appendKept(hash, to: &buffer)
    }
}
