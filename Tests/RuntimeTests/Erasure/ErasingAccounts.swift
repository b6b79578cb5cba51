import Accounts
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

@Suite("Erasing accounts")
struct ErasingAccounts {
    @Test(.shows("J-504")) func `an account goes with everything of it, and the others stay as they are`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        _ = try await people.signIn(FreshSecret(), at: book)
        let invitation: InvitationID = house.id()
        _ = try await book.perform(
            [
                .sendInvitation(
                    invitation, to: people.home, role: .viewer, reach: .everything, email: people.email("ben"),
                    secret: FreshSecret().digest,
                    at: house.runtime.now(), expires: Instant(seconds: 2_000_000_000))
            ], by: .machine, as: people.keeper)
        let link: ShareLinkID = house.id()
        _ = try await book.perform(
            [
                .makeShareLink(
                    link, of: SharedThing(.note, house.id()), in: people.home, by: people.ben,
                    secret: FreshSecret().digest, password: nil, isViewOnly: false, at: house.runtime.now(),
                    expires: Instant(microseconds: house.runtime.now().microseconds + 1), daysMax: 1)
            ], by: .machine, as: people.keeper)
        let outcome = try await book.erase(people.ben, as: people.keeper)
        #expect(outcome.things == 3)
        #expect(await book.view.model.shareLinks(in: people.home).isEmpty)
        let view = await book.view
        #expect(view.model.existing(people.ben) == nil && view.model.existing(people.anna) != nil)
        #expect(view.model.existing(people.home)?.present.map(\.user) == [people.anna])
        #expect(view.model.user(with: people.email("Ben")) == nil)
        #expect(try book.replay() == view)
        #expect(try book.verify().ok)
        try await book.close()
        for file in try house.everyFile() {
            #expect(!holds(file.bytes, "Ben@example.org") && !holds(file.bytes, "ben@example.org"), "\(file.path)")
        }
        let again = try await AccountsStore.open(in: house.data, access: .writing, runtime: house.runtime)
        #expect(await again.view == view)
        // The address is free again.
        _ = try await again.perform([people.register(house.id(), "Ben")], by: .machine, as: people.keeper)
        try await again.close()
    }

    @Test func `the last owner of a workspace with others in it stays until somebody else owns it`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let before = await book.view
        await #expect(throws: AccountErasureRefusal.lastOwner(workspace: Name(good: "Home"))) {
            try await book.erase(people.anna, as: people.keeper)
        }
        #expect(await book.view == before)
        _ = try await book.erase(people.ben, as: people.keeper)
        _ = try await book.erase(people.anna, as: people.keeper)
        #expect(await book.view.liveUsers.isEmpty)
        #expect(await book.view.model.workspaces.count == 0)
        try await book.close()
    }

    @Test func `what has the number of something that goes and is of another kind stays`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        // As an older build let clients choose them.
        let traps: [AccountEvent] = [
            .deviceAdded(people.home.as(KnownDevice.self), of: people.ben, name: Name(good: "Trap")),
            .workspaceCreated(people.anna.as(OwnedWorkspace.self), owner: people.ben, name: Name(good: "Pit")),
        ]
        let command = await book.nextCommand(of: people.keeper.device)
        _ = try await book.commit(
            traps.map { Planned(event: $0) }, CommitMetadata(author: people.keeper, command: command))
        _ = try await book.erase(people.ben, as: people.keeper)
        let model = await book.view.model
        #expect(model.existing(people.anna)?.email == people.email("Anna"))
        #expect(model.existing(people.home)?.present.map(\.user) == [people.anna])
        #expect(Array(model.devices.ids) == [people.phone])
        #expect(Array(model.workspaces.ids) == [people.home])
        try await book.close()
    }

    @Test func `what was erased leaves its number to nobody, also after opening again`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        var book = try await people.open()
        try await people.move(into: book)
        let (own, desk): (WorkspaceID, UserDeviceID) = (house.id(), house.id())
        _ = try await book.perform(
            [
                .addDevice(desk, of: people.ben, name: Name(good: "Desk")),
                .createWorkspace(own, owner: people.ben, name: Name(good: "Own")),
            ], by: .machine, as: people.keeper)
        _ = try await book.erase(people.ben, as: people.keeper)
        for isAgain in [false, true] {
            if isAgain {
                try await book.close()
                book = try await people.open()
            }
            let open = book
            for (id, command) in [
                (own.entity, .createWorkspace(own, owner: people.anna, name: Name(good: "Mine"))),
                (desk.entity, .addDevice(desk, of: people.anna, name: Name(good: "Mine"))),
                (people.ben.entity, people.register(people.ben, "Cleo")),
            ] as [(EntityID, AccountCommand)] {
                await #expect(throws: AccountRefusal.identifierTaken(id)) {
                    try await open.perform([command], by: .machine, as: people.keeper)
                }
            }
            // What stays is made again as before: quietly.
            let again = try await book.perform(
                [.createWorkspace(people.home, owner: people.anna, name: Name(good: "Home"))], by: .machine,
                as: people.keeper)
            guard case .nothingToDo = again else {
                Issue.record("made again: \(again)")
                continue
            }
        }
        try await book.close()
    }

    @Test func `once an erasure has begun nothing comes in its way any more`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let (own, letter): (WorkspaceID, InvitationID) = (house.id(), house.id())
        let (secret, now) = (FreshSecret(), house.runtime.now())
        _ = try await book.perform(
            [
                .createWorkspace(own, owner: people.ben, name: Name(good: "Own")),
                .sendInvitation(
                    letter, to: own, role: .editor, reach: .everything, email: nil, secret: secret.digest, at: now,
                    expires: Instant(seconds: 2_000_000_000)),
            ], by: .machine, as: people.keeper)
        let before = await book.lastSequence
        await #expect(throws: AccountErasureRefusal.lastOwner(workspace: Name(good: "Home"))) {
            _ = try await book.beginErasure(of: people.anna, as: people.keeper) { Issue.record("noted") }
        }
        #expect(await book.lastSequence == before, "refused, nothing is done")

        _ = try await book.perform(
            [.changeRole(people.home, of: people.ben, to: .owner)], by: .machine, as: people.keeper)
        let closure = try await book.beginErasure(of: people.ben, as: people.keeper) {}
        #expect(closure.workspaces == [own])
        for (refusal, command) in [
            (
                .noSuchWorkspace(own),
                .acceptInvitation(letter, by: people.anna, secret: secret.digest, at: now)
            ),
            (.noSuchUser(people.ben), .createWorkspace(house.id(), owner: people.ben, name: Name(good: "More"))),
            (.noSuchUser(people.ben), .addMember(people.home, people.ben, role: .owner, reach: .everything)),
            (.noSuchUser(people.ben), .addDevice(house.id(), of: people.ben, name: Name(good: "Desk"))),
        ] as [(AccountRefusal, AccountCommand)] {
            await #expect(throws: refusal) {
                try await book.perform([command], by: .machine, as: people.keeper)
            }
        }
        await #expect(throws: AuthorizationError.notSignedIn) {
            _ = try await book.beginErasure(of: people.ben, as: people.keeper) {}
        }
        _ = try await book.erase(people.ben, as: people.keeper)
        #expect(Array(await book.view.model.users.ids) == [people.anna])
        #expect(Array(await book.view.model.workspaces.ids) == [people.home])
        #expect(try book.replay() == (await book.view))
        try await book.close()
    }

    @Test func `two who are erased at the same time both go`() async throws {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let (keeper, anna, ben, cleo): (Author, UserID, UserID, UserID) = (
            people.keeper, people.anna, people.ben, house.id()
        )
        _ = try await book.perform([people.register(cleo, "Cleo")], by: .machine, as: keeper)
        async let first = book.erase(ben, as: keeper)
        async let second = book.erase(cleo, as: keeper)
        _ = try await (first, second)
        #expect(await book.view.liveUsers == [anna])
        #expect(try book.replay() == (await book.view))
        #expect(try book.verify().ok)
        try await book.close()
    }

    @Test func `what was erased before takes no directory, and one that came to lie there later goes as itself`()
        async throws
    {
        let house = try WorkspaceFixture()
        let people = Neighbours(house)
        let book = try await people.open()
        try await people.move(into: book)
        let (old, new): (WorkspaceID, WorkspaceID) = (house.id(), house.id())
        func create(_ id: WorkspaceID) async throws {
            _ = try await book.perform(
                [.createWorkspace(id, owner: people.ben, name: Name(good: "family"))], by: .machine, as: people.keeper)
        }
        try await create(old)
        try await house.create().close()
        let erasure = try house.data.beginErasure(of: "family", as: old)
        _ = try house.data.destroy(erasure)
        try await book.attest(erasure, as: people.keeper)
        try house.data.forget(erasure)
        try await create(new)
        let closure = try await book.beginErasure(of: people.ben, as: people.keeper) {}
        #expect(Set(closure.workspaces) == [old, new])
        #expect(try await book.directoryToErase(with: old, given: closure) == nil)
        #expect(try await book.directoryToErase(with: new, given: closure) == "family")
        try await book.close()
    }

    @Test func `a name is erased, and what was written under it stays`() async throws {
        let house = try WorkspaceFixture()
        let family = FamilyToErase()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        _ = try await workspace.erase(
            await workspace.view.closure(ofName: house.anna.actor), as: house.ben)
        #expect(await workspace.view.name(of: house.anna.actor).hasPrefix("actor "))
        #expect(await workspace.view.notes.notes.count == 2)
        try await workspace.close()
    }
}
