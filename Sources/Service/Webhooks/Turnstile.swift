/// Lets so many in at once; the others wait, first come first served.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(max: Int) { free = max }

    /// Runs `body` when there is room.
    nonisolated func pass<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        await enter()
        do {
            let result = try await body()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        // Whoever waits takes the place over.
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
