package import Accounts
import Capture
package import Kernel
import Boards
import Notes
package import Workspace

/// The time that unwanted things are kept, as their owner sets it. Requirement N-513.
///
/// Only things that are in no view any more can be erased automatically: deleted things, detached files, and the bytes that
/// a provider was sent and returned. The history of things that are still there is kept, because today's texts, former
/// names and times are made of it; a person who wants that gone erases the thing.
package struct RetentionRule: Sendable, Equatable {
    /// Nil: for ever.
    package var trashDays: Int?
    package var fileDays: Int?

    package init(trashDays: Int?, fileDays: Int?) {
        self.trashDays = trashDays
        self.fileDays = fileDays
    }

    package init(_ preferences: Preferences) {
        self.init(trashDays: preferences.days(of: .trash), fileDays: preferences.days(of: .blobs))
    }

    private static func moment(_ days: Int?, before now: Instant) -> Instant? {
        days.map { Instant(microseconds: now.microseconds - Int64($0) * 86_400_000_000) }
    }

    /// The moment before which deleted things are erased.
    func trashLimit(at now: Instant) -> Instant? { Self.moment(trashDays, before: now) }
    /// The moment before which files that were detached, or sent to a provider, are erased.
    func fileLimit(at now: Instant) -> Instant? { Self.moment(fileDays, before: now) }
}

/// The things that a rule would erase at one moment.
package struct RetentionPlan: Sendable {
    package var closure: ErasureClosure
    /// Nil when nothing is old enough.
    package var erasure: ErasurePlan?
    /// Organising runs whose sent and received bytes go; their digests and what was decided stay. Requirement O-510.
    package var runs: [EntityID]
    /// Files that nothing speaks of.
    package var strays: [StrayFile]

    package var isEmpty: Bool { erasure == nil && runs.isEmpty && strays.isEmpty }
}

/// The outcome of applying a retention rule.
package struct RetentionOutcome: Sendable {
    package var erasure: ErasureOutcome?
    package var forgottenRunCount: Int
    package var strayCount: Int
}

extension WorkspaceActor {
    /// Returns the things that are old enough to erase; nothing is changed.
    ///
    /// - Parameter now: the moment from which every age is measured.
    package func planRetention(_ rule: RetentionRule, at now: Instant) throws -> RetentionPlan {
        let view = fold.view
        var files: [AttachmentID] = []
        var runs: [EntityID] = []
        var strays: [StrayFile] = []
        if let limit = rule.fileLimit(at: now) {
            if reasonToKeepStrays(at: now) == nil {
                strays = try self.strays().filter { stray in stray.kept.map { $0 < limit } ?? false }
            }
            (files, runs) = try old(before: limit)
            let hanging = view.hangingFiles
            files = files.filter { !hanging.contains($0) }
            runs = runs.filter { !(view.capture.model.runs[$0.as(OrganiseRun.self)]?.isPayloadForgotten ?? true) }
        }
        let closure = view.oldBelongings(trashedBefore: rule.trashLimit(at: now), files: files)
        var erasure: ErasurePlan?
        if !closure.things.isEmpty {
            erasure = try ErasurePlan(erasing: closure, from: view, journal: journal, path: paths.root)
            runs = runs.filter { !closure.holds(.run, $0) }
        }
        return RetentionPlan(closure: closure, erasure: erasure, runs: runs, strays: strays)
    }

    /// Erases what is old enough; one erasure, attested as one.
    ///
    /// Bytes of organising runs go first and are then noted as forgotten, so that a crash between does it again.
    package func retain(_ rule: RetentionRule, at now: Instant, as author: Author) async throws -> RetentionOutcome {
        try await untilWritable()
        try await readyToErase()
        let first = try planRetention(rule, at: now)
        if !first.runs.isEmpty {
            try blobs.erase(payloads(of: first.runs))
            _ = try await performBatch(
                first.runs.map { .capture(.forgetRunPayload($0.as(OrganiseRun.self))) }, as: author)
        }
        try await readyToErase()
        let plan = try planRetention(rule, at: now)
        var outcome = RetentionOutcome(erasure: nil, forgottenRunCount: first.runs.count, strayCount: 0)
        if let limit = rule.fileLimit(at: now) {
            outcome.strayCount = try blobs.erase(plan.strays, keptBefore: limit)
        }
        if let erasure = plan.erasure {
            outcome.erasure = try await carryOut(erasure, reason: "", as: author, command: nil)
        }
        return outcome
    }

    /// The same for somebody whom the policy knows: only who may erase everything may have it erased by age.
    ///
    /// - Throws: `AuthorizationError` too; nothing is erased then.
    package func retain(
        _ rule: RetentionRule, at now: Instant, by who: Principal, through authorizer: WorkspaceAuthorizer, as author: Author
    ) async throws -> RetentionOutcome {
        try authorizer.check(who, RequiredPermission.Area.allCases.map { RequiredPermission(.erase, $0) }, at: now)
        return try await retain(rule, at: now, as: author)
    }

    /// The files that were taken off before `limit` and are off still, and the runs that were asked for before it.
    private func old(before limit: Instant) throws -> (files: [AttachmentID], runs: [EntityID]) {
        // One that was taken off several things is off since the last of them.
        var offSince: [AttachmentID: Instant] = [:]
        var runs: [EntityID] = []
        try journal.records(of: paths.root) { header, payload in
            guard let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            let time = Instant(microseconds: header.time)
            switch fact.event {
            case .notes(.fileDetached(let file)), .capture(.fileDetached(let file)),
                .boards(.fileDetached(_, let file)):
                offSince[file] = time
            case .notes(.fileReattached(let file)), .capture(.fileReattached(let file)),
                .boards(.fileReattached(_, let file)):
                offSince[file] = nil
            case .capture(.runRequested(let run, _)): if time < limit { runs.append(run.entity) }
            default: break
            }
            return .next
        }
        return (offSince.filter { $0.value < limit }.keys.sorted(), runs)
    }

    /// Returns the digests of the bytes that the runs sent and received, except those equal to an attached file.
    private func payloads(of runs: [EntityID]) -> [Digest] {
        let attached = Set(fold.view.attachedDigests)
        return runs.flatMap { id -> [Digest] in
            guard let run = fold.view.capture.model.runs[id.as(OrganiseRun.self)] else { return [] }
            let digests = [run.request.inputDigest, run.outcome?.outputDigest ?? []].compactMap { Digest(bytes: $0) }
            return digests.filter { !attached.contains($0) }
        }
    }
}
