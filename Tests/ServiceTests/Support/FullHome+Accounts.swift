import Accounts
import HTTPTypes
import Kernel
import Notes
import Testing
import Workspace

@testable import Runtime
@testable import Service

extension FullHome {
    /// Something that is asked besides the views of the home.
    struct Asked {
        var path: String
        var secret: String?
        var headers: HTTPFields = [:]
    }

    /// Everything that an account, a membership, a share link, a webhook, an upload and a visit can say.
    ///
    /// - Parameter receiver: where webhooks lead.
    func furnishAccounts(_ receiver: HookReceiver) async throws -> [Asked] {
        let secret = home.anna.secret
        try await preferEverything()
        let invitation = FreshSecret()
        let ben = try await inviteSomebody(invitation)
        try await furnishWebhooks(receiver)
        try await notify()
        let hooks = try await fixture.get(home.path + "/webhooks", as: secret).json.list.compactMap { $0["id"].string }
        var asked = [
            "/v1/account", "/v1/account/run-quota", "/v1/account/storage", "/v1/account/notifications", "/v1/session",
            "/v1/providers", "/v1/workspaces",
            home.path + "/members",
            home.path + "/webhooks",
            home.path + "/shares",
        ].map { Asked(path: $0, secret: secret) }
        asked += hooks.map { Asked(path: home.path + "/webhooks/\($0)/deliveries", secret: secret) }
        asked.append(Asked(path: "/v1/account", secret: ben.secret))
        asked += ["/v1/workspaces", home.path].map { Asked(path: $0, secret: ben.secret) }
        asked += ["/v1/setup", "/v1/invitations/" + invitation.text].map { Asked(path: $0) }
        asked.append(Asked(path: "/v1/session", secret: try await fixture.token(of: home.anna, [.everything])))
        asked.append(
            Asked(path: "/v1/session", headers: [.cookie: Credential.cookieName + "=" + secret]))
        asked += try await share()
        asked.append(Asked(path: try await upload(), secret: secret))
        let begun = try await fixture.ask(.post, "/v1/guests", "{\"cookie\":true}")
        let cookie = try #require(begun.headers[.setCookie])
        asked.append(Asked(path: "/v1/guests/visit", headers: [.cookie: String(cookie.prefix { $0 != ";" })]))
        return asked
    }

    private func preferEverything() async throws {
        let user = home.anna.user
        let now = ServiceFixture.start
        for command in [
            .nameUser(user, name("Anna")), .choosePlan(user, .paid), .limitStorage(user, bytesMax: 1 << 30),
            .chooseZone(user, "Europe/Berlin"), .choosePrimaryBoard(user, home.board.entity),
            .assignShortcut(user, action: "search", keys: "Ctrl+K"),
            .chooseRetention(user, of: .trash, days: 30), .chooseRetention(user, of: .blobs, days: 60),
            .chooseRetention(user, of: .history, days: 90),
            .issueToken(
                mint(), of: user, name: name("Program"), secret: FreshSecret().digest, scopes: [.reading], at: now,
                expires: now.later(byDays: 3)),
        ] as [AccountCommand] {
            try await fixture.keeps(command, as: home.author)
        }
    }

    /// Somebody who sees one child only, and somebody who was asked to.
    ///
    /// - Parameter invitation: the secret of the one who was asked.
    private func inviteSomebody(_ invitation: FreshSecret) async throws -> Visitor {
        let ben = try await fixture.visitor("ben")
        let reach = MemberReach.children([home.child.entity])
        let now = ServiceFixture.start
        try await fixture.keeps(.addMember(home.id, ben.user, role: .viewer, reach: reach), as: home.author)
        try await fixture.keeps(
            .sendInvitation(
                mint(), to: home.id, role: .viewer, reach: reach, email: Email(recorded: "carl@example.org"),
                secret: invitation.digest, at: now, expires: now.later(byDays: 3)), as: home.author)
        return ben
    }

    /// One webhook that is told something and has had another secret, and one that failed too often.
    private func furnishWebhooks(_ receiver: HookReceiver) async throws {
        func add(_ more: String) async throws -> String {
            let body = "{\"url\":\"\(receiver.address)\(more)}"
            let answer = try await fixture.ask(.post, home.path + "/webhooks", body, as: home.anna.secret)
            return try #require(answer.json["id"].string, "\(answer.text)")
        }
        let told = try await add("?notes\",\"kinds\":[\"note created\"]")
        let failed = try await add("\"")
        try await perform([.notes(.createNote(mint(), title: nil, body: "", in: nil))])
        await fixture.service.webhooks.round()
        let rotated = try await fixture.ask(
            .post, home.path + "/webhooks/\(told)/rotate", "{}", as: home.anna.secret)
        #expect(rotated.status == 200, "\(rotated.text)")
        let id = try #require(WebhookID(text: failed))
        try await fixture.keeps(.disableWebhook(id, attempts: 3), as: home.author)
    }

    /// A browser of the owner's that is notified.
    private func notify() async throws {
        let device = try #require(await fixture.pool.book.state.model.devices(of: home.anna.user).first)
        let push = PushSubscription(
            endpoint: "https://push.example.org/send/1", key: [4] + [UInt8](repeating: 7, count: 64),
            secret: PushSecret(bytes: [UInt8](repeating: 7, count: 16)), topics: [.reminders, .tips],
            since: ServiceFixture.start)
        try await fixture.keeps(.subscribePush(device, push), as: home.author)
    }

    /// Links to a note, an artwork and an album.
    private func share() async throws -> [Asked] {
        var asked: [Asked] = []
        for path in further {
            let parts = path.split(separator: "/")
            guard parts.count == 2, ["notes", "artworks", "albums"].contains(parts[0]) else { continue }
            let answer = try await fixture.ask(
                .post, home.path + "/shares", "{\"thing\":\"\(parts[1])\"}", as: home.anna.secret)
            asked.append(Asked(path: try #require(answer.json["path"].string, "\(answer.text)")))
        }
        return asked
    }

    /// A picture that was sent, and where it is.
    private func upload() async throws -> String {
        let bytes = QuarteredPicture.bytes
        let begun = try await fixture.ask(
            .post, home.path + "/uploads", as: home.anna.secret,
            headers: UploadingOverHTTP.tus([
                (.uploadLength, String(bytes.count)), (.uploadMetadata, "filename c3VuLnBuZw=="),
            ]))
        let place = try #require(begun.headers[.location], "\(begun.text)")
        let sent = try await fixture.send(
            .patch, place, bytes: bytes, as: home.anna.secret, headers: UploadingOverHTTP.patch(at: 0))
        #expect(sent.status == 204, "\(sent.text)")
        return place
    }
}
