import Glibc

/// Saves what can be read of a damaged journal into a new one, and says what could not.
///
/// The old journal is only read. The new one keeps the sequence numbers, has an id and a chain of its own, and
/// verifies. Bits are turned back where exactly one explains the damage.
/// - Format: FORMAT.md, section "Repair"; decision 43.
package enum JournalRepair {
    /// The new directory has this behind its name until it is whole.
    package static let partialSuffix = ".partial"

    /// Repairs the journal in `source` into `target`, which must not be there.
    ///
    /// Returns once the new journal is there for certain. After a crash there is at most a directory with
    /// `partialSuffix`, which the next repair into the same place writes anew.
    /// - Parameters:
    ///   - sourceKeyring: the keys of the old journal, when it is encrypted. Nothing in it is changed.
    ///   - options: of the new journal. With a keyring, which must not be the old one's, the new journal is encrypted.
    /// - Throws: `.notAJournal` when nothing says which journal it was; `.locked` while somebody writes to it.
    package static func run(
        from source: String, _ sourceKeyring: Keyring? = nil, to target: String, disk: any Disk = POSIXDisk(),
        options: JournalOptions = JournalOptions()
    ) async throws(JournalError) -> RepairReport {
        let locks = try WriterLocks.acquireWherePossible(at: JournalPath(directory: source), disk)
        defer { locks.release() }
        guard let files = try JournalFiles(disk, source) else { throw .notAJournal(path: source) }
        let partial = JournalPath(directory: JournalPath(directory: target).trimmed + partialSuffix)
        let salvage = try Salvage(files, keyring: sourceKeyring, lostRecordsMax: options.repairLostRecordsMax)
        try makeDirectory(target: target, partial, disk)

        var salts = Salts(options.entropy)
        let id = options.journalID ?? salts.next()
        let writer = SegmentFile(disk: disk, path: partial)
        let report = try write(salvage, as: id, writer, options)
        try await check(partial, report, disk, options)
        try writeReport(report, writer)
        do throws(DiskError) {
            try disk.rename(partial.directory, to: target)
            try disk.syncDirectory(partial.parent)
        } catch {
            throw JournalError(error)
        }
        return report
    }

    /// Makes the directory to write to, or empties what an interrupted repair left there.
    private static func makeDirectory(
        target: String, _ partial: JournalPath, _ disk: any Disk
    ) throws(JournalError) {
        do throws(DiskError) {
            if try exists(target, disk) { throw DiskError(call: .mkdir, path: target, errno: EEXIST) }
            do throws(DiskError) {
                try disk.makeDirectory(partial.directory)
            } catch {
                guard error.errno == EEXIST else { throw error }
                for name in try disk.names(inDirectory: partial.directory) { try disk.remove(partial.file(name)) }
            }
            try disk.syncDirectory(partial.parent)
        } catch {
            throw error.errno == EEXIST ? .alreadyExists(path: error.path) : JournalError(error)
        }
    }

    private static func exists(_ path: String, _ disk: any Disk) throws(DiskError) -> Bool {
        do throws(DiskError) {
            _ = try disk.names(inDirectory: path)
            return true
        } catch {
            if error.isNoDirectory { return true }
            guard error.isMissing else { throw error }
            return false
        }
    }

    private static func write(
        _ salvage: Salvage, as id: ID16, _ files: SegmentFile, _ options: JournalOptions
    ) throws(JournalError) -> RepairReport {
        var writer = RepairWriter(id, files, options, redacted: salvage.redacted)
        var reader = SalvageReader(salvage)
        for stretch in salvage.stretches { try reader.read(stretch, into: &writer) }
        try writer.lose(through: salvage.last)
        try writer.finish()
        return salvage.report(writer, target: id)
    }

    /// Nothing is called repaired that does not verify. Closing the journal also marks its end.
    private static func check(
        _ path: JournalPath, _ report: RepairReport, _ disk: any Disk, _ options: JournalOptions
    ) async throws(JournalError) {
        let journal = try Journal.open(at: path.directory, access: .writing, disk: disk, options: options)
        let found = try journal.verify()
        try await journal.close()
        if let damage = found.damage.first {
            throw .corrupt(
                segment: damage.segment, byteOffset: damage.byteOffset, sequences: damage.sequences, damage.corruption)
        }
        guard found.records == report.records, found.chainHead == report.newHead else {
            throw .corrupt(segment: 1, byteOffset: 0, sequences: nil, .chain)
        }
    }

    private static func writeReport(_ report: RepairReport, _ files: SegmentFile) throws(JournalError) {
        do throws(WriteFailure) {
            try files.write(Array((report.json.text + "\n").utf8), as: RepairReport.jsonName)
            try files.write(Array(report.text.utf8), as: RepairReport.textName)
        } catch {
            throw JournalError(error.cause)
        }
    }
}
