import Kernel
import Logging
import ServiceLifecycle

/// Notifies webhooks of events as they happen, while the service runs. When it stops, deliveries under way are finished and
/// no other is started: the rest is delivered after the next start.
struct WebhookDeliveryLoop: Service {
    let dispatcher: WebhookDispatcher
    let logger: Logger
    /// Looks at least as often, whatever it heard.
    static let pauseSecondsMax: Int64 = 60

    func run() async throws {
        do { try await dispatcher.sweep() } catch {
            logger.warning("what is kept of webhooks that are gone could not be removed", error: error)
        }
        let signal = dispatcher.pool.changeSignal
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                signal.ring()
                var alarm: Task<Void, Never>?
                for await _ in signal.ticks {
                    for id in await dispatcher.due() { group.addTask { await dispatcher.deliver(id) } }
                    alarm?.cancel()
                    let seconds = await pause()
                    alarm = Task {
                        do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
                        signal.ring()
                    }
                }
                alarm?.cancel()
            }
        } onGracefulShutdown: {
            signal.finish()
        }
    }

    /// Until somebody's pause is over.
    private func pause() async -> Int64 {
        guard let next = await dispatcher.nextTurn() else { return Self.pauseSecondsMax }
        let microseconds = next.microseconds - dispatcher.pool.runtime.now().microseconds
        return min(max(microseconds / 1_000_000 + 1, 1), Self.pauseSecondsMax)
    }
}
