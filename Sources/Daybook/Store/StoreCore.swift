import Glibc
import JournalEngine
import Kernel
import Runtime
import Synchronization

/// A store without the type of its events: its journal, its files, and who may write next.
final class StoreCore: Sendable {
    let path: String
    let access: StoreAccess
    let options: StoreOptions
    /// Blocking reads run here, never on Swift's cooperative threads.
    let thread: WorkspaceThread
    private let keys: StoreKeys?
    private let keyring: Keyring?
    /// Records of these kinds hold no event.
    let skippedKinds: Set<UInt32>
    private let current: Mutex<Journal>
    private let state: Mutex<State>
    /// Read once, when somebody first asks for it.
    private let older = Mutex<Task<CommitIndex, any Error>?>(nil)
    /// The last record when the store was opened: `older` goes so far, `State.recent` goes on from there.
    private let opened: UInt64

    private struct State {
        /// The last record that has its place, on disk or on its way there.
        var last: UInt64
        var recent = CommitIndex()
        var pending: [CommitMark: PendingCommit] = [:]
        var condition = Condition.usable
    }

    private enum Condition { case usable, failed, closed }

    var disk: any Disk { options.storage.disk }
    var journal: Journal { current.withLock { $0 } }
    var last: UInt64 { journal.lastSequence }

    private init(_ path: String, _ access: StoreAccess, _ options: StoreOptions, _ journal: Journal, _ keys: StoreKeys?) {
        self.path = path
        self.access = access
        self.options = options
        self.keys = keys
        keyring = keys?.keyring
        skippedKinds = [0]
        thread = WorkspaceThread(label: path)
        opened = journal.lastSequence
        current = Mutex(journal)
        state = Mutex(State(last: journal.lastSequence))
    }

    // MARK: Opening and closing

    /// A store that somebody else lays out and has opened for reading.
    init(
        reading journal: Journal, at path: String, _ options: StoreOptions, keyring: Keyring?, skipping: Set<UInt32>
    ) {
        (self.path, access, self.options) = (path, .reading, options)
        (keys, self.keyring, skippedKinds) = (nil, keyring, skipping)
        thread = WorkspaceThread(label: path)
        opened = journal.lastSequence
        current = Mutex(journal)
        state = Mutex(State(last: journal.lastSequence))
    }

    static func journalPath(_ path: String) -> String { path + "/journal" }
    static func snapshotsPath(_ path: String) -> String { path + "/snapshots" }

    /// Returns whether a journal was begun there, wholly or up to a crash.
    private static func holdsJournal(_ path: String, _ disk: any Disk) throws(DiskError) -> Bool {
        do throws(DiskError) {
            return try disk.names(inDirectory: journalPath(path)).contains { $0 == "JOURNAL" || $0.hasSuffix(".segment") }
        } catch  where error.errno == ENOENT {
            return false
        }
    }

    /// Blocks.
    static func open(_ path: String, _ access: StoreAccess, _ options: StoreOptions) throws -> StoreCore {
        let disk = options.storage.disk
        let isThere = try holdsJournal(path, disk)
        guard isThere || access == .creating else { throw StoreError.notFound(path: path) }
        if !isThere {
            guard !disk.holds(snapshotsPath(path)) else {
                throw StoreError.damaged(
                    path: path,
                    reason: "the journal is gone, and snapshots show that there was one; restore it from a backup, or move the "
                        + "directory away to begin an empty store.")
            }
            try disk.makeDirectories(path)
        }
        let keys = try StoreKeys.open(path, isNew: !isThere, access, options)
        do {
            var journalOptions = options.journal
            journalOptions.keyring = keys?.keyring
            let journal =
                if isThere {
                    try Journal.open(
                        at: journalPath(path), access: access == .reading ? .reading : .writing, disk: disk,
                        options: journalOptions)
                } else {
                    try Journal.create(at: journalPath(path), disk: disk, options: journalOptions)
                }
            if let damage = journal.recovery.damage, !options.readsUpToDamage { throw damage }
            return StoreCore(path, access, options, journal, keys)
        } catch {
            keys?.close()
            throw error
        }
    }

    /// Looks again at a store that another process writes. Blocks.
    func refresh() throws {
        guard access == .reading else { return }
        var journalOptions = options.journal
        journalOptions.keyring = keyring
        let fresh = try Journal.open(
            at: Self.journalPath(path), access: .reading, disk: disk, options: journalOptions)
        if let damage = fresh.recovery.damage, !options.readsUpToDamage { throw damage }
        current.withLock { if fresh.lastSequence > $0.lastSequence { $0 = fresh } }
    }

    func close() async throws {
        let isFirst = state.withLock { state in
            defer { state.condition = .closed }
            return state.condition != .closed
        }
        guard isFirst else { return }
        defer { keys?.close() }
        try await journal.close()
    }

    func checkOpen() throws(StoreError) {
        if state.withLock({ $0.condition }) == .closed { throw .closed(path: path) }
    }

    // MARK: Writing

    /// A commit with a place, and the way to wait for it.
    enum Placed: Sendable {
        case new(PendingCommit)
        /// It has been there before, at these records.
        case repeated(ClosedRange<UInt64>, PendingCommit?)
    }

    /// Returns whether the index of what was there at opening is needed to judge an expectation.
    static func needsIndex(_ expected: ExpectedSequence, key: String?) -> Bool {
        if key != nil { return true }
        if case .lastOf = expected { return true }
        return false
    }

    /// Reads, once, what was there when the store was opened.
    func olderIndex() async throws -> CommitIndex {
        let task = older.withLock { older in
            if let older { return older }
            let (journal, opened, thread) = (journal, opened, thread)
            let task = Task { try await thread.run { try CommitIndex(of: journal, through: opened) } }
            older = task
            return task
        }
        do {
            return try await task.value
        } catch {
            older.withLock { $0 = nil }
            throw error
        }
    }

    /// Gives a commit its place if what it expects is true; at once, and in the order of the calls.
    ///
    /// - Parameter index: where `needsIndex` says so.
    func enqueue(
        _ records: [RecordDraft], expecting expected: ExpectedSequence, by actor: ActorID, key: String?, at time: Instant?,
        _ index: CommitIndex?
    ) throws(StoreError) -> Placed {
        guard access != .reading else { throw .readOnly(path: path) }
        let mark = key.map { CommitMark(key: $0) }
        return try state.withLock { state throws(StoreError) -> Placed in
            switch state.condition {
            case .usable: break
            case .failed: throw .failedEarlier(path: path)
            case .closed: throw .closed(path: path)
            }
            if let mark, let found = state.recent.commits[mark] ?? index?.commits[mark] {
                return .repeated(found, state.pending[mark])
            }
            let found: UInt64? =
                switch expected {
                case .any: nil
                case .last(let wanted): state.last == wanted.sequence ? nil : state.last
                case .lastOf(let entity, let wanted):
                    (state.recent.last[ID16(entity)] ?? index?.last[ID16(entity)] ?? 0).mismatch(wanted.sequence)
                }
            if let found { throw .unexpectedSequence(path: path, expected: expected, found: Position(found)) }
            let draft = CommitDraft(
                actor: ID16(actor), device: mark?.device ?? .zero, deviceSequence: mark?.number ?? 0,
                time: (time ?? options.clock()).microseconds, records: records)
            let pending: PendingCommit
            do throws(JournalError) { pending = try journal.enqueue(draft) } catch { throw StoreError(error, at: path) }
            let receipt = pending.receipt
            for (offset, record) in records.enumerated() {
                state.recent.add(record.entity, at: receipt.first + UInt64(offset))
            }
            if let mark {
                state.recent.add(mark, receipt.first...receipt.last)
                state.pending[mark] = pending
            }
            state.last = receipt.last
            return .new(pending)
        }
    }

    /// Returns once a commit is on disk. After a failure nothing more is written until the store is opened again.
    func durable(_ pending: PendingCommit, key: String?) async throws(StoreError) {
        do throws(JournalError) {
            try await pending.durable()
        } catch {
            state.withLock { if $0.condition == .usable { $0.condition = .failed } }
            throw StoreError(error, at: path)
        }
        if let key { state.withLock { $0.pending[CommitMark(key: key)] = nil } }
    }

    /// The commit of a key; nil where it has none.
    func placed(of key: String, _ index: CommitIndex) -> (ClosedRange<UInt64>, PendingCommit?)? {
        let mark = CommitMark(key: key)
        return state.withLock { state in
            (state.recent.commits[mark] ?? index.commits[mark]).map { ($0, state.pending[mark]) }
        }
    }

    /// Encrypts what lies beside the journal where the store is encrypted.
    func seal(_ content: [UInt8], name: String) throws -> [UInt8] { try keys?.seal(content, name: name) ?? content }

    /// Reads what `seal` made; nil where it made something else.
    func unseal(_ bytes: [UInt8], name: String) -> [UInt8]? {
        guard let keys else { return bytes }
        return keys.open(bytes, name: name)
    }

    // MARK: Reading

    /// Runs blocking work on the thread of the store and names what went wrong.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws(StoreError) -> Value {
        do { return try await thread.run(body) } catch { throw StoreError(any: error, at: path) }
    }
}

extension UInt64 {
    /// This number where it is another than `wanted`.
    fileprivate func mismatch(_ wanted: UInt64) -> UInt64? { self == wanted ? nil : self }
}
