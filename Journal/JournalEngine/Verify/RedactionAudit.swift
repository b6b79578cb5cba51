/// Holds what notes of redactions say against what stands in the journal, in both directions.
///
/// What is redacted must be named by the note it names; what a note names must be redacted; and what remains of a
/// commit must be what the latest note about it says. Where records cannot be read, nothing is concluded from that.
/// - Format: FORMAT.md §10, "What verify proves".
struct RedactionAudit {
    private let source: RecordSource
    /// The entity of the notes of a redaction that is under way.
    private let unfinished: ID16?
    /// The last record when the audit began. What a note behind it says may be done while we look.
    private let end: UInt64
    private let isWhole: Bool
    private var notes: [(sequence: UInt64, time: Int64, entity: ID16, note: RedactionNote)] = []
    /// Neighbours that the same note redacted; ascending.
    private var redacted: [(range: ClosedRange<UInt64>, by: UInt64)] = []
    /// What remains of each redacted commit, in order.
    private var remains: [RedactionNote.Remains] = []
    /// The chain before each of these commits; none behind damage in the same segment.
    private var chainBefore: [UInt64: ChainHash] = [:]
    /// What could be read.
    private var read = SequenceSet()
    /// Records that a repair could not save: nobody knows what they were, so nothing is concluded from them either.
    private var lost = SequenceSet()

    /// - Parameter isWhole: the journal was opened to its end; otherwise there may be more behind the damage.
    init(_ source: RecordSource, unfinished: ID16?, isWhole: Bool) {
        self.isWhole = isWhole
        self.source = source
        self.unfinished = unfinished
        end = source.catalog.last
    }

    /// Takes in the records of a segment, and passes over what is damaged, which others report.
    mutating func look(at segment: Segment) throws(JournalError) {
        do {
            var pass = try source.open(segment)
            var walk = Walk(chain: ChainWalk(from: pass.segment.header.chainBefore))
            for run in pass.runs.indices {
                do throws(any Error) {
                    _ = try pass.forEachFrame(ofRun: run) { reader, _ in try take(&reader, &walk) }
                } catch let error as JournalError {
                    guard error.isDamage else { throw error }
                    walk.remains.beginUnredacted()
                    walk.isWhole = false
                }
            }
        } catch let error as JournalError {
            guard error.isDamage else { throw error }
        } catch {
            preconditionFailure("an audit fails only as reading does, not with \(error)")
        }
    }

    /// What passes with the entries of one segment.
    private struct Walk: ~Copyable {
        var remains = RemainsWalk()
        var chain: ChainWalk
        /// Nothing was passed over, so the chain is known.
        var isWhole = true

        init(chain: consuming ChainWalk) { self.chain = chain }
    }

    private mutating func take(_ reader: inout EntryReader, _ walk: inout Walk) throws(Corruption) -> Visit {
        let first = reader.nextSequence
        while true {
            let step = try reader.next()
            let before = walk.chain.hash
            walk.chain.add(step, reader)
            switch step {
            case .end:
                if reader.nextSequence > first { read.append(first...(reader.nextSequence - 1)) }
                return .next
            case .commit(.repeated): continue
            case .commit(.open): walk.remains.beginUnredacted()
            case .commit(.kept(let message, let salt, _)):
                walk.remains.begin(message, salt: salt)
                if walk.isWhole { chainBefore[reader.header.commitFirst] = before }
            case .record(let payload):
                take(reader.header, payload)
                walk.remains.add(reader, isTaken: reader.header.isRedacted)
                if reader.remaining == 0, let hash = walk.remains.finish() {
                    remains.append(RedactionNote.Remains(first: reader.header.commitFirst, hash: hash))
                }
            }
        }
    }

    private mutating func take(_ header: borrowing RecordHeader, _ payload: UnsafeRawBufferPointer) {
        if header.isRedacted {
            if let last = redacted.last, last.by == header.redactedBy, last.range.upperBound + 1 == header.sequence {
                redacted[redacted.count - 1].range = last.range.lowerBound...header.sequence
            } else {
                redacted.append((header.sequence...header.sequence, header.redactedBy))
            }
        } else if header.isOfEngine {
            switch EngineRecord(reading: payload) {
            case .redaction(let note): notes.append((header.sequence, header.time, header.entity, note))
            case .lost: lost.append(header.sequence)
            case nil: break
            }
        }
    }

    /// What is not as the notes say, and where; and what each redaction took.
    func judged() -> (faults: [(sequences: ClosedRange<UInt64>, Corruption)], redactions: [VerifyReport.Redaction]) {
        var faults: [(sequences: ClosedRange<UInt64>, Corruption)] = []
        var summaries: [VerifyReport.Redaction] = []
        let all = SequenceSet(redacted.map(\.range))
        let seen = read.subtracting(lost)
        for (sequence, time, entity, note) in notes {
            let there = SequenceSet(note.ranges).subtracting(all).intersection(seen)
            summaries.append(
                VerifyReport.Redaction(
                    sequence: sequence, time: time, recordCount: note.recordCount, isFinished: there.isEmpty))
            if !isOpen(sequence, entity) {
                faults += there.ranges.map { ($0, .redactionUndone(by: sequence)) }
            }
        }
        faults += unexplained(seen)
        faults += changedRemains(seen)
        faults += changedPasts()
        return (faults, summaries)
    }

    /// Returns whether what a note names may still be there.
    private func isOpen(_ note: UInt64, _ entity: ID16) -> Bool { entity == unfinished || note > end }

    /// Redacted records that the note they name does not name.
    private func unexplained(_ seen: SequenceSet) -> [(sequences: ClosedRange<UInt64>, Corruption)] {
        let byNumber = Dictionary(notes.map { ($0.sequence, $0.note) }) { first, _ in first }
        return redacted.compactMap { range, by in
            // A note that cannot be read may have named them.
            guard let note = byNumber[by] else {
                let isThere = seen.contains(by) && by <= end
                return isThere || (isWhole && by > source.catalog.last) ? (range, .redactionUnexplained) : nil
            }
            return note.names(range) ? nil : (range, .redactionUnexplained)
        }
    }

    /// Redacted commits before which something else stands than when they were redacted.
    private func changedPasts() -> [(sequences: ClosedRange<UInt64>, Corruption)] {
        let journal = source.catalog.all[0].header.journal
        var faults: [(sequences: ClosedRange<UInt64>, Corruption)] = []
        for case let (_, _, _, note) in notes {
            guard let anchors = note.anchors, anchors.journal == journal else { continue }
            for (commit, anchor) in zip(note.commits, anchors.hashes) {
                guard let found = chainBefore[commit.first], found != anchor else { continue }
                faults.append((commit.first...commit.first, .chain))
            }
        }
        return faults
    }

    /// Commits of which something else remains than the latest note about them says.
    private func changedRemains(_ seen: SequenceSet) -> [(sequences: ClosedRange<UInt64>, Corruption)] {
        var latest: [UInt64: (hash: ChainHash, isOpen: Bool)] = [:]
        for (sequence, _, entity, note) in notes {
            for commit in note.commits { latest[commit.first] = (commit.hash, isOpen(sequence, entity)) }
        }
        let isAllSeen = isWhole && seen.ranges.count == 1 && seen.contains(1) && seen.contains(end)
        return remains.compactMap { commit in
            guard let said = latest[commit.first] else {
                return isAllSeen ? (commit.first...commit.first, .redactionUnexplained) : nil
            }
            // On its way to the next form, a commit may still have the last one.
            guard said.hash != commit.hash, !said.isOpen else { return nil }
            return isAllSeen ? (commit.first...commit.first, .redactionRemains) : nil
        }
    }
}

extension RedactionNote {
    /// Returns whether it names every record of a range.
    fileprivate func names(_ range: ClosedRange<UInt64>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }
}
