import Accounts
import Foundation
import Glibc
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

@Suite("Erasing whole workspaces")
struct ErasingWorkspaces {
    private let number = WorkspaceID(hi: 0x0199_0000_0000_7000, lo: 7)

    /// A family and another workspace; with a snapshot, and an export of each.
    private func furnish(_ house: WorkspaceFixture) async throws {
        let workspace = try await house.create()
        try await FamilyToErase().live(in: workspace, as: house.anna)
        try await workspace.snapshot()
        try house.export("ours", naming: house.id(), of: EntityID(workspace.journal.id))
        try await workspace.close()
        let other = try await WorkspaceActor.create(at: house.data.workspace(named: "other"), in: house.runtime)
        try house.export("theirs", naming: house.id(), of: EntityID(other.journal.id), word: "THEIRS")
        try await other.close()
    }

    /// Nothing of the family is left, and the other workspace is sound.
    private func expectGone(_ house: WorkspaceFixture, _ what: String = "") async throws {
        #expect(try house.data.workspaceNames() == ["other"], "\(what)")
        #expect(try house.data.unfinishedErasures() == [], "\(what)")
        #expect(try house.exportNames() == ["theirs"], "\(what)")
        for file in try house.everyFile() {
            #expect(!file.path.contains("family"), "\(what): \(file.path)")
            for word in FamilyToErase.secrets + FamilyToErase.kept {
                #expect(!holds(file.bytes, word), "\(what): \(file.path) holds \(word)")
            }
        }
        let other = try await WorkspaceActor.open(
            at: house.data.workspace(named: "other"), access: .writing, in: house.runtime)
        #expect(try other.verify(await other.view).isSound, "\(what)")
        try await other.close()
    }

    @Test(arguments: [false, true]) func `a workspace goes as a whole, and the other stays`(
        isEncrypted: Bool
    ) async throws {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted)
        try await furnish(house)
        let outcome = try house.data.eraseWorkspace(named: "family", as: number)
        #expect(outcome.fileCount > 4)
        #expect(outcome.exports.erased == [house.exports + "/ours"])
        #expect(outcome.exports.leftBehind == [] && outcome.exports.passedOver == [])
        try await expectGone(house)
        #expect(throws: RuntimeFailure.notAWorkspace(path: house.paths.root)) {
            try house.data.eraseWorkspace(named: "family", as: number)
        }
        // What an older build left half-way is found as well.
        let left = house.data.path + "/workspaces/.family.erasing/journal"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("SECRETNOTE".utf8).write(to: URL(filePath: left + "/000000000001.segment"))
        let found = try #require(try house.data.unfinishedErasures().first)
        #expect(found.name == "family" && found.id == nil)
        #expect(try house.data.destroy(found).fileCount > 0)
        try house.data.forget(found)
        try await expectGone(house)
    }

    /// As a process that dies at each call that changes or looks at the disk.
    @Test(arguments: [false, true])
    func `whatever call it dies at, the workspace is whole or goes to the end`(isEncrypted: Bool) async throws {
        let start = try WorkspaceFixture(isEncrypted: isEncrypted)
        try await furnish(start)
        var outcomes: Set<String> = []
        var nth = 0
        repeat {
            nth += 1
            outcomes.insert(try await die(at: nth, start, isEncrypted))
        } while !outcomes.contains("lived")
        #expect(nth > 40)
        #expect(outcomes == ["as before", "went on", "lived"])
    }

    private func die(at nth: Int, _ start: WorkspaceFixture, _ isEncrypted: Bool) async throws -> String {
        let house = try WorkspaceFixture(isEncrypted: isEncrypted, copying: start)
        let disk = DyingDisk()
        disk.die(at: nth)
        let dying = DataDirectory(path: house.data.path, disk: disk)
        var outcome = "lived"
        do { _ = try dying.eraseWorkspace(named: "family", as: number) } catch {
            outcome = try house.data.workspaceNames().contains("family") ? "as before" : "went on"
        }
        disk.endProcess()
        if outcome == "as before" {
            #expect(try house.data.unfinishedErasures() == [], "call \(nth)")
            #expect(try house.exportNames() == ["ours", "theirs"], "call \(nth)")
            let family = try await house.open()
            try #require(await family.view.notes.notes.count == 2, "call \(nth)")
            #expect(try family.verify(await family.view).isSound, "call \(nth)")
            try await family.close()
            return outcome
        }
        for erasure in try house.data.unfinishedErasures() {
            #expect(erasure.name == "family" && erasure.id == number, "call \(nth)")
            _ = try house.data.destroy(erasure)
            try house.data.forget(erasure)
        }
        try await expectGone(house, "call \(nth)")
        return outcome
    }

    @Test func `no key is destroyed before it is certain that the workspace goes`() async throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        try await furnish(house)
        _ = try house.data.beginErasure(of: "family", as: number)
        // Only its name is another: with that taken back, all of it opens.
        let aside = try #require(try house.data.unfinishedErasures().first)
        try FileManager.default.moveItem(atPath: aside.directory, toPath: house.paths.root)
        let family = try await house.open()
        #expect(await family.view.notes.notes.count == 2)
        try await family.close()
    }

    @Test func `one whose keys are lost goes, and one whose journal is damaged`() async throws {
        for isEncrypted in [true, false] {
            let house = try WorkspaceFixture(isEncrypted: isEncrypted)
            try await furnish(house)
            if isEncrypted {
                for end in [".keyring", ".keyring.copy"] {
                    try FileManager.default.removeItem(atPath: house.data.keysPath + "/family" + end)
                }
            } else {
                let segment = house.paths.journal + "/000000000001.segment"
                try Data("no segment".utf8).write(to: URL(filePath: segment))
            }
            await #expect(throws: RuntimeFailure.self) { try await house.open() }
            _ = try house.data.eraseWorkspace(named: "family", as: number)
            try await expectGone(house, isEncrypted ? "lost keys" : "damaged")
        }
    }

    @Test func `one that somebody writes stays, and it is said who does`() async throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        try await furnish(house)
        let family = try await house.open()
        #expect(throws: RuntimeFailure.journal(path: house.paths.root, .locked(holderPID: getpid()))) {
            try house.data.eraseWorkspace(named: "family", as: number)
        }
        #expect(await family.view.notes.notes.count == 2)
        try await family.close()
    }

    @Test func `a new one of that name never gets the keys of the old`() async throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        try await furnish(house)
        let old = try Data(contentsOf: URL(filePath: house.data.keysPath + "/family.keyring"))
        let erasure = try house.data.beginErasure(of: "family", as: number)
        let new = try await WorkspaceActor.openOrCreate(at: house.paths, in: house.runtime)
        #expect(await new.view.notes.notes.count == 0)
        try await new.close()
        #expect(try Data(contentsOf: URL(filePath: house.data.keysPath + "/family.keyring")) != old)
        // What is left of the old one goes without it.
        #expect(try house.data.destroy(erasure).fileCount == 0)
        try house.data.forget(erasure)
        try await house.open().close()
    }

    @Test func `it is attested once, and the attestation stays when the account goes`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        try await furnish(house)
        #expect(try await book.workspace(lyingAt: "Home") == people.home)
        let erasure = try house.data.beginErasure(of: "family", as: people.home)
        _ = try house.data.destroy(erasure)
        try await book.attest(erasure, as: people.keeper)
        let count = await book.lastSequence
        try await book.attest(erasure, as: people.keeper)
        #expect(await book.lastSequence == count)
        try house.data.forget(erasure)
        #expect(await book.view.model.existing(people.home) == nil)
        await #expect(throws: AccountRefusal.final(.workspaceErasure)) {
            try await book.undo(count, by: .machine, as: people.keeper)
        }
        for user in [people.ben, people.anna] { _ = try await book.erase(user, as: people.keeper) }
        var attested = 0
        try book.journal.records(of: book.paths.root) { header, payload in
            if case .workspaceErased(people.home)? = try Recorded<AccountEvent>(header, payload)?.event { attested += 1 }
            return .next
        }
        #expect(attested == 1)
        #expect(try book.verify().ok)
        try await book.close()
    }
}
