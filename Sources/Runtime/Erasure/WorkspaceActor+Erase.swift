import JournalEngine
import Kernel
import Studio
package import Workspace

/// The outcome of an erasure.
package struct ErasureOutcome: Sendable {
    package var facts: ErasureFacts
    /// The records of the attestation; the engine's note is the last of them.
    package var first: UInt64
    package var last: UInt64
    /// Leftovers of the journal, and exports, that were erased for what they may have held.
    package var alsoErased: [String]
    /// Directories in the data directory that could not be looked into for exports.
    package var notLookedInto: [String]
}

extension WorkspaceActor {
    /// Returns the plan for erasing a thing: nothing is changed, also when the workspace is open for reading.
    package func planErasure(of closure: ErasureClosure) throws -> ErasurePlan {
        try ErasurePlan(erasing: closure, from: fold.view, journal: journal, path: paths.root)
    }

    /// Destroys a thing and everything that goes with it, for good.
    ///
    /// In this order: the attestation and the engine's note are durable; no segment of the journal holds a payload any
    /// more; snapshots, files and exports are gone; the views are folded anew. After a crash on the way, opening the
    /// workspace for writing goes on to the end.
    ///
    /// - Parameters:
    ///   - reason: as the person puts it; it stays for ever, so it should say nothing of what is erased.
    ///   - command: the device's own number for this call, as for `perform`.
    /// - Throws: `RuntimeFailure`, such as `.exportInTheWay`. Once the note is durable the workspace is poisoned by any
    ///   failure: opened again, it goes on.
    package func erase(
        _ closure: ErasureClosure, reason: String = "", as author: Author, command: UInt64? = nil
    ) async throws -> ErasureOutcome? {
        try await untilWritable()
        if let command, try await decidedBefore(command, by: author.device, as: .erasure) != nil { return nil }
        try await readyToErase()
        let plan = try planErasure(of: closure)
        return try await carryOut(plan, reason: reason, as: author, command: command)
    }

    /// Everything that was asked before is on disk, and no snapshot is being written.
    func readyToErase() async throws {
        if let writing = snapshots.writing { _ = await writing.value }
        try await settle()
        try checkWritable()
    }

    /// - Precondition: `readyToErase`, and nothing has happened since `plan` was made.
    func carryOut(
        _ plan: ErasurePlan, reason: String, as author: Author, command: UInt64?
    ) async throws -> ErasureOutcome {
        guard reason.utf8.count <= ErasureFacts.reasonBytesMax else {
            throw RuntimeFailure.reasonTooLong(byteCount: reason.utf8.count, limit: ErasureFacts.reasonBytesMax)
        }
        try keptExports?.check(holding: plan.memo.gone)
        let facts = plan.facts(reason: reason)
        let events = plan.makingRoom + [.registry(.erased(plan.target, facts))]
        let draft = CommitDraft(
            actor: ID16(author.actor), device: ID16(author.device),
            deviceSequence: command ?? nextCommand(of: author.device), time: runtime.now().microseconds,
            records: events.map { PlannedEvent(event: $0).draft })
        condition = .erasing
        let receipt: CommitReceipt
        do throws(JournalError) {
            receipt = try await journal.redact(plan.ranges, attestation: draft, memo: plan.memo.bytes)
        } catch {
            // Where no note was written nothing has happened; else only opening again is sure to find the end.
            endErasure(journal.unfinishedRedaction == nil && error != .poisoned ? .usable : .poisoned)
            throw failure(error)
        }
        let leftovers = journal.unfinishedRedaction?.erasedFiles ?? []
        do {
            let fold = try Self.refold(journal, paths)
            let exports = try finishErasure(plan.memo, given: fold.view)
            self.fold = fold
            snapshots.lastSequence = 0
            endErasure(.usable)
            return ErasureOutcome(
                facts: facts, first: receipt.first, last: receipt.last, alsoErased: leftovers + exports.erased,
                notLookedInto: exports.passedOver)
        } catch {
            endErasure(.poisoned)
            throw error
        }
    }

    private static func refold(_ journal: Journal, _ paths: WorkspacePaths) throws -> Fold {
        var fold = Fold()
        try fold.ingestAll(of: journal, path: paths.root)
        fold.catchUp()
        return fold
    }

    /// The program's part: what lies beside the journal. Done again after a crash, it goes on.
    ///
    /// - Parameter view: of what is left, for who else needs a file.
    /// - Returns: what became of the exports.
    nonisolated func finishErasure(
        _ memo: ErasureMemo, given view: WorkspaceView
    ) throws(RuntimeFailure) -> ExportsOutcome {
        try SnapshotStore(path: paths.snapshots, disk: runtime.disk, keys: keys).eraseAll()
        try paths.eraseFilesOfAnyErasure(on: runtime.disk)
        // Before the files: what is half of one of them is told by comparing.
        try uploads.eraseHalves(of: memo.digests, in: blobs)
        try blobs.erase(memo.digests)
        try uploads.erase(of: Set(memo.digests), from: Set(memo.gone.map(\.text)), children: Set(memo.children.map(\.text)))
        let scopes = view.fileScopes
        for child in memo.children { try blobs.destroyScope(of: child.as(Child.self), keeping: scopes) }
        let exports = try keptExports?.erase(holding: memo.gone) ?? ExportsOutcome()
        do throws(JournalError) { try journal.finishRedaction() } catch { throw failure(error) }
        return exports
    }

    /// Nil on a disk that is simulated.
    private nonisolated var keptExports: KeptExports? {
        runtime.disk is any MachineDisk ? KeptExports(below: paths.exportsRoot, on: runtime.disk) : nil
    }

    /// Goes on with an erasure that a crash or a failure stopped.
    ///
    /// - Parameter view: folded anew, without a snapshot from before it.
    nonisolated func finishInterruptedErasure(given view: WorkspaceView) throws(RuntimeFailure) {
        guard let unfinished = journal.unfinishedRedaction else { return }
        if let failure = unfinished.failure { throw self.failure(failure) }
        let memo: ErasureMemo
        do throws(CodingFault) { memo = try ErasureMemo(bytes: unfinished.memo) } catch {
            throw RuntimeFailure.unreadableRecord(sequence: unfinished.receipt.last, error)
        }
        _ = try finishErasure(memo, given: view)
    }
}

extension WorkspaceActor {
    /// Returns once no erasure is under way.
    func untilErased() async {
        while condition == .erasing { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Waits for an erasure to end, and then asks whether anything can be written.
    ///
    /// - Throws: why nothing can be written any more.
    func untilWritable() async throws {
        await untilErased()
        try checkWritable()
    }

    private func endErasure(_ condition: Condition) {
        self.condition = condition
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }
}

extension WorkspacePaths {
    /// Where exports are looked for: the data directory `DATA` of `DATA/workspaces/NAME`, and of a workspace that lies
    /// elsewhere its own directory, since nobody knows what lies around it.
    var exportsRoot: String {
        let parent = POSIXDisk.parent(of: root)
        return parent.hasSuffix("/workspaces") ? POSIXDisk.parent(of: parent) : root
    }
}
