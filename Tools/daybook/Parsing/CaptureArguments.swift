import ArgumentParser
import Capture
import Kernel

/// What captures are told on the command line, read once and the same everywhere.
enum CaptureArguments {
    /// A day such as 2026-12-01; nil for "none".
    static func dayOrNone(_ text: String) throws -> CalendarDay? {
        if text.lowercased() == "none" { return nil }
        return try day(text)
    }

    static func day(_ text: String) throws -> CalendarDay {
        guard let day = CalendarDay(text: text) else {
            throw ValidationError("say a day such as 2026-12-01, or none.")
        }
        return day
    }

    /// A moment such as 2026-12-01T18:00+01:00; a day alone means its beginning in UTC.
    static func moment(_ text: String) throws -> Instant {
        guard let instant = Instant(text: text) else {
            throw ValidationError("say a day such as 2026-12-01, or a time such as 2026-12-01T18:00:00Z.")
        }
        return instant
    }

    static func prompt(_ text: String) throws -> PromptKind {
        guard let kind = PromptKind(text) else {
            throw ValidationError("a prompt is named by up to 64 of a to z, digits and dashes, such as organise.")
        }
        return kind
    }
}
