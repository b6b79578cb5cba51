import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Signing in")
struct SigningIn {
    let spec = Fixture.spec

    private func open(
        _ id: SessionID, of user: UserID = .anna, on device: UserDeviceID = .phone, _ secret: UInt8 = 20,
        expires: Instant = Fixture.nextMonth
    ) -> AccountCommand {
        .openSession(id, of: user, on: device, secret: Fixture.secret(secret), at: Fixture.morning, expires: expires)
    }

    @Test func `a device is added, renamed and revoked with its sessions`() {
        spec.when(.addDevice(.tablet, of: .anna, name: Fixture.name("Tablet")))
            .then(.deviceAdded(.tablet, of: .anna, name: Fixture.name("Tablet")))
        spec.when(.addDevice(.phone, of: .anna, name: Fixture.name("Other"))).thenNothing()
        spec.when(.addDevice(.phone, of: .ben, name: Fixture.name("Mine"))).thenRefused(
            .identifierTaken(UserDeviceID.phone.entity))
        spec.when(.addDevice(.tablet, of: .emil, name: Fixture.name("T"))).thenRefused(.noSuchUser(.emil))
        spec.when(.addDevice(.tablet, of: .anna, name: .blank)).thenRefused(.badName(.empty))
        spec.when(.renameDevice(.phone, to: Fixture.name("Old"))).then(
            .deviceRenamed(.phone, name: Fixture.name("Old")))
        spec.when(.renameDevice(.phone, to: Fixture.name("Phone"))).thenNothing()
        spec.when(.renameDevice(.tablet, to: Fixture.name("T"))).thenRefused(.noSuchDevice(.tablet))
        spec.signedIn.when(.revokeDevice(.phone))
            .then(.sessionRevoked(.first), .sessionRevoked(.second), .deviceRevoked(.phone))
        spec.when(.revokeDevice(.tablet)).thenRefused(.noSuchDevice(.tablet))
    }

    @Test func `adding a device again after it was undone brings it back`() {
        spec.given(.deviceWithdrawn(.phone)).when(.addDevice(.phone, of: .anna, name: Fixture.name("New")))
            .then(.deviceRenamed(.phone, name: Fixture.name("New")), .deviceReinstated(.phone))
    }

    @Test func `a session is opened with the digest of a secret, on a device of one's own, until it expires`() {
        spec.when(open(.first)).then(
            .sessionOpened(.first, of: .anna, on: .phone, secret: Fixture.secret(20), expires: Fixture.nextMonth))
        spec.when(open(.first, on: .desk)).thenRefused(.noSuchDevice(.desk))
        spec.when(open(.first, of: .emil)).thenRefused(.noSuchUser(.emil))
        spec.when(open(.first, expires: Fixture.morning)).thenRefused(.expired)
        spec.given(.deviceRevoked(.phone)).when(open(.first))
            .thenRefused(.deviceRevoked(.phone, Fixture.name("Phone")))
        spec.when(
            .openSession(
                .first, of: .anna, on: .phone, secret: SecretDigest(bytes: [1, 2]), at: Fixture.morning,
                expires: Fixture.nextMonth)
        ).thenRefused(.badSecret(bytes: 2))
        let opened = spec.signedIn
        opened.when(open(.first, 99)).thenRefused(.identifierTaken(SessionID.first.entity))
        opened.when(open(Fixture.id(33), 4)).thenRefused(.secretTaken)
        opened.when(open(.first, 1)).thenNothing()
    }

    @Test func `signing out ends one session, or all but the one that asks`() {
        let opened = spec.signedIn
        opened.when(.revokeSession(.first)).then(.sessionRevoked(.first))
        opened.given(.sessionRevoked(.first)).when(.revokeSession(.first)).thenNothing()
        spec.when(.revokeSession(.first)).thenRefused(.noSuchSession(.first))
        opened.when(.signOutEverywhere(.anna, keeping: nil)).then(.sessionRevoked(.first), .sessionRevoked(.second))
        opened.when(.signOutEverywhere(.anna, keeping: .first)).then(.sessionRevoked(.second))
        spec.when(.signOutEverywhere(.anna, keeping: nil)).thenNothing()
        spec.when(.signOutEverywhere(.emil, keeping: nil)).thenRefused(.noSuchUser(.emil))
    }

    @Test func `a secret leads to who bears it while it is good, and nobody else's does`() {
        let state = spec.signedIn.state
        #expect(
            AuthorizationPolicy.principal(bearing: Fixture.secret(1), given: state, at: Fixture.morning) == .session(.first))
        #expect(AuthorizationPolicy.principal(bearing: Fixture.secret(4), given: state, at: Fixture.morning) == .token(.script))
        #expect(AuthorizationPolicy.principal(bearing: Fixture.secret(1), given: state, at: Fixture.nextMonth) == nil)
        #expect(AuthorizationPolicy.principal(bearing: Fixture.secret(77), given: state, at: Fixture.morning) == nil)
        // One that begins alike is another.
        var alike = Fixture.secret(1).bytes
        alike[31] = 0
        #expect(AuthorizationPolicy.principal(bearing: SecretDigest(bytes: alike), given: state, at: Fixture.morning) == nil)
        let out = spec.signedIn.given(.sessionRevoked(.first), .tokenRevoked(.script)).state
        for secret in [Fixture.secret(1), Fixture.secret(4)] {
            #expect(AuthorizationPolicy.principal(bearing: secret, given: out, at: Fixture.morning) == nil)
        }
        let invited = spec.invited.state
        #expect(AuthorizationPolicy.principal(bearing: Fixture.secret(9), given: invited, at: Fixture.morning) == nil)
    }

    @Test func `an account has a limited number of devices and of open sessions`() {
        let devices = spec.after(
            (0..<User.devicesMax).map { .addDevice(Fixture.id(1000 + UInt64($0)), of: .dora, name: Fixture.name("D")) })
        devices.when(.addDevice(.tablet, of: .dora, name: Fixture.name("One more")))
            .thenRefused(.tooMany(.devices, max: User.devicesMax))
        let sessions = spec.given(
            (0..<User.sessionsMax).map { index in
                var bytes = Fixture.secret(0).bytes
                (bytes[2], bytes[3]) = (UInt8(index & 0xFF), UInt8(index >> 8))
                return .sessionOpened(
                    Fixture.id(2000 + UInt64(index)), of: .anna, on: .phone, secret: SecretDigest(bytes: bytes),
                    expires: Fixture.after(hours: 1))
            })
        sessions.when(open(.first)).thenRefused(.tooMany(.sessions, max: User.sessionsMax))
        sessions.when(
            .openSession(
                .first, of: .anna, on: .phone, secret: Fixture.secret(20), at: Fixture.after(hours: 1),
                expires: Fixture.nextMonth)
        ).then(.sessionOpened(.first, of: .anna, on: .phone, secret: Fixture.secret(20), expires: Fixture.nextMonth))
    }

    private func device(_ number: Int) -> UserDeviceID { Fixture.id(1000 + UInt64(number)) }
    private func session(_ number: Int) -> SessionID { Fixture.id(2000 + UInt64(number)) }

    private func opened(_ number: Int, on device: UserDeviceID, hours: Int64 = 1) -> AccountEvent {
        var bytes = Fixture.secret(0).bytes
        (bytes[2], bytes[3]) = (UInt8(number & 0xFF), UInt8(number >> 8))
        return .sessionOpened(
            session(number), of: .dora, on: device, secret: SecretDigest(bytes: bytes),
            expires: Fixture.after(hours: hours))
    }

    @Test func `who signs in at a limit gives up what was used the longest ago, and nobody else does`() {
        func givenUp(_ spec: Spec<AccountDecider>, onNewDevice: Bool = true) -> [AccountCommand] {
            spec.state.givenUp(bySigningIn: .dora, onNewDevice: onNewDevice, at: Fixture.after(hours: 2))
        }
        let max = User.devicesMax
        let added = (0..<max).map { AccountEvent.deviceAdded(device($0), of: .dora, name: Fixture.name("D")) }
        #expect(givenUp(spec.given(added.dropLast())).isEmpty)
        let full = spec.given(added)
        #expect(givenUp(full, onNewDevice: false).isEmpty)
        // The first two are signed in on; what is over or was left does not count.
        let used = full.given(
            opened(0, on: device(0), hours: 9), opened(1, on: device(2), hours: 1), opened(2, on: device(1), hours: 9),
            opened(3, on: device(3), hours: 9), .sessionRevoked(session(3)))
        #expect(givenUp(used) == [.revokeDevice(device(2))])
        used.given(.sessionRevoked(session(1)), .deviceRevoked(device(2)))
            .when(.addDevice(.tablet, of: .dora, name: Fixture.name("One more")))
            .then(.deviceAdded(.tablet, of: .dora, name: Fixture.name("One more")))
        // Signed in on all of them, the one that was signed in on the longest ago goes with its sessions.
        let all = used.given((1..<max).map { opened(10 + $0, on: device($0), hours: 9) })
            .given(opened(9, on: device(0), hours: 9))
        #expect(givenUp(all) == [.revokeDevice(device(1))])

        let many = all.given((0..<(User.sessionsMax - max - 2)).map { opened(300 + $0, on: device(5), hours: 9) })
        #expect(givenUp(many, onNewDevice: false) == [.revokeSession(session(0))])
        #expect(givenUp(many) == [.revokeDevice(device(1))], "its sessions are room enough")
        #expect(many.state.givenUp(bySigningIn: .anna, onNewDevice: true, at: Fixture.morning).isEmpty)
    }
}

@Suite("Tokens for programs")
struct TokensForPrograms {
    let spec = Fixture.spec

    private func issue(
        _ id: TokenID, _ scopes: [Scope], _ secret: UInt8 = 30, expires: Instant? = nil
    ) -> AccountCommand {
        .issueToken(
            id, of: .anna, name: Fixture.name("Widget"), secret: Fixture.secret(secret), scopes: scopes,
            at: Fixture.morning, expires: expires)
    }

    @Test func `a token is issued with scopes, each once`() {
        spec.when(issue(.widget, [.widget, .notes, .widget])).then(
            .tokenIssued(
                .widget, of: .anna, name: Fixture.name("Widget"), secret: Fixture.secret(30),
                scopes: [.notes, .widget],
                expires: nil))
        spec.when(issue(.widget, [])).thenRefused(.noScope)
        spec.when(issue(.widget, [.nothing])).thenRefused(.noScope)
        spec.when(issue(.widget, [.notes], expires: Fixture.morning)).thenRefused(.expired)
        let issued = spec.signedIn
        issued.when(issue(.widget, [.notes], 1)).thenRefused(.secretTaken)
        issued.when(issue(.script, [.notes], 31)).thenRefused(.identifierTaken(TokenID.script.entity))
        issued.when(issue(.script, [.reading], 4)).thenNothing()
    }

    @Test func `a token is renamed and revoked`() {
        let issued = spec.signedIn
        issued.when(.renameToken(.script, to: Fixture.name("B"))).then(.tokenRenamed(.script, name: Fixture.name("B")))
        issued.when(.renameToken(.script, to: Fixture.name("Backup"))).thenNothing()
        issued.when(.renameToken(.widget, to: Fixture.name("B"))).thenRefused(.noSuchToken(.widget))
        issued.when(.revokeToken(.script)).then(.tokenRevoked(.script))
        issued.given(.tokenRevoked(.script)).when(.revokeToken(.script)).thenNothing()
        issued.when(.revokeToken(.widget)).thenRefused(.noSuchToken(.widget))
    }

    @Test func `an account has a limited number of tokens`() {
        let many = spec.given(
            (0..<User.tokensMax).map { index in
                .tokenIssued(
                    Fixture.id(3000 + UInt64(index)), of: .anna, name: Fixture.name("T"),
                    secret: Fixture.secret(UInt8(index)), scopes: [.notes], expires: nil)
            })
        many.when(issue(.widget, [.notes], 250)).thenRefused(.tooMany(.tokens, max: User.tokensMax))
    }
}
