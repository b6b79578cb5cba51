package import Accounts
package import Kernel
import Studio
package import Workspace

extension WorkspaceAuthorizer {
    /// Returns the scope of a person's search: the areas they may read, and in the studio the children whose things
    /// they may read.
    ///
    /// - Complexity: O(children) questions to the policy.
    package func searchScope(of who: Principal, in view: WorkspaceView, at now: Instant) -> SearchScope {
        func may(_ permission: RequiredPermission) -> Bool {
            do throws(AuthorizationError) {
                try check(who, [permission], at: now)
                return true
            } catch {
                return false  // A search finds what may be found, and does not say what else there is.
            }
        }
        var areas = RequiredPermission.Area.allCases.filter { may(RequiredPermission(.read, $0)) }
        if areas.contains(.studio) { return SearchScope(areas: areas) }
        let children = view.studio.model.children.ids.filter { may(RequiredPermission(.read, .studio, child: $0.entity)) }
        if !children.isEmpty { areas.append(.studio) }
        return SearchScope(areas: areas, children: children)
    }
}
