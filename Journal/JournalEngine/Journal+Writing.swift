extension Journal {
    /// Appends one commit and returns once it is on disk. Commits stand in the order of the calls.
    package func append(_ draft: CommitDraft) async throws(JournalError) -> CommitReceipt {
        guard let writer else { throw .readOnly }
        try Self.check(draft)
        return try await writer.append(draft)
    }

    static func check(_ draft: CommitDraft) throws(JournalError) {
        guard draft.records.allSatisfy({ $0.kind != EngineRecord.kind }) else { throw .reservedKind }
    }

    /// Gives a commit its place in the order at once; it is on disk when `durable` of the result returns.
    ///
    /// - Throws: when the commit cannot be taken. Nothing is written then.
    package func enqueue(_ draft: CommitDraft) throws(JournalError) -> PendingCommit {
        guard let writer else { throw .readOnly }
        try Self.check(draft)
        return try writer.enqueue(draft)
    }

    /// Goes on in a new segment and rewrites all earlier ones into their sealed form. Returns once they are on disk.
    package func seal() async throws(JournalError) {
        guard let writer, let sealer else { throw .readOnly }
        try await writer.roll()
        try await EngineThread.run { () throws(JournalError) in try sealer.sealAll() }
    }

    /// Writes what is queued, says on disk that all is well, and gives up the lock. Closing twice is allowed.
    package func close() async throws(JournalError) {
        try await writer?.close()
    }
}

/// A commit that has its place, and is on its way to the disk.
package struct PendingCommit: Sendable {
    package let receipt: CommitReceipt
    fileprivate let epoch: Int
    fileprivate let writer: Writer

    /// Returns once the commit is on disk.
    ///
    /// - Throws: why it never will be; then nothing that was queued behind it will be either, and its sequence
    ///   numbers go to other commits (after a shortage) or to nobody (`poisoned`).
    package nonisolated(nonsending) func durable() async throws(JournalError) {
        try await writer.durable(receipt.last, epoch: epoch)
    }
}

extension Writer {
    func enqueue(_ draft: CommitDraft) throws(JournalError) -> PendingCommit {
        let size = try Self.byteCount(of: draft)
        let (receipt, epoch, wakes) = try monitor.withLock { state throws(JournalError) in
            (try state.enqueue(draft, byteCount: size), state.epoch, state.wakesThread)
        }
        if wakes { monitor.signal() }
        return PendingCommit(receipt: receipt, epoch: epoch, writer: self)
    }

    /// Enqueues and waits under one lock, which is what most callers do.
    func append(_ draft: CommitDraft) async throws(JournalError) -> CommitReceipt {
        let size = try Self.byteCount(of: draft)
        if let receipt = try appendOnTheSpot(draft, byteCount: size) { return receipt }
        var place = Result<(receipt: CommitReceipt, wakes: Bool), JournalError>.failure(.closed)
        let result: Result<Void, JournalError> = await withCheckedContinuation { continuation in
            place = monitor.withLock { state in
                Result { () throws(JournalError) in
                    let receipt = try state.enqueue(draft, byteCount: size)
                    state.waiters.append(WriterState.Waiter(last: receipt.last, continuation: continuation))
                    return (receipt, state.wakesThread)
                }
            }
            switch place {
            case .success(let place): if place.wakes { monitor.signal() }
            case .failure(let error): continuation.resume(returning: .failure(error))
            }
        }
        try result.get()
        return try place.get().receipt
    }

    /// The size of a commit's entries, checked against every limit.
    static func byteCount(of draft: CommitDraft) throws(JournalError) -> Int {
        guard !draft.records.isEmpty else { throw .emptyCommit }
        guard draft.records.count <= JournalLimits.recordsPerCommitMax else {
            throw .tooManyRecords(count: draft.records.count, limit: JournalLimits.recordsPerCommitMax)
        }
        var size = 128
        for record in draft.records {
            guard record.payload.count <= JournalLimits.payloadByteCountMax else {
                throw .recordTooLarge(byteCount: record.payload.count, limit: JournalLimits.payloadByteCountMax)
            }
            size += Entries.messageByteCount(record) + 4
        }
        guard size <= JournalLimits.commitByteCountMax else {
            throw .commitTooLarge(byteCount: size, limit: JournalLimits.commitByteCountMax)
        }
        return size
    }

    nonisolated(nonsending) func durable(_ last: UInt64, epoch: Int) async throws(JournalError) {
        let result: Result<Void, JournalError> = await withCheckedContinuation { continuation in
            let outcome = monitor.withLock { state -> Result<Void, JournalError>? in
                if let outcome = state.outcome(last: last, epoch: epoch) { return outcome }
                state.waiters.append(WriterState.Waiter(last: last, continuation: continuation))
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
        try result.get()
    }

    func roll() async throws(JournalError) {
        try await request(WriterState.Request.roll, ifClosed: .failure(.closed))
    }

    func close() async throws(JournalError) {
        try await request(WriterState.Request.close, isClosing: true, ifClosed: .success(()))
    }

    private func request(
        _ make: (CheckedContinuation<Result<Void, JournalError>, Never>) -> WriterState.Request,
        isClosing: Bool = false, ifClosed: Result<Void, JournalError>
    ) async throws(JournalError) {
        let result: Result<Void, JournalError> = await withCheckedContinuation { continuation in
            let isOpen = monitor.withLock { state in
                guard state.phase == .open else { return false }
                state.requests.append(make(continuation))
                if isClosing { state.phase = .closing }
                return true
            }
            if isOpen { monitor.signal() } else { continuation.resume(returning: ifClosed) }
        }
        try result.get()
    }

    /// Lets the thread end without a mark: nobody refers to the journal any more.
    func abandon() {
        monitor.withLock { state in
            if state.phase == .open { state.phase = .abandoned }
        }
        monitor.signal()
    }
}
