import ArgumentParser
import Foundation
import Kernel
import Runtime
import Studio

extension ArtworkCategory: ExpressibleByArgument {
    package init?(argument: String) { self.init(word: argument) }
    package static var allValueStrings: [String] { allCases.map { "\($0.fieldName)" } }
}

extension Skill: ExpressibleByArgument {
    /// `line-control` as well as `line_control`.
    package init?(argument: String) { self.init(word: argument.replacing("-", with: "_")) }
    package static var allValueStrings: [String] { allCases.map { "\($0.fieldName)".replacing("_", with: "-") } }
}

extension AgeStage: ExpressibleByArgument {
    /// `3-5`, `6-8`, `9-10`, or its name.
    package init?(argument: String) {
        let named = Self.allCases.first { $0.words.hasPrefix(argument.replacing("-", with: "–") + " ") }
        guard let stage = named ?? Self(word: argument) else { return nil }
        self = stage
    }
    package static var allValueStrings: [String] { ["3-5", "6-8", "9-10"] + allCases.map { "\($0.fieldName)" } }
}

extension ConsentPurpose: ExpressibleByArgument {
    package init?(argument: String) { self.init(word: argument) }
    package static var allValueStrings: [String] { allCases.map { "\($0.fieldName)" } }
}

extension StoryLength: ExpressibleByArgument {
    package init?(argument: String) { self.init(word: argument) }
    package static var allValueStrings: [String] { allCases.map { "\($0.fieldName)" } }
}

extension FieldChoice {
    fileprivate init?(word: String) {
        guard let found = Self.allCases.first(where: { "\($0.fieldName)" == word.lowercased() }) else { return nil }
        self = found
    }
}

extension CalendarDay {
    /// Returns the day that was typed; otherwise says in words what could be typed.
    static func typed(_ text: String) throws -> CalendarDay {
        guard let day = CalendarDay(text: text) else { throw ValidationError("say a day such as 2026-11-20.") }
        return day
    }
}

extension CalendarMonth {
    static func typed(_ text: String) throws -> CalendarMonth {
        guard let month = CalendarMonth(text: text) else { throw ValidationError("say a month such as 2020-06.") }
        return month
    }
}

extension Session {
    /// The day where this program runs.
    var today: CalendarDay { Self.day(of: runtime.now()) }

    /// The day that is looked at: that of the moment which is shown, else today.
    var dayShown: CalendarDay { shown.map { Self.day(of: $0) } ?? today }

    /// On which day a moment was where this program runs: $TZ says where that is.
    static func day(of instant: Instant) -> CalendarDay {
        instant.day(in: .current)
    }
}
