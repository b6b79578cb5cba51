import Cryptography
import JournalEngine
import Kernel

/// A backup in a directory: each time only what is new is written.
///
/// ```
/// DIR/BACKUP.json (+ .copy)       what belongs to the backup, written last
/// DIR/files/PATH.DIGEST           the files, named by where they belong and by what is in them
/// ```
/// A file that changed gets another name, so that the backup before stays whole until the list of the new one is on
/// disk. What no list names any more is removed after that.
final class BackupFolder: BackupTarget {
    private let path: String
    private let disk: any Disk
    private let lock: NamedLock
    private(set) var previous: BackupManifest?
    private var madeDirectories: Set<String> = []
    private var unsynced: Set<String> = []

    private static let lockName = "LOCK"
    private static let filesName = "files"

    private var listPath: String { path + "/" + BackupManifest.name }
    private var filesPath: String { path + "/" + Self.filesName }

    /// - Throws: when what is there is neither nothing nor a backup, or when somebody else writes there.
    init(at path: String, on disk: any Disk) throws(BackupFailure) {
        self.path = path
        self.disk = disk
        let names: [String]
        let lock: NamedLock?
        do throws(DiskError) {
            try disk.makeDirectories(path)
            names = try disk.names(inDirectory: path)
            let ours: Set = [Self.lockName, Self.filesName, BackupManifest.name + ".tmp"]
            let list = BackupManifest.name
            guard names.contains(list) || names.contains(list + ".copy") || ours.isSuperset(of: names) else {
                throw DiskError(call: .open, path: path, errno: DiskError.occupied)
            }
            lock = try NamedLock.acquire(disk, path + "/" + Self.lockName)
        } catch {
            throw error.errno == DiskError.occupied ? .notEmpty(path: path) : .disk(error)
        }
        guard let lock else { throw .busy(path: path) }
        self.lock = lock
        previous = try Self.manifest(in: path, on: disk)
    }

    /// The list of the backup in a directory; nil where there is none.
    static func manifest(in path: String, on disk: any Disk) throws(BackupFailure) -> BackupManifest? {
        var failure: BackupFailure?
        for name in [BackupManifest.name, BackupManifest.name + ".copy"] {
            do throws(DiskError) {
                let bytes = try disk.readFile(path + "/" + name)
                do throws(BackupFailure) {
                    return try BackupManifest(bytes: bytes, path: path + "/" + name)
                } catch {
                    failure = failure ?? error
                }
            } catch {
                guard error.isAbsence else { throw .disk(error) }
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// The backup as a data directory.
    static func view(of manifest: BackupManifest, in path: String, on disk: any Disk) -> BackupDisk {
        var view = BackupDisk(on: disk)
        for entry in manifest.files {
            let name = path + "/" + Self.filesName + "/" + storedName(of: entry)
            view.add(entry.path, BackupDisk.Place(path: name, offset: 0, byteCount: entry.byteCount))
        }
        return view
    }

    private static func storedName(of entry: BackupManifest.FileEntry) -> String {
        entry.path + "." + entry.digest.text.prefix(16)
    }

    private func place(of entry: BackupManifest.FileEntry) -> String { filesPath + "/" + Self.storedName(of: entry) }

    /// - Throws: `.lockLost` once another process may be writing here.
    private func checkLock() throws(BackupFailure) {
        let isNamed = try BackupFailure.calling { () throws(DiskError) in try lock.isNamed }
        guard isNamed else { throw .lockLost(path: lock.path) }
    }

    func keep(_ source: BackupSource) throws -> (entry: BackupManifest.FileEntry, isNew: Bool) {
        if let stamp = source.stamp,
            let before = previous?.files.first(where: { $0.path == source.path }), before.stamp == stamp,
            before.byteCount == source.byteCount, try isSound(before)
        {
            return (before, false)
        }
        let entry = BackupManifest.FileEntry(
            path: source.path, byteCount: source.byteCount, digest: try source.measuredDigest(), stamp: source.stamp)
        if try isSound(entry) {
            // Where no list names it yet, it belongs to a run that was interrupted, and its name may not be on disk.
            unsynced.insert(BackupDisk.parent(of: place(of: entry)))
            return (entry, false)
        }
        try write(source, as: entry)
        return (entry, true)
    }

    func carry(_ entry: BackupManifest.FileEntry) throws -> BackupManifest.FileEntry? {
        try isSound(entry) ? entry : nil
    }

    func startAgain() throws {}

    private func isSound(_ entry: BackupManifest.FileEntry) throws -> Bool {
        let file: any DiskFile
        do throws(DiskError) {
            file = try disk.open(place(of: entry), .reading)
        } catch {
            guard error.isAbsence else { throw BackupFailure.disk(error) }
            return false
        }
        defer { file.close() }
        guard try BackupFailure.calling({ () throws(DiskError) in try file.size() }) == entry.byteCount else {
            return false
        }
        var hash = SHA256()
        try file.forEachPiece(0..<entry.byteCount) { hash.update(bufferPointer: $0) }
        return Digest(hash) == entry.digest
    }

    private func write(_ source: BackupSource, as entry: BackupManifest.FileEntry) throws {
        try checkLock()
        let name = place(of: entry)
        let parent = BackupDisk.parent(of: name)
        let temporary = name + ".tmp"
        do {
            let file = try BackupFailure.calling { () throws(DiskError) in
                if madeDirectories.insert(parent).inserted { try disk.makeDirectories(parent) }
                return try disk.open(temporary, .creatingIfAbsent)
            }
            defer { file.close() }
            try BackupFailure.calling { () throws(DiskError) in try file.truncate(to: 0) }
            var hash = SHA256()
            var at: UInt64 = 0
            try source.forEachPiece { piece in
                hash.update(bufferPointer: piece)
                try BackupFailure.calling { () throws(DiskError) in try file.writeAll(piece, at: at) }
                at += UInt64(piece.count)
            }
            guard at == entry.byteCount, Digest(hash) == entry.digest else { throw CopyFailure.changed }
            try BackupFailure.calling { () throws(DiskError) in
                try file.sync()
                try disk.rename(temporary, to: name)
            }
            unsynced.insert(parent)
        } catch {
            // On a full disk what is half-written is in the way. Should removing it fail as well, the first error counts.
            do throws(DiskError) { try disk.remove(temporary) } catch {}
            throw error
        }
    }

    func finish(_ manifest: BackupManifest, check: (BackupDisk) throws -> Void) throws {
        try checkLock()
        try BackupFailure.calling { () throws(DiskError) in
            for directory in Set(unsynced.flatMap(directories)).sorted() { try disk.syncDirectory(directory) }
            unsynced = []
        }
        try check(Self.view(of: manifest, in: path, on: disk))
        try checkLock()
        try BackupFailure.calling { () throws(DiskError) in
            try disk.writeFile(listPath, manifest.bytes)
            try disk.writeFile(listPath + ".copy", manifest.bytes)
        }
        // What another process writes is in no list yet, and would be swept away.
        try checkLock()
        try BackupFailure.calling { () throws(DiskError) in
            let named = Set(manifest.files.map { place(of: $0) })
            try sweep(filesPath, sparing: named)
        }
        lock.release()
    }

    /// A directory and those above it, up to the backup's own.
    private func directories(of directory: String) -> [String] {
        var all = [directory]
        while let last = all.last, last != path, last.hasPrefix(path) { all.append(BackupDisk.parent(of: last)) }
        return all
    }

    func abandon() { lock.release() }

    /// Removes every file that the list does not name: what changed, what was erased, what an interrupted run left.
    private func sweep(_ directory: String, sparing named: Set<String>) throws(DiskError) {
        var isChanged = false
        for name in try disk.names(inDirectory: directory) {
            let child = directory + "/" + name
            if named.contains(child) { continue }
            do throws(DiskError) {
                try sweep(child, sparing: named)
            } catch  where error.call == .readdir && error.path == child && error.isAbsence {
                try disk.remove(child)
                isChanged = true
            }
        }
        if isChanged { try disk.syncDirectory(directory) }
    }
}
