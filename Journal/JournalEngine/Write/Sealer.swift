import Synchronization

/// Rewrites rolled segments for the long term, off the commit path: large compressed frames and a footer.
///
/// One rewrite at a time. The old file stands until the new one is on disk as a whole, and is only replaced when the
/// new one leads to the same chain; a crash leaves one or the other, and both open to the same journal.
/// - Format: FORMAT.md §7, "Sealed segments".
final class Sealer: Sendable {
    let source: RecordSource
    private let options: JournalOptions
    /// Held while rewriting; the value says whether to stop.
    private let turn = Mutex<Void>(())
    private let isStopped = Atomic<Bool>(false)
    private let lastFailure = Mutex<JournalError?>(nil)

    init(_ source: RecordSource, _ options: JournalOptions) {
        self.source = source
        self.options = options
    }

    /// Why the last rewrite in the background did not happen; it is tried again at the next roll.
    var failure: JournalError? { lastFailure.withLock { $0 } }

    /// Starts `sealAll` on a thread of its own.
    func sealInBackground() {
        do throws(DiskError) {
            try EngineThread.start {
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
        let result = turn.withLock { _ in
            Result<Void, JournalError> { () throws(JournalError) in
                for segment in source.catalog.all.dropLast() where !segment.isSealed {
                    if isStopped.load(ordering: .acquiring) { return }
                    try seal(segment)
                }
            }
        }
        try result.get()
    }

    /// Returns once no rewrite runs and none will begin.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        turn.withLock { _ in }
    }

    private func seal(_ segment: Segment) throws(JournalError) {
        let files = SegmentFile(disk: source.disk, path: source.path)
        let name = source.path.segment(segment.number)
        let temporary = name + JournalPath.temporarySuffix
        do {
            try files.removeIfPresent(temporary)
            let file = try source.disk.open(temporary, .creating)
            defer { file.close() }
            let sealed = try write(segment, to: file)
            try files.commit(file, temporary, as: name)
            source.catalog.put(sealed)
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
