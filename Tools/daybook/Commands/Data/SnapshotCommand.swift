import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Golden views: what everything read like, kept to compare with later.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Keeps every view as a file, and later says which read differently.",
        subcommands: [SnapshotRecord.self, SnapshotCheck.self])
}

struct SnapshotRecord: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Writes a file per view, in text and in JSON.",
        discussion: "The views are rebuilt from the journal alone. An earlier record in DIR is replaced as a whole.")

    @Argument(help: ArgumentHelp("Where to; made where it is not there.", valueName: "dir"), completion: .directory)
    var directory: String
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.reading { workspace in
            let report = try await Progress.during("replaying") { try workspace.replay(until: moment.at) }
            let record = ViewRecord(directory: directory)
            try record.write(report.view, digest: report.digest.text)
            let count = report.view.snapshotFiles.count
            try session.show(
                text: "Recorded \(counted(count, "view")) as of record \(report.view.asOf.sequence) in \(directory)."
            ) { json in
                json.object { json in
                    json.field("views", count)
                    json.field("sequence", report.view.asOf.sequence)
                    json.field("digest", report.digest.text)
                }
            }
        }
    }
}

struct SnapshotCheck: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Rebuilds every view and compares it with its file; exits 1 where one differs.",
        discussion:
            "Compares today with the record. With --same-moment the journal is read only as far as it went then, "
            + "so that nothing but a change of the program can make a difference.")

    @Argument(help: ArgumentHelp("Where they were recorded.", valueName: "dir"), completion: .directory)
    var directory: String
    @Flag(help: "As of the record at which they were recorded.") var sameMoment = false
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if sameMoment, moment.at != nil { throw ValidationError("Say --same-moment or --at, not both.") }
    }

    func run(in session: Session) async throws {
        try await session.reading { workspace in
            let record = ViewRecord(directory: directory)
            let recorded = try record.label()
            let until = sameMoment ? .sequence(recorded.sequence) : moment.at
            let report = try await Progress.during("replaying") { try workspace.replay(until: until) }
            let differences = try record.differences(from: report.view)
            let count = report.view.snapshotFiles.count
            try session.show(text: text(differences, of: count, for: session.console)) { json in
                json.object { json in
                    json.field("ok", differences.isEmpty)
                    json.field("views", count)
                    json.key("differences")
                    json.array(differences) { json, difference in difference.write(to: &json) }
                }
            }
            guard differences.isEmpty else {
                let grown = report.view.asOf.sequence > recorded.sequence
                throw Problem(
                    .different,
                    "\(differences.count) of \(counted(count, "view")) \(differences.count == 1 ? "differs" : "differ") "
                        + "from \(directory)"
                        + (grown
                            ? ", which was recorded after record \(recorded.sequence) while the journal has "
                                + "\(report.view.asOf.sequence) now; --same-moment leaves out what came since."
                            : "."))
            }
        }
    }

    private func text(_ differences: [ViewDifference], of count: Int, for console: Console) -> String {
        if differences.isEmpty { return "All \(counted(count, "view")) read as they were recorded." }
        return differences.map { console.coloured(diff: $0.text) }.joined(separator: "\n")
    }
}
