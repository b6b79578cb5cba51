import ArgumentParser
import JournalEngine
import Kernel
import Runtime
import Workspace

/// Everything that happened, for those who must be able to prove it.
struct AuditCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Lists what happened, by whom, from where and when; filtered.",
        discussion: """
            With --json one line of JSON per record; with --csv a table for a spreadsheet. The last line on standard \
            error names the chain head: kept elsewhere, it proves later that history was not rewritten.
            With --follow it goes on with what happens from then on, whichever program does it, until it is ended (Ctrl-C).
            Times are also today, yesterday, tuesday, -2h or 2026-11-20; a day is the whole day in $TZ.
            """)

    @Option(help: ArgumentHelp("Only about this thing.", valueName: "ref")) var entity: String?
    @Option(help: ArgumentHelp("Only by this person: a name, an id or its beginning.", valueName: "actor"))
    var actor: String?
    @Option(help: ArgumentHelp("Only from this device: a name, an id or its beginning.", valueName: "device"))
    var device: String?
    @Option(help: ArgumentHelp("Only of this kind, such as \"note moved\" or note.", valueName: "kind"))
    var kind: String?
    @Option(help: ArgumentHelp("Only this cause: direct, undo, redo, restore or import.", valueName: "cause"))
    var cause: Cause?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Not before this record or time; of a day its beginning.", valueName: "seq|time"),
        transform: Moment.typedStart)
    var from: Moment?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Not after this record or time; of a day its end.", valueName: "seq|time"),
        transform: Moment.typedEnd)
    var to: Moment?
    @Flag(help: "A table of comma-separated values (RFC 4180).") var csv = false
    @Flag(help: "Goes on as things happen.") var follow = false
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if follow, to != nil { throw ValidationError("Say --follow or --to, not both.") }
        if csv, globals.json { throw ValidationError("Say --csv or --json, not both.") }
        if let kind, !EventKind.known.contains(where: { Self.matches($0, kind.lowercased()) }) {
            let names = EventKind.known.compactMap(\.name).joined(separator: ", ")
            throw ValidationError("No event is of the kind \"\(kind)\"; there are: \(names).")
        }
    }

    private static func matches(_ known: EventKind, _ kind: String) -> Bool {
        known.name.map { $0 == kind || $0.hasPrefix(kind + " ") } ?? false
    }

    func run(in session: Session) async throws {
        if follow, try session.service() != nil {
            throw Problem(
                .usage, "Through a service, follow GET …/audit/events instead, as with `curl -N`; Commands.md has an example.")
        }
        if csv { try session.console.write(AuditRow.csvHead) }
        // Looked at before it is read: what is written meanwhile is seen the next time.
        var stamp = follow ? try session.journalStamp() : []
        var last = try await list(after: 0, in: session)
        while follow {
            try await Task.sleep(for: Self.pause)
            let now = try session.journalStamp()
            guard now != stamp else { continue }
            stamp = now
            last = try await list(after: last, in: session)
        }
    }

    /// The pause between two looks at the journal's files.
    private static let pause = Duration.milliseconds(500)

    /// Lists what happened after a record.
    ///
    /// - Returns: the last record of the journal.
    private func list(after sequence: UInt64, in session: Session) async throws -> UInt64 {
        try await session.reading(despite: .shownUpTo) { workspace in
            let view = await workspace.view
            let filter = AuditFilter(
                entities: try entity.map { [try view.entity($0)] } ?? [], actor: try actor.map { try view.actor($0) },
                device: try device.map { try view.device($0) }, kind: kind, from: from, to: to, cause: cause, after: sequence)
            try workspace.audit(filter, names: view) { row in
                if csv {
                    try session.console.write(row.csv)
                } else {
                    try session.console.line(globals.json ? row.json : text(of: row, in: session))
                }
                return .next
            }
            try session.console.flush()
            if !follow { session.console.say(try session.chainHead(of: workspace)) }
            return workspace.journal.lastSequence
        }
    }

    private func text(of row: AuditRow, in session: Session) -> String {
        var line = "\(row.sequence)  \(session.shown(row.time))  \(row.actorName) on \(row.deviceName)  "
        line += session.console.styled(row.kind, .bold) + "  \(row.entity.text)"
        if row.cause != "direct" { line += "  \(row.cause)" }
        if row.causeSequence != 0 { line += " of \(row.causeSequence)" }
        return line
    }
}

extension Cause: ExpressibleByArgument {
    package init?(argument: String) { self.init(word: argument.lowercased()) }
    package static var allValueStrings: [String] { allCases.map(\.word) }
}
