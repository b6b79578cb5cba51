/// Finds out what a redaction takes and what it leaves, before anything is changed.
struct RedactionSurvey {
    let wanted: SequenceSet
    let salts: RemainsSalts
    private var anchors: [ChainHash] = []
    private let noteByteCountTarget: Int
    private var notes: [RedactionNote] = []
    /// Of the commits looked at so far that no note names yet.
    private var note = RedactionNote()
    private var taken = SequenceSet()

    private static let remainsByteCount = 72
    private static let rangeByteCount = 8

    private init(_ wanted: SequenceSet, _ salts: RemainsSalts, noteByteCountTarget: Int) {
        self.wanted = wanted
        self.salts = salts
        self.noteByteCountTarget = noteByteCountTarget
    }

    /// The notes of a redaction of `wanted`: at least one, which may name nothing.
    ///
    /// Records that are redacted already stay as they are, and so do the records of the engine, which hold nothing about
    /// people.
    /// - Precondition: no record of `wanted` lies in the active segment.
    /// - Complexity: O(bytes of the affected segments). Reads one run at a time.
    static func notes(
        redacting wanted: SequenceSet, _ source: RecordSource, _ salts: RemainsSalts, noteByteCountTarget: Int
    ) throws(JournalError) -> [RedactionNote] {
        var survey = RedactionSurvey(wanted, salts, noteByteCountTarget: noteByteCountTarget)
        for segment in source.catalog.all.dropLast()
        where !segment.isEmpty && wanted.overlaps(segment.header.first...segment.last) {
            do {
                try survey.look(at: segment, source)
            } catch let error as JournalError {
                throw error
            } catch {
                preconditionFailure("a survey fails only as reading does, not with \(error)")
            }
        }
        survey.endNote(in: source.catalog.all[0].header.journal)
        return survey.notes.isEmpty ? [RedactionNote()] : survey.notes
    }

    private mutating func look(at segment: Segment, _ source: RecordSource) throws {
        var pass = try source.open(segment)
        var remains = RemainsWalk()
        var chain = ChainWalk(from: segment.header.chainBefore)
        var before = segment.header.chainBefore
        var newlyTaken = 0
        for run in pass.runs.indices {
            _ = try pass.forEachFrame(ofRun: run) { reader, _ in
                while true {
                    let step = try reader.next()
                    if case .commit = step { before = chain.hash }
                    chain.add(step, reader)
                    switch step {
                    case .end: return .next
                    case .commit(.repeated): continue
                    case .commit(.open(let message, _)), .commit(.kept(let message, _, _)):
                        let first = reader.header.commitFirst
                        newlyTaken = 0
                        if wanted.overlaps(first...(first + UInt64(reader.header.commitCount) - 1)) {
                            remains.begin(message, salt: salts.salt(ofCommit: first))
                        } else {
                            remains.beginUnredacted()
                        }
                    case .record:
                        let header = reader.header
                        let isNew =
                            wanted.contains(header.sequence) && !header.isRedacted && header.kind != EngineRecord.kind
                        remains.add(reader, isTaken: isNew || header.isRedacted)
                        if isNew {
                            taken.append(header.sequence)
                            newlyTaken += 1
                        }
                        guard reader.remaining == 0, let hash = remains.finish(), newlyTaken > 0 else { continue }
                        note.commits.append(RedactionNote.Remains(first: header.commitFirst, hash: hash))
                        anchors.append(before)
                        if noteByteCount > noteByteCountTarget { endNote(in: segment.header.journal) }
                    }
                }
            }
        }
    }

    private var noteByteCount: Int {
        note.commits.count * Self.remainsByteCount + taken.ranges.count * Self.rangeByteCount
    }

    private mutating func endNote(in journal: ID16) {
        guard !taken.isEmpty else { return }
        note.ranges = taken.ranges
        note.anchors = RedactionNote.Anchors(journal: journal, hashes: anchors)
        anchors = []
        notes.append(note)
        note = RedactionNote()
        taken = SequenceSet()
    }
}
