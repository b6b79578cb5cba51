import Foundation
import Glibc
import JournalEngine
import Runtime

/// The time that a command waits for another process that is writing the same data.
///
/// A command holds the lock for some 50 ms, so that a hotkey, a timer and a terminal at once are served one after the
/// other, as SQLite's busy timeout does it.
struct LockPatience {
    /// In all; zero to fail at once.
    let limit: Duration
    /// The clock and the pause, for tests.
    var now: () -> ContinuousClock.Instant = { .now }
    var pause: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    static let usual = Duration.seconds(10)

    /// `--wait`, else `$DAYBOOK_WAIT`, else ten seconds.
    static func chosen(_ seconds: Double?, environment: [String: String]) -> LockPatience {
        let chosen = seconds ?? environment["DAYBOOK_WAIT"].flatMap { Double($0) }
        return LockPatience(limit: chosen.map { .seconds(max(0, min($0, 86_400))) } ?? usual)
    }

    /// Runs `body` until it is not refused for somebody else's lock, or the time is up.
    ///
    /// - Throws: what `body` throws; the lock's own error when the time is up.
    func waiting<Result>(_ body: () async throws -> Result) async throws -> Result {
        let start = now()
        var next = Duration.milliseconds(5)
        while true {
            do { return try await body() } catch let failure as RuntimeFailure {
                guard case .journal(_, .locked) = failure, start.duration(to: now()) < limit else { throw failure }
            }
            try await pause(next)
            next = min(next * 2, .milliseconds(200))
        }
    }

    /// Runs `body` while no other process creates anything in `directory`: two that create the same workspace at once would
    /// each see the other's half of it. The lock goes with the process, and leaves no file behind.
    ///
    /// - Throws: `RuntimeFailure` when the directory cannot be made; `.journal` with `.locked` when the time is up.
    func creating<Result>(in directory: String, _ body: () async throws -> Result) async throws -> Result {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw RuntimeFailure.disk(DiskError(call: .open, path: directory, errno: errno))
        }
        defer { close(descriptor) }
        try await waiting {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw RuntimeFailure.journal(path: directory, .locked(holderPID: nil))
            }
        }
        return try await body()
    }
}
