@testable import JournalEngine
import JournalTesting

/// A life of a journal on a simulated disk in which records are redacted, and what must be true after a crash in it.
struct RedactionSimulation {
    static let path = CrashSimulation.path
    static let taken: [ClosedRange<UInt64>] = [1...1, 5...9, 14...14, 21...22]

    /// The progress of the life when the disk was told of a moment.
    enum Moment: Int {
        case nothing, written, redacted, finished, rekeyed
    }

    let disk: SimulatedDisk
    private let options: JournalOptions
    /// The journal has a keyring, on the same disk.
    let isEncrypted: Bool
    /// The disk when everything was written and nothing redacted.
    private(set) var written = DiskImage()
    /// Everything that was there before the redaction, as it was.
    private(set) var before: [SeenRecord] = []
    private(set) var failures: [JournalError] = []
    private(set) var reached = Moment.nothing

    static let attestation = CommitDraft.secret(99, records: 2)
    static let memo: [UInt8] = Array("what the program needs".utf8)

    /// The same life so far, on a disk of its own.
    init(copying other: RedactionSimulation) {
        disk = SimulatedDisk(other.disk.live)
        options = other.options
        isEncrypted = other.isEncrypted
        written = other.written
        before = other.before
        reached = other.reached
    }

    init(isEncrypted: Bool = false) {
        disk = SimulatedDisk()
        options = .redactionTest
        self.isEncrypted = isEncrypted
    }

    func open(on disk: SimulatedDisk, _ access: JournalAccess = .writing) throws(JournalError) -> Journal {
        try Journal.open(at: Self.path, access: access, disk: disk, options: try options(on: disk, access))
    }

    private func options(
        on disk: SimulatedDisk, _ access: JournalAccess = .writing
    ) throws(JournalError) -> JournalOptions {
        isEncrypted ? try CrashKeys.options(options, on: disk, access) : options
    }

    /// A sealed, a rolled and an active segment, and a torn tail that was cut.
    mutating func write() async throws {
        let journal = try Journal.create(at: Self.path, disk: disk, options: try options(on: disk))
        for number in 1...6 { _ = try await journal.append(.secret(number, records: (number - 1) % 3 + 1)) }
        try await journal.seal()
        for number in 7...10 { _ = try await journal.append(.secret(number, records: 3, byteCount: 300)) }
        before = try journal.records()
        try await journal.close()
        written = disk.live
        reach(.written)
    }

    mutating func redact() async {
        await attempt { journal in
            _ = try await journal.redact(Self.taken, attestation: Self.attestation, memo: Self.memo)
        }
        if failures.isEmpty { reach(.redacted) }
    }

    /// Opens again, says that the program's part is done, and rewrites everything under new keys.
    mutating func finish() async {
        await attempt { journal in try journal.finishRedaction() }
        if failures.isEmpty { reach(.finished) }
        await attempt { journal in try await journal.rekey() }
        if failures.isEmpty { reach(.rekeyed) }
    }

    private mutating func attempt(_ body: (Journal) async throws -> Void) async {
        do {
            let journal = try open(on: disk)
            do {
                try await body(journal)
            } catch let error as JournalError {
                failures.append(error)
            }
            try await journal.close()
        } catch let error as JournalError {
            failures.append(error)
        } catch {
            preconditionFailure("a journal fails with its own errors, not with \(error)")
        }
    }

    private mutating func reach(_ moment: Moment) {
        reached = moment
        disk.note(moment: moment.rawValue)
    }

    /// The result of opening a crashed disk.
    struct Outcome: Equatable {
        var isRedacted = false
        var wasResumed = false
    }

    /// Opens what a crash left, and holds it against what had been promised.
    ///
    /// - Throws: `CrashViolation` for the first promise that is broken.
    func judge(_ image: DiskImage, at moment: Moment) async throws -> Outcome {
        let disk = SimulatedDisk(image)
        var outcome = Outcome()
        let journal = try open(on: disk)
        let records = try journal.records()
        let unfinished = journal.unfinishedRedaction
        outcome.isRedacted = records.count > before.count
        outcome.wasResumed = unfinished != nil
        let expected = outcome.isRedacted ? before.redacted(Self.taken, by: UInt64(before.count) + 3) : before
        guard Array(records.prefix(before.count)) == expected else { throw CrashViolation("other records are there") }
        if moment.rawValue >= Moment.redacted.rawValue, !outcome.isRedacted {
            throw CrashViolation("what was redacted is not")
        }
        if moment.rawValue >= Moment.finished.rawValue, unfinished != nil {
            throw CrashViolation("what was finished is not")
        }
        if let unfinished {
            guard unfinished.isRewritten, unfinished.memo == Self.memo, unfinished.receipt.last == UInt64(records.count)
            else { throw CrashViolation("the program is told \(unfinished)") }
        } else if outcome.isRedacted, moment.rawValue < Moment.redacted.rawValue {
            throw CrashViolation("redacted, and the program is not told")
        }
        try holdsNoSecret(disk, outcome, journal)
        if isEncrypted {
            // One may have been made for the next segment, and one for a rewrite, when the power went.
            let keys = try CrashKeys.options(options, on: disk, .reading).keyring?.ids.count ?? 0
            guard keys <= journal.segments.count + 2 else { throw CrashViolation("\(keys) keys are left") }
            if outcome.isRedacted {
                try refusesAnOldCopy(beside: disk)
                try holdsNoOldKey(disk)
            }
        }
        try verify(journal)
        try journal.finishRedaction()
        _ = try await journal.append(.secret(500))
        try await journal.close()

        let again = try open(on: disk)
        guard again.unfinishedRedaction == nil, try again.records(through: UInt64(records.count)) == records else {
            throw CrashViolation("opened again, it differs")
        }
        try verify(again)
        try await again.close()
        return outcome
    }

    private func verify(_ journal: Journal) throws {
        let report = try journal.verify()
        guard report.ok else { throw CrashViolation("verify reports \(report.damage.map(\.words))") }
    }

    /// A copy of the journal from before, with the keys of now: what was redacted in it cannot be read.
    private func refusesAnOldCopy(beside disk: SimulatedDisk) throws {
        var image = disk.live
        image.files = image.files.filter { !$0.key.hasPrefix(Self.path + "/") }
        for (path, bytes) in written.files where path.hasPrefix(Self.path + "/") { image.files[path] = bytes }
        do throws(JournalError) {
            _ = try open(on: SimulatedDisk(image))
        } catch {
            guard case .keyMissing(_, segment: 1) = error else { throw error }
            return
        }
        throw CrashViolation("an old copy can be opened")
    }

    /// No key is left of a segment that held what was redacted.
    func holdsNoOldKey(_ disk: SimulatedDisk) throws {
        let keys = Set(try CrashKeys.options(options, on: disk, .reading).keyring?.ids ?? [])
        let segments = written.files.keys.filter { $0.hasPrefix(Self.path) && $0.hasSuffix(".segment") }.sorted()
        let headers = try segments.enumerated().map { index, name in
            try (written.files[name] ?? []).withUnsafeBytes {
                try SegmentHeader.read($0, segment: UInt64(index + 1)).header
            }
        }
        for (index, header) in headers.enumerated() {
            let end = index + 1 < headers.count ? headers[index + 1].first : UInt64(before.count) + 1
            guard Self.taken.contains(where: { $0.overlaps(header.first...(end - 1)) }), let key = header.keyID else {
                continue
            }
            guard !keys.contains(key) else { throw CrashViolation("the old key of segment \(index + 1) is left") }
        }
    }

    /// Once the note is there and the journal was opened, no file holds what it took; without it, no intent remains.
    private func holdsNoSecret(_ disk: SimulatedDisk, _ outcome: Outcome, _ journal: Journal) throws {
        let files = disk.live.files
        guard outcome.isRedacted else {
            if let left = files.keys.first(where: { $0.contains("REDACTION") }) {
                throw CrashViolation("\(left) is left")
            }
            return
        }
        let taken = before.filter { record in Self.taken.contains { $0.contains(record.header.sequence) } }
        let found = journal.secretsFound(in: Array(files.values), of: taken)
        guard found.isEmpty else { throw CrashViolation("payloads of \(found.sorted()) are still there") }
    }
}
