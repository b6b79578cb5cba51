import Glibc

/// Everything that was ever done in one workspace, in order, on disk.
///
/// One process writes, any number read. All methods may be called from any thread or task.
package final class Journal: Sendable {
    /// Chosen when the journal was made; every frame names it.
    package let id: ID16
    /// The report of opening: its findings and its repairs.
    package let recovery: RecoveryReport
    package let access: JournalAccess

    let source: RecordSource
    let writer: Writer?
    let sealer: Sealer?
    let redactor: Redactor?

    private init(
        id: ID16, recovery: RecoveryReport, access: JournalAccess, source: RecordSource, writer: Writer?,
        sealer: Sealer?, redactor: Redactor?
    ) {
        self.id = id
        self.recovery = recovery
        self.access = access
        self.source = source
        self.writer = writer
        self.sealer = sealer
        self.redactor = redactor
    }

    deinit { writer?.abandon() }

    /// The last record that is on disk; 0 when there is none. A reader sees the journal as it was when opened.
    package var lastSequence: UInt64 { source.catalog.last }

    /// Why the last rewrite of a segment in the background did not happen; it is tried again at the next roll.
    package var sealingFailure: JournalError? { sealer?.failure }

    /// Makes a new, empty journal and opens it for writing. It is there after a crash once this returns.
    ///
    /// - Throws: `.alreadyExists` when the directory holds a journal. After a crash on the way, either nothing counts
    ///   as created, or the journal opens.
    package static func create(
        at path: String, disk: any Disk = POSIXDisk(), options: JournalOptions = JournalOptions()
    ) throws(JournalError) -> Journal {
        let place = JournalPath(directory: path)
        do throws(DiskError) {
            do throws(DiskError) {
                try disk.makeDirectory(path)
            } catch {
                guard error.errno == EEXIST else { throw error }
            }
            // Even where the directory was there: the process that made it may not have reached this call.
            try disk.syncDirectory(place.parent)
        } catch {
            throw JournalError(error)
        }
        guard !(try DirectoryListing(disk, place)).isJournal else { throw .alreadyExists(path: path) }
        let lock = try DirectoryLock.acquire(disk, place, processID: getpid())
        do throws(JournalError) {
            // Looked at again, because another process may have been quicker to the lock.
            guard !(try DirectoryListing(disk, place)).isJournal else { throw .alreadyExists(path: path) }
            try writeFirstFiles(disk, place, options)
            return try openForWriting(disk, place, options, lock)
        } catch {
            lock.file.close()
            throw error
        }
    }

    private static func writeFirstFiles(
        _ disk: any Disk, _ path: JournalPath, _ options: JournalOptions
    ) throws(JournalError) {
        var salts = Salts(options.entropy)
        let id = options.journalID ?? salts.next()
        // Before the segment: no segment ever names a key that a crash can take away.
        let key = try options.keyring?.make()
        let header = SegmentHeader(
            journal: id, segment: 1, generation: 0, first: 1, chainBefore: .start(of: id), timeBefore: 0,
            created: options.now(), keyID: key?.id)
        let files = SegmentFile(disk: disk, path: path)
        do throws(WriteFailure) {
            try files.create(header).file.close()
            // Second, so that a journal that says it exists has its first segment.
            try files.write(Identity(journal: id).bytes, as: JournalPath.identity)
        } catch {
            throw JournalError(error.cause)
        }
    }

    /// Opens an existing journal.
    ///
    /// Opening for writing takes the lock, cuts an unacknowledged rest and finishes what a crash interrupted; it
    /// refuses when anything acknowledged is damaged. Opening for reading changes nothing and gives what is sound
    /// before the damage; `recovery` tells of it.
    package static func open(
        at path: String, access: JournalAccess = .writing, disk: any Disk = POSIXDisk(),
        options: JournalOptions = JournalOptions()
    ) throws(JournalError) -> Journal {
        let place = JournalPath(directory: path)
        guard try DirectoryListing(disk, place).isJournal else { throw .notAJournal(path: path) }
        if access == .writing {
            if let keyring = options.keyring, !keyring.isWritable { throw .readOnly }
            let lock = try DirectoryLock.acquire(disk, place, processID: getpid())
            do throws(JournalError) {
                return try openForWriting(disk, place, options, lock)
            } catch {
                lock.file.close()
                throw error
            }
        }
        return try openForReading(disk, place, options)
    }

    private static func openForReading(
        _ disk: any Disk, _ path: JournalPath, _ options: JournalOptions
    ) throws(JournalError) -> Journal {
        var looksLeft = 64
        var keyWasMissing = false
        /// Returns whether the writer, and no damage, explains what was found. Only a look at a journal that changes faster
        /// than it can be listed is given up.
        func isWorthAnotherLook(_ damage: JournalError) throws(JournalError) -> Bool {
            looksLeft -= 1
            switch damage {
            case .missingSegment(let number):
                // The writer rolled between our listing the segments and reading the last of them.
                guard looksLeft > 0 else { return false }
                return try DirectoryListing(disk, path).contains(number)
            case .keyMissing:
                // A segment was replaced by one under another key.
                defer { keyWasMissing = true }
                return !keyWasMissing
            default:
                return false
            }
        }
        while true {
            var opening = JournalOpener(disk: disk, path: path, access: .reading, options: options)
            let opened: JournalOpener.Opened
            do throws(JournalError) {
                opened = try opening.open()
            } catch {
                guard try isWorthAnotherLook(error) else { throw error }
                continue
            }
            if let damage = opened.report.damage, try isWorthAnotherLook(damage) { continue }
            return Journal(
                id: opened.id, recovery: opened.report, access: .reading,
                source: RecordSource(disk: disk, path: path, catalog: opened.catalog, keyring: options.keyring),
                writer: nil, sealer: nil, redactor: nil)
        }
    }

    private static func openForWriting(
        _ disk: any Disk, _ path: JournalPath, _ options: JournalOptions, _ lock: DirectoryLock
    ) throws(JournalError) -> Journal {
        var opening = JournalOpener(disk: disk, path: path, access: .writing, options: options)
        var opened = try opening.open()
        guard let active = opened.active.take() else { preconditionFailure("opened for writing without a segment") }
        let source = RecordSource(disk: disk, path: path, catalog: opened.catalog, keyring: options.keyring)
        let sealer = Sealer(source, options)
        let redactor = Redactor(source, sealer, options)
        do throws(JournalError) {
            try sealer.destroyReplacedKeys()
        } catch {
            // A full disk keeps nobody from opening; the next rewrite, or the next opening, tries again.
            guard error.isShortage else { throw error }
        }
        try redactor.takeUp(DirectoryListing(disk, path))
        try options.replicator?.opened(DurableBytes(source))
        let writer = Writer(source, options, sealer, lock: lock.file, active)
        do throws(DiskError) {
            try writer.start()
        } catch {
            throw JournalError(error)
        }
        if options.sealsInBackground, opened.catalog.all.dropLast().contains(where: { !$0.isSealed }) {
            sealer.sealInBackground()
        }
        return Journal(
            id: opened.id, recovery: opened.report, access: .writing, source: source, writer: writer, sealer: sealer,
            redactor: redactor)
    }
}
