import Accounts
import Boards
import Kernel
import KernelTesting
import Studio
import Testing

/// The accounts of those who live in a household: they stand in a journal of their own, beside the one of their things.
struct HouseholdAccounts {
    private(set) var state = AccountDecider.initial
    private(set) var view = AccountProjection.empty
    private(set) var facts: [Recorded<AccountEvent>] = []

    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: AccountCommand) -> [AccountEvent] {
        guard let events = try? AccountDecider.decide(command, given: state) else { return [] }
        for event in events {
            let sequence = UInt64(facts.count + 1)
            let fact = Recorded(
                position: Position(sequence), actor: ActorID(hi: 1, lo: 1), device: DeviceID(hi: 2, lo: 1),
                instant: Instant(seconds: 1_795_249_800 + Int64(sequence) * 60), event: event)
            facts.append(fact)
            AccountDecider.evolve(&state, with: event)
            AccountProjection.project(fact, into: &view)
        }
        return events
    }
}

extension AnyWorkspace {
    /// Something of the accounts; mostly possible, sometimes not.
    mutating func accountCommand() -> AccountCommand {
        let (user, other): (UserID, UserID) = (any(0x2000, 5), any(0x2000, 5))
        let (home, device): (WorkspaceID, UserDeviceID) = (any(0x2100, 3), any(0x2200, 4))
        let (session, invitation): (SessionID, InvitationID) = (any(0x2300, 5), any(0x2400, 4))
        let token: TokenID = any(0x2500, 3)
        let number = UInt8(chance.below(200))
        let secret = SecretDigest(bytes: [UInt8](repeating: number, count: 32))
        let now = moment()
        let later = Instant(seconds: 1_797_000_000)
        let role = any(Role.allCases)
        let reach: MemberReach = chance.once(in: 2) ? .everything : .children([ChildID.numbered(0xE00, 1).entity])
        let email = Email(recorded: "person\(chance.below(6))@example.org")
        let hash = PasswordHash("$y$j9T$saltsaltsaltsalt$hash\(chance.below(3))")
        switch chance.below(26) {
        case 0, 1: return .registerUser(user, email: email, password: hash, name: maybe(word()))
        case 2: return .nameUser(user, maybe(word()))
        case 3: return .changeEmail(user, to: email)
        case 4: return .changePassword(user, to: hash, keeping: maybe(session))
        case 5: return .choosePlan(user, any([.free, .paid]))
        case 6: return .limitStorage(user, bytesMax: maybe(chance.below(3) * 1_000))
        case 7: return .switchHumour(user, isOn: chance.once(in: 2))
        case 8: return .choosePrimaryBoard(user, maybe(BoardID.numbered(0x500, 1).entity))
        case 9: return .addDevice(device, of: user, name: word())
        case 10: return .revokeDevice(device)
        case 11, 12: return .openSession(session, of: user, on: device, secret: secret, at: now, expires: later)
        case 13: return chance.once(in: 2) ? .revokeSession(session) : .signOutEverywhere(user, keeping: nil)
        case 14:
            return .issueToken(
                token, of: user, name: word(), secret: secret, scopes: [any(Scope.allCases)], at: now, expires: nil)
        case 15: return .revokeToken(token)
        case 16: return .createWorkspace(home, owner: user, name: word())
        case 17: return .renameWorkspace(home, to: word())
        case 18: return chance.once(in: 2) ? .closeWorkspace(home) : .reopenWorkspace(home)
        case 19, 20: return .addMember(home, other, role: role, reach: reach)
        case 21: return .changeRole(home, of: other, to: role)
        case 22: return .removeMember(home, other)
        case 23:
            return .sendInvitation(
                invitation, to: home, role: .viewer, reach: .everything, email: nil, secret: secret, at: now,
                expires: later)
        case 24: return .acceptInvitation(invitation, by: user, secret: secret, at: now)
        default: return .revokeInvitation(invitation)
        }
    }

    /// Asks the accounts something, and lets what follows happen.
    mutating func askAccounts() {
        let command = accountCommand()
        accounts.take(command)
    }

    /// Nobody who registered and nothing that was made is lost or doubled, and what is counted is what counting gives.
    func expectAccountsInOrder(_ place: Testing.Comment) throws {
        let (view, model) = (accounts.view, accounts.view.model)
        #expect(view.state == accounts.state, place)
        var (registered, made): (Set<UserID>, Set<WorkspaceID>) = ([], [])
        for fact in accounts.facts {
            if case .userRegistered(let id, _, _, _) = fact.event { registered.insert(id) }
            if case .workspaceCreated(let id, _, _) = fact.event { made.insert(id) }
        }
        #expect(model.users.ids.sorted() == registered.sorted(), place)
        #expect(model.workspaces.ids.sorted() == made.sorted(), place)

        let kept = registered.filter { model.existing($0) != nil }
        #expect(view.liveUsers.sorted() == kept.sorted(), place)
        let addresses = kept.compactMap { model.existing($0)?.email.key.text }
        #expect(Set(addresses).count == kept.count, "two accounts of one address; \(place)")
        for line in view.accounts().accounts {
            let homes = made.count { home in model.existing(home)?.member(line.id) != nil }
            #expect(line.workspaces == homes, place)
        }
        for home in made {
            guard let workspace = model.existing(home) else { continue }
            let present = workspace.present.map(\.user)
            #expect(Set(present).count == present.count, place)
            #expect(workspace.present.contains { $0.role == .owner }, "a workspace without an owner; \(place)")
            let reading = try #require(view.members(of: home, name: { _ in "" }))
            #expect(Set(reading.members.map(\.user)) == Set(present.filter { kept.contains($0) }), place)
        }
    }
}
