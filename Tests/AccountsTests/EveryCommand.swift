import Kernel
import KernelTesting
import Testing

@testable import Accounts

@Suite("Every command and every event of accounts")
struct EveryCommand {
    /// Equinox's property.
    @Test(arguments: Seed.hundred)
    func `any command sent twice is decided once`(seed: Seed) {
        var simulation = AccountsSimulation(seed)
        let past = simulation.history
        var commands: [AccountCommand] = []
        for _ in 0..<150 {
            let command = simulation.command()
            simulation.take(command)
            commands.append(command)
        }
        #expect(Spec<AccountDecider>.given(past).expectIdempotence(of: commands) > 20)
    }

    @Test(.shows("C-01"))
    func `state before and its events are state after, for every command, through the bytes of the journal`() throws {
        var decided: Set<Int> = []
        for seed in Seed.hundred {
            var past = AccountsSimulation(seed)
            for _ in 0..<(seed.number % 2 == 0 ? 40 : 0) { past.take(past.command()) }
            let replayed = try replay(past.history)
            try #require(replayed == past.state, "seed \(seed.number)")
            for kind in (0..<AccountsSimulation.kinds * 3).map({ $0 % AccountsSimulation.kinds }) {
                let command = past.command(ofKind: kind)
                var simulation = past
                let events = simulation.take(command)
                if !events.isEmpty { decided.insert(kind) }
                var after = replayed
                for event in events { AccountDecider.evolve(&after, with: try throughBytes(event)) }
                try #require(after == simulation.state, "seed \(seed.number), kind \(kind)")
            }
        }
        #expect(Set(0..<AccountsSimulation.kinds).subtracting(decided) == [], "every kind of command led to something")
    }

    @Test func `every kind of event happens in some life`() {
        var seen: Set<AccountEvent.Tag> = []
        for seed in Seed.hundred {
            var simulation = AccountsSimulation(seed)
            for _ in 0..<150 { simulation.take(simulation.command()) }
            seen.formUnion(simulation.history.map(\.tag))
        }
        let withoutCommand: Set<AccountEvent.Tag> = [
            .userWithdrawn, .userReinstated, .deviceWithdrawn, .deviceReinstated, .workspaceWithdrawn,
            .workspaceReinstated, .workspaceErased, .workspaceBegun, .invitationWithdrawn, .invitationReinstated,
        ]
        #expect(Set(AccountEvent.Tag.allCases).subtracting(seen) == withoutCommand)
    }

    private func replay(_ events: [AccountEvent]) throws -> AccountsState {
        var state = AccountDecider.initial
        for event in events { AccountDecider.evolve(&state, with: try throughBytes(event)) }
        return state
    }

    private func throughBytes(_ event: AccountEvent) throws -> AccountEvent {
        let (subject, payload) = event.encoded()
        return try AccountEvent(tag: event.tag, subject: subject, payload: payload.span.bytes)
    }

    @Test(arguments: Seed.hundred)
    func `rules and readers always agree, and what is found is what looking everywhere finds`(seed: Seed) throws {
        var simulation = AccountsSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        #expect(simulation.view.state == simulation.state)
        let model = simulation.state.model
        #expect(
            Set(model.notifiedDevices) == Set(model.devices.ids.filter { model.devices[$0]?.push != nil })
                && Set(model.notifiedDevices).count == model.notifiedDevices.count)
        for (id, slot) in model.users.all {
            let user = model.users[slot]
            #expect((model.user(with: user.email) == id) == !user.isWithdrawn)
            #expect(model.devices(of: id) == model.devices.ids.filter { model.devices[$0]?.user == id })
            #expect(model.sessions(of: id) == model.sessions.ids.filter { model.sessions[$0]?.user == id })
            #expect(model.tokens(of: id) == model.tokens.ids.filter { model.tokens[$0]?.user == id })
            let home = model.workspaces.ids.filter { model.workspaces[$0]?.member(id) != nil }
            #expect(Set(home).isSubset(of: model.workspaces(of: id)))
        }
        let live = model.users.entries.filter { !$0.isWithdrawn }.map(\.email.key)
        #expect(Set(live).count == live.count, "no two accounts have the same address")
        for (id, slot) in model.sessions.all {
            #expect(model.bearer(of: model.sessions[slot].secret) == .session(id))
        }
        for (id, slot) in model.shareLinks.all {
            #expect(model.bearer(of: model.shareLinks[slot].secret) == .shareLink(id))
            #expect(model.shareLinks(in: model.shareLinks[slot].workspace).contains(id))
        }
        for (id, slot) in model.workspaces.all where !model.workspaces[slot].isWithdrawn {
            #expect(model.workspaces[slot].present.contains { $0.role == .owner }, "\(id.text) has an owner")
            for member in model.workspaces[slot].present {
                #expect(member.role != .owner || member.reach.isEverything)
            }
        }
    }

    @Test(arguments: Seed.ten)
    func `the records of one thing alone make the same thing`(seed: Seed) {
        var simulation = AccountsSimulation(seed)
        for _ in 0..<150 { simulation.take(simulation.command()) }
        let whole = simulation.state.model
        for (id, slot) in whole.users.all {
            #expect(simulation.state(of: id.entity, upTo: simulation.history.count).model.users[id] == whole.users[slot])
        }
        for (id, slot) in whole.workspaces.all {
            #expect(
                simulation.state(of: id.entity, upTo: simulation.history.count).model.workspaces[id] == whole.workspaces[slot])
        }
        for (id, slot) in whole.webhooks.all {
            #expect(simulation.state(of: id.entity, upTo: simulation.history.count).model.webhooks[id] == whole.webhooks[slot])
        }
        for (id, slot) in whole.invitations.all {
            #expect(
                simulation.state(of: id.entity, upTo: simulation.history.count).model.invitations[id] == whole.invitations[slot]
            )
        }
        for (id, slot) in whole.shareLinks.all {
            #expect(
                simulation.state(of: id.entity, upTo: simulation.history.count).model.shareLinks[id] == whole.shareLinks[slot])
        }
    }

    @Test(arguments: Seed.ten)
    func `redelivery changes nothing`(seed: Seed) {
        var simulation = AccountsSimulation(seed)
        for _ in 0..<100 { simulation.take(simulation.command()) }
        let facts = Fixture.recorded(simulation.history)
        var view = AccountProjection.empty
        for (index, fact) in facts.enumerated() {
            AccountProjection.project(fact, into: &view)
            let before = view
            AccountProjection.project(fact, into: &view)
            AccountProjection.project(facts[index / 2], into: &view)
            #expect(view == before)
        }
        #expect(view == simulation.view)
        #expect(view.asOf == Position(UInt64(facts.count)))
    }

    @Test func `an event about something unknown changes nothing`() {
        for event in AccountEvent.oneOfEach {
            switch event {
            case .userRegistered, .deviceAdded, .sessionOpened, .tokenIssued, .workspaceCreated, .invitationSent,
                .shareLinkMade, .webhookAdded:
                continue
            default:
                var state = AccountDecider.initial
                AccountDecider.evolve(&state, with: event)
                #expect(state == AccountDecider.initial, "\(event.tag)")
            }
        }
        // And a creation that is recorded a second time does not overwrite the first.
        let before = Spec<AccountDecider>.given(Year.history).state
        for event in AccountEvent.oneOfEach {
            switch event {
            case .userRegistered, .deviceAdded, .sessionOpened, .tokenIssued, .workspaceCreated, .invitationSent,
                .webhookAdded:
                var state = before
                AccountDecider.evolve(&state, with: event)
                #expect(state == before)
            default: continue
            }
        }
    }

    @Test func `a scope that only a newer build knows allows nothing`() throws {
        let event = AccountEvent.tokenIssued(
            .script, of: .anna, name: Fixture.name("T"), secret: Fixture.secret(1), scopes: [.everything], expires: nil)
        var payload = event.encoded().payload
        let at = try #require(payload.lastIndex(of: UInt8(Scope.everything.rawValue)))
        payload[at] = 99
        let read = try AccountEvent(tag: .tokenIssued, subject: TokenID.script.entity, payload: payload.span.bytes)
        guard case .tokenIssued(_, _, _, _, let scopes, _) = read else {
            Issue.record("read as \(read.tag)")
            return
        }
        #expect(scopes == [.nothing])
    }

    @Test func `every refusal says what happened and what to do`() throws {
        let name = Fixture.name("Home")
        var refusals: [AccountRefusal] = []
        refusals += [.noSuchUser(.anna), .noSuchDevice(.phone), .noSuchSession(.first), .noSuchToken(.script)]
        refusals += [.noSuchWorkspace(.home), .noSuchMember(.ben), .noSuchInvitation, .noSuchShareLink, .emailTaken]
        refusals += [.neverShared, .lastsTooLong(daysMax: 1), .lastsTooLong(daysMax: 365)]
        refusals += [.badEmail(.notAnAddress), .badEmail(.tooLong(bytes: 300)), .badName(.empty), .badPasswordHash]
        refusals += [.badSecret(bytes: 2), .secretTaken, .identifierTaken(UserID.anna.entity), .expired, .noScope]
        refusals += AccountRefusal.PreferenceKind.allCases.map { .badPreference($0) }
        refusals += [.deviceRevoked(.phone, name), .workspaceClosed(.home, name), .lastOwner, .ownerSeesEverything]
        refusals += [.noChild, .alreadyMember, .cannotInviteOwner, .invitationUsed, .invitationDeclined]
        refusals += [.invitationRevoked, .invitationExpired, .invitationForAnother, .userInUse(.anna)]
        refusals += [.deviceInUse(.phone, name), .workspaceInUse(.home, name), .notThereYet(UserID.anna.entity)]
        refusals += [.noSuchWebhook(.hook)]
        refusals += AccountRefusal.WebhookPart.allCases.map { .badWebhook($0) }
        refusals += AccountRefusal.PushPart.allCases.map { .badPush($0) }
        refusals += AccountRefusal.Finality.allCases.map { .final($0) }
        refusals += AccountRefusal.LimitedResource.allCases.map { .tooMany($0, max: 7) }
        try expectGolden(refusals.map { $0.message + "\n" }.joined(), "refusals.txt")
    }

    /// The names that other programs go by: lines are added, never changed.
    @Test func `the names of refusals stay as they are`() throws {
        try expectGolden(AccountRefusal.Rule.allCases.map { $0.rawValue + "\n" }.joined(), "refusal-names.txt")
    }
}
