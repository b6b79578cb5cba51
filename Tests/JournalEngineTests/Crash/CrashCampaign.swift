import JournalEngine
import JournalTesting
import KernelTesting
import Synchronization
import Testing

/// Pulls the plug at every point of many lives and judges what is left each time.
struct CrashCampaign {
    /// The long run: `DAYBOOK_FULL=1`.
    static let isFull = FaultLedger.isFull

    var options = JournalOptions.crashTest
    /// The journals have keyrings, on the same disks.
    var isEncrypted = false
    /// When to stop where one is, once `triedMin` images were judged; nil for never.
    var deadline: ContinuousClock.Instant? = isFull ? FaultLedger.deadline : nil
    /// The number of images that a campaign tries even if other tests kept it waiting beyond its deadline.
    private static let triedMin = 2_000
    /// The deadline came before the end.
    private(set) var isCutShort = false

    /// Distinct images with distinct promises that were judged.
    private(set) var triedCount = 0
    /// … in which an unacknowledged tail was cut,
    private(set) var cutCount = 0
    /// … in which commits nobody had been told of were found whole,
    private(set) var unacknowledgedCount = 0
    /// … on which no journal had been made yet.
    private(set) var neverCreatedCount = 0
    /// The number of crashes of each kind that were judged and found to break no promise.
    private(set) var kinds: [CrashKind: Int] = [:]
    /// The first few broken promises, each with what repeats it.
    private(set) var violations: [String] = []
    private(set) var violationCount = 0
    private var seen: Set<Int> = []

    /// Judges the crashes of one life.
    ///
    /// - Parameter stopsEarly: leave at the first violation, where one is as good as many.
    mutating func judge(
        _ trace: DiskTrace, _ promises: [CrashPromise], _ plan: CrashPlan, named name: String, stopsEarly: Bool = false
    ) async {
        var number = 0
        for crash in trace.crashes(plan) {
            number += 1
            if let deadline, triedCount >= Self.triedMin, .now > deadline {
                isCutShort = true
                return
            }
            let promise = promises[crash.moment]
            guard isNew(crash.image, promise) else { continue }
            triedCount += 1
            do {
                let outcome = try await CrashCheck(promise: promise, options: options, isEncrypted: isEncrypted).judge(
                    crash.image)
                if outcome.hasCut { cutCount += 1 }
                if outcome.unacknowledgedCount > 0 { unacknowledgedCount += 1 }
                if outcome.wasNeverCreated { neverCreatedCount += 1 }
                for kind in crash.kinds { kinds[kind, default: 0] += 1 }
            } catch {
                violationCount += 1
                let operation =
                    crash.position < trace.operations.count ? trace.operations[crash.position].words : "the end"
                if violations.count < 8 {
                    violations.append("\(name), plan seed \(plan.seed), crash \(number), before \(operation): \(error)")
                }
                if stopsEarly { return }
            }
        }
    }

    /// The images that any campaign of this process has judged: the same life is led by more than one.
    private static let judged = Mutex<Set<Int>>([])

    /// Tells the ledger how many images this campaign judged that none before it had.
    func tell() {
        let new = Self.judged.withLock { judged in
            let before = judged.count
            judged.formUnion(seen)
            return judged.count - before
        }
        FaultLedger.tried("crash images", new)
    }

    mutating func add(_ other: CrashCampaign) {
        triedCount += other.triedCount
        seen.formUnion(other.seen)
        cutCount += other.cutCount
        unacknowledgedCount += other.unacknowledgedCount
        neverCreatedCount += other.neverCreatedCount
        kinds.merge(other.kinds, uniquingKeysWith: +)
        isCutShort = isCutShort || other.isCutShort
        violationCount += other.violationCount
        violations += other.violations
    }

    private mutating func isNew(_ image: DiskImage, _ promise: CrashPromise) -> Bool {
        var hasher = Hasher()
        hasher.combine(image.fingerprint)
        hasher.combine(promise.acknowledgedCount)
        hasher.combine(promise.isClosed)
        hasher.combine(promise.reached)
        hasher.combine(promise.instead != nil)
        return seen.insert(hasher.finalize()).inserted
    }
}

extension JournalOptions {
    /// Small segments, and no work in the background that a script did not ask for.
    static var crashTest: JournalOptions {
        var options = JournalOptions()
        options.segmentByteCountTarget = 6_000
        options.sealsInBackground = false
        options.now = { 1_700_000_000_000_000 }
        return options
    }
}

extension DiskOperation {
    /// For a message: what was about to happen.
    var words: String {
        switch self {
        case .makeDirectory(let path): "mkdir \(path)"
        case .create(_, let path): "create \(path)"
        case .rename(_, let from, let to): "rename \(from) to \(to)"
        case .renameDirectory(let from, let to): "rename directory \(from) to \(to)"
        case .remove(let path): "remove \(path)"
        case .write(let file, let offset, let bytes): "write \(bytes.count) bytes at \(offset) of file \(file.rawValue)"
        case .setLength(let file, let byteCount): "truncate file \(file.rawValue) to \(byteCount)"
        case .syncFile(let file): "sync file \(file.rawValue)"
        case .syncDirectory(let path): "sync directory \(path)"
        case .failedSync(let file): "failed sync of file \(file.rawValue)"
        case .moment(let moment): "moment \(moment)"
        }
    }
}
