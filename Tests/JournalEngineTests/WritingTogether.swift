import Glibc
import JournalEngine
import KernelTesting
import Synchronization
import Testing

/// The real disk, with its calls counted, and a gate before `fdatasync`.
final class CountingDisk: Disk {
    let writes = Atomic<Int>(0)
    let syncs = Atomic<Int>(0)
    let gate = Gate()
    private let disk = POSIXDisk()

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        CountedFile(try disk.open(path, mode), self)
    }
    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
}

/// Lets threads pass, or holds them until it is opened.
final class Gate: Sendable {
    private let mutex = Mutex<Void>(())

    /// Runs `body` while nobody passes.
    func whileClosed(_ body: () throws -> Void) rethrows {
        try mutex.withLock { _ in try body() }
    }

    func pass() { mutex.withLock { _ in } }
}

final class CountedFile: DiskFile {
    private let file: any DiskFile
    private let disk: CountingDisk

    init(_ file: any DiskFile, _ disk: CountingDisk) {
        self.file = file
        self.disk = disk
    }

    func size() throws(DiskError) -> UInt64 { try file.size() }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        try file.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
        disk.writes.add(1, ordering: .relaxed)
        return try file.write(bytes, at: offset)
    }
    func truncate(to size: UInt64) throws(DiskError) { try file.truncate(to: size) }
    func beginSync(of range: Range<UInt64>) throws(DiskError) { try file.beginSync(of: range) }
    func syncData() throws(DiskError) {
        disk.gate.pass()
        disk.syncs.add(1, ordering: .relaxed)
        try file.syncData()
    }
    func sync() throws(DiskError) { try file.sync() }
    func lock() throws(DiskError) -> Bool { try file.lock() }
    func isFound(at path: String) throws(DiskError) -> Bool { try file.isFound(at: path) }
    func close() { file.close() }
}

@Suite("Writing together")
struct WritingTogether {
    let directory = TemporaryDirectory()

    @Test func `commits that wait for a sync share the next one, in one write`() async throws {
        let disk = CountingDisk()
        let journal = try Journal.create(at: directory.journal, disk: disk, options: .repeatable)
        _ = try await journal.append(.numbered(1))
        let (writes, syncs) = (disk.writes.load(ordering: .relaxed), disk.syncs.load(ordering: .relaxed))
        var pending: [PendingCommit] = []
        try disk.gate.whileClosed {
            // The first of these may be caught alone at the gate; all others pile up behind it.
            for number in 2...200 { pending.append(try journal.enqueue(.numbered(number))) }
            #expect(journal.lastSequence == 1)
        }
        for commit in pending { try await commit.durable() }
        #expect(disk.syncs.load(ordering: .relaxed) - syncs <= 2)
        #expect(disk.writes.load(ordering: .relaxed) - writes <= 2)
        #expect(try journal.records() == expected((1...200).map { .numbered($0) }))
        try await journal.close()
    }

    @Test func `order and time are given at once, in the order of the calls`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let first = try journal.enqueue(.numbered(9, records: 3))
        let second = try journal.enqueue(.numbered(2))
        #expect(first.receipt == CommitReceipt(first: 1, last: 3, time: CommitDraft.numbered(9).time))
        #expect(second.receipt == CommitReceipt(first: 4, last: 4, time: first.receipt.time))
        try await second.durable()
        try await first.durable()
        #expect(journal.lastSequence == 4)
        try await journal.close()
    }

    @Test func `many tasks at once lose and double nothing`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let receipts = try await withThrowingTaskGroup(of: (Int, CommitReceipt).self) { group in
            for number in 1...300 {
                group.addTask { (number, try await journal.append(.numbered(number, records: number % 3 + 1))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let seen = try journal.records()
        #expect(seen.map(\.header.sequence) == Array(1...UInt64(seen.count)))
        for (number, receipt) in receipts {
            let mine = seen.filter { $0.header.deviceSequence == UInt64(number) }
            #expect(mine.map(\.header.sequence) == Array(receipt.first...receipt.last))
        }
        try await journal.close()
    }

    @Test func `row 22: a second writer is refused and told who holds the journal`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        #expect(throws: JournalError.locked(holderPID: getpid())) { _ = try Journal.open(at: directory.journal) }
        #expect(throws: JournalError.alreadyExists(path: directory.journal)) {
            _ = try Journal.create(at: directory.journal)
        }
        try await journal.close()
        try await Journal.open(at: directory.journal).close()
        FaultLedger.fired(row: 22, 2)
    }

    @Test func `what is beyond a limit is refused and leaves nothing behind`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        var large = CommitDraft.numbered(1)
        large.records[0].payload = [UInt8](repeating: 1, count: JournalLimits.payloadByteCountMax + 1)
        await #expect(throws: JournalError.recordTooLarge(byteCount: (16 << 20) + 1, limit: 16 << 20)) {
            _ = try await journal.append(large)
        }
        var many = CommitDraft.numbered(1)
        many.records = Array(
            repeating: RecordDraft(kind: 1, entity: .zero, payload: []), count: JournalLimits.recordsPerCommitMax + 1)
        await #expect(throws: JournalError.tooManyRecords(count: 1_000_001, limit: 1_000_000)) {
            _ = try await journal.append(many)
        }
        var none = CommitDraft.numbered(1)
        none.records = []
        await #expect(throws: JournalError.emptyCommit) { _ = try await journal.append(none) }
        large.records[0].payload.removeLast()
        #expect(try await journal.append(large).last == 1)
        #expect(try journal.records().first?.payload.count == JournalLimits.payloadByteCountMax)
        try await journal.close()
        await #expect(throws: JournalError.closed) { _ = try await journal.append(.numbered(1)) }
    }

    @Test func `a reader cannot write`() async throws {
        try await Journal.create(at: directory.journal, options: .repeatable).close()
        let reader = try Journal.open(at: directory.journal, access: .reading)
        await #expect(throws: JournalError.readOnly) { _ = try await reader.append(.numbered(1)) }
        await #expect(throws: JournalError.readOnly) { try await reader.seal() }
    }
}

@Suite("Following a journal live")
struct FollowingLive {
    let directory = TemporaryDirectory()

    @Test func `a tail gives what is there, then what comes, and ends when the journal is closed`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...5 { _ = try await journal.append(.numbered(number, records: 2)) }
        let tail = journal.tail(after: 4)
        let follower = Task {
            var seen: [CommitReceipt] = []
            for try await receipt in tail { seen.append(receipt) }
            return seen
        }
        for number in 6...60 { _ = try await journal.append(.numbered(number, records: 2)) }
        try await journal.close()
        let seen = try await follower.value
        #expect(seen.map(\.first) == stride(from: 5, through: 119, by: 2).map { UInt64($0) })
        #expect(seen.map(\.last) == stride(from: 6, through: 120, by: 2).map { UInt64($0) })
    }

    @Test func `a tail far behind reads from the disk and misses nothing`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        for number in 1...10_000 { _ = try journal.enqueue(.numbered(number, payloadByteCount: 4)) }
        _ = try await journal.append(.numbered(10_001))
        var seen: [UInt64] = []
        for try await receipt in journal.tail(after: 0) {
            seen.append(receipt.last)
            if receipt.last == 10_001 { break }
        }
        #expect(seen == Array(1...10_001))
        try await journal.close()
    }

    @Test func `cancelling a task that waits at the tail ends its loop`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let follower = Task {
            var count = 0
            for try await _ in journal.tail(after: 0) { count += 1 }
            return count
        }
        follower.cancel()
        #expect(try await follower.value == 0)
        try await journal.close()
    }
}
