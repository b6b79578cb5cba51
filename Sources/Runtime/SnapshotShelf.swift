import Crypto
import Foundation
import JournalEngine
import Kernel

/// The directory that snapshots of one workspace lie in. Everything in it may be deleted at any time.
struct SnapshotShelf: Sendable {
    let path: String
    let disk: any Disk

    /// How many are kept: the latest, and one to fall back to.
    static let keptCount = 2
    private static let suffix = ".snapshot"

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
    func latest(for journal: Journal, of root: String, through: UInt64) -> (fold: Fold?, discarded: [DiscardedSnapshot])
    {
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
        let (head, content) = try SnapshotFile.read(bytes)
        guard head.schema == SnapshotSchema.digest else { throw .otherSchema }
        guard head.journal == journal.id else { throw .otherJournal }
        guard head.sequence == sequence else { throw .damaged }
        guard sequence <= journal.lastSequence else { throw .aheadOfJournal }
        guard Self.digest(ofRecord: sequence, in: journal, of: root) == head.record else { throw .otherRecord }
        do throws(CodingFault) {
            return try SnapshotBody(bytes: content).fold
        } catch {
            throw .damaged
        }
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
        let bytes = SnapshotFile.write(head, SnapshotBody(fold).bytes)
        do throws(DiskError) {
            try disk.makeDirectories(path)
            try disk.writeFile(path(of: fold.sequence), bytes)
            for old in sequences().dropFirst(Self.keptCount) { try disk.remove(path(of: old)) }
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// What tells the record in one place from any other that could stand there; nil when none can be read there.
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
