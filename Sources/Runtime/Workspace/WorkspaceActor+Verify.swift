package import JournalEngine
import Kernel
package import Workspace

/// The findings of `verify`, about every part of a workspace.
package struct Verification: Sendable {
    package var journal: VerifyReport
    /// Snapshots that cannot be used. Harmless, since they are derived, but for what `missing` says.
    package var unusedSnapshots: [DiscardedSnapshot]
    /// Attached files whose bytes are gone or changed.
    package var blobs: [BlobFinding]
    /// Files that nothing speaks of. Harmless: nobody misses them.
    package var strays: [StrayFile]
    /// Files that lie in clear although there are keys, and files of no known kind.
    package var findings = DataFindings()

    package struct BlobFinding: Sendable, Equatable {
        package var digest: Digest
        package var path: String
        package var condition: BlobStore.Condition
    }

    /// Files of keys that do not agree with their copies. What they open is sound; only one of each stands between it and loss.
    package var unevenKeys: [String] = []
    /// Uploads that do not lie as they were written. Harmless: who sent them has the file, and sends the rest again.
    package var uploads: [DamagedUpload] = []
    /// Acknowledged records that the journal lacks, as files beside it show.
    package var missing: MissingRecords?

    package var isSound: Bool { journal.ok && blobs.isEmpty && missing == nil }
}

extension WorkspaceActor {
    package var isClosed: Bool { condition == .closed }
    /// Neither closed nor refusing to be written since a write failed; an erasure under way is not a fault.
    package var isUsable: Bool { condition != .closed && condition != .poisoned }

    /// The views once no erasure is under way: every file that they show is there then, if it ever was.
    package func viewBetweenErasures() async -> WorkspaceView {
        await untilErased()
        return fold.view
    }

    /// Checks everything: the journal's frames, chain and index, the snapshots, and every attached file.
    ///
    /// - Parameter view: today's, for which files are attached. What nothing speaks of is told only where the journal is
    ///   sound: a damaged one may have spoken of it.
    package nonisolated func verify(
        _ view: WorkspaceView, progress: (VerifyProgress) -> Void = { _ in }
    ) throws -> Verification {
        let report: VerifyReport
        do { report = try journal.verify(progress: progress) } catch { throw failure(error) }
        var unused: [DiscardedSnapshot] = []
        for sequence in snapshotStore.sequences() {
            do throws(SnapshotFault) {
                _ = try snapshotStore.read(sequence, for: journal, of: paths.root)
            } catch {
                unused.append(DiscardedSnapshot(path: snapshotStore.path(of: sequence), fault: error))
            }
        }
        var blobs: [Verification.BlobFinding] = []
        for digest in view.attachedDigests {
            let condition = try self.blobs.check(digest)
            if condition != .sound {
                blobs.append(.init(digest: digest, path: self.blobs.path(of: digest), condition: condition))
            }
        }
        return Verification(
            journal: report, unusedSnapshots: unused, blobs: blobs, strays: report.ok ? try strays() : [],
            findings: try findings(), unevenKeys: try runtime.keyStore?.unevenCopies(of: paths) ?? [],
            uploads: try uploads.damaged(), missing: opening.missing)
    }
}
