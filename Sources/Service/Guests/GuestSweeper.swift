import Logging
import ServiceLifecycle

/// Forgets guests whose time is over, again and again while the service runs.
struct GuestSweeper: Service {
    let service: DaybookService
    static let pause = Duration.seconds(10)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                service.countVisits(await service.installation.sweepGuests(), .over)
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }
}
