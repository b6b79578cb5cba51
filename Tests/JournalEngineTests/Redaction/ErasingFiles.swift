import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

@Suite("Files of which nothing must be left")
struct ErasingFiles {
    private static let path = CrashSimulation.path

    /// The operations on the file that `path` names in the disk's first image, in words.
    private func fate(of path: String, on disk: SimulatedDisk) throws -> [String] {
        let trace = disk.trace
        let index = try #require(trace.start.files.keys.sorted().firstIndex(of: path))
        return fate(
            of: FileNumber(index), path, in: trace.operations[...], byteCount: trace.start.files[path]?.count ?? 0)
    }

    private func fate(
        of file: FileNumber, _ path: String, in operations: ArraySlice<DiskOperation>, byteCount: Int
    ) -> [String] {
        let directory = DiskImage.parent(of: path)
        var zeros = 0
        return operations.compactMap { operation in
            switch operation {
            case .write(file, let offset, let bytes) where offset == zeros && bytes.allSatisfy { $0 == 0 }:
                zeros += bytes.count
                return zeros == byteCount ? "zeros" : nil
            case .write(file, _, _): return "bytes"
            case .syncFile(file): return "synced"
            case .remove(path): return "removed"
            case .syncDirectory(directory): return "certain"
            default: return nil
            }
        }
    }

    @Test func `all bytes are overwritten, and that is certain before the name goes`() throws {
        let name = "/disk/secret"
        let image = DiskImage(directories: ["", "/disk"], files: [name: [UInt8](repeating: 7, count: 200_000)])
        let disk = SimulatedDisk(image)
        try disk.erase(name)
        #expect(try fate(of: name, on: disk) == ["zeros", "synced", "removed"])

        let full = SimulatedDisk(image)
        full.script([DiskFault(.error(ENOSPC), on: .pwrite)])
        try full.erase(name)
        #expect(full.live.files[name] == nil, "a full disk keeps nothing from being removed")

        let broken = SimulatedDisk(image)
        for call in [SystemCall.pwrite, .fsync] {
            broken.script([DiskFault(.error(EIO), on: call)])
            #expect(throws: DiskError(call: call, path: name, errno: EIO)) { try broken.erase(name) }
            #expect(broken.live.files[name] != nil, "who asks again finds it")
        }
        FaultLedger.fired(row: 8, 1)
        FaultLedger.fired(row: 7, 1)
    }

    @Test func `what was cut, and the intent of a redaction, are overwritten`() async throws {
        var life = RedactionSimulation()
        try await life.write()
        var image = life.disk.live
        let left = ["000000000001.segment.4711.broken", "000000000002.segment.0.broken"].map { Self.path + "/" + $0 }
        for (index, name) in left.enumerated() { image.files[name] = [UInt8](repeating: 7, count: 100 + index) }
        let disk = SimulatedDisk(image)
        let journal = try life.open(on: disk)
        _ = try await journal.redact(
            RedactionSimulation.taken, attestation: RedactionSimulation.attestation, memo: RedactionSimulation.memo)
        for name in left {
            #expect(
                try fate(of: name, on: disk).filter { $0 != "certain" } == ["zeros", "synced", "removed"], "\(name)")
        }
        let intent = Self.path + "/" + JournalPath.redaction
        let size = try #require(disk.live.files[intent]).count
        let before = disk.trace.operations.count
        try journal.finishRedaction()
        let number = try #require(
            disk.trace.operations.lazy.compactMap { operation in
                if case .rename(let number, _, intent) = operation { number } else { nil }
            }.first)
        // First the name, for certain: half an intent would keep everybody from opening.
        #expect(
            fate(of: number, intent, in: disk.trace.operations[before...], byteCount: size)
                == ["removed", "certain", "zeros", "synced"])
        try await journal.close()
    }

    @Test func `a file that cannot be overwritten keeps its redaction unfinished`() async throws {
        var life = RedactionSimulation()
        try await life.write()
        var image = life.disk.live
        let left = Self.path + "/000000000001.segment.4711.broken"
        image.files[left] = [7, 7, 7]
        let disk = SimulatedDisk(image)
        let journal = try life.open(on: disk)
        disk.script([DiskFault(.error(EIO), on: .pwrite, pathSuffix: ".broken")])
        await #expect(throws: JournalError.system(call: .pwrite, path: left, errno: EIO)) {
            try await journal.redact(RedactionSimulation.taken, attestation: RedactionSimulation.attestation, memo: [])
        }
        #expect(journal.unfinishedRedaction?.isRewritten == false)
        try await journal.resumeRedaction()
        #expect(journal.unfinishedRedaction?.isRewritten == true && disk.live.files[left] == nil)
        try await journal.close()
        FaultLedger.fired(row: 9, disk.firedFaults.count)
    }

    @Test func `what a crash left of a keyring is overwritten when it is opened`() throws {
        let name = "/disk/keys/home.keyring"
        let first = SimulatedDisk()
        _ = try Keyring.create(at: name, disk: first, under: .test(1))
        var image = first.live
        image.files[name + ".tmp"] = image.files[name]
        let disk = SimulatedDisk(image)
        _ = try Keyring.open(at: name, disk: disk, under: .test(1))
        #expect(try fate(of: name + ".tmp", on: disk) == ["zeros", "synced", "removed"])
    }

    @Test func `row 3: room is certain before commits are written into it`() async throws {
        let disk = SimulatedDisk()
        var options = JournalOptions.crashTest
        options.segmentByteCountTarget = JournalLimits.segmentByteCountTarget
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        for number in 1...4 as ClosedRange<UInt64> {
            _ = try await journal.append(.tagged(number, byteCount: 50_000))
        }
        var certain: [FileNumber: Int] = [:]
        var length: [FileNumber: Int] = [:]
        var growths = 0
        for operation in disk.trace.operations {
            switch operation {
            case .syncFile(let file): certain[file] = length[file]
            case .write(let file, let offset, let bytes):
                let end = offset + bytes.count
                if certain[file] == nil {
                    // Not there yet.
                } else if end > length[file, default: 0] {
                    growths += 1
                    #expect(offset == length[file], "it grows by room, behind what was there")
                } else {
                    #expect(certain[file] == length[file], "written into room that may be lost")
                }
                length[file] = max(length[file, default: 0], end)
            default: break
            }
        }
        #expect(growths >= 2)
        try await journal.close()
        FaultLedger.fired(row: 3, growths)
    }
}
