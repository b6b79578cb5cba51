import Cryptography
import Foundation
import Glibc
import JournalEngine
import Kernel

/// The directory that snapshots of one workspace lie in. Everything in it may be deleted at any time.
///
/// In a workspace with keys they are encrypted, and nothing else is trusted: a person who could write a snapshot without the
/// key could invent any past.
struct SnapshotStore: Sendable {
    let path: String
    let disk: any Disk
    let keys: WorkspaceKeys?

    init(path: String, disk: any Disk, keys: WorkspaceKeys? = nil) {
        self.path = path
        self.disk = disk
        self.keys = keys
    }

    /// The number that is kept: the latest, and one to fall back to.
    static let keptCount = 2
    private static let suffix = ".snapshot"
    /// The bytes synced at a time while a snapshot is written: the most that a command has to wait for.
    private static let pieceByteCount = 256 << 10

    /// Newest first; none where the directory is missing or cannot be read.
    func sequences() -> [UInt64] {
        do throws(DiskError) {
            return try disk.names(inDirectory: path).compactMap { name in
                name.hasSuffix(Self.suffix) ? UInt64(name.dropLast(Self.suffix.count)) : nil
            }.sorted(by: >)
        } catch {
            // A workspace without snapshots opens all the same.
            return []
        }
    }

    func path(of sequence: UInt64) -> String {
        let digits = String(sequence)
        return path + "/" + String(repeating: "0", count: 20 - digits.utf8.count) + digits + Self.suffix
    }

    /// The latest fold that can be trusted and holds no record after `through`.
    func latest(for journal: Journal, of root: String, through: UInt64) -> (fold: Fold?, discarded: [DiscardedSnapshot]) {
        var discarded: [DiscardedSnapshot] = []
        for sequence in sequences() where sequence <= through || sequence > journal.lastSequence {
            do throws(SnapshotFault) {
                return (try read(sequence, for: journal, of: root), discarded)
            } catch {
                discarded.append(DiscardedSnapshot(path: path(of: sequence), fault: error))
            }
        }
        return (nil, discarded)
    }

    /// The fold in one snapshot.
    func read(_ sequence: UInt64, for journal: Journal, of root: String) throws(SnapshotFault) -> Fold {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(path(of: sequence))
        } catch {
            throw .unreadable(errno: error.errno)
        }
        let file = try decrypted(bytes, sequence)
        let form = try SnapshotFile.form(of: file)
        do throws(SnapshotFault) {
            try check(form.head, sequence, for: journal, of: root)
        } catch {
            // A head that is damaged says nothing of the snapshot.
            throw SnapshotFile.isIntact(file) ? error : .damaged
        }
        let content = try SnapshotFile.content(of: file, form)
        do throws(CodingFault) {
            return try SnapshotBody(bytes: content, if: { SnapshotFile.isIntact(file) }).fold
        } catch {
            throw .damaged
        }
    }

    private func check(
        _ head: SnapshotFile.Head, _ sequence: UInt64, for journal: Journal, of root: String
    ) throws(SnapshotFault) {
        guard head.schema == SnapshotSchema.digest else { throw .otherSchema }
        guard head.journal == journal.id else { throw .otherJournal }
        guard head.sequence == sequence else { throw .damaged }
        guard sequence <= journal.lastSequence else { throw .aheadOfJournal }
        guard Self.digest(ofRecord: sequence, in: journal, of: root) == head.record else { throw .otherRecord }
    }

    /// Puts a fold on disk and removes those that are not needed any more.
    ///
    /// - Precondition: every record in it is on disk.
    func keep(_ fold: Fold, for journal: Journal, of root: String) throws(RuntimeFailure) {
        guard let record = Self.digest(ofRecord: fold.sequence, in: journal, of: root) else {
            throw .noSuchRecord(fold.sequence, last: journal.lastSequence)
        }
        let head = SnapshotFile.Head(
            schema: SnapshotSchema.digest, journal: journal.id, sequence: fold.sequence, record: record)
        let bytes = try encrypted(SnapshotFile.write(head, SnapshotBody(fold).bytes), fold.sequence)
        do throws(DiskError) {
            try disk.makeDirectories(path)
            try disk.writeFile(path(of: fold.sequence), bytes, pieceByteCount: Self.pieceByteCount)
            let kept = sequences()
            // What is ahead of the journal is of no use, and must not take the place of what is.
            let ahead = kept.filter { $0 > journal.lastSequence }
            for old in ahead + kept.dropFirst(ahead.count + Self.keptCount) { try disk.remove(path(of: old)) }
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Removes all snapshots, for what they hold of something that is erased; where they are encrypted their key goes
    /// first. Done again after a crash, it goes on.
    ///
    /// - Precondition: nobody writes one meanwhile.
    /// - Returns: when nothing of them is left on disk.
    func eraseAll() throws(RuntimeFailure) {
        try keys?.destroySnapshotKey()
        do throws(DiskError) {
            let names = try disk.names(inDirectory: path).sorted().filter { name in
                [Self.suffix, Self.suffix + ".tmp", Self.suffix + RuntimeEnvironment.asideSuffix].contains(
                    where: name.hasSuffix)
            }
            for name in names { try disk.eraseFile(path + "/" + name) }
            if !names.isEmpty { try disk.syncDirectory(path) }
        } catch  where error.errno == ENOENT {
            return
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Returns the number of snapshots, and the number of encrypted ones.
    func inventory() -> (count: Int, encrypted: Int) {
        let sequences = sequences()
        let encrypted = sequences.count { sequence in
            do throws(DiskError) {
                let head = try disk.readFile(path(of: sequence), byteCountMax: EncryptedFile.headByteCount)
                return EncryptedFile.keyID(ofHead: head, .snapshot) != nil
            } catch {
                return false  // Removed meanwhile, or not to be read: not one that is known to be encrypted.
            }
        }
        return (sequences.count, encrypted)
    }

    private func encrypted(_ bytes: [UInt8], _ sequence: UInt64) throws(RuntimeFailure) -> [UInt8] {
        guard let keys else { return bytes }
        let (id, key) = try keys.makeSnapshotKey()
        return try EncryptedFile.seal(bytes, .snapshot, name: Array(String(sequence).utf8), key: key, id: id)
    }

    private func decrypted(_ bytes: [UInt8], _ sequence: UInt64) throws(SnapshotFault) -> [UInt8] {
        let isEncrypted = EncryptedFile.keyID(ofHead: bytes, .snapshot) != nil
        guard let keys else {
            if isEncrypted { throw .keyMissing }
            return bytes
        }
        guard isEncrypted else { throw bytes.starts(with: SnapshotFile.magic) ? .notEncrypted : .damaged }
        let found: (id: ID16, key: SecretKey)?
        do throws(RuntimeFailure) { found = try keys.snapshotKey() } catch { throw .keyMissing }
        guard let found else { throw .keyMissing }
        let name = Array(String(sequence).utf8)
        guard let content = EncryptedFile.open(bytes, .snapshot, name: name, key: found.key) else { throw .damaged }
        return content
    }

    /// Returns a digest that tells a record from any other that could be in its place; nil when none can be read there.
    private static func digest(ofRecord sequence: UInt64, in journal: Journal, of root: String) -> Digest? {
        var digest: Digest?
        do {
            try journal.records(of: root, from: sequence, through: sequence) { header, payload in
                var hash = SHA256()
                for word in [
                    header.sequence, UInt64(header.kind), header.entity.hi, header.entity.lo, header.device.hi,
                    header.device.lo, header.deviceSequence, UInt64(bitPattern: header.time),
                ] {
                    withUnsafeBytes(of: word.littleEndian) { hash.update(bufferPointer: $0) }
                }
                payload.withUnsafeBytes { hash.update(bufferPointer: $0) }
                digest = Digest(hash)
                return .stop
            }
        } catch {
            // The journal itself is read right after this, and says what is wrong with it better than we could.
            return nil
        }
        return digest
    }
}
