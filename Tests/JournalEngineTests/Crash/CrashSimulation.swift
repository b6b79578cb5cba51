import JournalEngine
import JournalTesting

/// A scripted life of a journal on a simulated disk, with what it promised at each moment.
///
/// Whatever goes wrong on the way (a scripted fault) ends the process: the journal is opened again on a disk that
/// works, and what it then shows is the new promise.
struct CrashSimulation {
    enum Step: Sendable {
        /// One commit of so many records of about so many bytes each.
        case append(records: Int, byteCount: Int)
        /// So many commits handed over at once, so that some share a write.
        case group(commits: Int, byteCount: Int)
        /// So many commits of which all but the first are certain to share one write.
        case together(commits: Int, byteCount: Int)
        case seal
        case close
        case open
        /// The process is killed with writes on their way; the machine and its page cache run on.
        case kill(commits: Int)
        /// Anything else a journal can be asked for. `asked` says what may be found from its beginning on, `done` what
        /// must be found from its end on.
        case deed(
            asked: @Sendable (inout CrashPromise) -> Void, @Sendable (Journal) async throws -> Void,
            done: @Sendable (inout CrashPromise) -> Void)
    }

    static let path = "/disk/journal"

    let disk: SimulatedDisk
    let options: JournalOptions
    /// The journal has a keyring, on the same disk.
    let isEncrypted: Bool
    private(set) var promises: [CrashPromise]
    private(set) var failures: [JournalError] = []
    private var chance: SeededGenerator
    private var journal: Journal?

    /// - Parameter promise: what an earlier life had promised when it ended in `image`.
    init(
        seed: UInt64, on image: DiskImage? = nil, after promise: CrashPromise = CrashPromise(),
        options: JournalOptions = .crashTest, isEncrypted: Bool = false
    ) {
        disk = image.map { SimulatedDisk($0) } ?? SimulatedDisk()
        self.options = options
        self.isEncrypted = isEncrypted
        promises = [promise]
        chance = SeededGenerator(seed: seed)
    }

    /// The last record that the high-water mark is promised to count. A full disk may keep it from being written.
    private var vouched: (UInt64, CrashPromise) -> UInt64 {
        let isEverFull = !disk.firedFaults.isEmpty
        return { last, promise in isEverFull ? promise.reached : last }
    }

    var promise: CrashPromise { promises[promises.count - 1] }

    private mutating func reach(_ change: (inout CrashPromise) -> Void) {
        var next = promise
        change(&next)
        promises.append(next)
        disk.note(moment: promises.count - 1)
    }

    mutating func live(_ steps: [Step]) async throws {
        for step in steps {
            do {
                try await take(step)
            } catch let failure as JournalError {
                failures.append(failure)
                await abandon()
            }
        }
    }

    private mutating func take(_ step: Step) async throws {
        switch step {
        case .append(let records, let byteCount):
            let journal = try opened()
            let draft = nextDraft(records: records, byteCount: byteCount)
            reach { $0.commits.append(draft) }
            let receipt = try await journal.append(draft)
            let head = try journal.chainHead()
            reach { promise in
                promise.acknowledgedCount = promise.commits.count
                promise.heads[receipt.last] = head
            }
        case .group(let commits, let byteCount):
            let journal = try opened()
            for pending in try enqueue(commits, byteCount: byteCount, in: journal) {
                _ = try await pending.durable()
                reach { $0.acknowledgedCount += 1 }
            }
        case .together(let commits, let byteCount):
            let journal = try opened()
            let pending = try disk.whileSyncsWait { try enqueue(commits, byteCount: byteCount, in: journal) }
            for pending in pending {
                _ = try await pending.durable()
                reach { $0.acknowledgedCount += 1 }
            }
        case .deed(let asked, let deed, let done):
            let journal = try opened()
            reach(asked)
            try await deed(journal)
            reach(done)
        case .seal:
            let journal = try opened()
            let last = journal.lastSequence
            try await journal.seal()
            let vouched = vouched
            reach { $0.reached = vouched(last, $0) }
        case .close:
            let journal = try opened()
            self.journal = nil
            let last = journal.lastSequence
            try await journal.close()
            let vouched = vouched
            reach { promise in
                promise.isClosed = true
                promise.reached = vouched(last, promise)
            }
        case .open:
            _ = try opened()
        case .kill(let commits):
            let journal = try opened()
            let pending = try enqueue(commits, byteCount: 40, in: journal)
            disk.endProcess()
            for pending in pending {
                do {
                    try await pending.durable()
                } catch {
                    failures.append(error)
                    break
                }
                reach { $0.acknowledgedCount += 1 }
            }
            await abandon()
        }
    }

    private mutating func enqueue(
        _ count: Int, byteCount: Int, in journal: Journal
    ) throws -> [PendingCommit] {
        let drafts = (0..<count).map { _ in nextDraft(records: 1, byteCount: byteCount) }
        reach { $0.commits += drafts }
        return try drafts.map { try journal.enqueue($0) }
    }

    /// The journal, opened, or created on an empty disk; what it holds then is promised.
    private mutating func opened() throws -> Journal {
        if let journal { return journal }
        reach { $0.isClosed = false }
        let journal = try openedOrCreated()
        self.journal = journal
        let drafts = try journal.drafts()
        try promise.judge(drafts)
        var next = promise
        next.isCreated = true
        next.commits = drafts
        next.instead = nil
        next.acknowledgedCount = drafts.count
        next.reached = vouched(journal.lastSequence, next)
        reach { $0 = next }
        return journal
    }

    private func openedOrCreated() throws(JournalError) -> Journal {
        let options = isEncrypted ? try CrashKeys.options(options, on: disk) : options
        do throws(JournalError) {
            return try Journal.open(at: Self.path, access: .writing, disk: disk, options: options)
        } catch {
            guard case .notAJournal = error, !promise.isCreated else { throw error }
            return try Journal.create(at: Self.path, disk: disk, options: options)
        }
    }

    /// Leaves the journal as a process does that ends badly.
    private mutating func abandon() async {
        disk.script([])
        disk.endProcess()
        do { try await journal?.close() } catch { failures.append(error) }
        journal = nil
    }

    /// A commit unlike any other of this life.
    private mutating func nextDraft(records: Int, byteCount: Int) -> CommitDraft {
        let number = UInt64(promises.count) << 32 | UInt64(promise.commits.count)
        var draft = CommitDraft(
            actor: ID16(hi: 1, lo: chance.next() % 3), device: ID16(hi: 2, lo: chance.next() % 3),
            deviceSequence: number, time: 1_700_000_000_000_000 + Int64(promise.commits.count) * 1_000, records: [])
        if chance.next() % 3 == 0 { draft.batch = ID16(hi: 3, lo: number) }
        draft.cause = UInt32(chance.next() % 5)
        for _ in 0..<records {
            // Half of the payloads compress well, half not at all: the two roads a frame can take.
            let isRandom = chance.next() % 2 == 0
            let letter = UInt8(truncatingIfNeeded: chance.next())
            let payload = isRandom ? chance.bytes(byteCount) : [UInt8](repeating: letter, count: byteCount)
            draft.records.append(
                RecordDraft(
                    kind: UInt32(chance.next() % 200) + 1, entity: ID16(hi: 4, lo: chance.next() % 8), payload: payload)
            )
        }
        return draft
    }
}

extension CrashSimulation.Step {
    /// Every kind of step, and most orders of two of them.
    static let everything: [CrashSimulation.Step] = [
        .open, .append(records: 1, byteCount: 20), .append(records: 1, byteCount: 400),
        .append(records: 5, byteCount: 90),
        .group(commits: 6, byteCount: 60), .close, .open, .append(records: 1, byteCount: 20), .kill(commits: 3),
        .append(records: 2, byteCount: 700), .seal, .append(records: 1, byteCount: 0), .close,
        .append(records: 3, byteCount: 6_000), .seal, .kill(commits: 1), .group(commits: 4, byteCount: 1_000), .seal,
        .close, .seal, .append(records: 1, byteCount: 50), .close,
    ]

    /// More than one chunk of pre-written room.
    static let growing: [CrashSimulation.Step] = [
        .append(records: 1, byteCount: 30), .append(records: 1, byteCount: 66_000), .append(records: 1, byteCount: 30),
        .append(records: 2, byteCount: 50_000), .kill(commits: 1), .append(records: 1, byteCount: 140_000), .close,
    ]

    /// Groups of several commits, each over more than one sector, so that the later ones can arrive without the earlier.
    static let together: [CrashSimulation.Step] = [
        .append(records: 1, byteCount: 30), .together(commits: 5, byteCount: 700), .together(commits: 3, byteCount: 90),
        .close, .together(commits: 4, byteCount: 1_500), .append(records: 1, byteCount: 20),
    ]

    static func random(seed: UInt64, count: Int) -> [CrashSimulation.Step] {
        var chance = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            switch chance.next() % 12 {
            case 0...4:
                let byteCount = [0, 30, 120, 500, 3_000, 9_000].randomElement(using: &chance) ?? 0
                return .append(records: Int(chance.next() % 4) + 1, byteCount: byteCount)
            case 5, 6: return .group(commits: Int(chance.next() % 8) + 2, byteCount: 200)
            case 7, 8: return .seal
            case 9, 10: return .close
            default: return .kill(commits: Int(chance.next() % 4))
            }
        }
    }
}
