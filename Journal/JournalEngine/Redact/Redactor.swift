import Synchronization

/// Carries redactions from the intent to the end, and knows what is still to be done.
///
/// Order: intent durable, note durable, each affected segment replaced, what was cut or left over erased. The intent
/// stays until the program has done its part.
/// - Format: FORMAT.md §10, "Redaction".
final class Redactor: Sendable {
    private let source: RecordSource
    private let sealer: Sealer
    private let options: JournalOptions
    private let state = Mutex(State())

    private struct State {
        var isBusy = false
        var pending: Pending?
    }

    /// A redaction whose note is durable.
    struct Pending: Sendable {
        let intent: RedactionIntent
        let redaction: Redaction
        var face: UnfinishedRedaction
    }

    init(_ source: RecordSource, _ sealer: Sealer, _ options: JournalOptions) {
        self.source = source
        self.sealer = sealer
        self.options = options
    }

    var unfinished: UnfinishedRedaction? { state.withLock { $0.pending?.face } }

    /// Keeps a second redaction out until `end`.
    private func begin() throws(JournalError) {
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFree else { throw .redactionUnfinished }
    }

    private func end() { state.withLock { $0.isBusy = false } }

    /// See `Journal.redact`.
    func redact(
        _ ranges: [ClosedRange<UInt64>], _ attestation: CommitDraft, memo: [UInt8], _ writer: Writer
    ) async throws(JournalError) -> CommitReceipt {
        try begin()
        defer { end() }
        guard unfinished == nil else { throw .redactionUnfinished }
        let wanted = try checked(ranges, memo)
        // What is redacted must not be where the writer writes.
        if let end = wanted.ranges.last, end.upperBound >= source.catalog.active.header.first {
            try await writer.roll()
        }
        let intent = newIntent(memo: memo)
        let (draft, notes) = try await EngineThread.run { [self] () throws(JournalError) in
            let notes = try RedactionSurvey.notes(
                redacting: wanted, source, intent.salts, noteByteCountTarget: options.redactionNoteByteCountTarget)
            let draft = attestation.followed(by: notes, about: intent.id)
            // A commit beyond the limits is refused before anything is written.
            _ = try Writer.byteCount(of: draft)
            try write(intent)
            return (draft, notes)
        }
        let receipt = try await writer.append(draft)
        let firstNote = receipt.last + 1 - UInt64(notes.count)
        let redaction = Redaction(
            notes: notes.enumerated().map { (firstNote + UInt64($0.offset), $0.element) }, salts: intent.salts)
        state.withLock { $0.pending = Pending(intent: intent, redaction: redaction, receipt: receipt) }
        try await EngineThread.run { [self] () throws(JournalError) in try rewrite() }
        return receipt
    }

    private func checked(_ ranges: [ClosedRange<UInt64>], _ memo: [UInt8]) throws(JournalError) -> SequenceSet {
        let wanted = SequenceSet(ranges)
        if let first = wanted.ranges.first, first.lowerBound == 0 { throw .noSuchRecord(0) }
        if let end = wanted.ranges.last, end.upperBound > source.catalog.last { throw .noSuchRecord(end.upperBound) }
        guard memo.count <= RedactionIntent.memoByteCountMax else {
            throw .recordTooLarge(byteCount: memo.count, limit: RedactionIntent.memoByteCountMax)
        }
        return wanted
    }

    /// See `Journal.resumeRedaction`.
    func resume() async throws(JournalError) {
        try begin()
        defer { end() }
        try await EngineThread.run { [self] () throws(JournalError) in try rewrite() }
    }

    /// See `Journal.finishRedaction`.
    func finish() throws(JournalError) {
        let (pending, isBusy) = state.withLock { ($0.pending, $0.isBusy) }
        guard !isBusy, pending?.face.isRewritten ?? true else { throw .redactionUnfinished }
        guard pending != nil else { return }
        try options.replicator?.rewritten()
        try removeIntent()
        state.withLock { $0.pending = nil }
    }

    /// Takes up a redaction that a crash interrupted: to its end when its note is in the journal, else not at all.
    ///
    /// A full disk only postpones it, since opening must not fail for want of room.
    func takeUp(_ listing: DirectoryListing) throws(JournalError) {
        guard listing.hasRedaction, let intent = try RedactionIntent.find(source) else { return }
        let (notes, receipt) = try notes(of: intent)
        guard let receipt else { return try removeIntent() }
        let redaction = Redaction(notes: notes, salts: intent.salts)
        state.withLock { $0.pending = Pending(intent: intent, redaction: redaction, receipt: receipt) }
        do throws(JournalError) {
            try rewrite()
        } catch {
            guard error.isShortage else { throw error }
            state.withLock { $0.pending?.face.failure = error }
        }
    }

    /// Replaces every segment that still holds what is redacted. Blocks.
    private func rewrite() throws(JournalError) {
        guard let pending = state.withLock({ $0.pending }), !pending.face.isRewritten else { return }
        let all = pending.redaction.all
        for segment in source.catalog.all.dropLast()
        where !segment.isEmpty && all.overlaps(segment.header.first...segment.last) {
            try sealer.redact(segment.number, pending.redaction)
        }
        try sealer.destroyReplacedKeys()
        let erased = try sealer.eraseLeftovers()
        state.withLock { state in
            state.pending?.face.erasedFiles = erased
            state.pending?.face.isRewritten = true
            state.pending?.face.failure = nil
        }
    }
}

extension Redactor.Pending {
    fileprivate init(intent: RedactionIntent, redaction: Redaction, receipt: CommitReceipt) {
        self.init(
            intent: intent, redaction: redaction,
            face: UnfinishedRedaction(receipt: receipt, memo: intent.memo, notes: redaction.notes.map(\.note)))
    }
}

extension CommitDraft {
    fileprivate func followed(by notes: [RedactionNote], about id: ID16) -> CommitDraft {
        var draft = self
        draft.records += notes.map { note in
            RecordDraft(kind: EngineRecord.kind, entity: id, payload: EngineRecord.redaction(note).encoded)
        }
        return draft
    }
}

// The intent on disk.
extension Redactor {
    private func newIntent(memo: [UInt8]) -> RedactionIntent {
        var salts = Salts(options.entropy)
        var seed = ByteBuffer(capacity: 32)
        let id = salts.next()
        seed.append(salts.next())
        seed.append(salts.next())
        return RedactionIntent(
            id: id, after: source.catalog.last, salts: RemainsSalts(seed: Array(seed.bytes)), memo: memo)
    }

    private func write(_ intent: RedactionIntent) throws(JournalError) {
        var buffer = ByteBuffer(capacity: intent.memo.count + 256)
        var salts = Salts(options.entropy)
        intent.append(to: &buffer, under: source.keyring?.root, nonce: salts.nextNonce())
        do throws(WriteFailure) {
            try SegmentFile(disk: source.disk, path: source.path).write(Array(buffer.bytes), as: JournalPath.redaction)
        } catch {
            throw JournalError(error.cause)
        }
    }

    private func removeIntent() throws(JournalError) {
        do throws(DiskError) {
            // Gone first: what a crash leaves must be whole or nothing.
            let file = try source.disk.open(source.path.file(JournalPath.redaction), .writing)
            defer { file.close() }
            try source.disk.remove(source.path.file(JournalPath.redaction))
            try source.disk.syncDirectory(source.path.directory)
            try file.overwriteWithZeros()
        } catch {
            throw JournalError(error)
        }
    }

    /// The notes of a redaction, and the commit they stand in; none when the note never came to be.
    private func notes(
        of intent: RedactionIntent
    ) throws(JournalError) -> (notes: [(sequence: UInt64, note: RedactionNote)], receipt: CommitReceipt?) {
        var notes: [(sequence: UInt64, note: RedactionNote)] = []
        var receipt: CommitReceipt?
        do {
            try source.forward(ofEntities: [intent.id], from: intent.after + 1, through: .max) { header, payload in
                guard header.isOfEngine, case .redaction(let note) = EngineRecord(payload: payload) else {
                    return .next
                }
                notes.append((header.sequence, note))
                receipt = CommitReceipt(
                    first: header.commitFirst, last: header.commitFirst + UInt64(header.commitCount) - 1,
                    time: header.time)
                return .next
            }
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("looking for notes fails only as reading does, not with \(error)")
        }
        return (notes, receipt)
    }
}
