import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The room that is written ahead of the commits, at its edges.
@Suite("Room ahead of the commits")
struct Preallocation {
    private static let path = CrashSimulation.path
    private static let segment = path + "/" + JournalNames.segment(1)

    /// No segment rolls by itself.
    private var options: JournalOptions {
        var options = JournalOptions.crashTest
        options.segmentByteCountTarget = JournalLimits.segmentByteCountTarget
        return options
    }

    @Test func `row 3: room of several megabytes is one room of zeros`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        for number in 1...3 as ClosedRange<UInt64> {
            _ = try await journal.append(.tagged(number, byteCount: 1_100_000))
        }
        let used = Int(journal.source.catalog.active.dataEnd)
        let length = try #require(disk.live.files[Self.segment]).count
        #expect(length - used > 1 << 20)
        // As a crash leaves it: nothing closed.
        let reader = try Journal.open(
            at: Self.path, access: .reading, disk: SimulatedDisk(disk.live), options: options)
        #expect(reader.recovery.torn == nil && reader.recovery.damage == nil && reader.lastSequence == 3)
        try await journal.close()
        FaultLedger.fired(row: 3, 1)
    }

    @Test func `row 8: of room that did not fit nothing is left`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        _ = try await journal.append(.tagged(1))
        disk.limit(toByteCount: disk.live.files.values.reduce(0) { $0 + $1.count } + 1_000)
        await #expect(throws: JournalError.self) { try await journal.append(.tagged(2, byteCount: 70_000)) }
        #expect(
            disk.trace.operations.contains { operation in
                if case .write(_, 65_536, _) = operation { true } else { false }
            })
        try await journal.close()
        let again = try Journal.open(at: Self.path, disk: disk, options: options)
        #expect(again.recovery.isClean && again.recovery.wasClosed && again.lastSequence == 1)
        try await again.close()
        FaultLedger.fired(row: 8, 1)
    }

    /// Once the next segment exists there is no way back: that the old one can be marked is certain before.
    @Test func `row 8: a roll whose mark has no room fails before the next segment is made, and poisons nothing`()
        async throws
    {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        let room = try #require(disk.live.files[Self.segment]).count
        var number: UInt64 = 0
        func append(_ byteCount: Int) async throws -> Int {
            number += 1
            let before = journal.source.catalog.active.dataEnd
            _ = try await journal.append(.tagged(number, byteCount: byteCount))
            return Int(journal.source.catalog.active.dataEnd - before) - byteCount
        }
        let overhead = try await append(3_000)
        func left() -> Int { room - Int(journal.source.catalog.active.dataEnd) }
        while left() > 7_000 { _ = try await append(3_000) }
        // Two more of a size that needs as many bytes to be told, and then fewer bytes are left than a mark may take.
        let rest = left() - 60
        _ = try await append(rest / 2 - overhead)
        _ = try await append(rest - rest / 2 - overhead)
        #expect(left() == 60 && 60 < CloseMarker.byteCountMax)
        let whole = disk.live.files.values.reduce(0) { $0 + $1.count }
        // Enough for the next segment, and not for both.
        disk.limit(toByteCount: whole + JournalLimits.chunkByteCountMin + 100)
        await #expect(throws: JournalError.self) { try await journal.seal() }
        disk.limit(toByteCount: nil)
        #expect(disk.live.files[Self.path + "/" + JournalNames.segment(2)] == nil)
        _ = try await append(100)
        try await journal.seal()
        #expect(journal.lastSequence == number)
        #expect(try journal.verify().ok)
        try await journal.close()
        FaultLedger.fired(row: 8, 1)
    }
}
