/// Lets so many questions at once through to a provider, in the order in which they came, and leaves it alone for a minute after
/// it failed five times in a row.
actor EndpointGate {
    private let atOnce: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private var underWay = 0
    private var waiting: ArraySlice<(number: Int, continuation: CheckedContinuation<Bool, Never>)> = []
    private var numbers = 0
    private var failures = 0
    private var closedUntil: ContinuousClock.Instant?

    static let failuresMax = 5
    static let restSeconds = 60

    init(atOnce: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.atOnce = atOnce
        self.now = now
    }

    /// Waits for a turn; it is given back by `leave`.
    ///
    /// - Throws: `.leftAlone` while the provider rests, `.cancelled` where nobody waits any more.
    func enter() async throws(ProviderFailure) {
        if let closedUntil {
            let left = closedUntil - now()
            guard left <= .zero else { throw .leftAlone(seconds: Int(left.components.seconds) + 1) }
            // One question may try whether it works again; its failure closes at once.
            self.closedUntil = nil
            failures = Self.failuresMax - 1
        }
        guard underWay >= atOnce else {
            underWay += 1
            return
        }
        numbers += 1
        let number = numbers
        let hasTurn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume(returning: false) } else { waiting.append((number, continuation)) }
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
        guard hasTurn else { throw .cancelled }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    /// Gives a turn back. `worked` is nil where the failure was not the provider's.
    func leave(worked: Bool?) {
        switch worked {
        case true?: failures = 0
        case false?:
            failures += 1
            if failures >= Self.failuresMax { closedUntil = now() + .seconds(Self.restSeconds) }
        case nil: break
        }
        if let next = waiting.popFirst() { next.continuation.resume(returning: true) } else { underWay -= 1 }
    }
}
