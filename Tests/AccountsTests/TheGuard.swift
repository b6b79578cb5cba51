import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("The policy")
struct TheGuard {
    /// Everybody of the family signed in, each with a token of every scope besides.
    static let accounts: AccountsState = {
        var history = Fixture.family
        history.append(.deviceAdded(.tablet, of: .cleo, name: Fixture.name("Tablet")))
        history.append(.deviceAdded(Fixture.id(23), of: .dora, name: Fixture.name("Laptop")))
        history.append(.memberAdded(.home, .emil, role: .viewer, reach: .everything))
        history.append(.userRegistered(.emil, email: Fixture.email("e@x"), password: Fixture.hash(5), name: nil))
        history.append(.deviceAdded(Fixture.id(24), of: .emil, name: Fixture.name("Laptop")))
        history.append(
            .userRegistered(Fixture.id(15), email: Fixture.email("f@x"), password: Fixture.hash(6), name: nil))
        history.append(.deviceAdded(Fixture.id(25), of: Fixture.id(15), name: Fixture.name("Laptop")))
        history.append(
            .memberAdded(.home, Fixture.id(15), role: .editor, reach: .children([Fixture.mila])))
        history.append(.webhookAdded(.hook, to: .home, of: .anna, Fixture.target, secret: Fixture.signing(1), after: 7))
        let people: [(UserID, UserDeviceID)] = [
            (.anna, .phone), (.ben, .desk), (.cleo, .tablet), (.dora, Fixture.id(23)), (.emil, Fixture.id(24)),
            (Fixture.id(15), Fixture.id(25)),
        ]
        for (index, (user, device)) in people.enumerated() {
            history.append(
                .sessionOpened(
                    session(user), of: user, on: device, secret: Fixture.secret(UInt8(100 + index)),
                    expires: Fixture.nextMonth))
        }
        for (index, scope) in Scope.allCases.enumerated() {
            history.append(
                .tokenIssued(
                    token(scope), of: .anna, name: Fixture.name("T"), secret: Fixture.secret(UInt8(150 + index)),
                    scopes: [scope], expires: nil))
        }
        return Spec<AccountDecider>.given(history).state
    }()

    static func session(_ user: UserID) -> SessionID { user.as(SignedInSession.self) }
    static func token(_ scope: Scope) -> TokenID { Fixture.id(800 + scope.rawValue) }

    static let people: [(name: String, who: Principal)] = [
        ("machine", .machine), ("owner", .session(session(.anna))), ("editor", .session(session(.ben))),
        ("viewer", .session(session(.emil))), ("editor of one child", .session(session(Fixture.id(15)))),
        ("viewer of one child", .session(session(.cleo))), ("stranger", .session(session(.dora))),
        ("guest", .guest(.visitor)),
    ]

    static let resources: [(name: String, resource: Resource)] = [
        ("notes", .notes(.home)), ("boards", .boards(.home)), ("captures", .captures(.home)),
        ("the family", .studio(.home, child: nil)), ("that child", .studio(.home, child: Fixture.mila)),
        ("another child", .studio(.home, child: Fixture.jonas)), ("registry", .registry(.home)),
        ("members", .members(.home)), ("owner's account", .account(.anna)), ("installation", .installation),
    ]

    static func ask(_ who: Principal, _ action: Action, _ resource: Resource) -> Permission {
        AuthorizationPolicy.decide(who, may: action, on: resource, given: accounts, at: Fixture.morning)
    }

    /// Columns are actions, one letter each for what is allowed.
    static func table(_ people: [(name: String, who: Principal)]) -> String {
        var text = ""
        for (name, who) in people {
            text += name + "\n"
            for (resource, place) in resources {
                let row = Action.allCases.map { ask(who, $0, place).isAllowed ? $0.word : "–" }
                let words = zip(row, Action.allCases).map { word, action in
                    word.padding(toCount: action.word.count + 2)
                }
                text += "  " + resource.padding(toCount: 18) + words.joined().trimmedAtTheEnd + "\n"
            }
        }
        return text
    }

    @Test(.shows("J-108", "J-203", "P-701", "O-009"))
    func `the whole matrix of roles is what a person reviewed`() throws {
        try expectGolden(Self.table(Self.people), "roles.txt")
    }

    @Test func `the whole matrix of scopes is what a person reviewed`() throws {
        let tokens = Scope.allCases.map {
            (name: "token for \(spelled($0.fieldName))", who: Principal.token(Self.token($0)))
        }
        try expectGolden(Self.table(tokens), "scopes.txt")
    }

    @Test(.shows("P-701", "O-009"))
    func `boards and captures are the owners' own, in every role but theirs and for every action`() {
        for (name, who) in Self.people where name != "machine" && name != "owner" {
            for action in Action.allCases {
                for resource in [Resource.boards(.home), .captures(.home)] {
                    #expect(!Self.ask(who, action, resource).isAllowed, "\(name) may \(action) \(resource)")
                }
            }
        }
        for action in Action.allCases {
            #expect(Self.ask(.session(Self.session(.anna)), action, .boards(.home)).isAllowed)
            #expect(Self.ask(.session(Self.session(.anna)), action, .captures(.home)).isAllowed)
        }
    }

    @Test(.shows("B-19")) func `a token may never do more than its person, whatever its scope`() {
        var history = Fixture.family
        for (index, user) in [UserID.anna, .ben, .cleo, .dora].enumerated() {
            for scope in Scope.allCases {
                let number = UInt64(index * 10) + scope.rawValue
                history.append(
                    .tokenIssued(
                        Fixture.id(900 + number), of: user, name: Fixture.name("T"),
                        secret: Fixture.secret(UInt8(100 + number)), scopes: [scope], expires: nil))
            }
        }
        history += [
            .deviceAdded(.tablet, of: .cleo, name: Fixture.name("Tablet")),
            .deviceAdded(Fixture.id(23), of: .dora, name: Fixture.name("Laptop")),
        ]
        let devices: [UserDeviceID] = [.phone, .desk, .tablet, Fixture.id(23)]
        for (index, user) in [UserID.anna, .ben, .cleo, .dora].enumerated() {
            history.append(
                .sessionOpened(
                    Self.session(user), of: user, on: devices[index], secret: Fixture.secret(UInt8(200 + index)),
                    expires: Fixture.nextMonth))
        }
        let state = Spec<AccountDecider>.given(history).state
        for (index, user) in [UserID.anna, .ben, .cleo, .dora].enumerated() {
            for scope in Scope.allCases {
                let token = Principal.token(Fixture.id(900 + UInt64(index * 10) + scope.rawValue))
                for (_, resource) in Self.resources {
                    for action in Action.allCases {
                        let ofToken = AuthorizationPolicy.decide(
                            token, may: action, on: resource, given: state, at: Fixture.morning)
                        let ofPerson = AuthorizationPolicy.decide(
                            .session(Self.session(user)), may: action, on: resource, given: state, at: Fixture.morning)
                        #expect(!ofToken.isAllowed || ofPerson.isAllowed)
                        let isLasting = action != .read && action != .write
                        #expect(!(ofToken.isAllowed && isLasting), "a token \(action)s \(resource)")
                    }
                }
            }
        }
    }

    @Test func `what is over, revoked or closed opens nothing`() {
        let owner = Principal.session(Self.session(.anna))
        let notes = Resource.notes(.home)
        let state = Self.accounts
        func refusal(_ who: Principal, _ events: AccountEvent..., at now: Instant = Fixture.morning) -> Permission {
            var state = state
            for event in events { AccountDecider.evolve(&state, with: event) }
            return AuthorizationPolicy.decide(who, may: .read, on: notes, given: state, at: now)
        }
        #expect(refusal(owner) == .allowed)
        #expect(refusal(owner, at: Fixture.nextMonth) == .refused(.notSignedIn))
        #expect(refusal(owner, .sessionRevoked(Self.session(.anna))) == .refused(.notSignedIn))
        #expect(refusal(owner, .deviceRevoked(.phone)) == .refused(.notSignedIn))
        #expect(refusal(owner, .userWithdrawn(.anna)) == .refused(.notSignedIn))
        #expect(refusal(.session(Fixture.id(999))) == .refused(.notSignedIn))
        #expect(refusal(.token(Self.token(.notes)), .tokenRevoked(Self.token(.notes))) == .refused(.notSignedIn))
        #expect(refusal(.session(Self.session(.ben)), .memberRemoved(.home, .ben)) == .refused(.notAMember))
        #expect(refusal(owner, .workspaceWithdrawn(.home)) == .refused(.notAMember))
        #expect(refusal(.session(Self.session(.ben)), .workspaceClosed(.home)) == .refused(.workspaceClosed))
        #expect(refusal(owner, .workspaceClosed(.home)) == .allowed)
    }

    @Test func `an owner may look at a closed workspace, reopen and erase it, and nothing else`() {
        var closed = Self.accounts
        AccountDecider.evolve(&closed, with: .workspaceClosed(.home))
        let owner = Principal.session(Self.session(.anna))
        let allowed = Action.allCases.filter {
            AuthorizationPolicy.decide(owner, may: $0, on: .notes(.home), given: closed, at: Fixture.morning).isAllowed
        }
        #expect(allowed == [.read, .erase])
        #expect(
            AuthorizationPolicy.decide(owner, maySay: .reopenWorkspace(.home), given: closed, at: Fixture.morning).isAllowed)
    }

    @Test func `each command on accounts asks for what it should`() throws {
        var lines = ""
        for kind in 0..<AccountsSimulation.kinds {
            var simulation = AccountsSimulation(Seed(1))
            let command = simulation.command(ofKind: kind)
            let said = Self.people.filter {
                AuthorizationPolicy.decide($0.who, maySay: command.onTheFamily, given: Self.accounts, at: Fixture.morning)
                    .isAllowed
            }
            let name = String("\(command.onTheFamily)".prefix { $0 != "(" })
            lines += name.padding(toCount: 22) + said.map(\.name).joined(separator: ", ") + "\n"
        }
        try expectGolden(lines, "commands.txt")
    }

    @Test func `a member may leave, and nobody but an owner removes another`() {
        for (user, other) in [(UserID.ben, UserID.cleo), (.cleo, .ben)] {
            let who = Principal.session(Self.session(user))
            #expect(
                AuthorizationPolicy.decide(who, maySay: .removeMember(.home, user), given: Self.accounts, at: Fixture.morning)
                    .isAllowed)
            #expect(
                !AuthorizationPolicy.decide(who, maySay: .removeMember(.home, other), given: Self.accounts, at: Fixture.morning)
                    .isAllowed)
        }
    }

    @Test(.shows("J-011"))
    func `a family has several children, and no role or resource is wider than a workspace but the installation`() {
        #expect(Self.ask(.session(Self.session(.anna)), .write, .studio(.home, child: Fixture.mila)).isAllowed)
        #expect(Self.ask(.session(Self.session(.anna)), .write, .studio(.home, child: Fixture.jonas)).isAllowed)
        for (name, who) in Self.people where name != "machine" {
            for action in Action.allCases {
                #expect(!Self.ask(who, action, .installation).isAllowed)
                #expect(!Self.ask(who, action, .studio(.shed, child: Fixture.mila)).isAllowed)
            }
        }
    }

    @Test func `every denial says why and what to do`() throws {
        try expectGolden(AuthorizationError.allCases.map { $0.message + "\n" }.joined(), "denials.txt")
    }
}

extension AccountCommand {
    /// The same command, said of the family that the policy knows.
    fileprivate var onTheFamily: AccountCommand {
        switch self {
        case .registerUser(_, let email, let hash, let name):
            .registerUser(.anna, email: email, password: hash, name: name)
        case .nameUser(_, let name): .nameUser(.anna, name)
        case .changeEmail(_, let email): .changeEmail(.anna, to: email)
        case .changePassword(_, let hash, let kept): .changePassword(.anna, to: hash, keeping: kept)
        case .choosePlan(_, let plan): .choosePlan(.anna, plan)
        case .limitStorage(_, let max): .limitStorage(.anna, bytesMax: max)
        case .chooseTheme(_, let theme): .chooseTheme(.anna, theme)
        case .switchHumour(_, let isOn): .switchHumour(.anna, isOn: isOn)
        case .assignShortcut(_, let action, let keys): .assignShortcut(.anna, action: action, keys: keys)
        case .choosePrimaryBoard(_, let board): .choosePrimaryBoard(.anna, board)
        case .switchWeeklySummary(_, let isOn): .switchWeeklySummary(.anna, isOn: isOn)
        case .chooseRetention(_, let kept, let days): .chooseRetention(.anna, of: kept, days: days)
        case .chooseZone(_, let zone): .chooseZone(.anna, zone)
        case .noteMailedSummary(_, let monday): .noteMailedSummary(.anna, monday: monday)
        case .addDevice(let device, _, let name): .addDevice(device, of: .anna, name: name)
        case .renameDevice(_, let name): .renameDevice(.phone, to: name)
        case .revokeDevice: .revokeDevice(.phone)
        case .subscribePush(_, let push): .subscribePush(.phone, push)
        case .endPush: .endPush(.phone)
        case .openSession(let id, _, _, let secret, let at, let expires):
            .openSession(id, of: .anna, on: .phone, secret: secret, at: at, expires: expires)
        case .revokeSession: .revokeSession(TheGuard.session(.anna))
        case .signOutEverywhere(_, let kept): .signOutEverywhere(.anna, keeping: kept)
        case .issueToken(let id, _, let name, let secret, let scopes, let at, let expires):
            .issueToken(id, of: .anna, name: name, secret: secret, scopes: scopes, at: at, expires: expires)
        case .renameToken(_, let name): .renameToken(TheGuard.token(.notes), to: name)
        case .revokeToken: .revokeToken(TheGuard.token(.notes))
        case .createWorkspace(let id, _, let name): .createWorkspace(id, owner: .anna, name: name)
        case .renameWorkspace(_, let name): .renameWorkspace(.home, to: name)
        case .closeWorkspace: .closeWorkspace(.home)
        case .reopenWorkspace: .reopenWorkspace(.home)
        case .addMember(_, _, let role, let reach): .addMember(.home, .dora, role: role, reach: reach)
        case .changeRole(_, _, let role): .changeRole(.home, of: .ben, to: role)
        case .changeReach(_, _, let reach): .changeReach(.home, of: .ben, to: reach)
        case .removeMember: .removeMember(.home, .ben)
        case .sendInvitation(let id, _, let role, let reach, let email, let secret, let at, let expires):
            .sendInvitation(
                id, to: .home, role: role, reach: reach, email: email, secret: secret, at: at, expires: expires)
        case .acceptInvitation(let id, _, let secret, let at): .acceptInvitation(id, by: .dora, secret: secret, at: at)
        case .makeShareLink(
            let id, let thing, _, _, let secret, let password, let isViewOnly, let at, let expires, let daysMax):
            .makeShareLink(
                id, of: thing, in: .home, by: .anna, secret: secret, password: password, isViewOnly: isViewOnly, at: at,
                expires: expires, daysMax: daysMax)
        case .declineInvitation, .revokeInvitation, .revokeShareLink: self
        case .addWebhook(let id, _, _, let target, let secret, let after):
            .addWebhook(id, to: .home, of: .anna, target, secret: secret, after: after)
        case .pauseWebhook: .pauseWebhook(.hook)
        case .resumeWebhook: .resumeWebhook(.hook)
        case .disableWebhook(_, let attempts): .disableWebhook(.hook, attempts: attempts)
        case .rotateWebhookSecret(_, let secret, let until): .rotateWebhookSecret(.hook, to: secret, formerUntil: until)
        case .removeWebhook: .removeWebhook(.hook)
        }
    }
}

extension String {
    fileprivate func padding(toCount count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, count - self.count))
    }

    fileprivate var trimmedAtTheEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
