import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Synchronization
import Testing
import Workspace

@testable import Runtime

/// M6: a large file is read in pieces, however large it is.
@Suite("Reading files in pieces")
struct ReadingInPieces {
    @Test(arguments: [false, true])
    func `M6: no read of a file takes more than a piece, and every piece is what it was`(isEncrypted: Bool) async throws {
        let house = try WorkspaceFixture(seed: 60, isEncrypted: isEncrypted)
        let workspace = try await house.create()
        let bytes = (0..<(3 * BlobPieces.pieceBytes + 1_000)).map { UInt8(truncatingIfNeeded: ($0 &* 31) &+ ($0 >> 8)) }
        let digest = try workspace.blobs.keep(bytes, for: .workspace)
        let disk = MeasuringDisk()
        let blobs = BlobStore(path: house.paths.blobs, disk: disk, keys: workspace.blobs.keys)
        let pieces = try blobs.pieces(of: digest)
        #expect(pieces.byteCount == bytes.count && pieces.pieceCount == 4)
        #expect(pieces.head.elementsEqual(bytes.prefix(BlobPieces.headBytesMax)))
        #expect(try (0..<4).flatMap { try pieces.piece($0) } == bytes)
        #expect(disk.largestRead == BlobPieces.pieceBytes)
        let empty = try blobs.pieces(of: try workspace.blobs.keep([], for: .workspace))
        #expect(empty.byteCount == 0 && empty.pieceCount == 0 && empty.head.isEmpty)
        // Erased while it is sent: what was overwritten is never sent for what it was.
        let path = workspace.blobs.path(of: digest)
        try workspace.blobs.erase([digest])
        #expect(throws: RuntimeFailure.blobAltered(digest: digest.text, path: path)) { try pieces.piece(1) }
        #expect(throws: RuntimeFailure.self) { try blobs.pieces(of: digest) }
        try await workspace.close()
    }

    @Test(arguments: [false, true])
    func `M6: a file with one byte changed is not begun to be sent`(isEncrypted: Bool) async throws {
        let house = try WorkspaceFixture(seed: 62, isEncrypted: isEncrypted)
        let workspace = try await house.create()
        let bytes = [UInt8](repeating: 7, count: BlobPieces.pieceBytes + 50)
        let digest = try workspace.blobs.keep(bytes, for: .workspace)
        let path = workspace.blobs.path(of: digest)
        let whole = try Data(contentsOf: URL(filePath: path))
        for place in [60, BlobPieces.pieceBytes + 60] where place < whole.count {
            var changed = whole
            changed[place] ^= 1
            try changed.write(to: URL(filePath: path))
            #expect(throws: RuntimeFailure.blobAltered(digest: digest.text, path: path)) {
                try workspace.blobs.pieces(of: digest)
            }
        }
        try whole.dropLast(20).write(to: URL(filePath: path))
        #expect(throws: RuntimeFailure.blobAltered(digest: digest.text, path: path)) {
            try workspace.blobs.pieces(of: digest)
        }
        try await workspace.close()
    }
}

/// The machine's disk, with the largest read that was asked of it.
private final class MeasuringDisk: Disk {
    private let disk = POSIXDisk()
    private let largest = Mutex(0)

    var largestRead: Int { largest.withLock { $0 } }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
        File(try disk.open(path, mode)) { [largest = self] count in
            largest.largest.withLock { $0 = max($0, count) }
        }
    }
    func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
    func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }

    private final class File: DiskFile {
        private let file: any DiskFile
        private let note: @Sendable (Int) -> Void

        init(_ file: any DiskFile, _ note: @escaping @Sendable (Int) -> Void) { (self.file, self.note) = (file, note) }

        func size() throws(DiskError) -> UInt64 { try file.size() }
        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
            note(buffer.count)
            return try file.read(into: buffer, at: offset)
        }
        func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) -> Int {
            try file.write(bytes, at: offset)
        }
        func truncate(to size: UInt64) throws(DiskError) { try file.truncate(to: size) }
        func beginSync(of range: Range<UInt64>) throws(DiskError) { try file.beginSync(of: range) }
        func syncData() throws(DiskError) { try file.syncData() }
        func sync() throws(DiskError) { try file.sync() }
        func lock() throws(DiskError) -> Bool { try file.lock() }
        func isFound(at path: String) throws(DiskError) -> Bool { try file.isFound(at: path) }
        func close() { file.close() }
    }
}
