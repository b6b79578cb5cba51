package import Accounts
import Kernel
package import Workspace

extension OpenWorkspace {
    /// The same as `erase`, for somebody whom the guard knows.
    ///
    /// - Throws: `Denial` too; nothing is erased then.
    package func erase(
        _ belongings: Belongings, reason: String = "", by who: Principal, through gate: Gate, as author: Author,
        command: UInt64? = nil
    ) async throws -> ErasureOutcome? {
        try gate.check(who, belongings.demands(given: fold.view), at: surroundings.now())
        return try await erase(belongings, reason: reason, as: author, command: command)
    }
}
