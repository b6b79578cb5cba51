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
    @Test(.shows("J-504")) func `an account goes with everything of it, and the others stay as they are`() async throws
    {
        let house = try Household()
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
                    at: house.surroundings.now(), expires: Instant(seconds: 2_000_000_000))
            ], by: .machine, as: people.keeper)
        let link: ShareLinkID = house.id()
        _ = try await book.perform(
            [
                .makeShareLink(
                    link, of: SharedThing(.note, house.id()), in: people.home, by: people.ben,
                    secret: FreshSecret().digest, password: nil, isViewOnly: false, at: house.surroundings.now(),
                    expires: Instant(microseconds: house.surroundings.now().microseconds + 1), daysMax: 1)
            ], by: .machine, as: people.keeper)
        let outcome = try await book.erase(people.ben, as: people.keeper)
        #expect(outcome.things == 3)
        #expect(await book.view.roster.shareLinks(in: people.home).isEmpty)
        let view = await book.view
        #expect(view.roster.kept(people.ben) == nil && view.roster.kept(people.anna) != nil)
        #expect(view.roster.kept(people.home)?.present.map(\.user) == [people.anna])
        #expect(view.roster.user(with: people.email("Ben")) == nil)
        #expect(try book.replay() == view)
        #expect(try book.verify().ok)
        try await book.close()
        for file in try house.everyFile() {
            #expect(!holds(file.bytes, "Ben@example.org") && !holds(file.bytes, "ben@example.org"), "\(file.path)")
        }
        let again = try await AccountsBook.open(in: house.data, access: .writing, surroundings: house.surroundings)
        #expect(await again.view == view)
        // The address is free again.
        _ = try await again.perform([people.register(house.id(), "Ben")], by: .machine, as: people.keeper)
        try await again.close()
    }

    @Test func `the last owner of a workspace with others in it stays until somebody else owns it`() async throws {
        let house = try Household()
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
        #expect(await book.view.roster.workspaces.count == 0)
        try await book.close()
    }

    @Test func `a name is erased, and what was written under it stays`() async throws {
        let house = try Household()
        let family = FamilyToErase()
        let workspace = try await house.create()
        try await family.live(in: workspace, as: house.anna)
        _ = try await workspace.erase(
            await workspace.view.belongings(ofName: house.anna.actor), as: house.ben)
        #expect(await workspace.view.name(of: house.anna.actor).hasPrefix("actor "))
        #expect(await workspace.view.notes.notes.count == 2)
        try await workspace.close()
    }
}
