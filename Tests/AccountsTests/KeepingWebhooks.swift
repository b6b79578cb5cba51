import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Keeping webhooks")
struct KeepingWebhooks {
    let spec = Fixture.spec

    private func add(
        _ id: WebhookID = .hook, _ target: WebhookTarget = Fixture.target, of user: UserID = .anna,
        to workspace: WorkspaceID = .home,
        secret: SigningSecret = Fixture.signing(1)
    ) -> AccountCommand {
        .addWebhook(id, to: workspace, of: user, target, secret: secret, after: 7)
    }

    @Test(.shows("B-19"))
    func `a webhook is added for a member, with areas and kinds in order, and adding it again does nothing`() {
        let messy = WebhookTarget(
            address: Fixture.target.address, areas: [.studio, .nothing, .notes, .studio], kinds: [9, 3, 9])
        let tidy = WebhookTarget(address: Fixture.target.address, areas: [.notes, .studio], kinds: [3, 9])
        spec.when(add(.hook, messy)).then(
            .webhookAdded(.hook, to: .home, of: .anna, tidy, secret: Fixture.signing(1), after: 7))
        spec.hooked.when(add()).thenNothing()
        spec.hooked.when(add(secret: Fixture.signing(2))).thenRefused(.identifierTaken(WebhookID.hook.entity))
        spec.hooked.given(.webhookRemoved(.hook)).when(add()).thenRefused(.identifierTaken(WebhookID.hook.entity))
        spec.when(add(of: .dora)).thenRefused(.noSuchMember(.dora))
        spec.when(add(to: .shed)).thenRefused(.noSuchWorkspace(.shed))
        spec.given(.workspaceClosed(.home)).when(add()).thenRefused(.workspaceClosed(.home, Fixture.name("Home")))
    }

    @Test(arguments: ["", "https://", "ftp://example.org", "https://a b", "https://exämple.org", "example.org/hook"])
    func `what a webhook cannot lead to is refused`(address: String) {
        spec.when(add(.hook, WebhookTarget(address: address, areas: [.notes]))).thenRefused(.badWebhook(.address))
    }

    @Test func `it hears of at least one area, of some kinds, and has a whole secret`() {
        let long = "https://example.org/" + String(repeating: "a", count: WebhookTarget.addressBytesMax)
        spec.when(add(.hook, WebhookTarget(address: long, areas: [.notes]))).thenRefused(.badWebhook(.address))
        spec.when(add(.hook, WebhookTarget(address: Fixture.target.address, areas: [.nothing]))).thenRefused(
            .badWebhook(.areas))
        let kinds = (0...UInt64(WebhookTarget.kindsMax)).map { $0 }
        spec.when(add(.hook, WebhookTarget(address: Fixture.target.address, areas: [.notes], kinds: kinds)))
            .thenRefused(.tooMany(.webhookKinds, max: WebhookTarget.kindsMax))
        spec.when(add(secret: SigningSecret(bytes: [1, 2, 3]))).thenRefused(.badWebhook(.secret))
        let target = WebhookTarget(address: Fixture.target.address, areas: [.boards], kinds: [0x0320])
        #expect(target.hears(of: 0x0320, in: .boards) && !target.hears(of: 0x0321, in: .boards))
        #expect(!target.hears(of: 0x0320, in: .notes) && !target.hears(of: 0x0320, in: .nothing))
    }

    @Test func `it is paused and resumed, and going on again brings back one that failed`() {
        let hooked = spec.hooked
        hooked.when(.pauseWebhook(.hook)).then(.webhookPaused(.hook))
        hooked.when(.resumeWebhook(.hook)).thenNothing()
        let paused = hooked.given(.webhookPaused(.hook))
        paused.when(.pauseWebhook(.hook)).thenNothing()
        paused.when(.resumeWebhook(.hook)).then(.webhookResumed(.hook))
        paused.when(.disableWebhook(.hook, attempts: 3)).thenNothing()
        hooked.when(.disableWebhook(.hook, attempts: 3)).then(.webhookDisabled(.hook, attempts: 3))
        let failed = hooked.given(.webhookDisabled(.hook, attempts: 3))
        failed.when(.disableWebhook(.hook, attempts: 4)).thenNothing()
        failed.when(.pauseWebhook(.hook)).thenNothing()
        failed.when(.resumeWebhook(.hook)).then(.webhookResumed(.hook))
        spec.when(.pauseWebhook(.hook)).thenRefused(.noSuchWebhook(.hook))
    }

    @Test func `another secret leaves the former one good for a while, or not`() throws {
        let until = Fixture.after(hours: 24)
        let command = AccountCommand.rotateWebhookSecret(.hook, to: Fixture.signing(2), formerUntil: until)
        spec.hooked.when(command).then(.webhookSecretRotated(.hook, secret: Fixture.signing(2), formerUntil: until))
        let rotated = spec.hooked.after([command])
        rotated.when(command).thenNothing()
        let webhook = try #require(rotated.state.model.existing(.hook))
        #expect(webhook.secrets(at: Fixture.after(hours: 23)) == [Fixture.signing(2), Fixture.signing(1)])
        #expect(webhook.secrets(at: until) == [Fixture.signing(2)])
        let abrupt = spec.hooked.after([.rotateWebhookSecret(.hook, to: Fixture.signing(3), formerUntil: nil)])
        #expect(abrupt.state.model.existing(.hook)?.secrets(at: Fixture.morning) == [Fixture.signing(3)])
        spec.hooked.when(.rotateWebhookSecret(.hook, to: SigningSecret(bytes: []), formerUntil: nil))
            .thenRefused(.badWebhook(.secret))
    }

    @Test func `a removed one is gone for good`() {
        spec.hooked.when(.removeWebhook(.hook)).then(.webhookRemoved(.hook))
        let removed = spec.hooked.given(.webhookRemoved(.hook))
        removed.when(.removeWebhook(.hook)).thenNothing()
        for command in [
            AccountCommand.pauseWebhook(.hook), .resumeWebhook(.hook), .disableWebhook(.hook, attempts: 1),
            .rotateWebhookSecret(.hook, to: Fixture.signing(2), formerUntil: nil),
        ] {
            removed.when(command).thenRefused(.noSuchWebhook(.hook))
        }
        spec.when(.removeWebhook(.hook)).thenRefused(.noSuchWebhook(.hook))
    }

    @Test func `a workspace has a limited number of webhooks`() {
        let full = spec.after(
            (0..<UInt64(HeldWorkspace.webhooksMax)).map { add(Fixture.id(900 + $0), secret: Fixture.signing(UInt8($0))) })
        full.when(add()).thenRefused(.tooMany(.webhooks, max: HeldWorkspace.webhooksMax))
        let room = full.given(.webhookRemoved(Fixture.id(900)))
        room.when(add()).then(
            .webhookAdded(.hook, to: .home, of: .anna, Fixture.target, secret: Fixture.signing(1), after: 7))
    }

    @Test func `bringing one back resumes or pauses it, and never hands out a secret again`() throws {
        let paused = spec.hooked.given(.webhookPaused(.hook))
        let then = Fixture.view(of: paused.history)
        let now = paused.given(
            .webhookResumed(.hook), .webhookSecretRotated(.hook, secret: Fixture.signing(2), formerUntil: nil))
        #expect(
            try AccountDecider.restoration(of: WebhookID.hook.entity, to: then, given: now.state) == [.webhookPaused(.hook)])
        #expect(
            try AccountDecider.restoration(
                of: WebhookID.hook.entity, to: Fixture.view(of: spec.hooked.history), given: now.state
            ).isEmpty)
        #expect(throws: AccountRefusal.notThereYet(WebhookID.hook.entity)) {
            try AccountDecider.restoration(of: WebhookID.hook.entity, to: AccountProjection.empty, given: now.state)
        }
    }
}
