import Glibc
@testable import JournalEngine
import JournalTesting
import KernelTesting
import Synchronization
import Testing

/// M8: a lock lies on a file, and people and cleaners take away names.
@Suite("A file that loses its name under its writer")
struct LosingTheName {
    private static let path = CrashSimulation.path
    private static let segment = path + "/" + JournalNames.segment(1)

    /// The ways in which the active segment loses its name.
    enum Loss: CaseIterable {
        case removed, replaced, directoryMoved

        func happen(_ disk: SimulatedDisk) throws {
            switch self {
            case .removed: try disk.remove(segment)
            case .replaced:
                try disk.remove(segment)
                try disk.open(segment, .creating).writeWhole([1, 2, 3], at: 0)
            case .directoryMoved:
                try disk.rename(path, to: path + ".old")
                try disk.makeDirectory(path)
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `row 22: M8: nothing is written to a segment that lost its name, nor to what has it now`(loss: Loss)
        async throws
    {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        _ = try await journal.append(.tagged(1))
        try loss.happen(disk)
        let before = disk.live
        await #expect(throws: JournalError.displaced(path: Self.segment)) { try await journal.append(.tagged(2)) }
        await #expect(throws: JournalError.poisoned) { try await journal.append(.tagged(3)) }
        await #expect(throws: JournalError.self) { try await journal.seal() }
        #expect(journal.lastSequence == 1)
        try? await journal.close()
        #expect(disk.live == before, "\(loss)")
        FaultLedger.fired(row: 22, 4)
    }

    @Test func `row 22: M8: rolling and closing look for the name, too`() async throws {
        for isRolled in [true, false] {
            let disk = SimulatedDisk()
            let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
            _ = try await journal.append(.tagged(1))
            try disk.remove(Self.segment)
            let before = disk.live
            await #expect(throws: JournalError.displaced(path: Self.segment)) {
                if isRolled { try await journal.seal() } else { try await journal.close() }
            }
            #expect(disk.live == before)
            if isRolled { try? await journal.close() }
        }
        FaultLedger.fired(row: 22, 2)
    }

    @Test func `M8: a segment that got its name back is written on`() async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: .crashTest)
        try disk.rename(Self.segment, to: Self.segment + ".aside")
        try disk.rename(Self.segment + ".aside", to: Self.segment)
        _ = try await journal.append(.tagged(1))
        try await journal.close()
    }

    @Test func `row 22: M8: a lock whose file is taken away before it is locked is taken anew, or not at all`()
        async throws
    {
        let disk = SimulatedDisk()
        try await Journal.create(at: Self.path, disk: disk, options: .crashTest).close()
        let lock = Self.path + "/" + JournalPath.lock
        // Between the call that opens LOCK and the one that locks it.
        let undisturbed = HookedDisk(disk)
        try DirectoryLock.acquire(undisturbed, JournalPath(directory: Self.path), processID: 7).file.close()
        var triesCount = 0
        for call in 1...3 {
            let hooked = HookedDisk(disk)
            hooked.before(call: call) { if disk.live.files[lock] != nil { try disk.remove(lock) } }
            let taken = try DirectoryLock.acquire(hooked, JournalPath(directory: Self.path), processID: 7)
            triesCount += hooked.calls > undisturbed.calls ? 2 : 1
            #expect(try taken.file.isFound(at: lock), "call \(call)")
            taken.file.close()
        }
        #expect(triesCount == 5, "before it is opened once, before it is locked or looked at twice")
        FaultLedger.fired(row: 22, 1)
    }

    /// A disk on which another file takes the name of a segment just after that was opened for writing.
    private final class SwappingDisk: Disk {
        private let disk: SimulatedDisk

        init(_ disk: SimulatedDisk) { self.disk = disk }

        func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile {
            let file = try disk.open(path, mode)
            if mode == .writing, path.hasSuffix(".segment") {
                try disk.rename(path, to: path + ".aside")
                try disk.open(path, .creating).writeWhole([1, 2, 3], at: 0)
            }
            return file
        }

        func names(inDirectory path: String) throws(DiskError) -> [String] { try disk.names(inDirectory: path) }
        func makeDirectory(_ path: String) throws(DiskError) { try disk.makeDirectory(path) }
        func rename(_ path: String, to newPath: String) throws(DiskError) { try disk.rename(path, to: newPath) }
        func remove(_ path: String) throws(DiskError) { try disk.remove(path) }
        func syncDirectory(_ path: String) throws(DiskError) { try disk.syncDirectory(path) }
    }

    @Test func `row 22: M8: a segment that is replaced before it is locked is not opened`() async throws {
        let disk = SimulatedDisk()
        try await Journal.create(at: Self.path, disk: disk, options: .crashTest).close()
        #expect(throws: JournalError.locked(holderPID: nil)) {
            try Journal.open(at: Self.path, disk: SwappingDisk(disk), options: .crashTest)
        }
        FaultLedger.fired(row: 22, 1)
    }

    @Test func `row 22: M8: the real disk knows whether a name leads to an open file`() throws {
        let directory = TemporaryDirectory()
        let (path, other) = (directory.path + "/a", directory.path + "/b")
        let disk = POSIXDisk()
        let file = try disk.open(path, .creating)
        #expect(try file.isFound(at: path))
        #expect(try !file.isFound(at: other))
        #expect(link(path, other) == 0)
        #expect(try file.isFound(at: other))
        try disk.remove(path)
        #expect(try !file.isFound(at: path))
        #expect(try !file.isFound(at: path + "/beneath") && file.isFound(at: other))
        _ = try disk.open(path, .creating)
        #expect(try !file.isFound(at: path), "another file has the name")
        FaultLedger.fired(row: 22, 2)
    }
}

/// M8: keys are changed by the holder of a lock, so a holder that lost it changes none.
@Suite("A keyring whose lock is lost")
struct LosingTheKeysLock {
    private static let path = "/disk/keys/a.keyring"

    @Test func `row 22: M8: is neither made, opened for writing nor changed`() throws {
        let disk = SimulatedDisk()
        let isLost = Mutex(false)
        let check: Keyring.LockCheck = { () throws(JournalError) in
            if isLost.withLock({ $0 }) { throw .lockLost(path: "/disk/keys/LOCK") }
        }
        let master = SecretKey.test(1)
        let keyring = try Keyring.create(at: Self.path, disk: disk, under: master, lockCheck: check)
        let made = try keyring.make()
        let before = disk.live
        isLost.withLock { $0 = true }
        let lost = JournalError.lockLost(path: "/disk/keys/LOCK")
        #expect(throws: lost) { try keyring.make() }
        #expect(throws: lost) { try keyring.destroy([made.id]) }
        #expect(throws: lost) { try keyring.rewrap(under: .test(2)) }
        #expect(throws: lost) { try Keyring.open(at: Self.path, disk: disk, under: master, lockCheck: check) }
        #expect(throws: lost) { try Keyring.create(at: Self.path + "2", disk: disk, under: master, lockCheck: check) }
        #expect(disk.live == before && keyring.holds(made.id))
        #expect(
            try Keyring.open(at: Self.path, disk: disk, under: master, access: .reading, lockCheck: check).ids == [
                made.id
            ])
        FaultLedger.fired(row: 22, 5)
    }

    @Test func `row 5: L3: a keyring is whole only with two files that are sound and the same`() throws {
        let disk = SimulatedDisk()
        #expect(try !Keyring.isWhole(at: Self.path, disk: disk), "there is none")
        _ = try Keyring.create(at: Self.path, disk: disk, under: .test(1))
        #expect(try Keyring.isWhole(at: Self.path, disk: disk))
        let image = disk.live
        for names in [[""], [".copy"], ["", ".copy"]] {
            for isGone in [true, false] {
                var changed = image
                for name in names { changed.files[Self.path + name] = isGone ? nil : [1, 2, 3] }
                #expect(try !Keyring.isWhole(at: Self.path, disk: SimulatedDisk(changed)), "\(names), \(isGone)")
            }
        }
        let unreadable = SimulatedDisk(image)
        unreadable.script([DiskFault(.error(EIO), on: .pread, count: 2)])
        #expect(try !Keyring.isWhole(at: Self.path, disk: unreadable), "two that cannot be read are not alike")
        FaultLedger.fired(row: 5, 7)
    }
}
