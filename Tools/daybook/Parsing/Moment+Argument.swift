import ArgumentParser
import Runtime

extension Moment: ExpressibleByArgument {
    package init?(argument: String) { self.init(text: argument) }
}

/// Looks at the past instead of today.
struct AtOption: ParsableArguments {
    @Option(help: ArgumentHelp("As it was right after a record, or at a time.", valueName: "seq|time"))
    var at: Moment?
}
