package import Accounts
import Kernel
package import Workspace

extension WorkspaceActor {
    /// The same as `erase`, for somebody whom the policy knows.
    ///
    /// - Throws: `AuthorizationError` too; nothing is erased then.
    package func erase(
        _ closure: ErasureClosure, reason: String = "", by who: Principal, through authorizer: WorkspaceAuthorizer,
        as author: Author,
        command: UInt64? = nil
    ) async throws -> ErasureOutcome? {
        try authorizer.check(who, closure.requiredPermissions(given: fold.view), at: runtime.now())
        return try await erase(closure, reason: reason, as: author, command: command)
    }
}
