/// One attempt to tell a webhook something, and what came of it; nothing of what was told.
package struct WebhookAttempt: Codable, Sendable, Equatable {
    /// Counted over all attempts for the webhook, from 1.
    package var number: UInt64
    package var reason: Reason
    /// The record of the workspace that it told of; 0 for a ping.
    package var sequence: UInt64
    /// The how manieth in a row at the same record, from 1.
    package var attempt: Int
    /// When it began, in microseconds since 1970.
    package var began: Int64
    package var latencyMicroseconds: Int64
    /// The status code of the answer; nil where there was none.
    package var status: Int?
    package var outcome: Outcome

    package enum Reason: String, Codable, Sendable, CaseIterable {
        case event
        /// Somebody wanted to see whether it works.
        case ping
        /// Somebody asked for it once more.
        case redelivery
    }

    package enum Outcome: String, Codable, Sendable, CaseIterable {
        case delivered
        /// The answer was another than 2xx.
        case refused
        /// It says that it is gone for good (410).
        case gone
        case timedOut
        case unreachable
        case unknownHost
        /// Every address of its host is one that nothing is sent to.
        case privateAddress
        case insecure
    }

    package init(
        number: UInt64, reason: Reason, sequence: UInt64, attempt: Int, began: Int64, latencyMicroseconds: Int64,
        status: Int?, outcome: Outcome
    ) {
        self.number = number
        self.reason = reason
        self.sequence = sequence
        self.attempt = attempt
        self.began = began
        self.latencyMicroseconds = latencyMicroseconds
        self.status = status
        self.outcome = outcome
    }
}
