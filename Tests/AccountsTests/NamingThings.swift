import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("What identifiers name")
struct NamingThings {
    private let spec = Fixture.spec.signedIn.invited.hooked.given(
        .shareLinkMade(
            .picture, of: SharedThing(.artwork, Fixture.id(95)), in: .home, by: .anna, secret: Fixture.secret(12),
            password: nil, isViewOnly: false, expires: Fixture.nextMonth))

    private let things: [(kind: AccountsModel.Kind, id: EntityID)] = [
        (.user, UserID.ben.entity), (.device, UserDeviceID.desk.entity), (.session, SessionID.first.entity),
        (.token, TokenID.script.entity), (.workspace, WorkspaceID.home.entity),
        (.invitation, InvitationID.letter.entity), (.shareLink, ShareLinkID.picture.entity),
        (.webhook, WebhookID.hook.entity),
    ]

    /// The commands that make a thing of each kind with the identifier `id`.
    private func makings(of id: EntityID) -> [(kind: AccountsModel.Kind, command: AccountCommand)] {
        let now = Fixture.morning
        return [
            (
                .user,
                .registerUser(
                    id.as(RegisteredUser.self), email: Fixture.email("new@example.org"), password: Fixture.hash(9),
                    name: nil)
            ),
            (.device, .addDevice(id.as(KnownDevice.self), of: .anna, name: Fixture.name("Tablet"))),
            (
                .session,
                .openSession(
                    id.as(SignedInSession.self), of: .anna, on: .phone, secret: Fixture.secret(201), at: now,
                    expires: Fixture.nextMonth)
            ),
            (
                .token,
                .issueToken(
                    id.as(AccessToken.self), of: .anna, name: Fixture.name("Script"), secret: Fixture.secret(202),
                    scopes: [.notes], at: now, expires: nil)
            ),
            (.workspace, .createWorkspace(id.as(OwnedWorkspace.self), owner: .anna, name: Fixture.name("Shed"))),
            (
                .invitation,
                .sendInvitation(
                    id.as(SentInvitation.self), to: .home, role: .viewer, reach: .everything, email: nil,
                    secret: Fixture.secret(203), at: now, expires: Fixture.nextMonth)
            ),
            (
                .shareLink,
                .makeShareLink(
                    id.as(MadeShareLink.self), of: SharedThing(.note, Fixture.id(96)), in: .home, by: .anna,
                    secret: Fixture.secret(204), password: nil, isViewOnly: false, at: now,
                    expires: Fixture.after(hours: 24), daysMax: 30)
            ),
            (
                .webhook,
                .addWebhook(
                    id.as(RegisteredWebhook.self), to: .home, of: .anna, Fixture.target, secret: Fixture.signing(9),
                    after: 0)
            ),
        ]
    }

    @Test func `an identifier names one thing of one kind`() throws {
        for making in makings(of: Fixture.id(99)) {
            let events = try AccountDecider.decide(making.command, given: spec.state)
            #expect(events.count == 1, "\(making.kind)")
            #expect(events.allSatisfy { AccountEvent.subjectKind(of: $0.tag) == making.kind }, "\(making.kind)")
        }
        for thing in things {
            for making in makings(of: thing.id) where making.kind != thing.kind {
                spec.when(making.command).thenRefused(.identifierTaken(thing.id))
            }
        }
    }

    @Test func `what was erased leaves its identifier to nobody`() {
        var view = Fixture.view(of: spec.history)
        let id: EntityID = Fixture.id(99)
        view.noteErased(id)
        for making in makings(of: id) {
            #expect(throws: AccountRefusal.identifierTaken(id), "\(making.kind)") {
                try AccountDecider.decide(making.command, given: view.state)
            }
        }
    }
}
