import Accounts
import Kernel

extension AccountEvent {
    /// One event of every kind, for what must hold of each.
    static let oneOfEach =
        ofUsers + ofPreferences + ofCredentials + ofWorkspaces + ofInvitations + ofShareLinks
        + ofWebhooks

    private static let ofUsers: [AccountEvent] = [
        .userRegistered(
            .anna, email: Fixture.email("Anna@Example.org"), password: Fixture.hash(1), name: Fixture.name("Anna")),
        .userNamed(.anna, name: Fixture.name("Anna — 安娜")),
        .userReaddressed(.anna, email: Fixture.email("anna@example.com")),
        .passwordChanged(.anna, Fixture.hash(2)),
        .planChosen(.anna, .paid),
        .storageLimited(.anna, bytesMax: 5_000_000_000),
        .userWithdrawn(.anna),
        .userReinstated(.anna),
    ]

    private static let ofPreferences: [AccountEvent] = [
        .themeChosen(.anna, Theme(.dark, accent: 0xFF8800)),
        .humourSwitched(.anna, isOn: true),
        .shortcutAssigned(.anna, action: "card.add", keys: "N"),
        .primaryBoardChosen(.anna, Fixture.id(80)),
        .weeklySummarySwitched(.anna, isOn: true),
        .retentionChosen(.anna, of: .blobs, days: 30),
        .zoneChosen(.anna, "Europe/Berlin"),
        .weeklySummaryMailed(.anna, monday: Fixture.monday),
    ]

    private static let ofCredentials: [AccountEvent] = [
        .deviceAdded(.phone, of: .anna, name: Fixture.name("Phone")),
        .deviceRenamed(.phone, name: Fixture.name("Old phone")),
        .deviceRevoked(.phone),
        .deviceWithdrawn(.phone),
        .deviceReinstated(.phone),
        .pushSubscribed(.phone, Fixture.push(1)),
        .pushEnded(.phone),
        .sessionOpened(.first, of: .anna, on: .phone, secret: Fixture.secret(0xAB), expires: Fixture.nextMonth),
        .sessionRevoked(.first),
        .tokenIssued(
            .script, of: .anna, name: Fixture.name("Backup"), secret: Fixture.secret(0xCD), scopes: [.notes, .studio],
            expires: Fixture.nextMonth),
        .tokenRenamed(.script, name: Fixture.name("Nightly backup")),
        .tokenRevoked(.script),
    ]

    private static let ofWorkspaces: [AccountEvent] = [
        .workspaceCreated(.home, owner: .anna, name: Fixture.name("Home")),
        .workspaceRenamed(.home, name: Fixture.name("The family")),
        .workspaceClosed(.home),
        .workspaceReopened(.home),
        .workspaceWithdrawn(.home),
        .workspaceReinstated(.home),
        .workspaceErased(.home),
        .workspaceBegun(.home, journal: JournalID(hi: 0x0199_0000_0000_7000, lo: 9)),
        .memberAdded(.home, .ben, role: .viewer, reach: .children([Fixture.mila, Fixture.jonas])),
        .memberRoleChanged(.home, .ben, role: .editor),
        .memberReachChanged(.home, .ben, reach: .everything),
        .memberRemoved(.home, .ben),
    ]

    private static let ofInvitations: [AccountEvent] = [
        .invitationSent(
            .letter, to: .home, role: .editor, reach: .children([Fixture.mila]),
            email: Fixture.email("emil@example.org"), secret: Fixture.secret(0xEF), expires: Fixture.nextMonth),
        .invitationAccepted(.letter, by: .emil),
        .invitationDeclined(.letter),
        .invitationRevoked(.letter),
        .invitationWithdrawn(.letter),
        .invitationReinstated(.letter),
    ]

    private static let ofShareLinks: [AccountEvent] = [
        .shareLinkMade(
            .picture, of: SharedThing(.artwork, Fixture.id(95)), in: .home, by: .anna, secret: Fixture.secret(0xBE),
            password: Fixture.hash(3), isViewOnly: true, expires: Fixture.nextMonth),
        .shareLinkRevoked(.picture),
    ]

    private static let ofWebhooks: [AccountEvent] = [
        .webhookAdded(
            .hook, to: .home, of: .anna,
            WebhookTarget(
                address: "https://example.org/hook?from=daybook", areas: [.notes, .boards], kinds: [0x0203, 0x0320]),
            secret: Fixture.signing(0xAB), after: 4_096),
        .webhookPaused(.hook),
        .webhookResumed(.hook),
        .webhookDisabled(.hook, attempts: 20),
        .webhookSecretRotated(.hook, secret: Fixture.signing(0xCD), formerUntil: Fixture.nextMonth),
        .webhookRemoved(.hook),
    ]
}
