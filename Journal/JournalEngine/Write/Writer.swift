/// The one writer of a journal: takes commits from any thread, writes them on its own.
///
/// All commits queued while the previous sync ran share one `pwrite` and one `fdatasync` (group commit). Blocking
/// calls happen on the writer's thread only, never on Swift's cooperative threads.
final class Writer: Sendable {
    let monitor: Monitor<WriterState>
    private let source: RecordSource
    private let options: JournalOptions
    private let sealer: Sealer
    private let lock: any DiskFile

    init(
        _ source: RecordSource, _ options: JournalOptions, _ sealer: Sealer, lock: any DiskFile, last: UInt64,
        time: Int64
    ) {
        self.source = source
        self.options = options
        self.sealer = sealer
        self.lock = lock
        monitor = Monitor(WriterState(last: last, time: time))
    }

    /// Starts the thread, which owns `active` from now on.
    func start(_ active: consuming ActiveSegment) throws(DiskError) {
        let parcel = Parcel(consume active)
        try EngineThread.start {
            guard let active = parcel.take() else { return }
            self.run(active)
        }
    }

    private enum Work {
        case group([QueuedCommit])
        case request(WriterState.Request)
        case end
    }

    private func run(_ segment: consuming ActiveSegment) {
        var active = segment
        var rollAt = UInt64(options.segmentByteCountTarget)
        while true {
            let work = monitor.waiting { state -> Work? in
                if !state.queue.isEmpty { return .group(state.takeGroup()) }
                if state.phase == .abandoned { return .end }
                return state.requests.isEmpty ? nil : .request(state.requests.removeFirst())
            }
            switch work {
            case .group(let group):
                commit(group, to: &active)
                if active.used >= rollAt { rollAt = rollInPassing(&active) }
            case .request(.roll(let continuation)):
                continuation.resume(returning: roll(&active))
                rollAt = UInt64(options.segmentByteCountTarget)
            case .request(.close(let continuation)):
                let result = close(&active)
                finish()
                continuation.resume(returning: result)
                return
            case .end:
                active.file.close()
                finish()
                return
            }
        }
    }

    private func commit(_ group: [QueuedCommit], to active: inout ActiveSegment) {
        guard monitor.withLock({ $0.failure == nil }) else { return }
        do throws(WriteFailure) {
            try active.append(group)
        } catch {
            return giveUp(error)
        }
        source.catalog.put(active.snapshot)
        let (served, tails) = monitor.withLock { state in
            state.durable = group[group.count - 1].receipt.last
            state.remember(group)
            return (state.takeServed(), state.takeTails())
        }
        for waiter in served { waiter.continuation.resume(returning: .success(())) }
        for tail in tails { tail.resume() }
    }

    /// Nothing of what is queued will be written: its sequence numbers follow the commit that failed.
    private func giveUp(_ failure: WriteFailure) {
        let error = JournalError(failure.cause)
        let (waiters, tails) = monitor.withLock { state in
            let waiters = state.waiters
            state.waiters = []
            state.queue = []
            state.queuedByteCount = 0
            switch failure {
            case .shortage:
                state.givenUp.append(WriterState.GivenUp(durable: state.durable, error: error))
                state.epoch += 1
                state.nextSequence = state.durable + 1
            case .broken:
                state.failure = error
            }
            return (waiters, state.takeTails())
        }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(error)) }
        for tail in tails { tail.resume() }
    }

    /// Rolls because the segment is full. A shortage only postpones it: the segment may grow meanwhile.
    ///
    /// - Returns: the size at which to roll next.
    private func rollInPassing(_ active: inout ActiveSegment) -> UInt64 {
        let target = UInt64(options.segmentByteCountTarget)
        switch roll(&active) {
        case .success: return target
        case .failure: return active.used + max(target / 16, 1)
        }
    }

    /// Goes on in a new segment. Order: room for the mark, the new segment durable, the mark durable, then appends.
    private func roll(_ active: inout ActiveSegment) -> Result<Void, JournalError> {
        if let failure = monitor.withLock({ $0.failure }) { return .failure(failure) }
        guard active.last >= active.header.first else { return .success(()) }
        var isCreated = false
        do throws(WriteFailure) {
            try active.reserveForMark()
            let header = SegmentHeader(
                journal: active.header.journal, segment: active.header.segment + 1, generation: 0,
                first: active.last + 1, chainBefore: active.chain, timeBefore: active.time, created: options.now())
            let files = SegmentFile(disk: source.disk, path: source.path)
            let (file, start, end) = try files.create(header)
            isCreated = true
            try active.writeMark(nextSegment: header.segment)
            source.catalog.put(active.snapshot)
            let next = ActiveSegment(
                header: header, file: file, dataStart: start, used: start, boundaries: [end], last: active.last,
                time: active.time, chain: active.chain, runs: [], salts: Salts(options.entropy))
            active.file.close()
            active = next
            source.catalog.put(active.snapshot)
        } catch {
            // Once the next segment exists, going on in this one would contradict its header.
            if isCreated || error.isBroken { giveUp(.broken(error.cause)) }
            return .failure(JournalError(error.cause))
        }
        if options.sealsInBackground { sealer.sealInBackground() }
        return .success(())
    }

    /// Writes the clean-close mark, unless there is no room for it: then the next open has a little more to check.
    private func close(_ active: inout ActiveSegment) -> Result<Void, JournalError> {
        defer { active.file.close() }
        guard monitor.withLock({ $0.failure == nil }) else { return .success(()) }
        do throws(WriteFailure) {
            try active.writeMark()
            return .success(())
        } catch {
            if case .shortage = error { return .success(()) }
            giveUp(error)
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

extension WriteFailure {
    var isBroken: Bool {
        if case .broken = self { true } else { false }
    }
}

/// Carries the segment to the writer's thread, since a closure that can be copied cannot hold it.
///
/// `@unchecked Sendable`: put in before the thread starts, taken out once by that thread, and never touched otherwise.
private final class Parcel: @unchecked Sendable {
    private var active: ActiveSegment?

    init(_ active: consuming ActiveSegment) { self.active = consume active }

    func take() -> ActiveSegment? { active.take() }
}
