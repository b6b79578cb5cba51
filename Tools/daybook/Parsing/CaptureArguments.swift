import ArgumentParser
import Boards
import Capture
import Foundation
import Kernel
import Runtime

/// The arguments of capture commands, read once and the same everywhere.
enum CaptureArguments {
    /// A day such as 2026-12-01, tomorrow or friday (the next one); nil for "none".
    static func dayOrNone(_ text: String) throws -> CalendarDay? {
        if text.lowercased() == "none" { return nil }
        return try day(text)
    }

    static func day(_ text: String) throws -> CalendarDay {
        let today = RuntimeEnvironment.wallClock().day(in: .current)
        guard let due = CardPhrase.due(text, today: today) else {
            throw ValidationError("say a day such as 2026-12-01, today, tomorrow, friday or in 3 days, or none.")
        }
        return due.day
    }

    /// A moment such as 2026-12-01T18:00+01:00; a day means its beginning where this program runs.
    static func moment(_ text: String) throws -> Instant {
        if let day = try? day(text), let span = day.span(in: .current) { return span.lowerBound }
        guard let phrase = MomentPhrase(text, now: RuntimeEnvironment.wallClock(), zone: .current),
            case .span(let span) = phrase
        else { throw ValidationError("say a day such as 2026-12-01 or tomorrow, or a time such as 2026-12-01T18:00:00Z.") }
        return span.lowerBound
    }

    static func prompt(_ text: String) throws -> PromptKind {
        guard let kind = PromptKind(text) else {
            throw ValidationError("a prompt is named by up to 64 of a to z, digits and dashes, such as organise.")
        }
        return kind
    }
}
