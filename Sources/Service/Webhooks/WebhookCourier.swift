import Kernel
import Logging
import ServiceLifecycle

/// Notifies webhooks of events as they happen, while the service runs. When it stops, deliveries under way are finished and
/// no other is started: the rest is delivered after the next start.
struct WebhookCourier: Service {
    let desk: WebhookDesk
    let logger: Logger
    /// Looks at least as often, whatever it heard.
    static let pauseSecondsMax: Int64 = 60

    func run() async throws {
        do { try await desk.sweep() } catch {
            logger.warning("what is kept of webhooks that are gone could not be removed", error: error)
        }
        let bell = desk.installation.bell
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                bell.ring()
                var alarm: Task<Void, Never>?
                for await _ in bell.ticks {
                    for id in await desk.due() { group.addTask { await desk.deliver(id) } }
                    alarm?.cancel()
                    let seconds = await pause()
                    alarm = Task {
                        do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
                        bell.ring()
                    }
                }
                alarm?.cancel()
            }
        } onGracefulShutdown: {
            bell.finish()
        }
    }

    /// Until somebody's pause is over.
    private func pause() async -> Int64 {
        guard let next = await desk.nextTurn() else { return Self.pauseSecondsMax }
        let microseconds = next.microseconds - desk.installation.surroundings.now().microseconds
        return min(max(microseconds / 1_000_000 + 1, 1), Self.pauseSecondsMax)
    }
}
