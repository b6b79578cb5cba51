import ArgumentParser
import Foundation
import Kernel
import Runtime

/// Rebuilds everything from the journal alone.
struct ReplayCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Rebuilds every view from the journal alone and says how fast, and what came out.",
        discussion: "The digest is the SHA-256 of the canonical JSON of all views: the same journal gives the same "
            + "digest on any machine and with any snapshot.")

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only up to a record, a time, or the end of a day.", valueName: "seq|time"),
        transform: Moment.typedEnd)
    var until: Moment?
    @Option(
        help: ArgumentHelp(
            "Shows this view as it came out, such as inbox, folders, or notes/ID: a path as the service has it.",
            valueName: "view"))
    var view: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading { workspace in
            let report = try await Progress.during("replaying") { try workspace.replay(until: until) }
            if let view { return try session.show("/" + view.drop { $0 == "/" }, of: report.view, named: view) }
            let seconds = String(format: "%.6f", report.seconds)
            let rate = String(format: "%.0f", report.eventsPerSecond)
            try session.show(
                text: """
                    Rebuilt every view from \(counted(Int(report.eventCount), "event")) in \(seconds) s: \(rate) events/s.
                    digest \(report.digest.text)
                    """
            ) { json in
                json.object { json in
                    json.field("events", report.eventCount)
                    json.number("seconds", literal: seconds)
                    json.number("eventsPerSecond", literal: rate)
                    json.field("digest", report.digest.text)
                }
            }
        }
    }
}
