import Cryptography
import JournalEngine
import Kernel

/// A backup in one tar: what it unpacks to is a data directory, with the list of what belongs to it as the last entry.
///
/// Written under another name and renamed once it was read back, so that a file of this name is a whole backup.
final class BackupTar: BackupTarget {
    private let path: String
    private let disk: any Disk
    private let seconds: Int64
    private var file: any DiskFile
    private var writer: TarWriter

    let previous: BackupManifest? = nil

    private var temporary: String { path + ".tmp" }

    /// - Throws: `.alreadyThere`: a tar is never replaced, since the one that stands there may be the only one.
    init(at path: String, on disk: any Disk, made: Instant) throws(BackupFailure) {
        guard !disk.holds(path) else { throw .alreadyThere(path: path) }
        self.path = path
        self.disk = disk
        seconds = made.microseconds / 1_000_000
        (file, writer) = try Self.begin(path + ".tmp", disk)
    }

    private static func begin(
        _ path: String, _ disk: any Disk
    ) throws(BackupFailure) -> (any DiskFile, TarWriter) {
        let file: any DiskFile
        let isFree: Bool
        do throws(DiskError) {
            file = try disk.open(path, .creatingIfAbsent)
            isFree = if try file.lock() { try file.isFound(at: path) } else { false }
            if isFree { try file.truncate(to: 0) }
        } catch {
            throw .disk(error)
        }
        guard isFree else { throw .busy(path: path) }
        return (file, try TarWriter(to: file, named: path))
    }

    /// The list of the backup in a tar, and the backup as a data directory.
    static func read(_ path: String, on disk: any Disk) throws(BackupFailure) -> (BackupManifest, BackupDisk) {
        let index = try TarIndex(of: path, on: disk)
        var view = BackupDisk(on: disk)
        for (name, place) in index.places { view.add(name, place) }
        let list = BackupDisk.root + "/" + BackupManifest.name
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try view.readFile(list) } catch {
            throw error.isAbsence ? .notABackup(path: path) : .disk(error)
        }
        let manifest = try BackupManifest(bytes: bytes, path: path + ":" + BackupManifest.name)
        let strangers = Set(index.places.keys).subtracting(manifest.files.map(\.path)).subtracting([BackupManifest.name]
        )
        if let stranger = strangers.min(by: precedes) {
            throw .archive(path: path, problem: "its entry “\(stranger)” is not in its own list")
        }
        return (manifest, view)
    }

    func keep(_ source: BackupSource) throws -> (entry: BackupManifest.FileEntry, isNew: Bool) {
        try writer.begin(source.path, byteCount: source.byteCount, seconds: seconds)
        var hash = SHA256()
        var byteCount: UInt64 = 0
        try source.forEachPiece { piece in
            hash.update(bufferPointer: piece)
            byteCount += UInt64(piece.count)
            try writer.append(piece)
        }
        let digest = Digest(hash)
        guard byteCount == source.byteCount, source.digest ?? digest == digest else { throw CopyFailure.changed }
        let entry = BackupManifest.FileEntry(
            path: source.path, byteCount: byteCount, digest: digest, stamp: source.stamp)
        return (entry, true)
    }

    func carry(_ entry: BackupManifest.FileEntry) throws -> BackupManifest.FileEntry? { nil }

    func startAgain() throws {
        file.close()
        (file, writer) = try Self.begin(temporary, disk)
    }

    func finish(_ manifest: BackupManifest, check: (BackupDisk) throws -> Void) throws {
        let list = manifest.bytes
        try writer.begin(BackupManifest.name, byteCount: UInt64(list.count), seconds: seconds)
        try list.withUnsafeBytes { try writer.append($0) }
        try writer.close()
        try BackupFailure.calling { () throws(DiskError) in try file.sync() }
        let (found, view) = try Self.read(temporary, on: disk)
        guard found == manifest else { throw BackupFailure.manifestDamaged(path: temporary) }
        try check(view)
        let isNamed = try BackupFailure.calling { () throws(DiskError) in try file.isFound(at: temporary) }
        guard isNamed else { throw BackupFailure.lockLost(path: temporary) }
        try BackupFailure.calling { () throws(DiskError) in
            try disk.rename(temporary, to: path)
            try disk.syncDirectory(BackupDisk.parent(of: path))
        }
        file.close()
    }

    func abandon() {
        defer { file.close() }
        // A half of a tar is in the way; where it cannot be removed, the next run writes over it. One of this name that another
        // process writes is left alone.
        do throws(DiskError) { if try file.isFound(at: temporary) { try disk.remove(temporary) } } catch {}
    }
}
