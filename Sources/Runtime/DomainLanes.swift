import Dispatch
import JournalEngine
import Kernel
import Synchronization
import Workspace

/// Records on their way from the journal into the views, in a lane for each domain.
///
/// One thread reads and another posts; the reader posts too when much is waiting, so that both have work as long as there is
/// any, whichever domains the records are of. A lane is posted by one thread at a time and in order; lanes know nothing of
/// each other.
final class DomainLanes: Sendable {
    /// The number of batches waiting in all lanes at which the reader helps, stops reading, and resumes: so few that
    /// they are still in the cache when it is their turn.
    private static let waiting = (help: 4, stop: 16, goOn: 8)

    private struct Lane {
        var waiting: [RecordBatch] = []
        /// Nil while a thread posts into it.
        var fold: DomainFold?
    }

    private struct State {
        var lanes: [Lane]
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
        state = Mutex(State(lanes: folds.map { Lane(fold: $0) }))
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
    func exchange(_ batch: inout RecordBatch, to lane: Int) {
        let count = state.withLock { state in
            state.lanes[lane].waiting.append(batch)
            batch = state.spare.popLast() ?? RecordBatch()
            state.waitingCount += 1
            return state.waitingCount
        }
        work.signal()
        if count > Self.waiting.help { helpOut() }
    }

    /// Posts a batch; where all lanes are taken, sleeps once too many wait.
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

    /// The views of each lane. Called when both threads are done.
    func finished() -> [DomainFold] { state.withLock { state in state.lanes.compactMap { $0.fold } } }

    /// Posts the next batch of the longest lane that is free; false when there is none.
    private func postOne() -> Bool {
        var fold: DomainFold?
        var batch: RecordBatch?
        guard let lane = take(&fold, &batch) else { return false }
        if let batch { fold?.post(batch) }
        batch?.removeAll()
        giveBack(lane, &fold, &batch)
        return true
    }

    private func take(_ fold: inout DomainFold?, _ batch: inout RecordBatch?) -> Int? {
        state.withLock { state in
            var longest: (lane: Int, count: Int)?
            for index in state.lanes.indices where state.lanes[index].fold != nil {
                let count = state.lanes[index].waiting.count
                if count > longest?.count ?? 0 { longest = (index, count) }
            }
            guard let lane = longest?.lane else { return nil }
            state.waitingCount -= 1
            fold = state.lanes[lane].fold.take()
            batch = state.lanes[lane].waiting.removeFirst()
            return lane
        }
    }

    /// Leaves nothing behind: who takes the lane next must be the only one to hold what is in it, or would copy it all.
    private func giveBack(_ lane: Int, _ fold: inout DomainFold?, _ batch: inout RecordBatch?) {
        let (wakesReader, isMoreWaiting) = state.withLock { state in
            state.lanes[lane].fold = fold.take()
            if let empty = batch.take() { state.spare.append(empty) }
            let wakes = state.readerSleeps && state.waitingCount <= Self.waiting.goOn
            if wakes { state.readerSleeps = false }
            return (wakes, state.waitingCount > 0 || state.hasEnded)
        }
        if wakesReader { room.signal() }
        if isMoreWaiting { work.signal() }
    }
}
