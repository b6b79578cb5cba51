@testable import JournalEngine
import JournalTesting

/// Opens what a crash left and holds it against what had been promised.
struct CrashCheck {
    let promise: CrashPromise
    var options = JournalOptions.crashTest
    /// The journal has a keyring, on the same disk.
    var isEncrypted = false

    /// The outcome for the commits that were on their way.
    struct Outcome {
        /// The disk held no journal yet, and nobody had been told of one.
        var wasNeverCreated = false
        /// Bytes were cut and set aside.
        var hasCut = false
        /// Commits that are there although nobody had been told so.
        var unacknowledgedCount = 0
    }

    /// - Throws: `CrashViolation` for the first promise that is broken.
    func judge(_ image: DiskImage) async throws -> Outcome {
        var outcome = Outcome()
        let disk = SimulatedDisk(image)
        try checkHighWaterMark(disk)
        let asRead = try read(disk)
        guard let journal = try openToWrite(disk) else {
            if asRead != nil { throw CrashViolation("readable, yet not a journal for writing") }
            outcome.wasNeverCreated = true
            return outcome
        }
        let drafts = try journal.drafts()
        try promise.judge(drafts)
        // A rewrite that was interrupted is finished by the writer; until then a reader finds what there is.
        if let asRead, asRead != drafts, promise.instead == nil {
            throw CrashViolation("a reader sees other records than the writer")
        }
        outcome.unacknowledgedCount = drafts.count - promise.acknowledgedCount
        outcome.hasCut = journal.recovery.torn != nil
        if promise.isClosed && outcome.hasCut { throw CrashViolation("something was cut from a closed journal") }
        try verify(journal)

        let draft = CommitDraft(
            actor: .zero, device: .zero, deviceSequence: .max, time: .max / 2,
            records: [RecordDraft(kind: 9, entity: .zero, payload: [1, 2, 3])])
        let last = journal.lastSequence
        let receipt = try await journal.append(draft)
        guard receipt.first == last + 1 else {
            throw CrashViolation("the next commit is \(receipt.first), not \(last + 1)")
        }
        try await journal.close()

        let again = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: options(on: disk))
        guard try again.drafts() == drafts + [draft] else { throw CrashViolation("opened again, it differs") }
        guard again.recovery.torn == nil else { throw CrashViolation("closed and opened, something was cut") }
        try verify(again)
        try await again.close()
        try promise.demand?(disk.live)
        return outcome
    }

    private func options(
        on disk: SimulatedDisk, _ access: JournalAccess = .writing
    ) throws(JournalError) -> JournalOptions {
        isEncrypted ? try CrashKeys.options(options, on: disk, access) : options
    }

    private func read(_ disk: SimulatedDisk) throws -> [CommitDraft]? {
        do {
            let journal = try Journal.open(
                at: CrashSimulation.path, access: .reading, disk: disk, options: options(on: disk, .reading))
            return try journal.drafts()
        } catch JournalError.notAJournal where !promise.isCreated {
            return nil
        }
    }

    /// Nil where there is no journal and none was promised; that one can then be created is checked.
    private func openToWrite(_ disk: SimulatedDisk) throws -> Journal? {
        do {
            return try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: options(on: disk))
        } catch JournalError.notAJournal where !promise.isCreated {
            _ = try Journal.create(at: CrashSimulation.path, disk: disk, options: options(on: disk))
            return nil
        }
    }

    /// H1: the mark may be torn while it is written, since it is evidence beside the records; it never goes back, and it is
    /// never gone.
    private func checkHighWaterMark(_ disk: SimulatedDisk) throws {
        guard promise.reached > 0 else { return }
        switch try HighWaterMark.find(disk, JournalPath(directory: CrashSimulation.path)) {
        case .damaged: break
        case .absent: throw CrashViolation("the high-water mark is gone, which counted \(promise.reached)")
        case .mark(let mark) where mark.last < promise.reached:
            throw CrashViolation("the high-water mark counts \(mark.last), and had counted \(promise.reached)")
        case .mark: break
        }
    }

    private func verify(_ journal: Journal) throws {
        let report = try journal.verify(progress: { _ in })
        guard report.ok else { throw CrashViolation("verify reports \(report.damage.map(\.words))") }
        let head = try journal.chainHead()
        if let expected = promise.heads[head.sequence], expected != head {
            throw CrashViolation("the chain head after \(head.sequence) has changed")
        }
    }
}
