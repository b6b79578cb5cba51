import Boards
import Capture
package import JournalEngine
import Kernel
import Notes
import Studio
package import Workspace

/// What `verify` found, of everything a workspace consists of.
package struct Verification: Sendable {
    package var journal: VerifyReport
    /// Snapshots that cannot be used. Harmless: they are derived.
    package var unusedSnapshots: [DiscardedSnapshot]
    /// Attached files whose bytes are gone or changed.
    package var blobs: [BlobFinding]

    package struct BlobFinding: Sendable, Equatable {
        package var digest: Digest
        package var path: String
        package var condition: BlobStore.Condition
    }

    package var isSound: Bool { journal.ok && blobs.isEmpty }
}

extension OpenWorkspace {
    /// Checks everything: the journal's frames, chain and index, the snapshots, and every attached file.
    ///
    /// - Parameter view: today's, for which files are attached.
    package nonisolated func verify(
        _ view: WorkspaceView, progress: (VerifyProgress) -> Void = { _ in }
    ) throws -> Verification {
        let report: VerifyReport
        do { report = try journal.verify(progress: progress) } catch { throw failure(error) }
        let shelf = SnapshotShelf(path: paths.snapshots, disk: surroundings.disk)
        var unused: [DiscardedSnapshot] = []
        for sequence in shelf.sequences() {
            do throws(SnapshotFault) {
                _ = try shelf.read(sequence, for: journal, of: paths.root)
            } catch {
                unused.append(DiscardedSnapshot(path: shelf.path(of: sequence), fault: error))
            }
        }
        var blobs: [Verification.BlobFinding] = []
        for digest in view.attachedDigests {
            let condition = try self.blobs.check(digest)
            if condition != .sound {
                blobs.append(.init(digest: digest, path: self.blobs.path(of: digest), condition: condition))
            }
        }
        return Verification(journal: report, unusedSnapshots: unused, blobs: blobs)
    }
}

extension WorkspaceView {
    /// The files of all domains that are attached or were, each once, in the order in which they first came.
    package var attachedDigests: [Digest] {
        var found = DigestList()
        for entry in notes.attachments.entries { found.add(entry.file.digest) }
        for card in boards.arrangement.cards.entries {
            for file in card.files { found.add(file.file.digest) }
        }
        for file in capture.holdings.files.entries { found.add(file.facts.digest) }
        for artwork in studio.family.artworks.entries {
            for image in artwork.images { found.add(image.facts.file.digest) }
        }
        for child in studio.family.children.entries {
            if case .photo(let file) = child.avatar { found.add(file.digest) }
        }
        return found.digests
    }
}

private struct DigestList {
    private(set) var digests: [Digest] = []
    private var seen: Set<Digest> = []

    mutating func add(_ bytes: [UInt8]) {
        guard let digest = Digest(bytes: bytes), seen.insert(digest).inserted else { return }
        digests.append(digest)
    }
}
