import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Runtime
import Testing
import Workspace

@Suite("Opening a workspace")
struct OpeningAWorkspace {
    private func create(_ house: WorkspaceFixture) -> [WorkspaceCommand] {
        [.notes(.createNote(house.id(), title: nil, body: "", in: nil))]
    }

    @Test func `only one writes, and whoever comes second is told who`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        let pid = ProcessInfo.processInfo.processIdentifier
        await #expect(throws: RuntimeFailure.journal(path: house.paths.root, .locked(holderPID: pid))) {
            try await house.open()
        }
        try await workspace.close()
        try await house.open().close()
    }

    @Test func `readers need no lock and see what was on disk when they opened, while another writes`() async throws {
        let house = try WorkspaceFixture()
        let writer = try await house.create()
        _ = try await writer.perform(create(house), as: house.anna)
        let early = try await house.open(.reading)
        let before = await writer.reading()
        for _ in 0..<20 { _ = try await writer.perform(create(house), as: house.anna) }
        #expect(await early.reading() == before)
        let late = try await house.open(.reading)
        #expect(await late.reading() == (await writer.reading()))
        await #expect(throws: RuntimeFailure.openedForReading(path: house.paths.root)) {
            try await late.perform(create(house), as: house.anna)
        }
        for workspace in [early, late, writer] { try await workspace.close() }
    }

    @Test func `reading creates nothing, and says in one sentence where nothing is`() async throws {
        let house = try WorkspaceFixture()
        await #expect(throws: RuntimeFailure.notAWorkspace(path: house.paths.root)) { try await house.open(.reading) }
        #expect(!FileManager.default.fileExists(atPath: house.data.path))
        #expect(try house.data.identity() == nil)
        #expect(try house.data.workspaceNames() == [])
        try await house.create().close()
        #expect(try house.data.workspaceNames() == ["family"])
        await #expect(throws: RuntimeFailure.alreadyExists(path: house.paths.root)) { try await house.create() }
        for name in ["", ".", "..", "a/b", ".hidden", "über", String(repeating: "x", count: 65)] {
            #expect(throws: RuntimeFailure.badWorkspaceName(name)) { try house.data.workspace(named: name) }
        }
    }

    @Test func `closed is closed`() async throws {
        let house = try WorkspaceFixture()
        let workspace = try await house.create()
        try await workspace.close()
        try await workspace.close()
        await #expect(throws: RuntimeFailure.closed(path: house.paths.root)) {
            try await workspace.perform(create(house), as: house.anna)
        }
    }

    @Test func `an installation keeps who it is`() throws {
        let house = try WorkspaceFixture()
        let made = try house.data.identity(orCreateFor: "anna", on: "kitchen \"mac\"", in: house.runtime)
        #expect(try house.data.identity() == made)
        #expect(try house.data.identity(orCreateFor: "ben", on: "other", in: house.runtime) == made)
        try Data("{}".utf8).write(to: URL(filePath: house.data.identityPath))
        #expect(throws: RuntimeFailure.identityUnreadable(path: house.data.identityPath)) { try house.data.identity() }
    }

    @Test func `no flipped bit of the identity is taken for what was written, and one of before checksums is read (L4)`() throws
    {
        let disk = SimulatedDisk()
        let data = DataDirectory(path: "/disk/data", disk: disk)
        let made = try data.identity(orCreateFor: "anna", on: "kitchen", in: RuntimeEnvironment(disk: disk))
        let whole = try #require(disk.live.files[data.identityPath])
        for bit in 0..<whole.count * 8 {
            var image = disk.live
            image.files[data.identityPath]?[bit / 8] ^= 1 << (bit % 8)
            let damaged = DataDirectory(path: "/disk/data", disk: SimulatedDisk(image))
            #expect(throws: RuntimeFailure.identityUnreadable(path: data.identityPath), "bit \(bit)") { try damaged.identity() }
        }
        var image = disk.live
        image.files[data.identityPath] = Array(made.json.utf8)
        #expect(try DataDirectory(path: "/disk/data", disk: SimulatedDisk(image)).identity() == made)
    }

    // MARK: Disks that fail

    @Test func `after a failed sync everything but reading is refused until it is opened again`() async throws {
        let house = try WorkspaceFixture()
        let disk = SimulatedDisk()
        let runtime = RuntimeEnvironment(disk: disk, now: house.runtime.now, chance: house.runtime.chance)
        let paths = WorkspacePaths(root: "/disk/family")
        let workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        _ = try await workspace.perform(create(house), as: house.anna)
        let durable = await workspace.reading()
        disk.script([DiskFault(.error(EIO), on: .fdatasync)])
        await #expect(throws: RuntimeFailure.self) { try await workspace.perform(create(house), as: house.anna) }
        await #expect(throws: RuntimeFailure.poisoned(path: paths.root)) {
            try await workspace.perform(create(house), as: house.anna)
        }
        disk.script([])
        disk.endProcess()
        let again = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
        #expect(await again.lastSequence >= 1)
        #expect(try again.view(at: .sequence(1)).everything() == durable)
        try await again.close()
    }

    @Test func `a full disk is no reason not to open and read`() async throws {
        let house = try WorkspaceFixture()
        let disk = SimulatedDisk()
        let runtime = RuntimeEnvironment(disk: disk, now: house.runtime.now, chance: house.runtime.chance)
        let paths = WorkspacePaths(root: "/disk/family")
        var workspace = try await WorkspaceActor.create(at: paths, in: runtime)
        for _ in 0..<30 { _ = try await workspace.perform(create(house), as: house.anna) }
        let before = await workspace.reading()
        disk.limit(toByteCount: 1)
        await #expect(throws: RuntimeFailure.self) { try await workspace.snapshot() }
        try await workspace.close()
        #expect(await workspace.snapshotTrouble != nil)
        workspace = try await WorkspaceActor.open(at: paths, access: .reading, in: runtime)
        #expect(await workspace.reading() == before)
        try await workspace.close()
    }
}
