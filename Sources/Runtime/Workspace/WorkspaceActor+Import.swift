import JournalEngine
package import Kernel
package import Workspace

extension WorkspaceActor {
    /// Decides the steps of an import and journals what they lead to, as one batch that is undone as one.
    ///
    /// Everything is decided before anything is written. What fits is one commit, so that it is wholly there or not at
    /// all; more becomes several commits of the same batch.
    ///
    /// - Parameters:
    ///   - policy: what to do when a rule refuses a step.
    ///   - recordsPerCommit: smaller in tests.
    /// - Throws: `RefusedStep` under the policy `.stop`; nothing is written then.
    package func performImport(
        _ steps: some Sequence<ImportStep>, as author: Author, command: UInt64? = nil, batch: BatchID? = nil,
        policy: RefusedStepPolicy = .stop, recordsPerCommit: Int = JournalLimits.recordsPerCommitMax
    ) async throws -> ImportOutcome {
        try await untilWritable()
        let batch = batch ?? runtime.mint()
        if let command, let earlier = try await decidedBefore(command, by: author.device, as: .import) {
            return ImportOutcome(outcome: earlier, batch: batch, refused: [])
        }
        let plan = try decide(steps, policy: policy)
        let front = CommitMetadata(
            author: author, command: command ?? nextCommand(of: author.device), batch: batch, cause: .import)
        let outcome = try await commitAll(plan.planned, front, after: plan.state, recordsPerCommit: recordsPerCommit)
        return ImportOutcome(outcome: outcome, batch: batch, refused: plan.refused)
    }

    /// Journals any number of events: as one commit where they fit, else as several of the same batch.
    func commitAll(
        _ planned: [PlannedEvent], _ front: CommitMetadata, after state: WorkspaceState,
        recordsPerCommit: Int = JournalLimits.recordsPerCommitMax
    ) async throws -> Outcome {
        let parts = Self.split(planned, recordsPerCommit: recordsPerCommit)
        guard parts.count > 1 else { return try await commit(planned, front, after: state) }
        var whole: Commit?
        for part in parts {
            let commit = try enqueue(part, front, after: nil)
            whole = whole.map { $0.followed(by: commit) } ?? commit
        }
        try await settle()
        return whole.map { .done($0) } ?? .nothingToDo
    }

    private struct Plan {
        var planned: [PlannedEvent] = []
        var refused: [RefusedStep] = []
        var state: WorkspaceState
    }

    private func decide(_ steps: some Sequence<ImportStep>, policy: RefusedStepPolicy) throws(RefusedStep) -> Plan {
        var plan = Plan(state: fold.state)
        for (index, step) in steps.enumerated() {
            do throws(WorkspaceRefusal) {
                for event in try step.events(given: plan.state) {
                    WorkspaceDecider.evolve(&plan.state, with: event)
                    plan.planned.append(
                        PlannedEvent(event: event, originTime: step.originTime, originActor: step.originActor))
                }
            } catch {
                let refused = RefusedStep(index: index, refusal: error)
                if policy == .stop { throw refused }
                plan.refused.append(refused)
            }
        }
        return plan
    }

    /// Bytes of payload that go into one commit; the engine's limit, with room for what stands around them.
    private static var payloadBytesPerCommit: Int { JournalLimits.commitByteCountMax / 2 }

    private static func split(_ planned: [PlannedEvent], recordsPerCommit: Int) -> [[PlannedEvent]] {
        var writer = FieldWriter()
        var parts: [[PlannedEvent]] = []
        var start = 0
        var byteCount = 0
        for (index, planned) in planned.enumerated() {
            writer.bytes.removeAll(keepingCapacity: true)
            planned.event.write(to: &writer)
            let isFull = byteCount + writer.bytes.count > payloadBytesPerCommit || index - start >= recordsPerCommit
            if isFull, index > start {
                parts.append([])
                start = index
                byteCount = 0
            }
            if parts.isEmpty { parts.append([]) }
            byteCount += writer.bytes.count
            parts[parts.count - 1].append(planned)
        }
        return parts
    }
}

extension Commit {
    fileprivate func followed(by next: Commit) -> Commit {
        Commit(facts: facts + next.facts, first: first, last: next.last, batch: batch)
    }
}
