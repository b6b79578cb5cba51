import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Inviting")
struct Inviting {
    let spec = Fixture.spec

    private func send(
        _ id: InvitationID, as role: Role = .editor, _ reach: MemberReach = .everything, for email: Email? = nil,
        _ secret: UInt8 = 20, expires: Instant = Fixture.nextMonth
    ) -> AccountCommand {
        .sendInvitation(
            id, to: .home, role: role, reach: reach, email: email, secret: Fixture.secret(secret), at: Fixture.morning,
            expires: expires)
    }

    private func accept(_ user: UserID, _ secret: UInt8 = 9, at now: Instant = Fixture.morning) -> AccountCommand {
        .acceptInvitation(.letter, by: user, secret: Fixture.secret(secret), at: now)
    }

    @Test(.shows("J-203"))
    func `a co-parent is invited to view or edit one child, and accepts`() throws {
        spec.when(send(.letter, as: .editor, .children([Fixture.mila]))).then(
            .invitationSent(
                .letter, to: .home, role: .editor, reach: .children([Fixture.mila]), email: nil,
                secret: Fixture.secret(20), expires: Fixture.nextMonth))
        let invited = spec.invited
        invited.when(accept(.dora)).then(
            .memberAdded(.home, .dora, role: .editor, reach: .children([Fixture.mila])),
            .invitationAccepted(.letter, by: .dora))
        let inside = invited.after([accept(.dora)])
        let member = try #require(inside.state.model.workspaces[.home]?.member(.dora))
        #expect(member.role == .editor)
        #expect(member.reach == .children([Fixture.mila]))
    }

    @Test func `nobody is invited as an owner, for no child, or to what would be over already`() {
        spec.when(send(.letter, as: .owner)).thenRefused(.cannotInviteOwner)
        spec.when(send(.letter, as: .viewer, .children([]))).thenRefused(.noChild)
        spec.when(send(.letter, expires: Fixture.morning)).thenRefused(.expired)
        spec.when(send(.letter, for: Fixture.email("nobody"))).thenRefused(.badEmail(.notAnAddress))
        spec.signedIn.when(send(.letter, 1)).thenRefused(.secretTaken)
        spec.when(
            .sendInvitation(
                .letter, to: .shed, role: .viewer, reach: .everything, email: nil, secret: Fixture.secret(20),
                at: Fixture.morning, expires: Fixture.nextMonth)
        ).thenRefused(.noSuchWorkspace(.shed))
    }

    private func send(_ id: InvitationID, _ secret: UInt8) -> AccountCommand {
        send(id, as: .editor, .everything, for: nil, secret)
    }

    @Test func `inviting again does nothing, or brings it back when it was undone`() {
        let invited = spec.invited
        invited.when(send(.letter, 9)).thenNothing()
        invited.when(send(.letter, 20)).thenRefused(.identifierTaken(InvitationID.letter.entity))
        invited.given(.invitationWithdrawn(.letter)).when(send(.letter, 9)).then(.invitationReinstated(.letter))
    }

    @Test func `without the secret there is no such invitation, whether there is or not`() {
        let invited = spec.invited
        invited.when(accept(.dora, 10)).thenRefused(.noSuchInvitation)
        spec.when(accept(.dora)).thenRefused(.noSuchInvitation)
        invited.given(.invitationWithdrawn(.letter)).when(accept(.dora)).thenRefused(.noSuchInvitation)
        invited.when(.declineInvitation(.letter, secret: Fixture.secret(10))).thenRefused(.noSuchInvitation)
        invited.when(accept(.emil)).thenRefused(.noSuchUser(.emil))
    }

    @Test func `an invitation is good once, until it expires, for whom it was sent to`() {
        let invited = spec.invited
        invited.when(accept(.dora, at: Fixture.nextMonth)).thenRefused(.invitationExpired)
        invited.when(accept(.ben)).thenRefused(.alreadyMember)
        let used = invited.after([accept(.dora)])
        used.when(accept(.dora, at: Fixture.nextMonth)).thenNothing()
        used.given(.userRegistered(.emil, email: Fixture.email("e@x"), password: Fixture.hash(1), name: nil))
            .when(accept(.emil)).thenRefused(.invitationUsed)
        let personal = spec.after([send(.letter, for: Fixture.email("DORA@example.org"))])
        personal.when(accept(.dora, 20)).then(
            .memberAdded(.home, .dora, role: .editor, reach: .everything), .invitationAccepted(.letter, by: .dora))
        let other = spec.after([send(.letter, for: Fixture.email("emil@example.org"))])
        other.when(accept(.dora, 20)).thenRefused(.invitationForAnother)
    }

    @Test(.shows("J-203"))
    func `an invitation is revoked or declined, and is then good for nobody`() {
        let invited = spec.invited
        invited.when(.revokeInvitation(.letter)).then(.invitationRevoked(.letter))
        invited.when(.declineInvitation(.letter, secret: Fixture.secret(9))).then(.invitationDeclined(.letter))
        let revoked = invited.given(.invitationRevoked(.letter))
        revoked.when(accept(.dora)).thenRefused(.invitationRevoked)
        revoked.when(.revokeInvitation(.letter)).thenNothing()
        revoked.when(.declineInvitation(.letter, secret: Fixture.secret(9))).thenNothing()
        let declined = invited.given(.invitationDeclined(.letter))
        declined.when(accept(.dora)).thenRefused(.invitationDeclined)
        declined.when(.revokeInvitation(.letter)).thenNothing()
        let used = invited.after([accept(.dora)])
        used.when(.revokeInvitation(.letter)).thenRefused(.invitationUsed)
        used.when(.declineInvitation(.letter, secret: Fixture.secret(9))).thenRefused(.invitationUsed)
        spec.when(.revokeInvitation(.letter)).thenRefused(.noSuchInvitation)
    }

    @Test(.shows("J-203"))
    func `an invitation counts as long as whoever sent it may invite`() {
        /// Ben owns the family's workspace too, and somebody invites.
        func view(sentBy actor: ActorID, _ more: [AccountEvent] = []) -> AccountsView {
            let sent = AccountEvent.invitationSent(
                .letter, to: .home, role: .editor, reach: .everything, email: nil, secret: Fixture.secret(9),
                expires: Fixture.nextMonth)
            var view = Fixture.view(of: Fixture.family + [.memberRoleChanged(.home, .ben, role: .owner)])
            for event in [sent] + more {
                AccountProjection.project(
                    Recorded(
                        position: Position(view.asOf.sequence + 1), actor: actor, device: Fixture.terminal,
                        instant: Fixture.morning, event: event), into: &view)
            }
            return view
        }
        func expect(_ view: AccountsView, counts: Bool, _ place: SourceLocation = #_sourceLocation) {
            #expect(view.isBacked(.letter, given: view.state) == counts, sourceLocation: place)
            let shown = view.members(of: .home, name: Fixture.name(of:))?.invitations.map(\.answer)
            #expect(shown == [counts ? "waiting" : "revoked"], sourceLocation: place)
        }
        let (ben, removal) = (UserID.ben.as(Actor.self), AccountEvent.memberRemoved(.home, .ben))
        expect(view(sentBy: ben), counts: true)
        expect(view(sentBy: ben, [removal]), counts: false)
        expect(view(sentBy: ben, [.memberRoleChanged(.home, .ben, role: .editor)]), counts: false)
        expect(view(sentBy: ben, [.userWithdrawn(.ben)]), counts: false)
        expect(
            view(sentBy: ben, [removal, .memberAdded(.home, .ben, role: .owner, reach: .everything)]), counts: true)
        expect(view(sentBy: Fixture.keeper, [removal]), counts: true)
        // An older build gave the keeper's identifier to anyone who asked for it.
        let trap = Fixture.keeper.as(OwnedWorkspace.self)
        expect(
            view(sentBy: Fixture.keeper, [.workspaceCreated(trap, owner: .dora, name: Fixture.name("Trap"))]),
            counts: true)
        // Emil's account is erased.
        var erased = view(sentBy: UserID.emil.as(Actor.self))
        erased.noteErased(UserID.emil.entity)
        expect(erased, counts: false)
    }

    @Test func `a workspace has a limited number of unanswered invitations`() {
        let many = spec.given(
            (0..<HeldWorkspace.invitationsMax).map { index in
                .invitationSent(
                    Fixture.id(7000 + UInt64(index)), to: .home, role: .viewer, reach: .everything, email: nil,
                    secret: Fixture.secret(UInt8(100 + index)), expires: Fixture.after(hours: 1))
            })
        many.when(send(.letter)).thenRefused(.tooMany(.invitations, max: HeldWorkspace.invitationsMax))
        many.given(.invitationDeclined(Fixture.id(7000))).when(send(.letter)).then(
            .invitationSent(
                .letter, to: .home, role: .editor, reach: .everything, email: nil, secret: Fixture.secret(20),
                expires: Fixture.nextMonth))
    }
}
