import Synchronization

/// Rewrites rolled segments for the long term, off the commit path: large compressed frames and a footer.
///
/// One rewrite at a time. The old file stands until the new one is on disk as a whole, and is only replaced when the
/// new one leads to the same chain; a crash leaves one or the other, and both open to the same journal.
/// - Format: FORMAT.md §7, "Sealed segments".
final class Sealer: Sendable {
    let source: RecordSource
    let options: JournalOptions
    /// Held while rewriting; the value says whether to stop.
    private let turn = Mutex<Void>(())
    private let isStopped = Atomic<Bool>(false)
    private let lastFailure = Mutex<JournalError?>(nil)
    /// A key that was made for a rewrite which then failed; the next one takes it.
    private let spare = Mutex<(id: ID16, key: SecretKey)?>(nil)

    init(_ source: RecordSource, _ options: JournalOptions) {
        self.source = source
        self.options = options
    }

    /// Why the last rewrite in the background did not happen; it is tried again at the next roll.
    var failure: JournalError? { lastFailure.withLock { $0 } }

    /// Starts `sealAll` on a thread of its own.
    func sealInBackground() {
        do throws(DiskError) {
            try EngineThread.startInBackground {
                do throws(JournalError) {
                    try self.sealAll()
                    self.lastFailure.withLock { $0 = nil }
                } catch {
                    self.lastFailure.withLock { $0 = error }
                }
            }
        } catch {
            lastFailure.withLock { $0 = JournalError(error) }
        }
    }

    /// Seals every segment but the active one. Blocks.
    func sealAll() throws(JournalError) {
        try inTurn { () throws(JournalError) in
            for segment in source.catalog.all.dropLast() where !segment.isSealed {
                if isStopped.load(ordering: .acquiring) { return }
                try replace(segment)
            }
        }
    }

    /// Replaces a segment by itself without what a redaction takes. Nothing happens where that is gone. Blocks.
    func redact(_ number: UInt64, _ redaction: Redaction) throws(JournalError) {
        try inTurn { () throws(JournalError) in
            if isStopped.load(ordering: .acquiring) { throw .closed }
            let segment = source.catalog.all[Int(number) - 1]
            let changes = try SegmentChanges(of: segment, by: redaction, source)
            if !changes.isEmpty { try replace(segment, changes, underNewKey: true) }
        }
    }

    /// Replaces every segment but the active one by itself, under a new key. Blocks.
    func rekeyAll() throws(JournalError) {
        for number in 1..<source.catalog.active.number {
            try inTurn { () throws(JournalError) in
                if isStopped.load(ordering: .acquiring) { throw .closed }
                try replace(source.catalog.all[Int(number) - 1], underNewKey: true)
            }
        }
    }

    /// Erases the files that keep what was cut from segments, and unfinished rewrites: they may hold anything. Blocks.
    ///
    /// - Returns: their names.
    func eraseLeftovers() throws(JournalError) -> [String] {
        try inTurn { () throws(JournalError) in
            let listing = try DirectoryListing(source.disk, source.path)
            let active = JournalPath.name(ofSegment: source.catalog.active.number)
            // The writer may be making the next segment under a temporary name just now.
            let names = listing.broken + listing.temporaries.filter { $0 < active }
            do throws(DiskError) {
                for name in names { try source.disk.erase(source.path.file(name)) }
                if !names.isEmpty { try source.disk.syncDirectory(source.path.directory) }
            } catch {
                throw JournalError(error)
            }
            return names
        }
    }

    /// Destroys the keys that segments were rewritten from, where a crash or a failure left them. Blocks.
    func destroyReplacedKeys() throws(JournalError) { try destroyReplacedKeys(of: source.catalog.all) }

    private func destroyReplacedKeys(of segments: [Segment]) throws(JournalError) {
        guard let keyring = options.keyring else { return }
        let left = Set(segments.compactMap(\.header.replacedKeyID).filter(keyring.holds))
        if !left.isEmpty { try keyring.destroy(left) }
    }

    private func newKey(in keyring: Keyring) throws(JournalError) -> (id: ID16, key: SecretKey) {
        if let kept = spare.withLock({ $0 }) { return kept }
        let made = try keyring.make()
        spare.withLock { $0 = made }
        return made
    }

    private func inTurn<T: Sendable>(_ body: () throws(JournalError) -> T) throws(JournalError) -> T {
        let result = turn.withLock { _ in Result<T, JournalError> { () throws(JournalError) in try body() } }
        return try result.get()
    }

    /// Returns once no rewrite runs and none will begin.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        turn.withLock { _ in }
    }

    /// - Parameters:
    ///   - changes: what the new file lacks; nil to keep everything.
    ///   - underNewKey: encrypts anew, where there is a keyring, and destroys the old key once the new file stands.
    private func replace(
        _ segment: Segment, _ changes: SegmentChanges? = nil, underNewKey: Bool = false
    ) throws(JournalError) {
        let files = SegmentFile(disk: source.disk, path: source.path)
        let name = source.path.segment(segment.number)
        let temporary = name + JournalPath.temporarySuffix
        do {
            try files.removeIfPresent(temporary)
            let file = try source.disk.open(temporary, .creating)
            defer { file.close() }
            var header = segment.header
            header.generation += 1
            var key = try source.key(of: header)
            if underNewKey, let keyring = options.keyring {
                try destroyReplacedKeys(of: [segment])
                let fresh = try newKey(in: keyring)
                header.replacedKeyID = header.keyID
                header.keyID = fresh.id
                key = fresh.key
            }
            let sealed = try write(segment, as: header, under: key, changes, to: file)
            // From here on nobody knows whether a file names it.
            spare.withLock { $0 = nil }
            try files.commit(file, temporary, as: name)
            source.catalog.put(sealed)
            try destroyReplacedKeys(of: [sealed])
        } catch let error as JournalError {
            throw error
        } catch let error as DiskError {
            throw JournalError(error)
        } catch let error as WriteFailure {
            throw JournalError(error.cause)
        } catch {
            preconditionFailure("a rewrite fails by its disk or its source, not with \(error)")
        }
    }
}
