import Accounts
import Glibc
import JournalEngine

/// A file beside a journal that shows how far the journal came at least.
///
/// It is written only once every record up to `last` is on disk, so a journal that ends before it lost acknowledged records.
package struct RecordEvidence: Sendable, Equatable {
    package let path: String
    /// The last record that the file knows.
    package let last: UInt64
}

extension RecordEvidence {
    /// The journal that a snapshot in clear belongs to; nil where its head does not say, and where it cannot be read: then
    /// it is there all the same.
    func journal(on disk: any Disk) -> ID16? {
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

    package var count: UInt64 { evidence.last - last }

    package init(after last: UInt64, shownBy evidence: RecordEvidence) {
        self.last = last
        self.evidence = evidence
    }

    /// For people: the numbers, where they come from, and what to do.
    package var words: String {
        "the journal ends at record \(last), but \(evidence.path) knows record \(evidence.last): "
            + "\(count) acknowledged record\(count == 1 ? " is" : "s are") missing; restore from a backup, or go on without "
            + "\(count == 1 ? "it" : "them") with `daybook accept-loss`"
    }
}

extension WorkspacePaths {
    /// Files that show how far the journal came, the furthest first. Names and heads are read, never whole files.
    ///
    /// Gather them before the journal is opened: whoever writes meanwhile makes both longer.
    func evidence(on disk: any Disk) -> [RecordEvidence] {
        let shelf = SnapshotShelf(path: snapshots, disk: disk)
        return shelf.sequences().map { RecordEvidence(path: shelf.path(of: $0), last: $0) }
    }

    /// What of `evidence` is ahead of a journal, the furthest first.
    func ahead(_ evidence: [RecordEvidence], of journal: Journal, on disk: any Disk) -> [RecordEvidence] {
        evidence.filter { $0.last > journal.lastSequence && !isOfAnother($0, than: journal.id, on: disk) }
    }

    /// Whether a snapshot in clear says that it belongs to another journal. One that is damaged or encrypted still counts:
    /// its name was given to it when the record was on disk.
    private func isOfAnother(_ evidence: RecordEvidence, than journal: ID16, on disk: any Disk) -> Bool {
        evidence.journal(on: disk).map { $0 != journal } ?? false
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
            return nil
        } catch {
            throw RuntimeFailure(error)
        }
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

extension Surroundings {
    /// Why there is nothing to read where there was something; nil where there never was.
    ///
    /// - Precondition: there is no journal.
    package func goneJournal(of paths: WorkspacePaths) throws(RuntimeFailure) -> RuntimeFailure? {
        try paths.remains(on: disk).map { .journalGone(path: paths.root, remains: $0) }
    }
}

extension OpenWorkspace {
    /// Why what is shown is not all that was acknowledged; nil where it is.
    package nonisolated var damage: RuntimeFailure? {
        if let found = journal.recovery.damage { return failure(found) }
        return opening.missing.map { .recordsMissing(path: paths.root, $0) }
    }
}
