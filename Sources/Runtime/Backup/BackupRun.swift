import Cryptography
import Foundation
import JournalEngine
package import Kernel
import Workspace

/// One run of a backup of a data directory, while others may write there.
///
/// The positions of webhooks are copied first, so that no restored webhook was told of more than the journals have,
/// and so are captures that wait, since taking one in removes it;
/// then each journal is taken as it is at one moment; then attached files, then keys, in this order, so that whatever a
/// journal names is there and whatever is there can be opened. Should something have been erased meanwhile, all is
/// looked at again.
actor BackupRun {
    let directory: DataDirectory
    let runtime: RuntimeEnvironment
    let order: BackupOrder
    let target: any BackupTarget
    let destination: String
    private nonisolated let thread: WorkspaceThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    var report: BackupReport
    var copies: [(path: String, copy: JournalCopy)] = []
    private var opened: [String: JournalOptions] = [:]

    /// Erasures do not come so thick that none of so many tries falls between two of them.
    private static let triesMax = 5

    init(
        _ directory: DataDirectory, to destination: String, _ order: BackupOrder, in runtime: RuntimeEnvironment
    ) throws {
        self.directory = directory
        self.runtime = runtime
        self.order = order
        self.destination = destination
        thread = WorkspaceThread(label: destination)
        let made = runtime.now()
        report = BackupReport(manifest: BackupManifest(made: made))
        try Self.check(destination, isOutside: directory)
        let key = directory.path + "/" + KeyPaths.masterKey
        if order.withMasterKey, !runtime.disk.holds(key) { throw BackupFailure.noMasterKey(path: key) }
        target =
            destination.hasSuffix(".tar")
            ? try BackupTar(at: destination, on: runtime.disk, made: made)
            : try BackupFolder(at: destination, on: runtime.disk)
    }

    private static func check(_ destination: String, isOutside directory: DataDirectory) throws(BackupFailure) {
        let real = { (path: String) in URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path + "/" }
        let (there, here) = (real(destination), real(directory.path))
        guard !there.hasPrefix(here), !here.hasPrefix(there) else { throw .insideData(path: destination) }
    }

    func run() async throws -> BackupReport {
        do {
            var last: any Error = BackupFailure.copy(journal: directory.path, .changed)
            for _ in 0..<Self.triesMax {
                do {
                    if try await take() {
                        try finish()
                        return report
                    }
                } catch CopyFailure.changed {
                } catch  where isPassing(error) {
                    last = error
                }
                try startAgain()
            }
            throw last
        } catch {
            letGo()
            target.abandon()
            throw error
        }
    }

    /// Returns whether what failed may succeed when all is looked at again: a file that was there was erased under the
    /// look, or a keyring has come under another master key.
    private func isPassing(_ error: any Error) -> Bool {
        switch error {
        case BackupFailure.disk(let error), RuntimeFailure.disk(let error):
            error.isAbsence && error.path.hasPrefix(directory.path + "/")
        case RuntimeFailure.journal(_, .wrongKey): true
        default: false
        }
    }

    private func startAgain() throws {
        letGo()
        opened = [:]
        report = BackupReport(manifest: BackupManifest(made: report.manifest.made))
        try target.startAgain()
    }

    private func letGo() {
        for (_, copy) in copies { copy.close() }
        copies = []
    }

    /// Copies everything; false when it must not be kept, because something was erased meanwhile.
    private func take() async throws -> Bool {
        let parts = try parts()
        let early = try webhookLogs() + waitingCaptures(of: parts)
        for part in parts { try hold(part) }
        for (path, copy) in copies { try keep(path, copy) }
        for part in parts { try await keepBlobs(of: part) }
        try keepKeys(of: parts)
        try keepFile(DataDirectory.identityName)
        for file in early { try keep(file) }
        try keepOthers(than: parts)
        report.manifest.files.sort { precedes($0.path, $1.path) }
        report.manifest.previous = target.previous?.sum
        for (path, copy) in copies {
            do throws(CopyFailure) {
                guard try copy.stillHolds() else { return false }
            } catch {
                throw BackupFailure.copy(journal: path, error)
            }
        }
        return true
    }

    private func finish() throws {
        let manifest = report.manifest
        let taken = Set(copies.map { BackupPart.root(ofJournal: $0.path) })
        try target.finish(manifest) { view in
            // What was copied now is opened with the keyrings that were copied with it: others would prove nothing.
            let directory = DataDirectory(path: BackupDisk.root, disk: view)
            var inside = runtime
            inside.keyStore = runtime.keyStore?.copy(in: directory)
            let check = BackupCheck(manifest: manifest, disk: view, root: BackupDisk.root) { journal in
                let root = BackupPart.root(ofJournal: journal)
                return taken.contains(root)
                    ? try inside.options(forPart: root, in: directory) : try self.options(for: root)
            }
            let files = try check.damagedFiles()
            guard files.isEmpty else { throw BackupFailure.damaged(path: destination, words: files) }
            // The bytes are those that were read: what does not lead to the head was damaged before.
            for entry in manifest.journals {
                let (words, hasKeys) = try check.damage(of: entry)
                if let words { throw BackupFailure.sourceDamaged(journal: entry.path, words: words) }
                if !hasKeys, taken.contains(BackupPart.root(ofJournal: entry.path)) { throw CopyFailure.changed }
            }
        }
        letGo()
    }

    /// Returns the options to open the journal of a part, with its keys.
    func options(for root: String) throws -> JournalOptions {
        if let known = opened[root] { return known }
        let options = try runtime.options(forPart: root, in: directory)
        opened[root] = options
        return options
    }
}

extension DataDirectory {
    /// Copies everything that must not be lost, while others may write here, and checks the copy.
    ///
    /// - Parameter destination: a directory, in which only what is new is written, or a tar, when it ends in `.tar`.
    /// - Returns: once the backup is whole, checked and on disk. What was there before stays good until then.
    /// - Throws: `BackupFailure`, or what opening a workspace throws.
    package func backUp(
        to destination: String, _ order: BackupOrder = BackupOrder(), in runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) async throws -> BackupReport {
        try await BackupRun(self, to: destination, order, in: runtime).run()
    }

    /// Notes that everything was backed up, so that a service can tell for how long nothing was, and that a journal that is in
    /// the backup and not here any more was here.
    package func noteBackup(_ manifest: BackupManifest) throws(RuntimeFailure) {
        try writeBackupNote([manifest.made.text] + manifest.journals.map { BackupPart.root(ofJournal: $0.path) })
    }

    /// The moment of the last backup of everything; nil where none was noted.
    package var lastBackup: Instant? {
        guard let lines = try? backupNote() else { return nil }
        return lines.first.flatMap { Instant(text: $0) }
    }

    /// Returns whether the last backup holds the journal that lies there, such as `workspaces/home`.
    func lastBackupHolds(_ root: String) throws(RuntimeFailure) -> Bool { try backupNote().dropFirst().contains(root) }

    /// Lets a workspace that is erased go from what is known of the last backup: another of its name may begin.
    func forgetBackup(of workspace: String) throws(RuntimeFailure) {
        let lines = try backupNote()
        let kept = lines.filter { $0 != BackupPart.workspaces + workspace }
        if kept.count < lines.count { try writeBackupNote(kept) }
    }

    /// The moment, and where each journal lies; none where no backup was noted.
    private func backupNote() throws(RuntimeFailure) -> [String] {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try disk.readFile(lastBackupPath) } catch {
            if error.isAbsence { return [] }
            throw RuntimeFailure(error)
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0) }
    }

    private func writeBackupNote(_ lines: [String]) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.replaceFile(lastBackupPath, Array((lines.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw RuntimeFailure(error)
        }
    }
}
