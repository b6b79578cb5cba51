import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// The disk that judges the engine is judged first: each rule of its model, and that its crashes can catch a program.
@Suite("The simulated disk")
struct SimulatedDiskTests {
    let disk = SimulatedDisk()

    @Test func `loses unsynced bytes and keeps synced ones`() throws {
        let file = try disk.open("/disk/a", .creating)
        try file.put("kept", at: 0)
        try file.syncData()
        try disk.syncDirectory("/disk")
        try file.put("lost", at: 4)
        #expect(disk.live.text("/disk/a") == "keptlost")
        #expect(try disk.outcomes().map { $0.text("/disk/a") }.contains("kept"))
    }

    @Test func `keeps a name only once its directory is synced`() throws {
        let file = try disk.open("/disk/a", .creating)
        try file.put("x", at: 0)
        try file.sync()
        #expect(try disk.outcomes().contains { $0.files.isEmpty })
        try disk.syncDirectory("/disk")
        #expect(try disk.outcomes().allSatisfy { $0.text("/disk/a") == "x" })
    }

    @Test func `lets a file grow and its data stay behind`() throws {
        let file = try disk.synced("/disk/a", holding: "old")
        try file.put("new", at: 3)
        let texts = try disk.outcomes().map { $0.text("/disk/a") }
        #expect(texts.contains("old\0\0\0"))
        #expect(Set(texts) == ["old", "old\0\0\0", "oldnew", "oldn\0\0", "oldne\0"])
    }

    @Test func `leaves the old file or the new one after a rename, or both, and never neither`() throws {
        _ = try disk.synced("/disk/final", holding: "old")
        _ = try disk.synced("/disk/tmp", holding: "new")
        try disk.rename("/disk/tmp", to: "/disk/final")
        let outcomes = Set(
            try disk.outcomes().map { [$0.text("/disk/final") ?? "none", $0.text("/disk/tmp") ?? "none"] })
        #expect(outcomes == [["old", "new"], ["new", "none"], ["new", "new"]])
        try disk.syncDirectory("/disk")
        #expect(try disk.outcomes().allSatisfy { $0.text("/disk/final") == "new" && $0.text("/disk/tmp") == nil })
    }

    @Test func `leaves a renamed directory under its old name or its new one, with what was synced in it`() throws {
        try disk.makeDirectory("/disk/old")
        try disk.syncDirectory("/disk")
        _ = try disk.synced("/disk/old/a", holding: "kept")
        try disk.syncDirectory("/disk/old")
        _ = try disk.open("/disk/old/b", .creating)
        try disk.rename("/disk/old", to: "/disk/new")
        #expect(Set(disk.live.files.keys) == ["/disk/new/a", "/disk/new/b"])
        #expect(throws: DiskError(call: .rename, path: "/disk/old", errno: ENOENT)) {
            try disk.rename("/disk/old", to: "/disk/x")
        }
        let images = try disk.outcomes()
        #expect(images.allSatisfy { $0.directories.contains("/disk/old") != $0.directories.contains("/disk/new") })
        #expect(
            Set(images.map { $0.files.keys.sorted() }) == [
                ["/disk/old/a"], ["/disk/old/a", "/disk/old/b"], ["/disk/new/a"], ["/disk/new/a", "/disk/new/b"],
            ])
        try disk.syncDirectory("/disk")
        #expect(
            Set(try disk.outcomes().map { $0.files.keys.sorted() })
                == [["/disk/new/a"], ["/disk/new/a", "/disk/new/b"]])
        try disk.syncDirectory("/disk/new")
        #expect(try disk.outcomes().allSatisfy { $0.files.keys.sorted() == ["/disk/new/a", "/disk/new/b"] })
    }

    @Test func `never keeps the newer bytes of a sector without its older ones`() throws {
        let file = try disk.synced("/disk/a", holding: String(repeating: ".", count: 1_024))
        try file.put("A", at: 0)
        try file.put("B", at: 1)
        try file.put("C", at: 600)
        let seen = Set(
            try disk.outcomes().map { image in
                let bytes = image.files["/disk/a"] ?? []
                return String(decoding: [bytes[0], bytes[1], bytes[600]], as: UTF8.self)
            })
        #expect(seen == ["...", "A..", "AB.", "..C", "A.C", "ABC"])
    }

    @Test func `forgets what a failed sync was to keep, and a later sync does not bring it back`() throws {
        let file = try disk.synced("/disk/a", holding: "one")
        try file.put("two", at: 0)
        disk.script([DiskFault(.error(EIO), on: .fdatasync)])
        #expect(throws: DiskError.self) { try file.syncData() }
        try file.syncData()
        #expect(Set(try disk.outcomes().map { $0.text("/disk/a") }) == ["one", "two", "tne", "twe"])
        #expect(disk.firedFaults.count == 1)
    }

    @Test func `can lie about a sync`() throws {
        let file = try disk.synced("/disk/a", holding: "one")
        try file.put("two", at: 0)
        disk.script([DiskFault(.lie, on: .fsync)])
        try file.sync()
        #expect(try disk.outcomes().contains { $0.text("/disk/a") == "one" })
        #expect(disk.firedFaults.map(\.call) == [.fsync])
    }

    @Test func `can read and write short, fail the n-th call, and be full`() throws {
        let file = try disk.synced("/disk/a", holding: "0123")
        disk.script([DiskFault(.short, on: .pwrite), DiskFault(.error(EIO), on: .fstat, occurrence: 2)])
        #expect(try file.putOnce("abcd", at: 4) == 2)
        #expect(try file.size() == 6)
        #expect(throws: DiskError(call: .fstat, path: "/disk/a", errno: EIO)) { try file.size() }
        disk.limit(toByteCount: 8)
        #expect(try file.putOnce("ghij", at: 6) == 2)
        #expect(throws: DiskError(call: .pwrite, path: "/disk/a", errno: ENOSPC)) { try file.putOnce("k", at: 8) }
        #expect(try file.putOnce("over", at: 0) == 4)
    }

    @Test func `ends a process with its files and locks, and keeps the page cache`() throws {
        let file = try disk.synced("/disk/a", holding: "one")
        #expect(try file.lock())
        #expect(try !disk.open("/disk/a", .writing).lock())
        try file.put("two", at: 0)
        disk.endProcess()
        #expect(throws: DiskError(call: .pwrite, path: "/disk/a", errno: EBADF)) { try file.putOnce("x", at: 0) }
        #expect(try disk.open("/disk/a", .writing).lock())
        #expect(disk.live.text("/disk/a") == "two")
    }

    @Test func `counts an outcome as a kind of crash only where something was lost`() throws {
        _ = try disk.open("/disk/a", .creating)
        #expect(disk.volatile.kinds(keeping: [0]) == [.nameUnsynced])
        #expect(disk.volatile.kinds(keeping: [.max]) == [])
        try disk.syncDirectory("/disk")
        try disk.rename("/disk/a", to: "/disk/b")
        #expect(disk.volatile.kinds(keeping: [0, 0]) == [.nameUnsynced, .renameUnsynced])
        #expect(disk.volatile.kinds(keeping: [.max, 0]) == [.renameUnsynced])
        #expect(disk.volatile.kinds(keeping: [.max, .max]) == [])
        try disk.syncDirectory("/disk")
        _ = try disk.synced("/disk/c", holding: "old")
        try disk.rename("/disk/b", to: "/disk/c")
        #expect(disk.volatile.kinds(keeping: [0, 0]) == [.renameUnsynced, .replacementUnsynced])
        #expect(disk.volatile.kinds(keeping: [.max, .max]) == [])
        // A file that goes when another one comes is not a rename.
        try disk.syncDirectory("/disk")
        _ = try disk.open("/disk/d", .creating)
        try disk.remove("/disk/c")
        #expect(disk.volatile.kinds(keeping: [0, 0]) == [.nameUnsynced])
    }

    @Test func `catches a program that acknowledges before it syncs`() throws {
        func loses(_ program: (SimulatedDisk) throws -> Void) throws -> Bool {
            let disk = SimulatedDisk()
            try program(disk)
            disk.note(moment: 1)
            return disk.trace.crashes(.quick(seed: 1)).contains { crash in
                crash.moment == 1 && crash.image.text("/disk/a") != "kept"
            }
        }
        let honest = try loses { disk in
            try disk.open("/disk/a", .creating).put("kept", at: 0)
            try disk.open("/disk/a", .writing).sync()
            try disk.syncDirectory("/disk")
        }
        let forgetsDirectory = try loses { disk in
            try disk.open("/disk/a", .creating).put("kept", at: 0)
            try disk.open("/disk/a", .writing).sync()
        }
        let forgetsFile = try loses { disk in
            try disk.open("/disk/a", .creating).put("kept", at: 0)
            try disk.syncDirectory("/disk")
        }
        #expect([honest, forgetsDirectory, forgetsFile] == [false, true, true])
    }
}

extension DiskFile {
    fileprivate func put(_ text: String, at offset: UInt64) throws {
        #expect(try putOnce(text, at: offset) == text.utf8.count)
    }

    fileprivate func putOnce(_ text: String, at offset: UInt64) throws -> Int {
        try Array(text.utf8).withUnsafeBytes { try write($0, at: offset) }
    }
}

extension DiskImage {
    fileprivate func text(_ path: String) -> String? {
        files[path].map { String(decoding: $0, as: UTF8.self) }
    }
}

extension SimulatedDisk {
    fileprivate func synced(_ path: String, holding text: String) throws -> any DiskFile {
        let file = try open(path, .creating)
        try file.put(text, at: 0)
        try file.sync()
        try syncDirectory("/disk")
        return file
    }

    /// The state at this very moment: its certain part, and the rest.
    fileprivate var volatile: VolatileDisk {
        let trace = trace
        var disk = VolatileDisk(trace.start)
        for operation in trace.operations { disk.apply(operation) }
        return disk
    }

    /// The images that a power cut at this very moment can leave behind.
    fileprivate func outcomes() throws -> [DiskImage] {
        let disk = volatile
        var chance = SeededGenerator(seed: 7)
        return Survivors.all(
            of: disk, CrashPlan(exhaustiveChangesMax: 10, randomSubsets: 0, tearsMax: 8, seed: 7), &chance
        )
        .map { disk.crashed(keeping: $0.kept, lostBytes: $0.lostBytes) }
    }
}
