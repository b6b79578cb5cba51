/// What callers and the writer thread share, under one lock.
struct WriterState {
    var queue: [QueuedCommit] = []
    var queuedByteCount = 0
    var requests: [Request] = []
    var nextSequence: UInt64
    var lastTime: Int64
    /// The last record that is on disk.
    var durable: UInt64
    /// Counts the times that queued commits had to be given up; sequence numbers are reused after that.
    var epoch = 0
    var givenUp: [GivenUp] = []
    /// Set by the first write or sync that failed.
    var failure: JournalError?
    var phase = Phase.open
    /// Somebody has the turn: the thread, or a caller that writes his own commit. Nobody else touches the segment then.
    var isWriting = false
    /// The segment became full under a caller; the thread rolls.
    var isRollDue = false
    /// How many commits the last group had, and how long it took: what the next one may be like.
    var lastGroup = (count: 0, nanoseconds: UInt64.max)
    var waiters: [Waiter] = []
    var tails: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextTail = 0
    /// The latest durable commits, for live tails.
    var recent: [CommitReceipt] = []

    enum Phase {
        case open, closing, closed
        /// Nobody refers to the journal any more.
        case abandoned
    }

    enum Work {
        case group([QueuedCommit])
        case rollInPassing
        case request(Request)
        case end
    }

    enum Request {
        case roll(CheckedContinuation<Result<Void, JournalError>, Never>)
        case close(CheckedContinuation<Result<Void, JournalError>, Never>)
    }

    /// Why the commits of an epoch beyond `durable` were never written.
    struct GivenUp {
        let durable: UInt64
        let error: JournalError
    }

    struct Waiter {
        let last: UInt64
        let continuation: CheckedContinuation<Result<Void, JournalError>, Never>
    }

    init(last: UInt64, time: Int64) {
        nextSequence = last + 1
        lastTime = time
        durable = last
    }

    /// Why nothing can be written now; nil when it can.
    var refusal: JournalError? {
        if phase != .open { return .closed }
        return failure == nil ? nil : .poisoned
    }

    /// Gives a commit its place behind all others.
    mutating func enqueue(_ draft: CommitDraft, byteCount: Int) throws(JournalError) -> CommitReceipt {
        if let refusal { throw refusal }
        let time = max(lastTime, draft.time)
        let last = nextSequence + UInt64(draft.records.count) - 1
        var draft = draft
        let (lead, isFar) = time.subtractingReportingOverflow(draft.time)
        let isBehind = isFar || lead > JournalLimits.clockLeadMax
        if isBehind {
            // A clock that was wrong once must not be wrong for ever: what happens now happened now.
            for index in draft.records.indices where draft.records[index].originTime == nil {
                draft.records[index].originTime = draft.time
            }
        }
        let receipt = CommitReceipt(first: nextSequence, last: last, time: time, clockTime: isBehind ? draft.time : time)
        nextSequence = last + 1
        lastTime = time
        queue.append(QueuedCommit(draft: draft, receipt: receipt, byteCount: byteCount))
        queuedByteCount += byteCount
        return receipt
    }

    /// True if a commit that has just been queued should wake the thread, which otherwise is awake or will be woken.
    var wakesThread: Bool { !isWriting && queue.count == 1 }

    /// What the thread does next, which has the turn then; nil while there is nothing, or somebody else has the turn.
    mutating func takeWork() -> Work? {
        if isWriting { return nil }
        let work: Work
        if isRollDue {
            isRollDue = false
            work = .rollInPassing
        } else if !queue.isEmpty {
            work = .group(takeGroup())
        } else if phase == .abandoned {
            work = .end
        } else if !requests.isEmpty {
            work = .request(requests.removeFirst())
        } else {
            return nil
        }
        isWriting = true
        return work
    }

    /// True if a commit may be written by whoever brings it: nobody else is there, and the disk was quick.
    var isQuiet: Bool {
        !isWriting && waiters.isEmpty && !hasWork && lastGroup.count == 1
            && lastGroup.nanoseconds <= JournalLimits.onTheSpotNanosecondsMax
    }

    /// True if there is something for the thread to do once the turn is free.
    var hasWork: Bool { isRollDue || !queue.isEmpty || !requests.isEmpty || phase != .open }

    /// A group is on disk.
    mutating func finish(_ group: [QueuedCommit], nanoseconds: UInt64) {
        durable = group[group.count - 1].receipt.last
        remember(group)
        lastGroup = (group.count, nanoseconds)
    }

    /// What became of a commit; nil while it is on its way.
    func outcome(last: UInt64, epoch: Int) -> Result<Void, JournalError>? {
        if epoch < self.epoch {
            let end = givenUp[epoch]
            return last <= end.durable ? .success(()) : .failure(end.error)
        }
        if last <= durable { return .success(()) }
        if let failure { return .failure(failure) }
        return phase == .closed || phase == .abandoned ? .failure(.closed) : nil
    }

    /// Takes the commits that are written next: all that wait, or as many as make a large enough write.
    mutating func takeGroup() -> [QueuedCommit] {
        var group: [QueuedCommit] = []
        if queuedByteCount <= JournalLimits.groupByteCountTarget {
            swap(&group, &queue)
            queuedByteCount = 0
            return group
        }
        var size = 0
        var count = 0
        while count < queue.count, count == 0 || size + queue[count].byteCount <= JournalLimits.groupByteCountTarget {
            size += queue[count].byteCount
            count += 1
        }
        group = Array(queue[..<count])
        queue.removeFirst(count)
        queuedByteCount -= size
        return group
    }

    mutating func remember(_ group: [QueuedCommit]) {
        recent += group.map(\.receipt)
        // Dropped in halves, so that the cost per commit stays constant.
        if recent.count > 2 * JournalLimits.recentReceiptsMax {
            recent.removeFirst(recent.count - JournalLimits.recentReceiptsMax)
        }
    }

    /// Takes out the waiters whose commits are on disk.
    mutating func takeServed() -> [Waiter] {
        let served = waiters.filter { $0.last <= durable }
        waiters.removeAll { $0.last <= durable }
        return served
    }

    mutating func takeTails() -> [CheckedContinuation<Void, Never>] {
        let woken = Array(tails.values)
        tails.removeAll()
        return woken
    }
}
