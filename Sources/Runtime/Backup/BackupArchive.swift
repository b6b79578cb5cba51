package import JournalEngine
import Kernel

/// A finished backup, in a directory or a tar, to be looked at, checked, and restored from.
package struct BackupArchive: Sendable {
    package let path: String
    package let manifest: BackupManifest
    private(set) var view: BackupDisk

    /// Finds out what a backup holds. Reads its list only.
    ///
    /// - Parameter masterKey: a file with the master key, where the backup does not hold it.
    package static func open(
        _ path: String, masterKey: String? = nil, disk: any Disk = POSIXDisk()
    ) throws(BackupFailure) -> BackupArchive {
        var archive = try open(path, disk)
        if let masterKey, !archive.manifest.holdsMasterKey {
            let byteCount = try BackupFailure.calling { () throws(DiskError) in
                let file = try disk.open(masterKey, .reading)
                defer { file.close() }
                return try file.size()
            }
            archive.view.add(
                KeyPaths.masterKey, BackupDisk.Place(path: masterKey, offset: 0, byteCount: byteCount))
        }
        return archive
    }

    private static func open(_ path: String, _ disk: any Disk) throws(BackupFailure) -> BackupArchive {
        do throws(DiskError) {
            _ = try disk.names(inDirectory: path)
        } catch {
            guard error.isAbsence else { throw .disk(error) }
            guard disk.holds(path) else { throw .notABackup(path: path) }
            let (manifest, view) = try BackupTar.read(path, on: disk)
            return BackupArchive(path: path, manifest: manifest, view: view)
        }
        guard let manifest = try BackupFolder.manifest(in: path, on: disk) else { throw .notABackup(path: path) }
        return BackupArchive(
            path: path, manifest: manifest, view: BackupFolder.view(of: manifest, in: path, on: disk))
    }

    /// The names of the workspaces in it.
    package var workspaceNames: [String] {
        manifest.journals.filter { $0.path.hasPrefix(BackupPart.workspaces) }
            .compactMap { $0.path.split(separator: "/").dropFirst().first.map { String($0) } }.sorted(by: precedes)
    }

    /// The data directory that the backup would restore, without restoring it. It can only be read.
    package var directory: DataDirectory { DataDirectory(path: BackupDisk.root, disk: view) }

    /// The same environment, with the backup for a disk and its keys for keys.
    package func runtime(_ runtime: RuntimeEnvironment) -> RuntimeEnvironment {
        var inside = runtime
        inside.disk = view
        inside.keyStore = runtime.keyStore.map { KeyStore(of: directory, unlocking: $0.unlocking) }
        return inside
    }

    /// Reads everything in it and compares it with the list: every byte, and every journal up to its head.
    ///
    /// - Returns: the journals whose chain could not be recomputed for want of the master key.
    /// - Throws: `.damaged`, with everything that is.
    @discardableResult
    package func check(in runtime: RuntimeEnvironment = RuntimeEnvironment()) throws -> [String] {
        let inside = self.runtime(runtime)
        let check = BackupCheck(manifest: manifest, disk: view, root: BackupDisk.root) { try options(for: $0, inside) }
        let findings = try check.findings()
        guard findings.damage.isEmpty else { throw BackupFailure.damaged(path: path, words: findings.damage) }
        return findings.withoutKeys
    }

    /// Returns the options to open a journal with; nil where the master key is not available. A wrong key is an error.
    func options(for journal: String, _ inside: RuntimeEnvironment) throws(RuntimeFailure) -> JournalOptions? {
        do throws(RuntimeFailure) {
            return try inside.options(forPart: BackupPart.root(ofJournal: journal), in: directory)
        } catch .keys(let fault) {
            guard fault.isWant else { throw .keys(named(fault)) }
            return nil
        }
    }

    /// The fault with the key file that somebody named, which seems to lie in the backup.
    private func named(_ fault: KeyFault) -> KeyFault {
        guard let file = view.place(of: KeyPaths.masterKey)?.path else { return fault }
        return switch fault {
        case .wrongFile: .wrongFile(path: file)
        case .fileMalformed: .fileMalformed(path: file)
        default: fault
        }
    }

    /// Only what one workspace needs.
    func only(_ workspace: String) throws(BackupFailure) -> BackupManifest {
        let root = BackupPart.workspaces + workspace
        guard workspaceNames.contains(workspace) else {
            throw .unknownWorkspace(workspace, known: workspaceNames)
        }
        var part = manifest
        part.journals = manifest.journals.filter { $0.path == root + "/journal" }
        part.files = manifest.files.filter { BackupPart.root(ofFile: $0.path) ?? root == root }
        return part
    }
}

extension KeyFault {
    /// The key is not at hand, as against being the wrong one.
    fileprivate var isWant: Bool {
        switch self {
        case .fileMissing, .variableMissing, .passphraseMissing: true
        default: false
        }
    }
}
