import Cryptography
import JournalEngine
import Kernel

/// Proves that a backup is what its list says: every byte of every file, and every journal from its first commit to its
/// head.
struct BackupCheck {
    let manifest: BackupManifest
    /// The backup, or what was restored from it.
    let disk: any Disk
    /// The data directory on that disk.
    let root: String
    /// The options to open a journal with, by its directory from the data directory; nil where its keys are not available.
    let options: (_ journal: String) throws -> JournalOptions?

    /// The findings of a check.
    struct Findings {
        /// The faults, in words.
        var damage: [String] = []
        /// Journals whose chain could not be recomputed for want of a key; all that needs none was checked.
        var withoutKeys: [String] = []
    }

    func findings() throws -> Findings {
        var findings = Findings(damage: try damagedFiles())
        guard findings.damage.isEmpty else { return findings }
        for entry in manifest.journals {
            let (words, hasKeys) = try damage(of: entry)
            if let words { findings.damage.append("\(entry.path): \(words)") }
            if !hasKeys { findings.withoutKeys.append(entry.path) }
        }
        return findings
    }

    /// Returns the faults of the files, in words; empty when all is well.
    func damagedFiles() throws -> [String] {
        var words: [String] = []
        for entry in manifest.files {
            let file: any DiskFile
            do throws(DiskError) {
                file = try disk.open(root + "/" + entry.path, .reading)
            } catch {
                guard error.isAbsence else { throw BackupFailure.disk(error) }
                words.append("\(entry.path) is missing")
                continue
            }
            defer { file.close() }
            let byteCount = try BackupFailure.calling { () throws(DiskError) in try file.size() }
            guard byteCount == entry.byteCount else {
                words.append("\(entry.path) has \(byteCount) bytes instead of \(entry.byteCount)")
                continue
            }
            var hash = SHA256()
            try file.forEachPiece(0..<byteCount) { hash.update(bufferPointer: $0) }
            if Digest(hash) != entry.digest { words.append("\(entry.path) is not what it was") }
        }
        return words
    }

    /// Returns the fault of a journal, in words; nil when it leads to the head that the list names.
    func damage(of entry: BackupManifest.JournalEntry) throws -> (words: String?, hasKeys: Bool) {
        let path = root + "/" + entry.path
        let options = try options(entry.path)
        do throws(JournalError) {
            guard let options else { throw .keyNeeded(path: path) }
            let journal = try Journal.open(at: path, access: .reading, disk: disk, options: options)
            if let damage = journal.recovery.damage { return (damage.message, true) }
            let words = Self.damage(in: try journal.verify(), of: entry)
            return (journal.id == entry.journal ? words : "it is another journal", true)
        } catch .keyNeeded {
            do throws(JournalError) {
                return (Self.damage(in: try Journal.verifyWithoutKeys(at: path, disk: disk), of: entry), false)
            } catch {
                return (try Self.words(for: error, entry), false)
            }
        } catch {
            return (try Self.words(for: error, entry), true)
        }
    }

    private static func damage(in report: VerifyReport, of entry: BackupManifest.JournalEntry) -> String? {
        if let damage = report.damage.first ?? report.doubt { return damage.words }
        guard report.chainHead.sequence == entry.sequence, report.chainHead.hash.description == entry.chain else {
            return "it does not lead to the head that the backup's list names"
        }
        return nil
    }

    private static func words(
        for error: JournalError, _ entry: BackupManifest.JournalEntry
    ) throws(BackupFailure) -> String {
        guard error.isDamage else { throw .copy(journal: entry.path, .journal(error)) }
        return error.message
    }
}

extension RuntimeEnvironment {
    /// Returns the options to open the journal of a part of `directory`, with its keys where it has any.
    func options(forPart root: String, in directory: DataDirectory) throws(RuntimeFailure) -> JournalOptions {
        var options = journal
        let paths =
            root == BackupPart.accounts
            ? directory.accounts : try directory.workspace(named: String(root.dropFirst(BackupPart.workspaces.count)))
        if let keys = try keyStore?.keys(of: paths, access: .reading) { options.keyring = keys.journal }
        return options
    }
}
