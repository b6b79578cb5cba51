import Accounts
import Kernel
import Runtime
import Synchronization

/// The bytes that workspaces take, kept so that no request walks through a disk to be told whether there is room.
///
/// A figure is what was measured, and what was taken in since; after undoing and restoring it is measured anew. It may
/// be too large until then, which is why nothing is refused for a figure that is older than `refusalSeconds`, or that has
/// anything in it that was only added.
final class StorageLedger: Sendable {
    private struct Figure: Sendable {
        var use = StorageUse()
        /// Taken in since the process began, and what of it was there when the workspace was measured.
        var addedBytesEver = 0
        var measuredBytes = 0
        /// Of requests that are under way.
        var heldBytes = 0
        /// Nil before the first time.
        var measuredAt: Instant?

        /// Taken in since it was measured.
        var addedBytes: Int { addedBytesEver - measuredBytes }
        var totalBytes: Int { use.totalBytes.addingClamped(addedBytes).addingClamped(heldBytes) }
    }

    private let figures = Mutex<[WorkspaceID: Figure]>([:])

    /// The greatest age of the figure of the workspace that is written to.
    static let writtenSeconds: Int64 = 60
    /// The greatest age of those of the person's other workspaces where nothing was added since.
    static let restingSeconds: Int64 = 3_600
    /// The greatest age of a figure that something is refused for.
    static let refusalSeconds: Int64 = 2

    /// The purpose that figures must be fresh for.
    enum Need { case writing(WorkspaceID?), refusing }

    /// The workspaces among these whose figures are too old.
    func stale(among ids: [WorkspaceID], for need: Need, at now: Instant) -> [WorkspaceID] {
        figures.withLock { figures in
            ids.filter { id in
                guard let figure = figures[id], let measuredAt = figure.measuredAt else { return true }
                let age = (now.microseconds - measuredAt.microseconds) / 1_000_000
                switch need {
                case .refusing: return age >= Self.refusalSeconds || figure.addedBytes > 0
                case .writing(let written):
                    let isUsed = id == written || figure.addedBytes > 0
                    return age >= (isUsed ? Self.writtenSeconds : Self.restingSeconds)
                }
            }
        }
    }

    /// Measures a workspace anew. What is taken in while that is done counts twice until the next time, never not at all.
    ///
    /// - Complexity: that of `measure`, which reads the disk.
    func measure(_ id: WorkspaceID, at now: Instant, _ measure: () throws -> StorageUse) rethrows {
        let addedBefore = figures.withLock { $0[id]?.addedBytesEver ?? 0 }
        let use = try measure()
        figures.withLock { figures in
            var figure = figures[id] ?? Figure()
            figure.use = use
            // Two that measure at once have both seen what was there before either began.
            figure.measuredBytes = max(figure.measuredBytes, addedBefore)
            figure.measuredAt = now
            figures[id] = figure
        }
    }

    /// Takes room in a workspace for as long as the hold is kept; then it counts as taken in.
    ///
    /// - Parameters:
    ///   - ids: the workspaces that the limit is for, this one among them.
    ///   - bytesMax: the limit.
    /// - Returns: nil where there is no room.
    func hold(_ byteCount: Int, in id: WorkspaceID, of ids: [WorkspaceID], bytesMax: Int) -> StorageHold? {
        let isHeld = figures.withLock { figures in
            let used = ids.reduce(0) { $0.addingClamped(figures[$1]?.totalBytes ?? 0) }
            guard used.addingClamped(byteCount) <= bytesMax else { return false }
            figures[id, default: Figure()].heldBytes += byteCount
            return true
        }
        return isHeld ? StorageHold(byteCount, in: id, self) : nil
    }

    /// Counts what nobody took room for, such as a thumbnail that was made.
    func add(_ byteCount: Int, in id: WorkspaceID) {
        // One that was never measured is measured before its figure is asked for.
        figures.withLock { $0[id]?.addedBytesEver += byteCount }
    }

    /// Has a workspace measured before its figure is used again.
    func outdate(_ id: WorkspaceID) { figures.withLock { $0[id]?.measuredAt = nil } }

    fileprivate func settle(_ byteCount: Int, in id: WorkspaceID) {
        figures.withLock { figures in
            figures[id]?.heldBytes -= byteCount
            figures[id]?.addedBytesEver += byteCount
        }
    }

    /// Returns the sum of what these take, with the moment when the oldest figure among them was measured.
    func sum(of ids: [WorkspaceID]) -> (use: StorageUse, addedBytes: Int, measuredAt: Instant?) {
        figures.withLock { figures in
            let known = ids.compactMap { figures[$0] }
            return (
                known.reduce(StorageUse()) { $0 + $1.use },
                known.reduce(0) { $0.addingClamped($1.addedBytes).addingClamped($1.heldBytes) },
                known.compactMap(\.measuredAt).min()
            )
        }
    }

    func bytes(of id: WorkspaceID) -> Int { figures.withLock { $0[id]?.totalBytes ?? 0 } }
}

/// Room that a request has taken before its work.
final class StorageHold: Sendable {
    private let byteCount: Int
    private let id: WorkspaceID
    private let ledger: StorageLedger

    fileprivate init(_ byteCount: Int, in id: WorkspaceID, _ ledger: StorageLedger) {
        (self.byteCount, self.id, self.ledger) = (byteCount, id, ledger)
    }

    deinit { ledger.settle(byteCount, in: id) }
}
