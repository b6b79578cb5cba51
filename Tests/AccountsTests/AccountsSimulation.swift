import Accounts
import Kernel
import KernelTesting

/// The simulation of a few accounts, lived by chance: every command there is, asked of things that may or may not be there.
struct AccountsSimulation {
    var chance: SplitMix64
    private(set) var state = AccountDecider.initial
    private(set) var view = AccountProjection.empty
    private(set) var history: [AccountEvent] = []
    private var secrets: UInt8 = 0
    private var clock: Int64 = 0
    private let users: [UserID] = (1...4).map { Fixture.id(100 + $0) }
    private let devices: [UserDeviceID] = (1...5).map { Fixture.id(200 + $0) }
    private let sessions: [SessionID] = (1...8).map { Fixture.id(300 + $0) }
    private let tokens: [TokenID] = (1...3).map { Fixture.id(400 + $0) }
    private let workspaces: [WorkspaceID] = (1...3).map { Fixture.id(500 + $0) }
    private let invitations: [InvitationID] = (1...8).map { Fixture.id(600 + $0) }
    private let shareLinks: [ShareLinkID] = (1...4).map { Fixture.id(800 + $0) }
    private let webhooks: [WebhookID] = (1...4).map { Fixture.id(900 + $0) }
    private let children: [EntityID] = (1...3).map { Fixture.id(700 + $0) }

    init(_ seed: Seed) {
        chance = seed.chance
        // A simulation starts with something, so that most commands find what they are about.
        for (index, user) in users.prefix(3).enumerated() {
            take(
                .registerUser(
                    user, email: Fixture.email("person\(index)@example.org"), password: Fixture.hash(index), name: nil))
            take(.addDevice(devices[index], of: user, name: word()))
        }
        take(.createWorkspace(workspaces[0], owner: users[0], name: word()))
        take(.createWorkspace(workspaces[1], owner: users[1], name: word()))
        take(.addMember(workspaces[0], users[1], role: .editor, reach: .everything))
        for webhook in webhooks.prefix(2) {
            let target = WebhookTarget(address: "https://example.org/hook", areas: [.notes])
            take(.addWebhook(webhook, to: workspaces[0], of: users[0], target, secret: newSigningSecret(), after: 0))
        }
        take(.pauseWebhook(webhooks[1]))
    }

    /// Asks, and lets what follows happen.
    ///
    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: AccountCommand) -> [AccountEvent] {
        guard let events = try? AccountDecider.decide(command, given: state) else { return [] }
        happen(events)
        return events
    }

    mutating func happen(_ events: [AccountEvent]) {
        for event in events {
            history.append(event)
            AccountDecider.evolve(&state, with: event)
            AccountProjection.project(Fixture.recorded([event], from: UInt64(history.count))[0], into: &view)
        }
    }

    mutating func word() -> Name {
        Name(recorded: ["Home", "Phone", "maison", "家", "Łódź", "🎨"][chance.below(6)] + " \(chance.below(4))")
    }

    /// The number of kinds of command: `command(ofKind:)` knows each.
    static let kinds = 45

    mutating func command() -> AccountCommand { command(ofKind: chance.below(Self.kinds)) }

    private mutating func now() -> Instant {
        clock += 1
        return Fixture.after(hours: clock)
    }

    private mutating func newSecret() -> SecretDigest {
        secrets &+= 1
        return Fixture.secret(secrets)
    }

    private mutating func newSigningSecret() -> SigningSecret {
        secrets &+= 1
        return Fixture.signing(secrets)
    }

    private mutating func reach() -> MemberReach {
        chance.once(in: 2) ? .everything : .children(children.filter { _ in chance.once(in: 2) })
    }

    mutating func command(ofKind kind: Int) -> AccountCommand {
        let user = users[chance.below(users.count)]
        let device = devices[chance.below(devices.count)]
        let session = sessions[chance.below(sessions.count)]
        let kept = chance.once(in: 2) ? session : nil
        let token = tokens[chance.below(tokens.count)]
        let workspace = workspaces[chance.below(workspaces.count)]
        let invitation = invitations[chance.below(invitations.count)]
        let webhook = webhooks[chance.below(webhooks.count)]
        let isOn = chance.once(in: 2)
        let role = Role.allCases[chance.below(3)]
        let email = Fixture.email(["person\(chance.below(6))@example.org", "PERSON1@example.org"][chance.below(2)])
        switch kind {
        case 0: return .registerUser(user, email: email, password: Fixture.hash(chance.below(3)), name: word())
        case 1: return .nameUser(user, isOn ? word() : nil)
        case 2: return .changeEmail(user, to: email)
        case 3: return .changePassword(user, to: Fixture.hash(chance.below(3)), keeping: kept)
        case 4: return .choosePlan(user, isOn ? .paid : .free)
        case 5: return .limitStorage(user, bytesMax: isOn ? chance.below(3) * 1000 : nil)
        case 6: return .chooseTheme(user, Theme(Theme.Mode.allCases[chance.below(4)], accent: isOn ? 0xFF : nil))
        case 7: return .switchHumour(user, isOn: isOn)
        case 8:
            return .assignShortcut(
                user, action: "action.\(chance.below(3))", keys: isOn ? "Ctrl+\(chance.below(3))" : nil)
        case 9: return .choosePrimaryBoard(user, isOn ? children[0] : nil)
        case 10: return .switchWeeklySummary(user, isOn: isOn)
        case 11: return .chooseRetention(user, of: Retained.allCases[chance.below(3)], days: isOn ? 30 : nil)
        case 12: return .chooseZone(user, isOn ? ["Europe/Berlin", "UTC"][chance.below(2)] : nil)
        case 13: return .addDevice(device, of: user, name: word())
        case 14: return .renameDevice(device, to: word())
        case 15: return chance.once(in: 3) ? .revokeDevice(device) : .renameDevice(device, to: word())
        case 16:
            let at = now()
            let owner = state.model.devices[device]?.user ?? user
            return .openSession(
                session, of: owner, on: device, secret: newSecret(), at: at, expires: Fixture.after(hours: clock + 5))
        case 17: return .revokeSession(session)
        case 18: return .signOutEverywhere(user, keeping: kept)
        case 19:
            return .issueToken(
                token, of: user, name: word(), secret: newSecret(), scopes: [.notes, .reading], at: now(),
                expires: isOn ? nil : Fixture.nextMonth)
        case 20: return .renameToken(token, to: word())
        case 21: return .revokeToken(token)
        case 22: return .createWorkspace(workspace, owner: user, name: word())
        case 23: return .renameWorkspace(workspace, to: word())
        case 24: return chance.once(in: 3) ? .closeWorkspace(workspace) : .reopenWorkspace(workspace)
        case 25: return .reopenWorkspace(workspace)
        case 26: return .addMember(workspace, user, role: role, reach: reach())
        case 27: return .changeRole(workspace, of: user, to: role)
        case 28: return .changeReach(workspace, of: user, to: reach())
        case 29: return .removeMember(workspace, user)
        case 30:
            return .sendInvitation(
                invitation, to: workspace, role: role, reach: reach(), email: nil, secret: newSecret(), at: now(),
                expires: Fixture.after(hours: clock + 50))
        case 31:
            let waiting = invitations.filter { state.model.invitations[$0]?.answer == Invitation.Answer.none }
            let letter = chance.pick(waiting) ?? invitation
            let secret = state.model.invitations[letter]?.secret ?? newSecret()
            return .acceptInvitation(letter, by: user, secret: secret, at: now())
        case 32:
            let weeks = chance.below(4)
            return .noteMailedSummary(
                user, monday: CalendarDay(daysSinceEpoch: Fixture.monday.daysSinceEpoch + weeks * 7))
        case 33:
            let link = shareLinks[chance.below(shareLinks.count)]
            return .makeShareLink(
                link, of: SharedThing(SharedKind.allCases[chance.below(4)], children[0]), in: workspace, by: user,
                secret: newSecret(), password: isOn ? Fixture.hash(1) : nil, isViewOnly: isOn, at: now(),
                expires: Fixture.after(hours: clock + 50), daysMax: 30)
        case 34: return .revokeShareLink(shareLinks[chance.below(shareLinks.count)])
        case 35:
            let areas = WebhookArea.allCases.filter { _ in chance.once(in: 2) }
            let target = WebhookTarget(
                address: "https://example.org/\(chance.below(3))", areas: areas, kinds: isOn ? [0x0320, 0x0203] : [])
            return .addWebhook(webhook, to: workspace, of: user, target, secret: newSigningSecret(), after: 5)
        case 36: return .pauseWebhook(webhook)
        case 37:
            let idle = webhooks.filter { state.model.existing($0).map { $0.condition != .active } ?? false }
            return .resumeWebhook(chance.pick(idle) ?? webhook)
        case 38: return .disableWebhook(webhook, attempts: 1 + chance.below(3))
        case 39: return .rotateWebhookSecret(webhook, to: newSigningSecret(), formerUntil: isOn ? now() : nil)
        case 40: return .removeWebhook(webhook)
        case 41: return .revokeInvitation(invitation)
        case 42:
            return .subscribePush(device, Fixture.push(UInt8(chance.below(4)), isOn ? [.tips] : [.reminders, .family]))
        case 43: return .endPush(chance.pick(state.model.notifiedDevices) ?? device)
        default:
            let secret = state.model.invitations[invitation]?.secret ?? newSecret()
            return .declineInvitation(invitation, secret: secret)
        }
    }

    /// The readings without times: what undoing must bring back to the byte.
    var content: String {
        var json = JSONWriter()
        view.writeCanonical(to: &json, times: false, name: Fixture.name(of:))
        return json.text
    }

    /// The records of one subject among the first `count`, folded.
    func state(of subject: EntityID, upTo count: Int) -> AccountsState {
        var state = AccountDecider.initial
        for event in history.prefix(count) where event.encoded().subject == subject {
            AccountDecider.evolve(&state, with: event)
        }
        return state
    }

    func view(of subject: EntityID, upTo count: Int) -> AccountsView {
        var view = AccountProjection.empty
        for (index, event) in history.prefix(count).enumerated() where event.encoded().subject == subject {
            AccountProjection.project(Fixture.recorded([event], from: UInt64(index + 1))[0], into: &view)
        }
        return view
    }

    /// Takes back everything from event `start` on, the last first, as the runtime does.
    ///
    /// - Returns: the kinds of events that were taken back.
    @discardableResult
    mutating func undo(from start: Int) throws -> Set<AccountEvent.Tag> {
        var undone: Set<AccountEvent.Tag> = []
        for index in (start..<history.count).reversed() {
            let event = history[index]
            let events = try AccountDecider.compensation(
                for: event, before: state(of: event.encoded().subject, upTo: index), now: state)
            if !events.isEmpty { undone.insert(event.tag) }
            happen(events)
        }
        return undone
    }
}
