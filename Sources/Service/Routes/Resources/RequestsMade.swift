import Accounts
import Kernel
import Runtime
import Synchronization
import Workspace

/// The bodies that came under each `Idempotency-Key` lately, by their digests: another body under a used key is a mistake.
///
/// A request is done once without it: what a key makes has an identifier that follows from the key. A service that
/// was started anew has forgotten these digests, and compares the request with what was made (`Making`).
final class RequestsMade: Sendable {
    private struct Place: Hashable {
        var user: EntityID
        var workspace: EntityID
        var key: String
    }

    private struct Known {
        var bodies: [Place: Digest] = [:]
        /// In the order in which they came.
        var order: ArraySlice<Place> = []
    }

    private let known = Mutex(Known())
    private static let countMax = 10_000

    /// - Throws: a problem for another body than the one that came under this key.
    func check(_ body: Digest, under key: String, of user: UserID, in workspace: WorkspaceID) throws(ProblemDocument) {
        let place = Place(user: user.entity, workspace: workspace.entity, key: key)
        let isSame = known.withLock { known in
            if let earlier = known.bodies[place] { return earlier == body }
            known.bodies[place] = body
            known.order.append(place)
            if known.order.count > Self.countMax, let oldest = known.order.popFirst() { known.bodies[oldest] = nil }
            return true
        }
        guard isSame else { throw .idempotencyKeyTaken }
    }
}

extension ProblemDocument {
    static let idempotencyKeyTaken = ProblemDocument(
        .conflict, "idempotencyKeyTaken", "this Idempotency-Key came with another request; take a new one",
        field: "Idempotency-Key")
}
