import Dispatch
import JournalEngine
import Kernel
import Synchronization
import Workspace

/// Records on their way from the journal into the views, by a worker for each domain.
///
/// One thread reads and another posts; the reader posts too when much is waiting, so that both have work as long as there is
/// any, whichever domains the records are of. A worker is posted by one thread at a time and in order; workers know nothing of
/// each other.
final class ProjectionPipeline: Sendable {
    /// The number of batches waiting in all workers at which the reader helps, stops reading, and resumes: so few that
    /// they are still in the cache when it is their turn.
    private static let waiting = (help: 4, stop: 16, goOn: 8)

    private struct Worker {
        var waiting: [RecordBatch] = []
        /// Nil while a thread posts into it.
        var fold: DomainFold?
    }

    private struct State {
        var workers: [Worker]
        var waitingCount = 0
        var hasEnded = false
        /// The reader sleeps until there is room again.
        var readerSleeps = false
        /// Batches whose memory can be used again.
        var spare: [RecordBatch] = []
    }

    private let state: Mutex<State>
    /// Signalled when there may be something to post, and at the end.
    private let work = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: 0)

    init(_ folds: [DomainFold]) {
        state = Mutex(State(workers: folds.map { Worker(fold: $0) }))
    }

    /// Runs on a thread of its own until everything is posted.
    func postUntilEnd() {
        while true {
            if postOne() { continue }
            if state.withLock({ $0.hasEnded && $0.waitingCount == 0 }) { return }
            work.wait()
        }
    }

    /// Called by the reader, and leaves it an empty batch. Returns at once unless much is waiting.
    func exchange(_ batch: inout RecordBatch, to worker: Int) {
        let count = state.withLock { state in
            state.workers[worker].waiting.append(batch)
            batch = state.spare.popLast() ?? RecordBatch()
            state.waitingCount += 1
            return state.waitingCount
        }
        work.signal()
        if count > Self.waiting.help { helpOut() }
    }

    /// Posts a batch; where all workers are taken, sleeps once too many wait.
    private func helpOut() {
        while !postOne() {
            let mustSleep = state.withLock { state in
                state.readerSleeps = state.waitingCount > Self.waiting.stop
                return state.readerSleeps
            }
            guard mustSleep else { return }
            room.wait()
        }
    }

    /// Called by the reader when it has read everything: posts what is left.
    func end() {
        state.withLock { $0.hasEnded = true }
        work.signal()
        while postOne() {}
    }

    /// The views of each worker. Called when both threads are done.
    func finished() -> [DomainFold] { state.withLock { state in state.workers.compactMap { $0.fold } } }

    /// Posts the next batch of the longest worker that is free; false when there is none.
    private func postOne() -> Bool {
        var fold: DomainFold?
        var batch: RecordBatch?
        guard let worker = claim(&fold, &batch) else { return false }
        if let batch { fold?.post(batch) }
        batch?.removeAll()
        giveBack(worker, &fold, &batch)
        return true
    }

    private func claim(_ fold: inout DomainFold?, _ batch: inout RecordBatch?) -> Int? {
        state.withLock { state in
            var longest: (worker: Int, count: Int)?
            for index in state.workers.indices where state.workers[index].fold != nil {
                let count = state.workers[index].waiting.count
                if count > longest?.count ?? 0 { longest = (index, count) }
            }
            guard let worker = longest?.worker else { return nil }
            state.waitingCount -= 1
            fold = state.workers[worker].fold.take()
            batch = state.workers[worker].waiting.removeFirst()
            return worker
        }
    }

    /// Leaves nothing behind: who takes the worker next must be the only one to hold what is in it, or would copy it all.
    private func giveBack(_ worker: Int, _ fold: inout DomainFold?, _ batch: inout RecordBatch?) {
        let (wakesReader, isMoreWaiting) = state.withLock { state in
            state.workers[worker].fold = fold.take()
            if let empty = batch.take() { state.spare.append(empty) }
            let wakes = state.readerSleeps && state.waitingCount <= Self.waiting.goOn
            if wakes { state.readerSleeps = false }
            return (wakes, state.waitingCount > 0 || state.hasEnded)
        }
        if wakesReader { room.signal() }
        if isMoreWaiting { work.signal() }
    }
}
