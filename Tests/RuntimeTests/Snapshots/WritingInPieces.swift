import JournalEngine
import JournalTesting
import Testing

@testable import Runtime

/// A large file is synced piece by piece, so that others who wait for the disk wait for one piece and not for all.
@Suite("A file that goes to the disk in pieces")
struct WritingInPieces {
    private static let path = "/disk/large"
    private static let pieceByteCount = 16
    private static let old = [UInt8](repeating: 1, count: 40)
    private static func new(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 + 2) } }

    private func written(_ count: Int, over disk: SimulatedDisk = SimulatedDisk()) throws -> SimulatedDisk {
        try disk.writeFile(Self.path, Self.new(count), pieceByteCount: Self.pieceByteCount)
        return disk
    }

    @Test(arguments: [0, 1, 15, 16, 17, 32, 33, 100])
    func `never are more bytes than a piece's waiting for the disk`(count: Int) throws {
        let disk = try written(count)
        #expect(disk.live.files == [Self.path: Self.new(count)])
        var waiting = 0
        var pieces = 0
        for operation in disk.trace.operations {
            switch operation {
            case .write(_, _, let bytes):
                waiting += bytes.count
                #expect(waiting <= Self.pieceByteCount)
            case .syncFile:
                waiting = 0
                pieces += 1
            case .rename: #expect(waiting == 0, "it has its name before its bytes are on disk")
            default: break
            }
        }
        #expect(pieces == max(1, (count + Self.pieceByteCount - 1) / Self.pieceByteCount))
    }

    @Test func `whichever call fails, what was there stays until all of the new is there`() throws {
        for occurrence in 1... {
            let disk = SimulatedDisk()
            try disk.writeFile(Self.path, Self.old)
            disk.script([DiskFault(.error(28), occurrence: occurrence)])
            do throws(DiskError) {
                try disk.writeFile(Self.path, Self.new(50), pieceByteCount: Self.pieceByteCount)
                #expect(disk.firedFaults == [] && occurrence > 8)
                break
            } catch {
                let call = try #require(disk.firedFaults.first)
                // What fails behind the rename is the directory's sync alone.
                let isNamed = call.path == "/disk"
                #expect(disk.live.files[Self.path] == (isNamed ? Self.new(50) : Self.old), "\(call)")
                // Whose name could not be changed is whole, and the next one takes its place.
                #expect(disk.live.files.count == (call.call == .rename ? 2 : 1), "\(call)")
            }
        }
    }

    @Test func `a power cut at any moment leaves the old file or the new one, whole`() throws {
        let disk = SimulatedDisk()
        try disk.writeFile(Self.path, Self.old)
        disk.note(moment: 1)
        _ = try written(50, over: disk)
        disk.note(moment: 2)
        var seen: Set<[UInt8]> = []
        for crash in disk.trace.crashes(.full(seed: 3)) where crash.moment > 0 {
            let left = try #require(crash.image.files[Self.path])
            #expect(left == Self.new(50) || crash.moment == 1 && left == Self.old, "before operation \(crash.position)")
            seen.insert(left)
        }
        #expect(seen == [Self.old, Self.new(50)])
    }
}
