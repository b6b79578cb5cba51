import Accounts
import Kernel
import ServiceLifecycle

/// Does something again and again while the service runs, and rests in between.
struct Rounds: Service {
    let pause: Duration
    /// What it throws, such as `CancellationError`, ends the rounds.
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

/// Which workspaces are to be looked into: each once a day, where its people live, and some at a time.
struct DailyLook {
    /// On which day each was looked into last.
    private var looked: [WorkspaceID: CalendarDay] = [:]

    /// The next that were not looked into today; they count as looked into.
    ///
    /// - Parameters:
    ///   - max: each has to be opened, so that not all are in one round.
    ///   - today: the day it is there; nil for one that is not to be looked into.
    mutating func next(
        of all: [WorkspaceID], max: Int, today: (WorkspaceID) -> CalendarDay?
    ) -> [(id: WorkspaceID, today: CalendarDay)] {
        let known = Set(all)
        looked = looked.filter { known.contains($0.key) }
        var due: [(id: WorkspaceID, today: CalendarDay)] = []
        for id in all {
            guard due.count < max else { break }
            guard let today = today(id), looked[id] != today else { continue }
            looked[id] = today
            due.append((id, today))
        }
        return due
    }
}
