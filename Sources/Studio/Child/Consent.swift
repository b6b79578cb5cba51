package import Kernel

/// The purposes that a parent may agree to. No data about a child goes to a provider without consent. Requirements
/// J-305, J-310.
package enum ConsentPurpose: UInt64, FieldChoice, Sendable {
    case analysis = 0
    case stories = 1
    /// Letting others train on the pictures. Nothing here asks for it; a refusal is kept.
    case training = 2

    package static var blank: ConsentPurpose { .analysis }

    package var fieldName: StaticString {
        switch self {
        case .analysis: "analysis"
        case .stories: "stories"
        case .training: "training"
        }
    }
}

/// The answer to a request for consent.
package enum ConsentAnswer: UInt64, FieldChoice, Sendable {
    /// Nobody answered; counts as no.
    case open = 0
    case given = 1
    case withdrawn = 2

    package static var blank: ConsentAnswer { .open }

    package var fieldName: StaticString {
        switch self {
        case .open: "open"
        case .given: "given"
        case .withdrawn: "withdrawn"
        }
    }
}

/// The answers for one child, or for all of them.
package struct Consents: Sendable, Equatable {
    /// Bytes in what names the notice that a parent read.
    package static let noticeBytesMax = 200

    /// In the order in which each purpose was first answered.
    package internal(set) var entries: [Entry] = []

    package struct Entry: Sendable, Equatable {
        package var purpose: ConsentPurpose
        package var answer: ConsentAnswer
        /// The version of the notice that was read before agreeing, such as `2026-11`; empty when none was named.
        package var notice: String
    }

    package func index(of purpose: ConsentPurpose) -> Int? { entries.firstIndex { $0.purpose == purpose } }
    package func answer(to purpose: ConsentPurpose) -> ConsentAnswer {
        index(of: purpose).map { entries[$0].answer } ?? .open
    }

    /// - Returns: where the answer stands.
    mutating func set(_ purpose: ConsentPurpose, _ answer: ConsentAnswer, notice: String) -> Int {
        let entry = Entry(purpose: purpose, answer: answer, notice: notice)
        guard let index = index(of: purpose) else {
            entries.append(entry)
            return entries.count - 1
        }
        entries[index] = entry
        return index
    }
}

/// The settings and times of the reminders to keep a picture. Requirement J-208.
package struct Reminders: Sendable, Equatable {
    /// Days without an upload before anyone is reminded, and between two reminders.
    package static let quietDays = 7
    /// Days that reminders may be put off for.
    package static let snoozeDaysMax = 366

    package var areOff = false
    /// Nothing before this day.
    package var snoozedUntil: CalendarDay?
    package var lastSent: CalendarDay?

    package init() {}
}

extension Consents: FieldMessage {
    package static var schemaName: StaticString { "Consents" }
    package static var blank: Consents { Consents() }

    package mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "entries", &entries) }
}

extension Consents.Entry: FieldMessage {
    package static var schemaName: StaticString { "Consent" }
    package static var blank: Self { Self(purpose: .blank, answer: .open, notice: "") }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "purpose", &purpose)
        coder.field(2, "answer", &answer)
        coder.field(3, "notice", &notice)
    }
}

extension Reminders: FieldMessage {
    package static var schemaName: StaticString { "Reminders" }
    package static var blank: Reminders { Reminders() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "are_off", &areOff)
        coder.field(2, "snoozed_until", &snoozedUntil)
        coder.field(3, "last_sent", &lastSent)
    }
}
