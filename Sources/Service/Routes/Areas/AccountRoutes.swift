import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    private static let email = FieldShape("email", .text(bytesMax: Email.bytesMax), "The e-mail address.")
    private static let password = FieldShape("password", .text(bytesMax: Passwords.bytesMax), "The password.")

    /// Signing up, in and out, and what belongs to one's own account.
    static let accounts: [Route] = [
        Route(
            .post, "/v1/sign-up", "signUp",
            "Makes an account. The answer is the same whether the address was free or not.", .anybody,
            body: [
                email, password, FieldShape("name", .text(bytesMax: Name.bytesMax), "What others are shown.").optional,
            ],
            answer: .json(.accepted)
        ) { try await $0.signUp() },
        Route(
            .post, "/v1/sign-in", "signIn", "Opens a session on a device, and gives its secret once.", .anybody,
            body: [
                email, password,
                FieldShape("device", .identifier, "The device, as it was told when it signed in first.").optional,
                FieldShape("deviceName", .text(bytesMax: Name.bytesMax), "What a new device is called.").optional,
                FieldShape("cookie", .flag, "For a browser: the secret as a cookie, and a CSRF token.").optional,
            ]
        ) { try await $0.signIn() },
        Route(
            .post, "/v1/sign-out", "signOut", "Ends the session that asks.", .account(.administer), answer: .nothing
        ) { try await $0.signOut() },
        Route(
            .post, "/v1/sign-out-everywhere", "signOutEverywhere", "Ends every session, or all but the one that asks.",
            .account(.administer),
            body: [FieldShape("keepThis", .flag, "Whether the session that asks goes on.").optional], answer: .nothing
        ) { call in
            let caller = try call.signedIn()
            return try await call.perform(
                .signOutEverywhere(caller.user, keeping: call.body.flag("keepThis") ? caller.session : nil))
        },
        Route(
            .get, "/v1/session", "showSession",
            "Who is asking, the CSRF token of a browser, and how the devices of a token begin.", .oneself
        ) { call in
            let caller = try call.signedIn()
            return .json { json in
                json.object { json in
                    json.field("user", caller.user.text)
                    json.field("device", caller.device.text)
                    json.field("session", caller.session?.text)
                    var devices: String?
                    if case .token(let id) = caller.principal { devices = TokenDevices(of: id).prefix }
                    json.field("devices", devices)
                    let isCookie = caller.credential.isCookie
                    json.field("csrf", isCookie ? Credential.csrfToken(for: caller.credential.secret) : nil)
                }
            }
        },
        Route(
            .get, "/v1/account", "showAccount",
            "The account with its devices, sessions, tokens, preferences and workspaces.", .account(.read)
        ) { call in
            let user = try call.signedIn().user
            let view = await call.pool.book.view
            guard let reading = view.account(user, name: view.name) else { throw AuthorizationError.notSignedIn }
            return .json { reading.write(to: &$0) }
        },
        Route(
            .get, "/v1/account/run-quota", "showRunQuota",
            "How many of this month's requests for suggestions are used, over all workspaces, and when there are new ones.",
            .account(.read)
        ) { call in
            let quota = try await call.pool.runQuota(of: try call.signedIn().user)
            return .json { quota.write(to: &$0) }
        },
        Route(
            .get, "/v1/account/storage", "showAccountStorage",
            "How many bytes one may keep and keeps, by kind and by workspace: those that one made count, with journals, files and "
                + "uploads.", .account(.read)
        ) { try await $0.showAccountStorage() },
        Route(
            .put, "/v1/account/name", "nameAccount", "Changes what others are shown; without a name, takes it away.",
            .account(.write),
            body: [FieldShape("name", .text(bytesMax: Name.bytesMax), "The new name.").optional], answer: .nothing
        ) { call in
            let name = try call.body.text("name").map { try Name($0) }
            return try await call.perform(.nameUser(try call.signedIn().user, name))
        },
        Route(
            .patch, "/v1/account/preferences", "preferAccount",
            "Changes how somebody likes it, as the account shows it; what is left out stays, and null takes away.",
            .account(.write), body: Preferring.shapes, answer: .nothing
        ) { try await $0.prefer() },
        Route(
            .put, "/v1/account/password", "changePassword", "Changes the password, and ends every other session.",
            .account(.administer),
            body: [
                password, FieldShape("newPassword", .text(bytesMax: Passwords.bytesMax), "The new password."),
            ], answer: .nothing
        ) { try await $0.changePassword() },
        Route(
            .post, "/v1/account/erase", "eraseAccount",
            "Erases the account for good, with the workspaces that nobody else is in; there is no way back.",
            .account(.erase), body: [email, password.optional], answer: .nothing
        ) { try await $0.eraseAccount() },
        Route(
            .patch, "/v1/account/devices/{device}", "renameDevice", "Renames a device.", .account(.administer),
            body: [FieldShape("name", .text(bytesMax: Name.bytesMax), "The new name.")], answer: .nothing
        ) { call in
            try await call.perform(
                .renameDevice(try call.identifier("device"), to: try Name(call.body.required("name"))))
        },
        Route(
            .delete, "/v1/account/devices/{device}", "revokeDevice", "Revokes a device and ends its sessions.",
            .account(.administer), answer: .nothing
        ) { try await $0.perform(.revokeDevice(try $0.identifier("device"))) },
        Route(
            .delete, "/v1/account/sessions/{session}", "revokeSession", "Ends one session.", .account(.administer),
            answer: .nothing
        ) { try await $0.perform(.revokeSession(try $0.identifier("session"))) },
        Route(
            .post, "/v1/account/tokens", "issueToken", "Issues a token for a program, and gives its secret once.",
            .account(.administer),
            body: [
                FieldShape("name", .text(bytesMax: Name.bytesMax), "What it is for."),
                FieldShape("scopes", .words(scopes.map { $0.word }), "What it may be used for."),
                FieldShape("days", .number(1...3_650), "How long it is valid; until revoked by default.").optional,
            ], answer: .json(.created)
        ) { try await issueToken($0) },
        Route(
            .delete, "/v1/account/tokens/{token}", "revokeToken", "Revokes a token for good.", .account(.administer),
            answer: .nothing
        ) { try await $0.perform(.revokeToken(try $0.identifier("token"))) },
    ]

    private static let scopes = Scope.allCases.filter { $0 != .nothing }.map {
        (word: spelled($0.fieldName), scope: $0)
    }

    private static func issueToken(_ call: Call) async throws -> Response {
        let caller = try call.signedIn()
        let secret = FreshSecret()
        let token: TokenID = call.pool.runtime.mint()
        let words = call.body.texts("scopes")
        let expires = call.body.number("days").map { call.now.later(byDays: $0) }
        _ = try await call.perform(
            .issueToken(
                token, of: caller.user, name: try Name(call.body.required("name")), secret: secret.digest,
                scopes: scopes.filter { words.contains($0.word) }.map { $0.scope }, at: call.now, expires: expires))
        return .json(.created) { json in
            json.object { json in
                json.field("token", token.text)
                json.field("secret", secret.text)
                json.field("expires", expires?.text)
            }
        }
    }
}

extension Instant {
    /// - Precondition: some ten years at most, which no shape lets pass.
    func later(byDays days: Int) -> Instant { Instant(microseconds: microseconds + Int64(days) * 86_400_000_000) }
}
