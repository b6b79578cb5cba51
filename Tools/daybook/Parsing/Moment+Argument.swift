import ArgumentParser
import Foundation
import Kernel
import Runtime
import Workspace

extension MomentPhrase {
    /// A moment that was typed, in the time zone of this machine.
    ///
    /// - Throws: `ValidationError` that lists the forms.
    static func typed(_ text: String) throws -> MomentPhrase {
        guard let phrase = MomentPhrase(text, now: RuntimeEnvironment.wallClock(), zone: .current) else {
            throw ValidationError("\"\(text)\" is not a moment; say \(FieldShape.momentForms).")
        }
        return phrase
    }
}

extension Moment {
    /// The first instant of what was typed.
    static func typedStart(_ text: String) throws -> Moment { try MomentPhrase.typed(text).start }

    /// The last instant of what was typed: of a day its end.
    static func typedEnd(_ text: String) throws -> Moment { try MomentPhrase.typed(text).end }
}

/// Looks at the past instead of today.
struct AtOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("As it was right after a record, at a time, or at the end of a day.", valueName: "seq|time"),
        transform: Moment.typedEnd)
    var at: Moment?
}
