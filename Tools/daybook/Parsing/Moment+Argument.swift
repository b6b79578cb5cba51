import ArgumentParser
import Runtime

extension Moment {
    /// What was typed as a moment, or words that say what could be.
    static func typed(_ text: String) throws -> Moment {
        guard let moment = Moment(text: text) else {
            throw ValidationError(
                "say a record's number, a day such as 2026-11-20, or a time such as 2026-11-20T18:00:00Z.")
        }
        return moment
    }
}

/// Looks at the past instead of today.
struct AtOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("As it was right after a record, or at a time.", valueName: "seq|time"),
        transform: Moment.typed)
    var at: Moment?
}
