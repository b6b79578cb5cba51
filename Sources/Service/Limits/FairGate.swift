import Synchronization

/// A number of places that requests enter one after the other, as `FairQueue` orders them.
final class FairGate: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State: Sendable {
        var queue: FairQueue<Waiter>
        var isStopped = false
    }

    private let state: Mutex<State>

    init(_ limits: FairLimits) { state = Mutex(State(queue: FairQueue(limits))) }

    /// The number in it, running and waiting.
    var count: Int { state.withLock { $0.queue.runningCount + $0.queue.waitingCount } }

    /// Waits for a place, which `leave` gives back.
    ///
    /// - Throws: `busy` when too many wait already, or too many of this requester; `CancellationError` when the task is
    ///   cancelled while it waits, and once the gate is stopped.
    func enter(for requester: Requester, orSay busy: @autoclosure () -> ProblemDocument) async throws {
        let ticket = try state.withLock { state -> UInt64? in
            guard !state.isStopped else { throw CancellationError() }
            return state.queue.enterAtOnce(requester) ? nil : state.queue.ticket()
        }
        guard let ticket else { return }
        let problem = busy()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: Waiter) in
                let admission = state.withLock { state -> FairAdmission? in
                    state.isStopped ? nil : state.queue.enter(requester, ticket, waiter)
                }
                switch admission {
                case .runs: waiter.resume()
                case .isRefused: waiter.resume(throwing: problem)
                case nil: waiter.resume(throwing: CancellationError())
                // Cancelled before it waited: the handler found nobody to take out.
                case .waits: if Task.isCancelled { withdraw(ticket, of: requester) }
                }
            }
        } onCancel: {
            withdraw(ticket, of: requester)
        }
    }

    func leave(_ requester: Requester) {
        for waiter in state.withLock({ $0.queue.leave(requester) }) { waiter.resume() }
    }

    private func withdraw(_ ticket: UInt64, of requester: Requester) {
        state.withLock { $0.queue.withdraw(ticket, of: requester) }?.resume(throwing: CancellationError())
    }

    /// Lets nobody in any more; those who wait get `CancellationError`, and those who are in it stay until they leave.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.queue.withdrawAll()
        }
        for waiter in waiting { waiter.resume(throwing: CancellationError()) }
    }
}
