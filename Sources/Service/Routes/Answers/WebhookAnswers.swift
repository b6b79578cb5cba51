import Accounts
import Kernel
import Runtime

extension AnswerShapes {
    static let webhooks: [String: JSONShape] = [
        "addWebhook": .object(["id": .id, "secret": .orNull(.text), "after": .number]),
        "listWebhooks": .list(webhook),
        "pingWebhook": .named("Delivery"),
        "redeliver": .named("Delivery"),
        "rotateWebhookSecret": .object(["secret": .text, "formerUntil": .orNull(.moment)]),
        "listDeliveries": .list(.named("Delivery")),
    ]

    static let webhookComponents: [String: JSONShape] = ["Delivery": delivery]

    /// An area of a workspace in which something changes.
    static let areaOfChange = JSONShape.words(WebhookArea.self, without: [.nothing])

    private static let conditions: [Webhook.Condition] = [.active, .paused, .disabled(attempts: 0)]

    /// The number of failed attempts is there for a disabled one alone.
    private static let webhook: JSONShape = .fields(
        [
            "id": .id, "url": .text, "areas": .list(.words(WebhookArea.self)), "kinds": .list(.text),
            "state": .word(conditions.map(\.word)), "failedAttempts": .optional(.number), "user": .id, "secret": .text,
            "formerUntil": .orNull(.moment),
        ],
        .touched("added"), ["told": .number, "last": .orNull(.named("Delivery"))])

    /// A ping tells of no record, so it has no sequence number. The status is null where there was no answer.
    private static let delivery: JSONShape = .object([
        "delivery": .number, "reason": .word(WebhookAttempt.Reason.allCases.map(\.rawValue)),
        "sequence": .optional(.number), "attempt": .number, "began": .moment, "latencyMicroseconds": .number,
        "outcome": .word(WebhookAttempt.Outcome.allCases.map(\.rawValue)), "status": .orNull(.number),
    ])
}
