import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Sharing by link")
struct SharingByLink {
    let spec = Fixture.spec
    private let note = SharedThing(.note, Fixture.id(95))

    private func make(
        _ id: ShareLinkID, of thing: SharedThing, in workspace: WorkspaceID = .home, by maker: UserID = .anna,
        _ secret: UInt8 = 20, password: PasswordHash? = nil, isViewOnly: Bool = false,
        expires: Instant = Fixture.nextMonth, daysMax: Int = 365
    ) -> AccountCommand {
        .makeShareLink(
            id, of: thing, in: workspace, by: maker, secret: Fixture.secret(secret), password: password,
            isViewOnly: isViewOnly, at: Fixture.morning, expires: expires, daysMax: daysMax)
    }

    private func opened(_ spec: Spec<AccountDecider>, _ secret: UInt8 = 20, at now: Instant = Fixture.morning) -> ShareLinkID? {
        AuthorizationPolicy.shareLink(bearing: Fixture.secret(secret), given: spec.state, at: now)?.id
    }

    @Test(.shows("B-68", "N-041"))
    func `a link to a note, an artwork, an album or a story is made with the digest of a secret, with or without a password`() {
        for kind in [SharedKind.note, .artwork, .album, .story] {
            let thing = SharedThing(kind, Fixture.id(95))
            spec.when(make(.picture, of: thing, password: Fixture.hash(7), isViewOnly: true)).then(
                .shareLinkMade(
                    .picture, of: thing, in: .home, by: .anna, secret: Fixture.secret(20), password: Fixture.hash(7),
                    isViewOnly: true, expires: Fixture.nextMonth))
            #expect(opened(spec.after([make(.picture, of: thing)])) == .picture)
        }
    }

    @Test(.shows("J-019"))
    func `no link is there until it is made, and no secret of anything else opens one`() {
        #expect(spec.state.model.shareLinks(in: .home).isEmpty)
        let all = spec.signedIn.invited
        for number in 0...UInt8.max { #expect(opened(all, number) == nil) }
        // And what a link's secret opens is the link alone.
        let shared = spec.after([make(.picture, of: note)])
        #expect(AuthorizationPolicy.principal(bearing: Fixture.secret(20), given: shared.state, at: Fixture.morning) == nil)
    }

    @Test(.shows("B-68"))
    func `boards, captures and everything else are never shared`() {
        spec.when(make(.picture, of: SharedThing(.other, Fixture.id(95)))).thenRefused(.neverShared)
        // Not even by a journal that says so.
        let foreign = spec.given(
            .shareLinkMade(
                .picture, of: SharedThing(.other, Fixture.id(95)), in: .home, by: .anna, secret: Fixture.secret(20),
                password: nil, isViewOnly: false, expires: Fixture.nextMonth))
        #expect(opened(foreign) == nil)
    }

    @Test(.shows("N-041"))
    func `a link is over by itself, within what the installation lets it last`() {
        spec.when(make(.picture, of: note, expires: Fixture.morning)).thenRefused(.expired)
        spec.when(make(.picture, of: note, daysMax: 29)).thenRefused(.lastsTooLong(daysMax: 29))
        spec.when(make(.picture, of: note, expires: Fixture.after(hours: 24 * 3_651), daysMax: .max))
            .thenRefused(.lastsTooLong(daysMax: ShareLink.daysMax))
        let shared = spec.after([make(.picture, of: note)])
        #expect(opened(shared, at: Instant(microseconds: Fixture.nextMonth.microseconds - 1)) == .picture)
        #expect(opened(shared, at: Fixture.nextMonth) == nil)
    }

    @Test(.shows("B-68", "N-041"))
    func `a link is revoked at once and for good`() {
        let shared = spec.after([make(.picture, of: note), make(.drawing, of: note, 21)])
        shared.when(.revokeShareLink(.picture)).then(.shareLinkRevoked(.picture))
        let revoked = shared.after([.revokeShareLink(.picture)])
        revoked.when(.revokeShareLink(.picture)).thenNothing()
        #expect(opened(revoked) == nil)
        #expect(opened(revoked, 21) == .drawing)
        spec.when(.revokeShareLink(.picture)).thenRefused(.noSuchShareLink)
        // Made again it stays revoked.
        revoked.when(make(.picture, of: note)).thenNothing()
    }

    @Test func `making a link again does nothing, and nothing but a digest and a hash is taken`() {
        let shared = spec.after([make(.picture, of: note)])
        shared.when(make(.picture, of: note)).thenNothing()
        shared.when(make(.picture, of: note, 21)).thenRefused(.identifierTaken(ShareLinkID.picture.entity))
        shared.when(make(.drawing, of: note)).thenRefused(.secretTaken)
        spec.signedIn.when(make(.picture, of: note, 1)).thenRefused(.secretTaken)
        spec.when(make(.picture, of: note, password: PasswordHash("plain"))).thenRefused(.badPasswordHash)
        spec.when(make(.picture, of: note, in: .shed)).thenRefused(.noSuchWorkspace(.shed))
        spec.when(make(.picture, of: note, by: .emil)).thenRefused(.noSuchUser(.emil))
        spec.given(.workspaceClosed(.home)).when(make(.picture, of: note))
            .thenRefused(.workspaceClosed(.home, Fixture.name("Home")))
    }

    @Test(.shows("B-68"))
    func `a link opens as long as its maker may share, and ends with their account, their role and the workspace`() {
        let shared = spec.given(.memberRoleChanged(.home, .ben, role: .owner)).after([make(.picture, of: note, by: .ben)])
        #expect(opened(shared) == .picture)
        for event: AccountEvent in [
            .userWithdrawn(.ben), .memberRemoved(.home, .ben), .memberRoleChanged(.home, .ben, role: .editor),
            .workspaceClosed(.home), .workspaceWithdrawn(.home),
        ] { #expect(opened(shared.given(event)) == nil, "\(event.tag)") }
        #expect(opened(shared.given(.workspaceClosed(.home), .workspaceReopened(.home))) == .picture)
    }

    @Test(.shows("J-019"))
    func `only an owner makes a link, in their own name, and an owner revokes one of a closed workspace too`() {
        let state = TheGuard.accounts
        func may(_ who: Principal, _ command: AccountCommand, _ state: AccountsState = state) -> Bool {
            AuthorizationPolicy.decide(who, maySay: command, given: state, at: Fixture.morning).isAllowed
        }
        for kind in [SharedKind.note, .artwork, .album, .story, .other] {
            let thing = SharedThing(kind, Fixture.id(95))
            for (name, who) in TheGuard.people where name != "machine" {
                for maker in [UserID.anna, .ben, .cleo, .dora, .emil, Fixture.id(15)] {
                    let isOwner = name == "owner" && maker == .anna
                    #expect(may(who, make(.picture, of: thing, by: maker)) == isOwner, "\(name) \(kind)")
                }
            }
            for scope in Scope.allCases {
                #expect(!may(.token(TheGuard.token(scope)), make(.picture, of: thing)), "\(scope)")
            }
        }
        var closed = Spec<AccountDecider>.given(Fixture.family).after([make(.picture, of: note)]).signedIn.state
        AccountDecider.evolve(&closed, with: .workspaceClosed(.home))
        #expect(may(.session(.first), .revokeShareLink(.picture), closed))
        #expect(!may(.session(.third), .revokeShareLink(.picture), closed))
    }

    @Test func `a workspace has a limited number of share links that are not over`() {
        let many = spec.given(
            (0..<ShareLink.perWorkspaceMax).map { index in
                .shareLinkMade(
                    Fixture.id(7000 + UInt64(index)), of: note, in: .home, by: .anna,
                    secret: SecretDigest(bytes: [UInt8(index / 250), UInt8(index % 250)] + Array(repeating: 1, count: 30)),
                    password: nil, isViewOnly: false, expires: Fixture.after(hours: 1))
            })
        many.when(make(.picture, of: note, 255)).thenRefused(.tooMany(.shareLinks, max: ShareLink.perWorkspaceMax))
        let one = many.given(.shareLinkRevoked(Fixture.id(7000)))
        #expect(opened(one.after([make(.picture, of: note, 255)]), 255) == .picture)
    }
}
