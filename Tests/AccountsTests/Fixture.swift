import Accounts
import Kernel
import KernelTesting

/// Identifiers, people and a small family that the suites talk about.
enum Fixture {
    static func id<Kind>(_ number: UInt64) -> Identifier<Kind> {
        Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | number)
    }

    static let keeper: ActorID = id(1)
    static let actor: ActorID = id(2)
    static let terminal: DeviceID = id(3)

    static func name(of actor: ActorID) -> String { actor == keeper ? "the keeper" : "Anna" }
    static func name(_ text: String) -> Name { Name(recorded: text) }
    static func email(_ text: String) -> Email { Email(recorded: text) }

    /// The hash that a memory-hard function made of a password; the number tells them apart.
    static func hash(_ number: Int) -> PasswordHash { PasswordHash("$y$j9T$saltsaltsaltsalt$hash\(number)") }

    /// A digest of 32 bytes that begins with `number`.
    static func secret(_ number: UInt8) -> SecretDigest {
        SecretDigest(bytes: [number, number] + Array(repeating: 0xC0, count: 28) + [0xFF, number])
    }

    /// The secret that a webhook signs with; the number tells them apart.
    static func signing(_ number: UInt8) -> SigningSecret {
        SigningSecret(bytes: [number, number, 0xC0, 0xDE] + Array(repeating: 0xAB, count: 31) + [number])
    }

    static let target = WebhookTarget(address: "https://example.org/hook", areas: [.notes, .boards])

    /// Where a browser is notified; the number tells them apart.
    static func push(_ number: UInt8, _ topics: [PushTopic] = [.reminders, .family]) -> PushSubscription {
        PushSubscription(
            endpoint: "https://push.example.org/send/\(number)", key: [4, number] + Array(repeating: 0xBC, count: 63),
            secret: PushSecret(bytes: [number] + Array(repeating: 0xCD, count: 15)), topics: topics, since: morning)
    }

    /// Saturday, 21 November 2026, 8:30.
    static let morning = Instant(seconds: 1_795_249_800)
    static func after(hours: Int64) -> Instant { Instant(seconds: 1_795_249_800 + hours * 3600) }
    /// Of the week before.
    static let monday = CalendarDay(daysSinceEpoch: 20_766)
    static let nextMonth = after(hours: 24 * 30)

    /// A fact a minute.
    static func recorded(_ events: [AccountEvent], from first: UInt64 = 1) -> [Recorded<AccountEvent>] {
        events.enumerated().map { offset, event in
            let sequence = first + UInt64(offset)
            return Recorded(
                position: Position(sequence), actor: sequence % 5 == 0 ? keeper : actor, device: terminal,
                instant: Instant(seconds: 1_795_249_800 + Int64(sequence) * 60), event: event)
        }
    }

    static func view(of events: [AccountEvent]) -> AccountsView {
        var view = AccountProjection.empty
        for fact in recorded(events) { AccountProjection.project(fact, into: &view) }
        return view
    }

    static let mila: EntityID = id(90)
    static let jonas: EntityID = id(91)

    /// Anna owns the family's workspace; Ben edits, Cleo sees one child, Dora has an account and nothing else.
    static let family: [AccountEvent] = [
        .userRegistered(.anna, email: email("Anna@Example.org"), password: hash(1), name: name("Anna")),
        .userRegistered(.ben, email: email("ben@example.org"), password: hash(2), name: name("Ben")),
        .userRegistered(.cleo, email: email("cleo@example.org"), password: hash(3), name: nil),
        .userRegistered(.dora, email: email("dora@example.org"), password: hash(4), name: name("Dora")),
        .deviceAdded(.phone, of: .anna, name: name("Phone")),
        .deviceAdded(.desk, of: .ben, name: name("Desk")),
        .workspaceCreated(.home, owner: .anna, name: name("Home")),
        .memberAdded(.home, .ben, role: .editor, reach: .everything),
        .memberAdded(.home, .cleo, role: .viewer, reach: .children([mila])),
    ]

    static let spec = Spec<AccountDecider>.given(family)
}

extension Identifier where Kind == RegisteredUser {
    static var anna: UserID { Fixture.id(10) }
    static var ben: UserID { Fixture.id(11) }
    static var cleo: UserID { Fixture.id(12) }
    static var dora: UserID { Fixture.id(13) }
    static var emil: UserID { Fixture.id(14) }
}

extension Identifier where Kind == KnownDevice {
    static var phone: UserDeviceID { Fixture.id(20) }
    static var desk: UserDeviceID { Fixture.id(21) }
    static var tablet: UserDeviceID { Fixture.id(22) }
}

extension Identifier where Kind == SignedInSession {
    static var first: SessionID { Fixture.id(30) }
    static var second: SessionID { Fixture.id(31) }
    static var third: SessionID { Fixture.id(32) }
}

extension Identifier where Kind == AccessToken {
    static var script: TokenID { Fixture.id(40) }
    static var widget: TokenID { Fixture.id(41) }
}

extension Identifier where Kind == OwnedWorkspace {
    static var home: WorkspaceID { Fixture.id(50) }
    static var shed: WorkspaceID { Fixture.id(51) }
}

extension Identifier where Kind == SentInvitation {
    static var letter: InvitationID { Fixture.id(60) }
    static var other: InvitationID { Fixture.id(61) }
}

extension Identifier where Kind == MadeShareLink {
    static var picture: ShareLinkID { Fixture.id(65) }
    static var drawing: ShareLinkID { Fixture.id(66) }
}

extension Identifier where Kind == RegisteredWebhook {
    static var hook: WebhookID { Fixture.id(67) }
    static var bell: WebhookID { Fixture.id(68) }
}

extension Identifier where Kind == VisitingGuest {
    static var visitor: GuestID { Fixture.id(70) }
}

extension Spec where D == AccountDecider {
    /// Anna is signed in twice, and a program has a token of hers.
    var signedIn: Self {
        given(
            .sessionOpened(
                .first, of: .anna, on: .phone, secret: Fixture.secret(1), expires: Fixture.nextMonth),
            .sessionOpened(
                .second, of: .anna, on: .phone, secret: Fixture.secret(2), expires: Fixture.nextMonth),
            .sessionOpened(.third, of: .ben, on: .desk, secret: Fixture.secret(3), expires: Fixture.nextMonth),
            .tokenIssued(
                .script, of: .anna, name: Fixture.name("Backup"), secret: Fixture.secret(4), scopes: [.reading],
                expires: nil))
    }

    /// A webhook of Anna's hears of the family's notes and boards.
    var hooked: Self {
        given(.webhookAdded(.hook, to: .home, of: .anna, Fixture.target, secret: Fixture.signing(1), after: 7))
    }

    /// The state after an editor for one child is invited; anyone may have the secret.
    var invited: Self {
        given(
            .invitationSent(
                .letter, to: .home, role: .editor, reach: .children([Fixture.mila]), email: nil,
                secret: Fixture.secret(9), expires: Fixture.nextMonth))
    }
}
