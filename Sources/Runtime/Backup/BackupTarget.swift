import Cryptography
import JournalEngine

/// A file that is to be kept: its bytes can be gone through more than once.
struct BackupSource {
    /// From the data directory.
    let path: String
    let byteCount: UInt64
    /// See `BackupManifest.FileEntry`.
    var stamp: String?
    /// Of its bytes, where they were gone through already.
    var digest: Digest?
    let forEachPiece: (_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

    func measuredDigest() throws -> Digest {
        if let digest { return digest }
        var hash = SHA256()
        try forEachPiece { hash.update(bufferPointer: $0) }
        return Digest(hash)
    }
}

extension BackupSource {
    /// A whole file as it lies there.
    init(_ path: String, at place: String, on disk: any Disk) throws {
        let file = try BackupFailure.calling { () throws(DiskError) in try disk.open(place, .reading) }
        let byteCount = try BackupFailure.calling { () throws(DiskError) in try file.size() }
        self.init(path: path, byteCount: byteCount) { body in try file.forEachPiece(0..<byteCount, body) }
    }
}

/// Where a backup goes. What was good there stays good until `finish` has returned.
protocol BackupTarget: AnyObject {
    /// The backup that is there already.
    var previous: BackupManifest? { get }

    /// Keeps a file, durably by the time `finish` returns.
    ///
    /// - Returns: what to call it in the list, and whether it had to be written.
    func keep(_ source: BackupSource) throws -> (entry: BackupManifest.FileEntry, isNew: Bool)

    /// Keeps on keeping a file of the backup before; nil when it is not sound there either.
    func carry(_ entry: BackupManifest.FileEntry) throws -> BackupManifest.FileEntry?

    /// Forgets what this run kept.
    func startAgain() throws

    /// Has everything checked, and then, at once, makes it the backup.
    func finish(_ manifest: BackupManifest, check: (BackupDisk) throws -> Void) throws

    /// Leaves as little behind as possible of what was not finished.
    func abandon()
}

extension DiskFile {
    /// Calls `body` with the bytes in `range` in order.
    ///
    /// - Throws: what `body` throws; `CopyFailure.changed` when the file is shorter by now.
    func forEachPiece(_ range: Range<UInt64>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { piece.deallocate() }
        var at = range.lowerBound
        while at < range.upperBound {
            let wanted = Int(min(range.upperBound - at, UInt64(piece.count)))
            let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<wanted])
            let count = try BackupFailure.calling { () throws(DiskError) in
                do throws(DiskError) { return try read(into: room, at: at) } catch  where error.isInterruption {
                    return -1
                }
            }
            if count < 0 { continue }
            guard count > 0 else { throw CopyFailure.changed }
            try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
            at += UInt64(count)
        }
    }

    /// Writes all of `bytes` at `offset`.
    func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            do throws(DiskError) {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = try write(rest, at: offset + UInt64(done))
                if count == 0 { throw DiskError(call: .pwrite, path: "", errno: DiskError.noSpace) }
                done += count
            } catch  where error.isInterruption {
                continue
            }
        }
    }
}
