import Kernel
import Runtime
import Synchronization
import Workspace

/// The memory that each open workspace takes, as an estimate that is kept up to date while it is used.
///
/// Counting costs as much as there are things, so it is done again once a workspace has a 64th as many new records as things:
/// at each change of a small one, and rarely for a large one.
final class WorkspaceWeights: Sendable {
    private struct Weight: Sendable {
        var bytes: Int
        var things: Int
        var sequence: UInt64
    }

    private let weights = Mutex<[WorkspaceHome: Weight]>([:])

    /// The bytes of views that may be read on Swift's own threads; reading more takes long enough to keep others waiting.
    static let lightBytesMax = 1 << 20
    /// Views, the texts of the index, and what deciding needs, for each byte of a text.
    private static let bytesPerByte = 3
    /// Of one that is empty, or was not weighed yet.
    static let bytesMin = 65_536

    func isDue(_ home: WorkspaceHome, at sequence: UInt64) -> Bool {
        weights.withLock { weights in
            guard let known = weights[home] else { return true }
            return sequence > known.sequence && (sequence - known.sequence) * 64 >= UInt64(known.things)
        }
    }

    func weigh(_ home: WorkspaceHome, _ view: WorkspaceView) {
        let (text, things) = (view.estimatedBytes, view.estimatedThings)
        let (bytes, isTooLarge) = text.multipliedReportingOverflow(by: Self.bytesPerByte)
        let weight = Weight(
            bytes: max(Self.bytesMin, isTooLarge ? .max : bytes), things: things, sequence: view.asOf.sequence)
        weights.withLock { $0[home] = weight }
    }

    func forget(_ home: WorkspaceHome) { weights.withLock { $0[home] = nil } }

    /// The bytes of one; nil before it was weighed.
    func bytes(of home: WorkspaceHome) -> Int? { weights.withLock { $0[home]?.bytes } }

    /// One that was not weighed yet may be large.
    func isLight(_ home: WorkspaceHome) -> Bool { (bytes(of: home) ?? .max) <= Self.lightBytesMax * Self.bytesPerByte }
}
