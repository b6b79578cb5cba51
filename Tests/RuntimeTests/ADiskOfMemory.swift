import Foundation
import Glibc
import JournalEngine
import Runtime
import Testing

/// Held against the machine's disk: whatever is asked of both, both say the same.
@Suite("A disk of memory")
struct ADiskOfMemory {
    /// What both disks are asked, under a root of their own.
    private enum Step {
        case make(String), open(String, OpenMode), write(String, at: UInt64, [UInt8]), cut(String, to: UInt64)
        case read(String, at: UInt64, Int), names(String), rename(String, String), remove(String), sync(String)
    }

    private func said(_ step: Step, by disk: any Disk, below root: String) -> String {
        func place(_ path: String) -> String { path == "/" ? root : root + path }
        do throws(DiskError) {
            switch step {
            case .make(let path): try disk.makeDirectory(place(path))
            case .open(let path, let mode): return String(try disk.open(place(path), mode).size())
            case .write(let path, let offset, let bytes):
                let file = try disk.open(place(path), .writing)
                let written = bytes.withUnsafeBytes { raw in
                    Result<Int, DiskError> { () throws(DiskError) in try file.write(raw, at: offset) }
                }
                return String(try written.get())
            case .cut(let path, let size): try disk.open(place(path), .writing).truncate(to: size)
            case .read(let path, let offset, let count):
                let file = try disk.open(place(path), .reading)
                var bytes = [UInt8](repeating: 0xEE, count: count)
                let read = bytes.withUnsafeMutableBytes { raw in
                    Result<Int, DiskError> { () throws(DiskError) in try file.read(into: raw, at: offset) }
                }
                return "\(try read.get()) \(bytes)"
            case .names(let path): return "\(try disk.names(inDirectory: place(path)).sorted())"
            case .rename(let path, let other): try disk.rename(place(path), to: place(other))
            case .remove(let path): try disk.remove(place(path))
            case .sync(let path): try disk.syncDirectory(place(path))
            }
            return "done"
        } catch {
            return "\(error.call) \(error.errno)"
        }
    }

    private static let script: [Step] = [
        .names("/"), .open("/a", .reading), .open("/a", .writing), .open("/a/b", .creating), .make("/x/y"),
        .open("/a", .creating), .open("/a", .creating), .open("/a", .creatingIfAbsent), .make("/a"),
        .write("/a", at: 0, [1, 2, 3]), .write("/a", at: 5, [6]), .write("/a", at: 1, [9, 9]), .write("/a", at: 2, []),
        .read("/a", at: 0, 10), .read("/a", at: 4, 1), .read("/a", at: 6, 4), .read("/a", at: 99, 4),
        .cut("/a", to: 2), .read("/a", at: 0, 4), .cut("/a", to: 4), .read("/a", at: 0, 4),
        .open("/a/b", .reading), .open("/a/b", .creating), .names("/a"), .sync("/a"), .make("/a/b"),
        .make("/d"), .make("/d"), .open("/d", .writing), .open("/d/b", .creating), .names("/d"), .names("/"),
        .names("/nowhere"), .sync("/d"), .sync("/nowhere"), .rename("/a", "/d/b"), .read("/d/b", at: 0, 4),
        .open("/a", .reading), .rename("/a", "/c"), .rename("/d/b", "/nowhere/b"), .make("/e"), .rename("/d/b", "/e"),
        .remove("/a"), .remove("/d"), .remove("/d/b"), .names("/d"),
    ]

    @Test func `does what the machine's disk does`() throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-disk-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (real, memory) = (POSIXDisk(), MemoryDisk(MemoryAllowance(bytesMax: 1 << 20)))
        try memory.makeDirectory("/root")
        for step in Self.script {
            #expect(said(step, by: memory, below: "/root") == said(step, by: real, below: root), "\(step)")
        }
    }

    @Test func `a file has one lock, given back when it is closed`() throws {
        let disk = MemoryDisk(MemoryAllowance(bytesMax: 1 << 20))
        let (a, b) = (try disk.open("/LOCK", .creating), try disk.open("/LOCK", .writing))
        #expect(try a.lock())
        #expect(try a.lock())
        #expect(try !b.lock())
        a.close()
        #expect(try b.lock())
        #expect(throws: DiskError(call: .fstat, path: "/LOCK", errno: EBADF)) { try a.size() }
    }

    @Test func `it is full when its allowance is used up, or that of all together`() throws {
        let whole = MemoryAllowance(bytesMax: 100)
        let (a, b) = (
            MemoryDisk(MemoryAllowance(bytesMax: 80, of: whole)), MemoryDisk(MemoryAllowance(bytesMax: 80, of: whole))
        )
        func fill(_ disk: MemoryDisk, to size: UInt64) throws { try disk.open("/f", .creatingIfAbsent).truncate(to: size) }
        #expect(throws: DiskError(call: .ftruncate, path: "/f", errno: ENOSPC)) { try fill(a, to: 81) }
        try fill(a, to: 80)
        #expect(throws: DiskError(call: .ftruncate, path: "/f", errno: ENOSPC)) { try fill(b, to: 21) }
        #expect(throws: DiskError(call: .ftruncate, path: "/f", errno: ENOSPC)) { try fill(b, to: UInt64(Int.max)) }
        try fill(b, to: 20)
        #expect(whole.usedBytes == 100 && whole.freeBytes == 0)
        try fill(a, to: 10)
        #expect(whole.usedBytes == 30)
        // What has no name is there for as long as it is open.
        do {
            let open = try a.open("/f", .reading)
            try a.remove("/f")
            #expect(try open.size() == 10)
            #expect(whole.usedBytes == 30)
        }
        #expect(whole.usedBytes == 20)
        #expect(a.byteCount(inDirectory: "/") == 0 && b.byteCount(inDirectory: "/") == 20)
    }
}
