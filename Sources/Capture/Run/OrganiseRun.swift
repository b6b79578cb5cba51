package import Kernel

/// One time that a person asked for suggestions on how to organise items, and what came of it. Requirement O-307.
package struct OrganiseRun: Sendable, Equatable {
    /// Runs in one workspace.
    package static let countMax = 100_000
    package static let itemsMax = 500
    package static let suggestionsMax = 100
    /// Parts of all suggestions of one run.
    package static let partsMax = 2_000
    /// Unicode scalars that all parts of one answer cite together; a part that cites beyond them is dropped.
    package static let citedScalarsMax = 4_000_000
    package static let questionsMax = 20
    package static let answerBytesMax = 4_096
    /// Provider, model and prompt version, each.
    package static let wordBytesMax = 200

    package var request: RunRequest
    package var status = Status.pending
    /// The checked answer; nil until it came.
    package var outcome: RunOutcome?
    /// Of each suggestion, in the order of the outcome.
    package var decisions: [SuggestionDecision] = []
    /// Of each question; empty: not answered.
    package var answers: [String] = []
    package var isPayloadForgotten = false
    /// Asking for it was undone before anything came back.
    package var isWithdrawn = false

    package enum Status: Sendable, Equatable {
        case pending
        case completed
        case failed(RunFailure, latencyMs: Int)
        case cancelled
    }

    package init(request: RunRequest) { self.request = request }

    /// True if it uses up one of the month's runs: not when it failed, was cancelled or was taken back before the
    /// answer came, and not when this program itself answered, which costs nothing. Requirement O-401.
    package var isCounted: Bool {
        guard !isWithdrawn, request.isMetered else { return false }
        return switch status {
        case .pending, .completed: true
        case .failed: false
        case .cancelled: outcome != nil
        }
    }

    package func suggestion(_ id: SuggestionID) -> (index: Int, suggestion: OrganiseSuggestion)? {
        guard let outcome, let index = outcome.suggestions.firstIndex(where: { $0.id == id }) else { return nil }
        return (index, outcome.suggestions[index])
    }
}

/// The request to a provider, and the allowance it counts against. All of it comes from outside: the core calls nobody.
package struct RunRequest: Sendable, Equatable {
    package var items: [ItemID]
    package var provider: String
    package var model: String
    package var promptVersion: String
    /// SHA-256 of what is sent; the bytes are a blob that may be forgotten, the digest stays. Requirement O-510.
    package var inputDigest: [UInt8]
    /// The month in the person's zone that it counts for: put in, like the allowance, where the request is taken in.
    package var month: CalendarMonth
    package var allowance: RunAllowance
    /// The person who asked for it: put in likewise. Nil in journals from before it was noted, where it counts for everybody.
    package var requester: ActorID?

    package init(
        items: [ItemID], provider: String, model: String, promptVersion: String, inputDigest: [UInt8],
        month: CalendarMonth, allowance: RunAllowance, requester: ActorID? = nil
    ) {
        self.items = items
        self.provider = provider
        self.model = model
        self.promptVersion = promptVersion
        self.inputDigest = inputDigest
        self.month = month
        self.allowance = allowance
        self.requester = requester
    }

    /// The name of the provider that is part of this program.
    package static var embeddedProvider: String { "daybook" }

    /// True if a run is allowed for: another's costs something, the program's own nothing.
    package var isMetered: Bool { !sameText(provider, Self.embeddedProvider) }

    /// Returns whether it is the same question: what its person has used up elsewhere meanwhile makes it no other.
    func asksTheSame(as other: RunRequest) -> Bool {
        var again = other
        again.allowance.elsewhere = allowance.elsewhere
        return again == self
    }
}

/// The part of a month's runs that is used up. Requirements O-401, O-1101.
package struct RunsUsed: Sendable, Equatable {
    /// The runs that count.
    package var counted: Int
    /// All that were begun, whatever became of them.
    package var begun: Int

    package init(counted: Int = 0, begun: Int = 0) {
        self.counted = counted
        self.begun = begun
    }

    /// - Returns: both together; never less than either, however much is claimed.
    package static func + (a: RunsUsed, b: RunsUsed) -> RunsUsed {
        RunsUsed(counted: sum(a.counted, b.counted), begun: sum(a.begun, b.begun))
    }

    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (total, isTooLarge) = max(0, a).addingReportingOverflow(max(0, b))
        return isTooLarge ? .max : total
    }
}

/// The allowance of runs in a calendar month, by plan.
///
/// The service fills it in from the person's account when it takes the request; what a command claims is capped besides.
package struct RunAllowance: Sendable, Equatable {
    package var plan: RunPlan
    /// Beyond it a run is refused, whatever the plan. Requirements O-401, O-1101.
    package var monthlyMax: Int
    /// Beyond it the view warns; nil: never. Requirement O-404.
    package var softMax: Int?
    /// Requirement O-405.
    package var priority: RunPriority
    /// The runs that the same person used this month in other workspaces: the allowance is theirs, not a workspace's.
    package var elsewhere = RunsUsed()

    package init(plan: RunPlan, monthlyMax: Int, softMax: Int?, priority: RunPriority) {
        self.plan = plan
        self.monthlyMax = monthlyMax
        self.softMax = softMax
        self.priority = priority
    }

    /// Runs of one month, failed and cancelled ones included: each may have cost something. Requirement O-1101.
    package static let attemptsPerRunMax = 4

    package static var free: RunAllowance {
        RunAllowance(plan: .free, monthlyMax: Limits.freeRunsPerMonthMax, softMax: nil, priority: .normal)
    }

    package static var paid: RunAllowance {
        RunAllowance(
            plan: .paid, monthlyMax: Limits.paidRunsPerMonthMax, softMax: Limits.paidRunsPerMonthSoftMax,
            priority: .high)
    }

    /// The limit that holds, however much the caller claims.
    package var hardMax: Int {
        max(0, min(monthlyMax, plan == .free ? Limits.freeRunsPerMonthMax : Limits.paidRunsPerMonthMax))
    }
}

package enum RunPlan: UInt64, FieldChoice, Sendable {
    case free = 0
    case paid = 1

    package static var blank: RunPlan { .free }
    package var fieldName: StaticString { self == .free ? "free" : "paid" }
}

package enum RunPriority: UInt64, FieldChoice, Sendable {
    case normal = 0
    case high = 1

    package static var blank: RunPriority { .normal }
    package var fieldName: StaticString { self == .normal ? "normal" : "high" }
}

/// Why nothing came back.
package enum RunFailure: UInt64, FieldChoice, Sendable {
    case unreachable = 0
    case timedOut = 1
    /// The provider said no.
    case declined = 2
    /// The answer does not have the form that was asked for.
    case malformed = 3
    case tooLarge = 4

    package static var blank: RunFailure { .unreachable }

    package var fieldName: StaticString {
        switch self {
        case .unreachable: "unreachable"
        case .timedOut: "timed out"
        case .declined: "declined"
        case .malformed: "malformed"
        case .tooLarge: "too large"
        }
    }
}
