import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Undoing on accounts")
struct UndoingOnAccounts {
    @Test(arguments: Seed.hundred)
    func `undoing what just happened restores the identical view, and redoing the later one`(seed: Seed) throws {
        var simulation = AccountsSimulation(seed)
        for _ in 0..<80 {
            let before = simulation.content
            let start = simulation.history.count
            let events = simulation.take(simulation.command())
            guard !events.isEmpty, !events.contains(where: { $0.finality != nil }) else { continue }
            let after = simulation.content

            try simulation.undo(from: start)
            #expect(simulation.content == before)
            let undone = simulation.history.count
            try simulation.undo(from: undone - (undone - start) / 2)
            #expect(simulation.content == after)
        }
    }

    @Test func `every kind of event can be undone, but for those that are final`() throws {
        var undone: Set<AccountEvent.Tag> = []
        var final: Set<AccountEvent.Tag> = []
        for seed in Seed.hundred {
            var simulation = AccountsSimulation(seed)
            for _ in 0..<80 {
                let start = simulation.history.count
                let events = simulation.take(simulation.command())
                guard !events.isEmpty else { continue }
                let finals = events.filter { $0.finality != nil }
                guard finals.isEmpty else {
                    final.formUnion(finals.map(\.tag))
                    continue
                }
                undone.formUnion(try simulation.undo(from: start))
                undone.formUnion(try simulation.undo(from: simulation.history.count - 1))
                guard simulation.chance.once(in: 3) else { continue }
                undone.formUnion(try simulation.undo(from: simulation.history.count - 1))
            }
        }
        #expect(undone.isDisjoint(with: final))
        // No command leads to them: erasing attests itself, and the service notes what it opened.
        final.formUnion([.workspaceErased, .workspaceBegun])
        #expect(AccountEvent.Tag.allCases.filter { !undone.contains($0) && !final.contains($0) } == [])
        #expect(final.count == AccountRefusal.Finality.allCases.count)
    }

    @Test(arguments: AccountEvent.oneOfEach.filter { $0.finality != nil })
    func `what gives or takes a credential is final, and says what to do instead`(event: AccountEvent) throws {
        let finality = try #require(event.finality)
        let spec = Fixture.spec.signedIn.invited
        #expect(throws: AccountRefusal.final(finality)) {
            try AccountDecider.compensation(for: event, before: spec.state, now: spec.state)
        }
        // Also when it has long been overruled.
        #expect(throws: AccountRefusal.final(finality)) {
            try AccountDecider.compensation(
                for: event, before: AccountDecider.initial, now: AccountDecider.initial)
        }
    }

    @Test func `what later events have overruled is left alone`() throws {
        let spec = Fixture.spec.after([
            .choosePlan(.anna, .paid), .choosePlan(.anna, .free), .renameWorkspace(.home, to: Fixture.name("A")),
            .renameWorkspace(.home, to: Fixture.name("B")), .changeRole(.home, of: .cleo, to: .editor),
            .removeMember(.home, .cleo), .assignShortcut(.anna, action: "a", keys: "1"),
            .assignShortcut(.anna, action: "a", keys: "2"),
        ])
        for index in [0, 2, 4, 6].map({ Fixture.family.count + $0 }) { #expect(try undo(index, of: spec).isEmpty) }
        #expect(try undo(Fixture.family.count + 7, of: spec) == [.shortcutAssigned(.anna, action: "a", keys: "1")])
        #expect(
            try undo(Fixture.family.count + 5, of: spec)
                == [.memberAdded(.home, .cleo, role: .editor, reach: .children([Fixture.mila]))])
    }

    @Test func `undoing obeys the rules of today`() throws {
        let moved = Fixture.spec.after([
            .changeEmail(.anna, to: Fixture.email("a@new.org")),
            .changeEmail(.dora, to: Fixture.email("anna@example.org")),
        ])
        #expect(throws: AccountRefusal.emailTaken) { try undo(Fixture.family.count, of: moved) }
        let owners = Fixture.spec.after([.changeRole(.home, of: .ben, to: .owner), .removeMember(.home, .anna)])
        #expect(throws: AccountRefusal.lastOwner) { try undo(Fixture.family.count, of: owners) }
        let closed = Fixture.spec.after([.renameWorkspace(.home, to: Fixture.name("Us")), .closeWorkspace(.home)])
        #expect(throws: AccountRefusal.workspaceClosed(.home, Fixture.name("Us"))) {
            try undo(Fixture.family.count, of: closed)
        }
        let taken = Fixture.spec.given(
            .userWithdrawn(.dora),
            .userRegistered(.emil, email: Fixture.email("Dora@example.org"), password: Fixture.hash(5), name: nil))
        #expect(throws: AccountRefusal.emailTaken) { try undo(Fixture.family.count, of: taken) }
    }

    @Test func `a making is not undone under what hangs on it by now`() throws {
        #expect(throws: AccountRefusal.userInUse(.anna)) { try undo(0, of: Fixture.spec) }
        #expect(throws: AccountRefusal.deviceInUse(.phone, Fixture.name("Phone"))) {
            try undo(4, of: Fixture.spec.signedIn)
        }
        #expect(throws: AccountRefusal.workspaceInUse(.home, Fixture.name("Home"))) { try undo(6, of: Fixture.spec) }
        #expect(try undo(3, of: Fixture.spec) == [.userWithdrawn(.dora)])
        #expect(try undo(4, of: Fixture.spec) == [.deviceWithdrawn(.phone)])
        let alone = Fixture.spec.after([.createWorkspace(.shed, owner: .dora, name: Fixture.name("Shed"))])
        #expect(try undo(Fixture.family.count, of: alone) == [.workspaceWithdrawn(.shed)])
    }

    private func undo(_ index: Int, of spec: Spec<AccountDecider>) throws -> [AccountEvent] {
        let subject = spec.history[index].encoded().subject
        let own = spec.history.prefix(index).filter { $0.encoded().subject == subject }
        return try AccountDecider.compensation(
            for: spec.history[index], before: Spec<AccountDecider>.given(Array(own)).state, now: spec.state)
    }
}

@Suite("Bringing back how an account was")
struct BringingBack {
    @Test(arguments: Seed.ten)
    func `names, address, plan, preferences, roles and reaches are as they were, and doing it again does nothing`(
        seed: Seed
    ) throws {
        var simulation = AccountsSimulation(seed)
        for _ in 0..<120 { simulation.take(simulation.command()) }
        for _ in 0..<20 {
            let subjects = simulation.state.model.users.ids.map(\.entity) + simulation.state.model.workspaces.ids.map(\.entity)
            let picked = simulation.chance.pick(subjects)
            let subject = try #require(picked)
            let then = simulation.view(of: subject, upTo: simulation.chance.below(simulation.history.count + 1))
            guard let events = try? AccountDecider.restoration(of: subject, to: then, given: simulation.state) else {
                continue
            }
            #expect(events.allSatisfy { $0.finality == nil })
            simulation.happen(events)
            #expect(try AccountDecider.restoration(of: subject, to: then, given: simulation.state).isEmpty)
            let user = subject.as(RegisteredUser.self)
            if let today = simulation.state.model.existing(user) {
                let old = try #require(then.model.existing(user))
                #expect(today.name == old.name)
                #expect(today.email == old.email)
                #expect(today.plan == old.plan)
                #expect(today.preferences == old.preferences)
            }
            let workspace = subject.as(OwnedWorkspace.self)
            if let today = simulation.state.model.existing(workspace) {
                let old = try #require(then.model.existing(workspace))
                #expect(today.name == old.name)
                #expect(today.isClosed == old.isClosed)
                for member in old.present {
                    guard let now = today.member(member.user) else { continue }
                    #expect(now.role == member.role)
                    #expect(now.reach == member.reach)
                }
            }
        }
    }

    @Test func `a device and a token get their old names, and what did not exist is refused`() throws {
        let spec = Fixture.spec.signedIn
        let then = Fixture.view(of: spec.history)
        let later = spec.after([
            .renameDevice(.phone, to: Fixture.name("Old")), .renameToken(.script, to: Fixture.name("Old")),
            .revokeToken(.script),
        ])
        #expect(
            try AccountDecider.restoration(of: UserDeviceID.phone.entity, to: then, given: later.state)
                == [.deviceRenamed(.phone, name: Fixture.name("Phone"))])
        #expect(
            try AccountDecider.restoration(of: TokenID.script.entity, to: then, given: later.state)
                == [.tokenRenamed(.script, name: Fixture.name("Backup"))])
        let empty = AccountProjection.empty
        for subject in [
            UserID.anna.entity, UserDeviceID.phone.entity, TokenID.script.entity, WorkspaceID.home.entity,
        ] {
            #expect(throws: AccountRefusal.notThereYet(subject)) {
                try AccountDecider.restoration(of: subject, to: empty, given: later.state)
            }
        }
        #expect(try AccountDecider.restoration(of: Fixture.id(999), to: then, given: later.state).isEmpty)
    }
}
