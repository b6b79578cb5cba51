import Accounts
import Glibc
package import JournalEngine

/// A file beside a journal that shows how far the journal came at least.
///
/// It is written only once every record up to `last` is on disk, so a journal that ends before it lost acknowledged records.
package struct RecordEvidence: Sendable, Equatable {
    package let path: String
    /// The last record that the file knows.
    package let last: UInt64
    /// The journal that it speaks of; nil where a snapshot's head says it, or nothing does.
    package let journal: ID16?
    /// A journal of another identifier in this place is a loss too. False for what may lie beside it from before.
    package let isOfThisPlace: Bool

    package init(path: String, last: UInt64, journal: ID16? = nil, isOfThisPlace: Bool = false) {
        (self.path, self.last, self.journal, self.isOfThisPlace) = (path, last, journal, isOfThisPlace)
    }
}

extension RecordEvidence {
    /// The journal that it belongs to; nil where a snapshot's head does not say, and where it cannot be read: then it is
    /// there all the same.
    func journal(on disk: any Disk) -> ID16? {
        if let journal { return journal }
        do throws(DiskError) {
            return SnapshotFile.journal(ofHead: try disk.readFile(path, byteCountMax: SnapshotFile.headByteCount))
        } catch {
            return nil
        }
    }
}

/// Acknowledged records that a journal lacks, as a file beside it shows.
package struct MissingRecords: Sendable, Equatable {
    /// The last record that the journal has.
    package let last: UInt64
    package let evidence: RecordEvidence
    /// The journal that is there instead of the one that `evidence` speaks of; nil where it is the same.
    package let replacement: ID16?

    /// Records that are missing at least.
    package var count: UInt64 { replacement == nil ? evidence.last - last : evidence.last }

    package init(after last: UInt64, shownBy evidence: RecordEvidence, replacement: ID16? = nil) {
        self.last = last
        self.evidence = evidence
        self.replacement = replacement
    }

    /// For people: the numbers, where they come from, and what to do.
    package var words: String {
        if let replacement, let journal = evidence.journal {
            return
                "the journal \(journal), which \(evidence.path) knows, is gone, and another lies in its place, \(replacement), "
                + "which ends at record \(last); restore the right one from a backup, or go on with the other with "
                + "`daybook accept-loss`"
        }
        return "the journal ends at record \(last), but \(evidence.path) knows record \(evidence.last): "
            + "\(count) acknowledged record\(count == 1 ? " is" : "s are") missing; restore from a backup, or go on without "
            + "\(count == 1 ? "it" : "them") with `daybook accept-loss`"
    }
}

extension RuntimeEnvironment {
    /// Evidence of how far a journal came, the furthest first: files beside it, and what others vouch for. Names, heads and
    /// small files are read, never whole ones.
    ///
    /// Gather them before the journal is opened: a process that writes meanwhile makes both longer.
    func evidence(of paths: WorkspacePaths) -> [RecordEvidence] {
        let snapshotStore = SnapshotStore(path: paths.snapshots, disk: disk)
        let snapshots = snapshotStore.sequences().map { RecordEvidence(path: snapshotStore.path(of: $0), last: $0) }
        let searched = KnownRecord.read(paths.searchedRecord, on: disk).map {
            RecordEvidence(path: paths.searchedRecord, last: $0.last, journal: $0.journal)
        }
        return (snapshots + (searched.map { [$0] } ?? []) + vouched).sorted { $0.last > $1.last }
    }

    /// The evidence that is ahead of a journal, or speaks of another one that should lie there; the furthest first.
    func ahead(_ evidence: [RecordEvidence], of journal: Journal) -> [RecordEvidence] {
        evidence.filter { found in
            // A snapshot that is damaged or encrypted still counts: its name was given to it when the record was on disk.
            guard let known = found.journal(on: disk), known != journal.id else {
                return found.last > journal.lastSequence
            }
            return found.isOfThisPlace
        }
    }

    /// Acknowledged records that a journal lacks, as `evidence` shows that was gathered before it was opened.
    func missing(_ evidence: [RecordEvidence], of journal: Journal) -> MissingRecords? {
        guard !acceptsLoss, let first = ahead(evidence, of: journal).first else { return nil }
        let isOfAnother = first.journal(on: disk).map { $0 != journal.id } ?? false
        return MissingRecords(after: journal.lastSequence, shownBy: first, replacement: isOfAnother ? journal.id : nil)
    }
}

// MARK: - A journal that is gone

extension WorkspacePaths {
    /// Says that the journal and its keys are being made, so that keys alone vouch for nothing. Removed once they are there.
    var creationMark: String { root + "/creating" }

    /// A file that shows that there was a journal here; nil where there never was one.
    ///
    /// - Precondition: there is no journal.
    func remains(on disk: any Disk) throws(RuntimeFailure) -> String? {
        // Then the keys are those of the erased one, which creating destroys first.
        let isErased = try isBeingErased(on: disk)
        do throws(DiskError) {
            if let keys, !disk.holds(creationMark), !isErased {
                for end in [".keyring", ".keyring.copy"] where disk.holds(keys + end) { return keys + end }
            }
            if disk.holds(historyMark) { return historyMark }
            for directory in [snapshots, blobs, uploads, search, root + "/thumbnails", journal] {
                if let file = try disk.someFile(below: directory) { return file }
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return isErased ? nil : try backupNote(on: disk)
    }

    /// The file that says that the last backup holds the journal; nil where it does not.
    private func backupNote(on disk: any Disk) throws(RuntimeFailure) -> String? {
        let parent = POSIXDisk.parent(of: root)
        let isWorkspace = parent.hasSuffix("/workspaces")
        let directory = DataDirectory(path: isWorkspace ? POSIXDisk.parent(of: parent) : parent, disk: disk)
        return try directory.lastBackupHolds(String(root.dropFirst(directory.path.count + 1))) ? directory.lastBackupPath : nil
    }
}

extension Disk {
    /// Some file in a directory, or one level below, that is whole; locks vouch for nothing.
    fileprivate func someFile(below directory: String) throws(DiskError) -> String? {
        for name in try namesIfThere(directory).sorted() where !["LOCK", WorkspacePaths.searchLock].contains(name) {
            guard !name.hasSuffix(".tmp") else { continue }
            let path = directory + "/" + name
            var inner: [String]?
            do throws(DiskError) { inner = try names(inDirectory: path) } catch  where error.errno == ENOTDIR {
                inner = nil
            }
            guard let inner else { return path }
            if let file = inner.sorted().first(where: { !$0.hasSuffix(".tmp") }) { return path + "/" + file }
        }
        return nil
    }

    private func namesIfThere(_ directory: String) throws(DiskError) -> [String] {
        do throws(DiskError) { return try names(inDirectory: directory) } catch  where error.isAbsence { return [] }
    }
}

extension DataDirectory {
    /// A file that shows that there were accounts here; nil where there never were any.
    ///
    /// A workspace that a person of a service founded is called by its identifier; one that was made at the terminal has a
    /// plain name and needs no accounts.
    ///
    /// - Precondition: the accounts have no journal.
    func remainsOfAccounts() throws(RuntimeFailure) -> String? {
        if let file = try accounts.remains(on: disk) { return file }
        if disk.holds(letterKeyPath) { return letterKeyPath }
        if let log = try webhookLogNames().first { return webhooksPath + "/" + log + ".log" }
        return try workspaceNames().first { WorkspaceID(text: $0) != nil }.map { workspacesPath + "/" + $0 }
    }
}

extension RuntimeEnvironment {
    /// Why there is nothing to read where there was something; nil where there never was.
    ///
    /// - Precondition: there is no journal.
    package func goneJournal(of paths: WorkspacePaths) throws(RuntimeFailure) -> RuntimeFailure? {
        try remains(of: paths).map { .journalGone(path: paths.root, remains: $0) }
    }

    /// A file that shows that there was a journal, also where nothing is left beside it.
    func remains(of paths: WorkspacePaths) throws(RuntimeFailure) -> String? {
        if let file = try paths.remains(on: disk) { return file }
        return vouched.first?.path
    }
}

extension WorkspaceActor {
    /// Why what is shown is not all that was acknowledged; nil where it is.
    package nonisolated var damage: RuntimeFailure? {
        if let found = journal.recovery.damage { return failure(found) }
        return opening.missing.map { .recordsMissing(path: paths.root, $0) }
    }
}
