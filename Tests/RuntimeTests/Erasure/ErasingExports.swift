import Accounts
import Foundation
import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Notes
import Synchronization
import Testing
import Workspace

@testable import Runtime

@Suite("Erasing exports that lie in the data directory")
struct ErasingExports {
    private let family = FamilyToErase()
    private let number = WorkspaceID(hi: 0x0199_0000_0000_7000, lo: 7)

    private func erase(
        _ note: NoteID, in house: WorkspaceFixture, on disk: any Disk = POSIXDisk()
    ) async throws -> ErasureOutcome? {
        let workspace = try await WorkspaceActor.open(
            at: house.paths, access: .writing, in: runtime(of: house, on: disk))
        do {
            let outcome = try await workspace.erase(await workspace.view.closure(of: .note(note)), as: house.anna)
            try await workspace.close()
            return outcome
        } catch {
            try await workspace.close()
            throw error
        }
    }

    private func runtime(of house: WorkspaceFixture, on disk: any Disk) -> RuntimeEnvironment {
        var runtime = house.runtime
        runtime.disk = disk
        return runtime
    }

    private func lived(in house: WorkspaceFixture) async throws {
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        try await workspace.close()
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    // MARK: Entries that are not plain files

    @Test(.shows("J-504"))
    func `what links in an export lead to stays as it is, and nobody waits for a pipe`() async throws {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        let outside = house.data.path + "-outside"
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: outside) } }
        try FileManager.default.createDirectory(atPath: outside + "/directory", withIntermediateDirectories: true)
        let named = "{\"id\" : \"\(family.note.entity.text)\"}"
        let mine = ["mine.txt": "mine", "mine.json": named, "twice.txt": "twice", "directory/deep.txt": "deep"]
        for (name, words) in mine { try Data(words.utf8).write(to: URL(filePath: outside + "/" + name)) }
        for (name, id) in [("holding", family.note.entity), ("other", family.neighbour.entity)] {
            let path = try house.export(name, naming: id)
            let links = [
                "link.txt": "mine.txt", "link.json": "mine.json", "dangling.json": "nowhere", "directory": "directory",
            ]
            for (link, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: path + "/" + link, withDestinationPath: outside + "/" + target)
            }
            try FileManager.default.createSymbolicLink(atPath: path + "/loop.json", withDestinationPath: "loop.json")
            try #require(mkfifo(path + "/pipe.json", 0o600) == 0)
            // A second name for the same bytes, as programs make them that save room.
            try #require(Glibc.link(outside + "/twice.txt", path + "/twice.txt") == 0)
        }

        let outcome = try await erase(family.note, in: house)
        #expect(outcome?.alsoErased == [house.exports + "/holding"])
        #expect(outcome?.notLookedInto == [])
        // That a link leads to the words is not to hold them.
        #expect(try house.exportNames() == ["other"])
        for (name, words) in mine { #expect(try text(outside + "/" + name) == words, "\(name)") }
    }

    @Test func `what a link leads to is no export of ours, and neither is what has a link for a marker`() async throws {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        let elsewhere = try WorkspaceFixture()
        let far = try elsewhere.export("far", naming: family.note.entity)
        let near = try house.export("near", naming: family.note.entity)
        try FileManager.default.createSymbolicLink(atPath: house.exports + "/linked", withDestinationPath: far)
        try FileManager.default.createSymbolicLink(atPath: house.exports + "/dangling", withDestinationPath: "nowhere")
        try FileManager.default.removeItem(atPath: near + "/" + KeptExport.marker)
        try FileManager.default.createSymbolicLink(
            atPath: near + "/" + KeptExport.marker, withDestinationPath: far + "/" + KeptExport.marker)
        #expect(try await erase(family.note, in: house)?.alsoErased == [])
        #expect(try house.exportNames() == ["dangling", "linked", "near"])
        #expect(try elsewhere.exportNames() == ["far"])
        #expect(try text(far + "/Notes/SECRETNOTE.md") == "SECRETNOTE")
    }

    @Test func `a directory with data of Daybook in it is never erased as an export`() async throws {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        for place in [house.data.path, house.paths.root] {
            try Data("{}".utf8).write(to: URL(filePath: place + "/" + KeptExport.marker))
            try Data(family.note.entity.text.utf8).write(to: URL(filePath: place + "/notes.json"))
        }
        try house.export("holding", naming: family.note.entity)
        #expect(try await erase(family.note, in: house)?.alsoErased == [house.exports + "/holding"])
        let reopened = try await house.open()
        #expect(await reopened.view.notes.notes.count == 1)
        try await reopened.close()
    }

    // MARK: What cannot be looked into

    @Test func `a directory that cannot be listed is named, and keeps nothing from being erased`() async throws {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        let holding = try house.export("holding", naming: family.note.entity)
        let other = try house.export("other", naming: family.neighbour.entity)
        let closed = house.data.path + "/lost+found"
        try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: true)
        let deep = house.data.path + "/a/a/a/a/a/a/a/a"
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let disk = SecretiveDisk([closed: 0, other + "/Notes": 0])
        let outcome = try await erase(family.note, in: house, on: disk)
        #expect(outcome?.alsoErased == [holding])
        #expect(outcome?.notLookedInto.sorted() == [deep, other + "/Notes", closed].sorted())
        let workspace = try await WorkspaceActor.open(
            at: house.paths, access: .writing, in: runtime(of: house, on: disk))
        #expect(workspace.opening.unfinishedErasure == nil)
        try await workspace.close()
    }

    @Test func `what stands in the way of an export is found before anything is erased`() async throws {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        let holding = try house.export("holding", naming: family.note.entity)
        let disk = SecretiveDisk([holding + "/Notes/SECRETNOTE.files": 0])
        let fault = DiskError(call: .readdir, path: holding + "/Notes/SECRETNOTE.files", errno: EACCES)
        let failure = RuntimeFailure.exportInTheWay(fault, isBegun: false)
        await #expect(throws: failure) { try await erase(family.note, in: house, on: disk) }
        #expect(failure.message.contains(fault.path) && failure.message.hasSuffix("Nothing was erased."))
        let workspace = try await house.open()
        #expect(await workspace.view.notes.notes[family.note] != nil)
        #expect(workspace.journal.unfinishedRedaction == nil)
        try await workspace.close()
        #expect(try text(holding + "/Notes/SECRETNOTE.md") == "SECRETNOTE")
        #expect(try await erase(family.note, in: house)?.alsoErased == [holding])
    }

    @Test func `what comes in the way later is told, keeps nobody from writing, and waits for who writes next`()
        async throws
    {
        let house = try WorkspaceFixture()
        try await lived(in: house)
        let holding = try house.export("holding", naming: family.note.entity)
        // Listed while it is looked for, while it is checked and while it is looked for again, and not any more then.
        let disk = SecretiveDisk([holding + "/Notes": 3])
        let failure = RuntimeFailure.exportInTheWay(
            DiskError(call: .readdir, path: holding + "/Notes", errno: EACCES), isBegun: true)
        await #expect(throws: failure) { try await erase(family.note, in: house, on: disk) }
        let workspace = try await WorkspaceActor.open(
            at: house.paths, access: .writing, in: runtime(of: house, on: disk))
        #expect(workspace.opening.unfinishedErasure == failure)
        #expect(failure.message.contains(holding) && failure.message.hasSuffix("goes on erasing."))
        _ = try await workspace.perform(
            [.notes(.createNote(NoteID(hi: 0xE2, lo: 1), title: nil, body: "meanwhile", in: nil))], as: house.anna)
        try await workspace.close()
        let reopened = try await house.open()
        #expect(reopened.opening.unfinishedErasure == nil && reopened.journal.unfinishedRedaction == nil)
        #expect(await reopened.view.notes.notes.count == 2)
        try await reopened.close()
        #expect(try house.exportNames() == [])
    }

    // MARK: A process that dies

    @Test func `whatever call it dies at, an export that holds the note is whole with it or gone with it`()
        async throws
    {
        let start = try WorkspaceFixture()
        try await lived(in: start)
        try start.export("holding", naming: family.note.entity)
        try start.export("other", naming: family.neighbour.entity)
        let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"
        var outcomes: Set<String> = []
        var nth = 1
        while !outcomes.contains("lived") {
            outcomes.insert(try await die(at: nth, start))
            nth += isFull ? 1 : 3
        }
        #expect(nth > 40)
        #expect(outcomes == ["as before", "went on", "lived"])
    }

    private func die(at nth: Int, _ start: WorkspaceFixture) async throws -> String {
        let house = try WorkspaceFixture(copying: start)
        let disk = DyingDisk()
        let workspace = try await WorkspaceActor.open(
            at: house.paths, access: .writing, in: runtime(of: house, on: disk))
        let closure = await workspace.view.closure(of: .note(family.note))
        disk.die(at: nth)
        var lived = false
        do { lived = try await workspace.erase(closure, as: house.anna) != nil } catch {}
        do { try await workspace.close() } catch {}
        disk.endProcess()
        let reopened = try await house.open()
        let isThere = await reopened.view.notes.notes[family.note] != nil
        #expect(reopened.opening.unfinishedErasure == nil, "call \(nth)")
        try await reopened.close()
        #expect(try house.exportNames() == (isThere ? ["holding", "other"] : ["other"]), "call \(nth)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: house.exports)
        #expect(files.count == (isThere ? 14 : 7), "call \(nth): \(files)")
        if lived { #expect(!isThere) }
        return lived ? "lived" : isThere ? "as before" : "went on"
    }

    // MARK: Whole workspaces

    /// A family and an export that says whose it is, and one that does not.
    private func furnish(_ house: WorkspaceFixture) async throws {
        let workspace = try await house.create()
        try house.export("ours", naming: family.note.entity, of: EntityID(workspace.journal.id))
        try house.export("old", naming: family.note.entity)
        try await workspace.close()
    }

    @Test(.shows("J-504"), arguments: [false, true])
    func `exports go with their workspace, without its keys too, and those that say nothing are named`(
        isEncrypted: Bool
    ) async throws {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        try await furnish(house)
        if isEncrypted {
            for end in [".keyring", ".keyring.copy"] {
                try FileManager.default.removeItem(atPath: house.data.keysPath + "/family" + end)
            }
        }
        let outcome = try house.data.eraseWorkspace(named: "family", as: number)
        #expect(outcome.exports.erased == [house.exports + "/ours"])
        #expect(outcome.exports.leftBehind == [house.exports + "/old"])
        #expect(try house.exportNames() == ["old"])
    }

    @Test func `exports of a workspace of which there is a copy stay, and are named`() async throws {
        let house = try WorkspaceFixture()
        try await furnish(house)
        try FileManager.default.copyItem(atPath: house.paths.root, toPath: house.data.path + "/workspaces/copied")
        let first = try house.data.eraseWorkspace(named: "family", as: number)
        #expect(first.exports.erased == [])
        #expect(first.exports.leftBehind == [house.exports + "/old", house.exports + "/ours"])
        let second = try house.data.eraseWorkspace(named: "copied", as: number)
        #expect(second.exports.erased == [house.exports + "/ours"])
    }

    @Test func `where nobody knows any more which journal it was, its exports stay, and are named`() async throws {
        let house = try WorkspaceFixture()
        try await furnish(house)
        try FileManager.default.removeItem(atPath: house.paths.journal + "/" + JournalNames.identity)
        let outcome = try house.data.eraseWorkspace(named: "family", as: number)
        #expect(outcome.exports.leftBehind == [house.exports + "/old", house.exports + "/ours"])
        #expect(try house.data.workspaceNames() == [])
    }

    @Test func `what stands in the way of an export keeps the workspace as it was`() async throws {
        let house = try WorkspaceFixture()
        try await furnish(house)
        let notes = house.exports + "/ours/Notes"
        let closed = DataDirectory(path: house.data.path, disk: SecretiveDisk([notes: 0]))
        let fault = DiskError(call: .readdir, path: notes, errno: EACCES)
        #expect(throws: RuntimeFailure.exportInTheWay(fault, isBegun: false)) {
            try closed.eraseWorkspace(named: "family", as: number)
        }
        try await house.open().close()
        #expect(try house.exportNames() == ["old", "ours"])
    }
}

/// The real disk, on which some directories cannot be listed, as when they are somebody else's.
private final class SecretiveDisk: MachineDisk {
    private let real = POSIXDisk()
    /// The number of times that each of them can be listed before that.
    private let left: Mutex<[String: Int]>

    init(_ closed: [String: Int]) { left = Mutex(closed) }

    func names(inDirectory path: String) throws(DiskError) -> [String] {
        let isClosed = left.withLock { left in
            guard let count = left[path] else { return false }
            left[path] = count - 1
            return count <= 0
        }
        if isClosed { throw DiskError(call: .readdir, path: path, errno: EACCES) }
        return try real.names(inDirectory: path)
    }

    func open(_ path: String, _ mode: OpenMode) throws(DiskError) -> any DiskFile { try real.open(path, mode) }
    func makeDirectory(_ path: String) throws(DiskError) { try real.makeDirectory(path) }
    func rename(_ path: String, to newPath: String) throws(DiskError) { try real.rename(path, to: newPath) }
    func remove(_ path: String) throws(DiskError) { try real.remove(path) }
    func syncDirectory(_ path: String) throws(DiskError) { try real.syncDirectory(path) }
}

extension DyingDisk: MachineDisk {}
