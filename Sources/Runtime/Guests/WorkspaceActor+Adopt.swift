import JournalEngine
import Kernel
import Workspace

extension WorkspaceActor {
    /// Takes over everything a guest made, as one import: same identifiers, same times, now by `author`.
    ///
    /// - Parameter visit: the guest's workspace, which nobody changes meanwhile.
    /// - Returns: when all of it is on disk, files too.
    /// - Throws: `RuntimeFailure.alreadyExists` when the workspace holds anything but names; nothing is written then.
    ///   Where files were kept and the facts were not, nothing speaks of the files.
    package func adopt(_ visit: WorkspaceActor, as author: Author) async throws -> Outcome {
        let scopes = await visit.view.fileScopes
        try await untilWritable()
        var untouched = WorkspaceDecider.initial
        untouched.registry = fold.state.registry
        guard fold.state == untouched else { throw RuntimeFailure.alreadyExists(path: paths.root) }
        for digest in try visit.blobs.plainDigests() {
            // What no command named yet is kept as well: the command may come next.
            try blobs.keep(try visit.blobs.read(digest), for: scopes[digest] ?? [.workspace])
        }
        let facts = try visit.facts()
        guard !facts.isEmpty else { return .nothingToDo }
        var state = fold.state
        for fact in facts { WorkspaceDecider.evolve(&state, with: fact.event) }
        let planned = facts.map { PlannedEvent(event: $0.event, originTime: $0.instant) }
        let front = CommitMetadata(
            author: author, command: nextCommand(of: author.device), batch: runtime.mint(), cause: .import)
        return try await commitAll(planned, front, after: state)
    }

    /// Everything that happened in it, from the beginning on.
    private nonisolated func facts() throws -> [Recorded<WorkspaceEvent>] {
        var facts: [Recorded<WorkspaceEvent>] = []
        try journal.records(of: paths.root) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload) { facts.append(fact) }
            return .next
        }
        return facts
    }
}

extension BlobStore {
    /// The files that are here under their own digest, in the order of their bytes: all there are where nothing is
    /// encrypted.
    fileprivate func plainDigests() throws(RuntimeFailure) -> [Digest] {
        do throws(DiskError) {
            var digests: [Digest] = []
            for shard in try shards() {
                for file in try disk.names(inDirectory: path + "/" + shard).sorted() {
                    if let digest = Digest(hex: shard + file) { digests.append(digest) }
                }
            }
            return digests
        } catch {
            throw RuntimeFailure(error)
        }
    }
}
