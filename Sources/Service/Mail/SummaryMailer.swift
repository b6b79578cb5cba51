import Logging
import ServiceLifecycle

/// Looks every minute whether somebody's summary is due, while the service runs.
struct SummaryMailer: Service {
    let desk: SummaryDesk
    let logger: Logger
    static let pause = Duration.seconds(60)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let round = try await desk.round()
                    if round.mailed > 0 { logger.info("weekly summaries were mailed", metadata: ["count": "\(round.mailed)"]) }
                    try await Task.sleep(for: Self.pause)
                } catch {
                    return  // Told to stop: nothing else is thrown.
                }
            }
        }
    }
}
