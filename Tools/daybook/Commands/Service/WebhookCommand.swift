import ArgumentParser
import Client
import Foundation
import Kernel

/// Addresses that a service tells what happens in a workspace.
struct WebhookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Has a service tell an address outside what happens in a workspace.",
        discussion: """
            Only owners of the workspace, signed in with `daybook sign-in`. WEBHOOK is the identifier that `webhook list` \
            shows, or its beginning. How the receiver verifies what it is told is in Operations.md.
            """,
        subcommands: [
            WebhookAdd.self, WebhookList.self, WebhookTest.self, WebhookPause.self, WebhookResume.self,
            WebhookRotate.self, WebhookDeliveries.self, WebhookRedeliver.self, WebhookRemove.self,
        ])
}

struct WebhookAdd: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds an address, and prints the secret that verifies what it is told, once.")

    @Argument(help: ArgumentHelp("Where to, such as https://example.org/hook.", valueName: "address")) var url: String
    @Option(
        name: .customLong("area"),
        help: ArgumentHelp("What it hears of: registry, notes, boards, captures or studio; all by default.", valueName: "area"))
    var areas: [String] = []
    @Option(
        name: .customLong("kind"),
        help: ArgumentHelp("Only this kind of event, such as \"card moved\"; may be repeated.", valueName: "kind"))
    var kinds: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let added: Added = try await session.webhooks { client, path in
            var json = JSONWriter()
            json.object { json in
                json.field("url", url)
                if !areas.isEmpty { json.field("areas", areas) }
                if !kinds.isEmpty { json.field("kinds", kinds) }
            }
            return try await client.ask(.post, path, body: json.text).decoded()
        }
        try session.show(
            text: "Added the webhook \(added.id).\nIts secret, shown this once: \(added.secret)"
        ) { json in
            json.object { json in
                json.field("outcome", "added")
                json.field("id", added.id)
                json.field("secret", added.secret)
            }
        }
    }

    private struct Added: Decodable {
        var id: String
        var secret: String
    }
}

struct WebhookList: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The webhooks of a workspace, and where each of them stands.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let answer = try await session.webhooks { client, path in try await client.ask(.get, path) }
        let hooks: [Hook] = try answer.decoded()
        var words = hooks.map { hook in
            let state = hook.failedAttempts.map { "disabled after \(counted($0, "attempt"))" } ?? hook.state
            let last = hook.last.map { "; the last one \($0.words)" } ?? ""
            return
                "\(hook.id)  \(state)  \(hook.url)\n    hears of \((hook.kinds.isEmpty ? hook.areas : hook.kinds).joined(separator: ", "))"
                + "; told up to record \(hook.told ?? 0)\(last)"
        }
        if words.isEmpty { words = ["No webhooks yet."] }
        try session.show(text: words.joined(separator: "\n")) { $0.raw(answer.body) }
    }

    private struct Hook: Decodable {
        var id: String
        var url: String
        var state: String
        var failedAttempts: Int?
        var areas: [String]
        var kinds: [String]
        var told: UInt64?
        var last: ToldAttempt?
    }
}

struct WebhookTest: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a message that tells nothing, and says whether it arrived.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws { try await session.notifyOnce(webhook, "/ping") }
}

struct WebhookRedeliver: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "redeliver", abstract: "Sends once more what a delivery told.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @Argument(help: ArgumentHelp("As `webhook deliveries` numbers them.", valueName: "delivery")) var delivery: UInt64
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.notifyOnce(webhook, "/deliveries/\(delivery)/redeliver")
    }
}

struct WebhookPause: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Tells a webhook nothing until it is resumed; nothing is lost meanwhile.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change(webhook, .post, "/pause", "paused", "Paused the webhook.")
    }
}

struct WebhookResume: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Goes on where a webhook stopped that was paused, or disabled because it failed.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change(webhook, .post, "/resume", "resumed", "Resumed the webhook.")
    }
}

struct WebhookRemove: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Removes a webhook and its log for good.", aliases: ["remove"])

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change(webhook, .delete, "", "removed", "Removed the webhook.")
    }
}

struct WebhookRotate: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Gives a webhook another secret, and prints it once.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @Option(help: ArgumentHelp("How long the former one is valid as well; 24 by default.", valueName: "hours"))
    var hours: Int?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let rotated: Rotated = try await session.webhook(webhook) { client, path in
            let body = hours.map { "{\"hours\":\($0)}" } ?? "{}"
            return try await client.ask(.post, path + "/rotate", body: body).decoded()
        }
        let until = rotated.formerUntil.map { "\nThe former one is good until \($0)." } ?? ""
        try session.show(text: "Its secret, shown this once: \(rotated.secret)\(until)") { json in
            json.object { json in
                json.field("outcome", "rotated")
                json.field("secret", rotated.secret)
                json.field("formerUntil", rotated.formerUntil)
            }
        }
    }

    private struct Rotated: Decodable {
        var secret: String
        var formerUntil: String?
    }
}

struct WebhookDeliveries: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "The latest attempts to tell a webhook something, newest first.")

    @Argument(help: ArgumentHelp("Which.", valueName: "webhook")) var webhook: String
    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 20
    @Option(help: ArgumentHelp("Only those before this one.", valueName: "delivery")) var before: UInt64?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let answer = try await session.webhook(webhook) { client, path in
            let query = [("limit", String(limit))] + (before.map { [("after", String($0))] } ?? [])
            return try await client.ask(.get, path + "/deliveries", query: query)
        }
        let attempts: [ToldAttempt] = try answer.decoded()
        var words = attempts.map { attempt in
            let what = attempt.sequence.map { "record \($0)" } ?? "ping"
            let times = attempt.attempt > 1 ? ", attempt \(attempt.attempt)" : ""
            let again = attempt.reason == "redelivery" ? ", redelivered" : ""
            return
                "\(attempt.delivery)  \(attempt.began)  \(what)\(again)\(times): \(attempt.words), \(attempt.latencyMicroseconds / 1_000) ms"
        }
        if words.isEmpty { words = ["Nothing was told yet."] }
        try session.show(text: words.joined(separator: "\n")) { $0.raw(answer.body) }
    }
}

/// An attempt as the service tells of it.
struct ToldAttempt: Decodable {
    var delivery: UInt64
    var reason: String
    var sequence: UInt64?
    var attempt: Int
    var began: String
    var latencyMicroseconds: Int64
    var outcome: String
    var status: Int?

    var isDelivered: Bool { outcome == "delivered" }

    /// The result of the attempt, in words.
    var words: String {
        let answer = status.map { "\($0)" } ?? "no answer"
        return switch outcome {
        case "delivered": "delivered, \(answer)"
        case "refused", "gone": "refused, \(answer)"
        case "timedOut": "not answered in time"
        case "unreachable": "not reached"
        case "unknownHost": "of an unknown host"
        case "privateAddress": "not sent to a private address"
        case "insecure": "not trusted"
        default: outcome
        }
    }
}

/// A webhook as it is looked up.
private struct NamedWebhook: Decodable {
    var id: String
}

extension Session {
    /// Asks about the webhooks of the workspace that is meant.
    ///
    /// - Parameter body: with the path below which they are.
    fileprivate func webhooks<Result>(
        _ body: (ServiceClient, _ path: String) async throws -> Result
    ) async throws -> Result {
        let service = try namedService()
        return try await service.asking { client in
            let id = try service.workspace(globals, among: try await client.workspaces())
            return try await body(client, "/v1/workspaces/\(id.text)/webhooks")
        }
    }

    /// The same for one of them.
    ///
    /// - Throws: a problem where none or several begin like this.
    fileprivate func webhook<Result>(
        _ text: String, _ body: (ServiceClient, _ path: String) async throws -> Result
    ) async throws -> Result {
        try await webhooks { client, path in
            let lines: [NamedWebhook] = try await client.ask(.get, path).decoded()
            let found = lines.filter { $0.id.hasPrefix(text.lowercased()) }
            guard found.count == 1, text.utf8.count >= 4 else {
                throw Problem(
                    .notFound,
                    found.isEmpty || text.utf8.count < 4
                        ? "There is no webhook \(text); `daybook webhook list` lists them."
                        : "\(counted(found.count, "webhook")) begin with \(text); say more of it.")
            }
            return try await body(client, path + "/" + found[0].id)
        }
    }

    fileprivate func change(
        _ text: String, _ method: ServiceClient.Method, _ path: String, _ outcome: String, _ sentence: String
    ) async throws {
        try await webhook(text) { client, root in _ = try await client.ask(method, root + path) }
        try show(text: sentence) { json in json.object { $0.field("outcome", outcome) } }
    }

    /// Has something sent now, and says what came of it.
    ///
    /// - Throws: a problem when it did not arrive.
    fileprivate func notifyOnce(_ text: String, _ path: String) async throws {
        let answer = try await webhook(text) { client, root in
            try await client.ask(.post, root + path, waiting: 120)
        }
        let attempt: ToldAttempt = try answer.decoded()
        let words = "Delivery \(attempt.delivery): \(attempt.words), \(attempt.latencyMicroseconds / 1_000) ms."
        try show(text: words) { $0.raw(answer.body) }
        guard attempt.isDelivered else { throw Problem(.machine, "It did not arrive: \(attempt.words).") }
    }
}
