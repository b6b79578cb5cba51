/// The one writer of a journal: takes commits from any thread, writes them on its own.
///
/// All commits queued while the previous sync ran share one `pwrite` and one `fdatasync` (group commit). Blocking
/// calls happen on the writer's thread; a lonely commit may be written on that of its caller (`appendOnTheSpot`).
final class Writer: Sendable {
    let monitor: Monitor<WriterState>
    let options: JournalOptions
    let turn: ExclusiveWriterState
    private let source: RecordSource
    private let sealer: Sealer
    private let lock: any DiskFile

    private typealias SpareKey = ExclusiveWriterState.SpareKey

    init(
        _ source: RecordSource, _ options: JournalOptions, _ sealer: Sealer, lock: any DiskFile,
        _ active: consuming ActiveSegment
    ) {
        self.source = source
        self.options = options
        self.sealer = sealer
        self.lock = lock
        monitor = Monitor(WriterState(last: active.last, time: active.time))
        turn = ExclusiveWriterState(active, rollAt: UInt64(options.segmentByteCountTarget))
    }

    /// Starts the thread.
    func start() throws(DiskError) { try EngineThread.start { self.run() } }

    private func run() {
        while true {
            let work = monitor.waiting { state in state.takeWork() }
            switch work {
            case .group(let group):
                commit(group, to: &turn.active)
                if turn.isFull { turn.rollAt = rollInPassing(&turn.active, &turn.spare) }
            case .rollInPassing:
                turn.rollAt = rollInPassing(&turn.active, &turn.spare)
            case .request(.roll(let continuation)):
                continuation.resume(returning: roll(&turn.active, &turn.spare))
                turn.rollAt = UInt64(options.segmentByteCountTarget)
            case .request(.close(let continuation)):
                let result = close(&turn.active)
                finish()
                continuation.resume(returning: result)
                return
            case .end:
                turn.active.file.close()
                finish()
                return
            }
            monitor.withLock { $0.isWriting = false }
        }
    }

    /// Writes a group and tells who waits for it. Who calls has the turn.
    func commit(_ group: [QueuedCommit], to active: inout ActiveSegment) {
        guard monitor.withLock({ $0.failure == nil }) else { return }
        if let fault = nameFault(of: active) {
            // Where the disk only cannot tell, nothing was written, and the next group asks again.
            return giveUp(fault, isBroken: fault.isDisplaced)
        }
        let begun = Uptime.now
        do throws(WriteFailure) {
            try active.append(group)
        } catch {
            return giveUp(JournalError(error.cause), isBroken: error.isBroken)
        }
        source.catalog.put(active.snapshot)
        do throws(JournalError) {
            try options.replicator?.confirm(through: active.last)
        } catch {
            return giveUp(error, isBroken: true)
        }
        let nanoseconds = Uptime.now - begun
        let (served, tails) = monitor.withLock { state in
            state.finish(group, nanoseconds: nanoseconds)
            return (state.takeServed(), state.takeTails())
        }
        for waiter in served { waiter.continuation.resume(returning: .success(())) }
        for tail in tails { tail.resume() }
        if active.hasGrown { writeHighWaterMark(of: &active) }
    }

    /// The reason not to write to the segment any more; nil when its name still leads to it.
    private func nameFault(of active: borrowing ActiveSegment) -> JournalError? {
        do throws(JournalError) {
            try active.checkName()
            return nil
        } catch {
            return error
        }
    }

    /// After a group, so that nobody waits for it, and once a replicator has it: what it vouches for is never taken back.
    private func writeHighWaterMark(of active: inout ActiveSegment) {
        do throws(JournalError) {
            try active.writeHighWaterMark(source.disk, source.path)
        } catch {
            giveUp(error, isBroken: true)
        }
    }

    /// Nothing of what is queued will be written: its sequence numbers follow the commit that failed.
    ///
    /// - Parameter isBroken: nothing will ever be written again; otherwise what comes next may be.
    private func giveUp(_ error: JournalError, isBroken: Bool) {
        let (waiters, tails) = monitor.withLock { state in
            let waiters = state.waiters
            state.waiters = []
            state.queue = []
            state.queuedByteCount = 0
            if isBroken {
                state.failure = error
            } else {
                state.givenUp.append(WriterState.GivenUp(durable: state.durable, error: error))
                state.epoch += 1
                state.nextSequence = state.durable + 1
            }
            return (waiters, state.takeTails())
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(error)) }
        for tail in tails { tail.resume() }
    }

    /// Rolls because the segment is full. A shortage only postpones it: the segment may grow meanwhile.
    ///
    /// - Returns: the size at which to roll next.
    private func rollInPassing(_ active: inout ActiveSegment, _ spare: inout SpareKey?) -> UInt64 {
        let target = UInt64(options.segmentByteCountTarget)
        switch roll(&active, &spare) {
        case .success: return target
        case .failure: return active.used + max(target / 16, 1)
        }
    }

    /// The key of the next segment, durable in the keyring; nil without one.
    private func nextKey(_ spare: SpareKey?) throws(JournalError) -> SpareKey? {
        guard let keyring = options.keyring else { return nil }
        do throws(JournalError) {
            return if let spare { spare } else { try keyring.make() }
        } catch {
            // The old segment goes on growing; but a keyring that fails for good must not let it grow for ever.
            if !error.isShortage { giveUp(error, isBroken: true) }
            throw error
        }
    }

    /// Goes on in a new segment. Order: its key durable in the keyring, room for the mark, the new segment durable, the
    /// mark durable, then appends.
    private func roll(_ active: inout ActiveSegment, _ spare: inout SpareKey?) -> Result<Void, JournalError> {
        if let failure = monitor.withLock({ $0.failure }) { return .failure(failure) }
        if let fault = nameFault(of: active) {
            if fault.isDisplaced { giveUp(fault, isBroken: true) }
            return .failure(fault)
        }
        let isEmpty = active.last < active.header.first
        // An empty segment stays, unless what comes should be encrypted: then it is replaced by one with a key.
        if isEmpty, options.keyring == nil || active.header.keyID != nil { return .success(()) }
        do throws(JournalError) {
            spare = try nextKey(spare)
        } catch {
            return .failure(error)
        }
        var isCreated = false
        do throws(WriteFailure) {
            if !isEmpty { try active.reserveForMark() }
            let header = SegmentHeader(
                journal: active.header.journal, segment: active.header.segment + (isEmpty ? 0 : 1), generation: 0,
                first: active.last + 1, chainBefore: active.chain, timeBefore: active.time, created: options.now(),
                keyID: spare?.id)
            let files = SegmentFile(disk: source.disk, path: source.path)
            let (file, start, end) = try files.create(header)
            isCreated = true
            if !isEmpty {
                try active.writeMark(nextSegment: header.segment)
                source.catalog.put(active.snapshot)
                writeHighWaterMark(of: &active)
            }
            let next = ActiveSegment(
                header: header, file: file, path: source.path.segment(header.segment), dataStart: start, used: start,
                boundaries: [end], last: active.last,
                time: active.time, chain: active.chain, runs: [], salts: Salts(options.entropy), key: spare?.key)
            spare = nil
            active.file.close()
            active = next
            source.catalog.put(active.snapshot)
        } catch {
            // Once the next segment exists, going on in this one would contradict its header.
            if isCreated || error.isBroken { giveUp(JournalError(error.cause), isBroken: true) }
            return .failure(JournalError(error.cause))
        }
        if options.sealsInBackground { sealer.sealInBackground() }
        return .success(())
    }

    /// Writes the clean-close mark, unless there is no room for it: then the next open has a little more to check.
    private func close(_ active: inout ActiveSegment) -> Result<Void, JournalError> {
        defer { active.file.close() }
        guard monitor.withLock({ $0.failure == nil }) else { return .success(()) }
        if let fault = nameFault(of: active) { return .failure(fault) }
        do throws(WriteFailure) {
            try active.writeMark()
            writeHighWaterMark(of: &active)
            return monitor.withLock { $0.failure }.map { .failure($0) } ?? .success(())
        } catch {
            if case .shortage = error { return .success(()) }
            giveUp(JournalError(error.cause), isBroken: true)
            return .failure(JournalError(error.cause))
        }
    }

    private func finish() {
        sealer.stop()
        lock.close()
        let (waiters, tails, requests) = monitor.withLock { state in
            state.phase = .closed
            let waiters = state.waiters
            let requests = state.requests
            state.waiters = []
            state.requests = []
            return (waiters, state.takeTails(), requests)
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.closed)) }
        for tail in tails { tail.resume() }
        for request in requests {
            switch request {
            case .roll(let continuation), .close(let continuation):
                continuation.resume(returning: .failure(.closed))
            }
        }
    }
}

extension JournalError {
    fileprivate var isDisplaced: Bool {
        if case .displaced = self { true } else { false }
    }
}

extension WriteFailure {
    var isBroken: Bool {
        if case .broken = self { true } else { false }
    }
}
