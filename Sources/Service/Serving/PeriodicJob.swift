import ServiceLifecycle

/// Does something again and again while the service runs, and rests in between.
struct PeriodicJob: Service {
    let pause: Duration
    /// One round; any error that it throws, such as `CancellationError`, ends the rounds.
    let round: @Sendable () async throws -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await round()
                    try await Task.sleep(for: pause)
                } catch {
                    return  // Told to stop: nothing else is thrown.
                }
            }
        }
    }
}
