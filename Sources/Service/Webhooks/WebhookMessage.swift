import Accounts
import Cryptography
import Foundation
import Kernel
import Runtime
import Workspace

/// The message to a webhook: a small body that says what happened and where to look, and the headers that prove it.
///
/// - Format: Standard Webhooks 1.0.0: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
struct WebhookMessage: Sendable, Equatable {
    /// The same however often it is sent, so that its receiver can tell what it has had.
    let id: String
    let body: String

    /// Tells of one record.
    ///
    /// - Parameter link: where people reach this service; empty where nobody said.
    init(_ news: WebhookEvent, of webhook: WebhookID, in workspace: WorkspaceID, link: String) {
        id = "msg_\(webhook.text)_\(news.sequence)"
        let kind = EventKind(raw: news.kind)
        let (area, name) = (WebhookArea(domain: kind.domain), kind.name ?? "")
        var json = JSONWriter()
        json.object { json in
            json.field("type", Self.type(of: name, in: area))
            json.field("timestamp", news.instant.text)
            json.key("data")
            json.object { json in
                json.field("workspace", workspace.text)
                json.field("sequence", news.sequence)
                json.field("area", spelled(area.fieldName))
                json.field("kind", name)
                json.field("entity", news.entity.text)
                json.field("actor", news.actor.text)
                json.field("link", link + Self.path(of: news.entity, name, in: workspace))
            }
        }
        body = json.text
    }

    /// Tells nothing, to see whether it arrives.
    init(ping id: EntityID, of webhook: WebhookID, in workspace: WorkspaceID, at now: Instant) {
        self.id = "ping_\(id.text)"
        var json = JSONWriter()
        json.object { json in
            json.field("type", "ping")
            json.field("timestamp", now.text)
            json.key("data")
            json.object { json in
                json.field("workspace", workspace.text)
                json.field("webhook", webhook.text)
            }
        }
        body = json.text
    }

    /// `boards.card_moved` for `card moved`: words and dots, as receivers filter by.
    static func type(of kind: String, in area: WebhookArea) -> String {
        let words = kind.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
        return spelled(area.fieldName) + "." + words
    }

    /// Where what happened can be looked at: the view of the thing, else its history.
    private static func path(of entity: EntityID, _ kind: String, in workspace: WorkspaceID) -> String {
        let root = "/v1/workspaces/\(workspace.text)/"
        for (subject, folder) in views where kind.hasPrefix(subject + " ") && !kind.hasPrefix("item file") {
            return root + folder + "/" + entity.text
        }
        return root + "things/" + entity.text + "/history"
    }

    private static let views = [
        ("folder", "folders"), ("note", "notes"), ("board", "boards"), ("card", "cards"), ("item", "items"),
        ("collection", "collections"), ("run", "runs"), ("child", "children"), ("artwork", "artworks"), ("album", "albums"),
        ("story", "stories"),
    ]

    /// `v1,…` for each secret, in their order.
    func signature(at now: Instant, _ secrets: [SigningSecret]) -> String {
        let content = Array("\(id).\(Self.seconds(now)).\(body)".utf8)
        return secrets.map { secret in
            let code = HMACSHA256.authenticationCode(for: content, using: SymmetricKey(data: secret.key))
            return "v1," + Data(code).base64EncodedString()
        }.joined(separator: " ")
    }

    func headers(at now: Instant, _ secrets: [SigningSecret]) -> [(name: String, value: String)] {
        [
            ("Content-Type", "application/json"), ("User-Agent", "daybook"), ("webhook-id", id),
            ("webhook-timestamp", Self.seconds(now)), ("webhook-signature", signature(at: now, secrets)),
        ]
    }

    private static func seconds(_ now: Instant) -> String { String(now.microseconds / 1_000_000) }
}

extension SigningSecret {
    /// The form that the receiver is given to verify with, once.
    var handedOut: String { "whsec_" + Data(key).base64EncodedString() }
}

extension WebhookArea {
    /// The area of a domain of the journal; `nothing` for one of a newer build.
    init(domain: UInt32) {
        self =
            switch domain {
            case EventKind.registry: .registry
            case EventKind.notes: .notes
            case EventKind.boards: .boards
            case EventKind.capture: .captures
            case EventKind.studio: .studio
            default: .nothing
            }
    }

    /// The resource that the policy is asked about; nil for `nothing`.
    func resource(of workspace: WorkspaceID) -> Resource? {
        switch self {
        case .nothing: nil
        case .registry: .registry(workspace)
        case .notes: .notes(workspace)
        case .boards: .boards(workspace)
        case .captures: .captures(workspace)
        case .studio: .studio(workspace, child: nil)
        }
    }
}
