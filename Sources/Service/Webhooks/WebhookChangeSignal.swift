import Accounts
import Synchronization

/// Signals that something was written in a workspace, to the tasks that notify its webhooks.
///
/// It is rung with the last record that is on disk, by everything that is written; a listener hears of the workspaces that
/// it watches, and of many rings as one.
final class WebhookChangeSignal: Sendable {
    private let state = Mutex(State())
    private let ticker: AsyncStream<Void>.Continuation
    /// Heard by one listener.
    let ticks: AsyncStream<Void>

    private struct State {
        var latest: [WorkspaceID: UInt64] = [:]
        var watched: Set<WorkspaceID> = []
        var isOver = false
    }

    init() { (ticks, ticker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func ring(_ workspace: WorkspaceID, _ last: UInt64) {
        let isWatched = state.withLock { state in
            state.latest[workspace] = max(last, state.latest[workspace] ?? 0)
            return state.watched.contains(workspace)
        }
        if isWatched { ticker.yield() }
    }

    /// Something else changed: there is a webhook more, or it is time.
    func ring() { ticker.yield() }

    func watch(_ workspaces: Set<WorkspaceID>) { state.withLock { $0.watched = workspaces } }

    /// The last record that was heard of; 0 for none.
    func latest(_ workspace: WorkspaceID) -> UInt64 { state.withLock { $0.latest[workspace] ?? 0 } }

    /// Starts nothing new from now on.
    func finish() {
        state.withLock { $0.isOver = true }
        ticker.finish()
    }

    var isOver: Bool { state.withLock { $0.isOver } }
}
