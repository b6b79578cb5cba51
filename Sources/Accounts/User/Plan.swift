import Kernel

/// The plan that a person pays for. There is one thing to buy. Requirement O-404.
package enum Plan: UInt64, FieldChoice, Sendable {
    case free = 0
    case paid = 1

    package static var blank: Plan { .free }

    package var fieldName: StaticString {
        switch self {
        case .free: "free"
        case .paid: "paid"
        }
    }

    /// Reads what `fieldName` says. Nil for anything else.
    package init?(word: String) {
        guard let plan = Plan.allCases.first(where: { spelled($0.fieldName).utf8.elementsEqual(word.utf8) }) else {
            return nil
        }
        self = plan
    }
}

/// A feature that a plan includes beyond its limits.
package enum Feature: Sendable, CaseIterable {
    /// Features before they are for everybody. Requirement O-406.
    case early
}

/// A resource that is counted, or could be.
package enum Metered: Sendable, CaseIterable {
    case captures
    case lists
    case aiRunsPerMonth
    case storageBytes

    var words: String {
        switch self {
        case .captures: "captures"
        case .lists: "lists"
        case .aiRunsPerMonth: "AI runs a month"
        case .storageBytes: "bytes of storage"
        }
    }
}

/// The features that a person may use, and the limits on them.
package struct Entitlements: Sendable, Equatable {
    package var plan: Plan
    /// Nil: as much as the installation gives everybody, which is the default. Requirement J-111.
    package var storageBytesMax: Int?

    package init(plan: Plan, storageBytesMax: Int? = nil) {
        self.plan = plan
        self.storageBytesMax = storageBytesMax
    }

    package func has(_ feature: Feature) -> Bool {
        switch feature {
        case .early: plan == .paid
        }
    }

    /// From where on a person is told that it is getting much; nil where nobody counts.
    package func softMax(of what: Metered) -> Int? {
        switch what {
        case .captures, .lists, .storageBytes: nil
        case .aiRunsPerMonth: plan == .paid ? Limits.paidRunsPerMonthSoftMax : nil
        }
    }

    /// From where on it is refused; nil where nobody counts. Requirements O-401 to O-404, O-1101.
    package func hardMax(of what: Metered) -> Int? {
        switch what {
        case .captures, .lists: nil
        case .storageBytes: storageBytesMax
        case .aiRunsPerMonth: plan == .paid ? Limits.paidRunsPerMonthMax : Limits.freeRunsPerMonthMax
        }
    }

    /// Returns whether `amount` more may be used when `used` are.
    package func verdict(on what: Metered, used: Int, adding amount: Int = 1) -> Verdict {
        let (total, overflows) = used.addingReportingOverflow(amount)
        if let max = hardMax(of: what), overflows || total > max { return .refused(max: max) }
        if let max = softMax(of: what), total > max { return .warned(past: max) }
        return .allowed
    }

    package enum Verdict: Sendable, Equatable {
        case allowed
        /// Allowed, and the person is told.
        case warned(past: Int)
        case refused(max: Int)
    }
}
