import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    private static let path = "/v1/workspaces/{workspace}/webhooks"
    private static let areas = WebhookArea.allCases.filter { $0 != .nothing }
    private static let kinds = EventKind.known.compactMap(\.name)

    /// Addresses outside that are told what happens in a workspace, for its owners. Requirement B-19.
    static let webhooks: [Route] = [
        Route(
            .post, path, "addWebhook",
            "Adds an address that is told what happens from now on, and gives the secret that proves it once.",
            .members(.administer),
            body: [
                FieldShape(
                    "url", .text(bytesMax: WebhookTarget.addressBytesMax), "Where to, such as https://example.org/hook."),
                FieldShape(
                    "areas", .words(areas.map { spelled($0.fieldName) }), "What it hears of; everything by default."
                ).optional,
                FieldShape("kinds", .words(kinds), "Only these kinds of events; all of the areas by default.").optional,
                FieldShape("id", .identifier, "Its identifier, so that asking twice adds one.").optional,
            ], answer: .json(.created)
        ) { try await $0.addWebhook() },
        Route(
            .get, path, "listWebhooks", "The webhooks of a workspace, and where each of them stands.", .members(.administer)
        ) { try await $0.listWebhooks() },
        Route(
            .delete, path + "/{webhook}", "removeWebhook", "Removes a webhook and its log for good.",
            .members(.administer), answer: .nothing
        ) { call in
            let id = try call.webhook()
            let answer = try await call.perform(.removeWebhook(id))
            try await call.service.webhooks.sweep()
            return answer
        },
        Route(
            .post, path + "/{webhook}/ping", "pingWebhook",
            "Sends a message that tells nothing, and says what came of it.", .members(.administer)
        ) { call in
            let attempt = try await call.service.webhooks.ping(try call.webhook())
            return .json { attempt.write(to: &$0) }
        },
        Route(
            .post, path + "/{webhook}/pause", "pauseWebhook",
            "Tells a webhook nothing until it is resumed; nothing is lost meanwhile.", .members(.administer),
            answer: .nothing
        ) { try await $0.perform(.pauseWebhook(try $0.webhook())) },
        Route(
            .post, path + "/{webhook}/resume", "resumeWebhook",
            "Goes on where a webhook stopped that was paused, or disabled because it failed.", .members(.administer),
            answer: .nothing
        ) { call in
            let id = try call.webhook()
            let answer = try await call.perform(.resumeWebhook(id))
            await call.service.webhooks.wake(id)
            return answer
        },
        Route(
            .post, path + "/{webhook}/rotate", "rotateWebhookSecret",
            "Gives a webhook another secret, once; deliveries are signed with the former one too for a while.",
            .members(.administer),
            body: [
                FieldShape("hours", .number(0...168), "How long the former one is valid as well; 24 by default.").optional
            ]
        ) { try await $0.rotateWebhook() },
        Route(
            .get, path + "/{webhook}/deliveries", "listDeliveries",
            "The latest attempts to tell a webhook something, newest first; nothing of what was told.",
            .members(.administer),
            query: [
                FieldShape("after", .text(bytesMax: 20), "Where the page before ended, as its Link says.").optional,
                FieldShape("limit", .number(PageCursor.sizes), "How many there are on a page; 100 by default.").optional,
            ]
        ) { try await $0.listDeliveries() },
        Route(
            .post, path + "/{webhook}/deliveries/{delivery}/redeliver", "redeliver",
            "Tells once more what a delivery told, and says what came of it.", .members(.administer)
        ) { call in
            guard let number = call.parameters.get("delivery").flatMap({ UInt64($0) }), number > 0 else {
                throw ProblemDocument(
                    .badRequest, "badParameter", "the delivery in the address must be its number", field: "delivery")
            }
            let attempt = try await call.service.webhooks.redeliver(number, of: try call.webhook())
            return .json { attempt.write(to: &$0) }
        },
    ]
}

extension Call {
    /// The webhook in the address. One of another workspace is none of this one's.
    fileprivate func webhook() throws -> WebhookID {
        let id: WebhookID = try identifier("webhook")
        guard accounts.model.existing(id)?.workspace == (try workspace()) else { throw AccountRefusal.noSuchWebhook(id) }
        return id
    }

    fileprivate func addWebhook() async throws -> Response {
        let (workspace, caller) = (try workspace(), try signedIn())
        let address = try WebhookAddress(body.required("url"))
        // Checked again before each delivery; here, so that the person who makes a mistake is told.
        _ = try await service.webhooks.places(of: address, for: caller.user)
        let last =
            try await pool.hasFiles(workspace)
            ? try await pool.using(workspace) { $0.journal.lastSequence } : 0
        let id: WebhookID = body.identifier("id") ?? pool.runtime.mint()
        let known = accounts.model.existing(id)
        if known == nil { try await pool.checkIsFree(id.entity) }
        let secret = known?.secret ?? SigningSecret.fresh()
        _ = try await perform(
            .addWebhook(id, to: workspace, of: caller.user, target(address), secret: secret, after: last))
        pool.changeSignal.ring()
        return .json(.created) { json in
            json.object { json in
                json.field("id", id.text)
                // Asked twice, it was shown already.
                json.field("secret", known == nil ? secret.handedOut : nil)
                json.field("after", last)
            }
        }
    }

    /// Returns the subscription in the body: everything, some areas, or some kinds of events, which imply their areas.
    private func target(_ address: WebhookAddress) -> WebhookTarget {
        let (areas, kinds) = (body.texts("areas"), body.texts("kinds"))
        let meant = EventKind.known.filter { kind in kind.name.map(kinds.contains) ?? false }
        var chosen = WebhookArea.allCases.filter { areas.contains(spelled($0.fieldName)) }
        if !body.has("areas") {
            chosen = kinds.isEmpty ? WebhookArea.allCases : meant.map { WebhookArea(domain: $0.domain) }
        }
        return WebhookTarget(address: address.text, areas: chosen, kinds: meant.map { UInt64($0.raw) })
    }

    fileprivate func listWebhooks() async throws -> Response {
        let view = await pool.book.view
        let reading = view.webhooks(of: try workspace(), name: view.name) { raw in
            UInt32(exactly: raw).flatMap { EventKind(raw: $0).name } ?? "kind \(raw)"
        }
        var standings: [WebhookID: (told: UInt64, last: WebhookAttempt?)] = [:]
        for line in reading.webhooks { standings[line.id] = try await service.webhooks.standing(of: line.id) }
        return .json { json in
            json.array(reading.webhooks) { json, line in
                json.object { json in
                    line.writeFields(to: &json)
                    guard let standing = standings[line.id] else { return }
                    json.field("told", standing.told)
                    json.key("last")
                    if let last = standing.last { last.write(to: &json) } else { json.null() }
                }
            }
        }
    }

    fileprivate func rotateWebhook() async throws -> Response {
        let id = try webhook()
        let hours = body.number("hours") ?? 24
        let secret = SigningSecret.fresh()
        let until = hours == 0 ? nil : Instant(microseconds: now.microseconds + Int64(hours) * 3_600_000_000)
        _ = try await perform(.rotateWebhookSecret(id, to: secret, formerUntil: until))
        await service.webhooks.wake(id)
        return .json { json in
            json.object { json in
                json.field("secret", secret.handedOut)
                json.field("formerUntil", until?.text)
            }
        }
    }

    fileprivate func listDeliveries() async throws -> Response {
        let id = try webhook()
        var before: UInt64?
        if let text = query.text("after") {
            guard let number = UInt64(text) else { throw ProblemDocument(PageCursor.fault) }
            before = number
        }
        let size = query.number("limit") ?? PageCursor.sizeUsual
        let attempts = try await service.webhooks.attempts(of: id, before: before, limit: size + 1)
        let page = attempts.prefix(size)
        var headers: HTTPFields = [:]
        if attempts.count > size, let last = page.last, let name = Self.linkHeader {
            headers[name] = link(to: String(last.number))
        }
        return .json(.ok, headers: headers) { $0.array(Array(page)) { $1.write(to: &$0) } }
    }
}

extension WebhookAttempt {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("delivery", number)
            json.field("reason", reason.rawValue)
            if reason != .ping { json.field("sequence", sequence) }
            json.field("attempt", attempt)
            json.field("began", Instant(microseconds: began).text)
            json.field("latencyMicroseconds", Int(latencyMicroseconds))
            json.field("outcome", outcome.rawValue)
            json.key("status")
            if let status { json.value(status) } else { json.null() }
        }
    }
}
