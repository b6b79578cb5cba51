import ArgumentParser
import JournalEngine

struct Verify: ParsableCommand, JournalLeaf {
    static let configuration = CommandConfiguration(
        abstract: "Checks every byte: frames, places, the hash chain, indexes. Prints the chain head.",
        discussion: """
            With a chain head that was kept, it also says whether history is what it was then. Exit codes: 0 all is \
            well, and with --against proven; 1 damage, or another history; 3 the journal ends before the head, so \
            that it proves nothing.
            """)

    @OptionGroup var place: Place

    @Option(help: "A chain head kept earlier, SEQUENCE:HASH, or a file that begins with one.")
    var against: String?

    func run() throws {
        let kept = try against.map { try KeptHead.read($0) }
        let journal: Journal
        do {
            journal = try place.open()
        } catch JournalError.keyNeeded where kept == nil {
            return try runWithoutKeys()
        }
        let start = ContinuousClock.now
        let report = try journal.verify { progress in
            guard start.duration(to: .now) > .seconds(1) else { return }
            printError("\(progress.segmentsDone) of \(progress.segments) segments, \(progress.records) records")
        }
        // Damage is reported first: what cannot be read can prove nothing.
        let comparison = report.ok ? try kept.map { try journal.compare(with: $0) } : nil
        if place.json {
            printLine(json(report, comparison).text)
        } else {
            printLine("\(report.records) records in \(report.commits) commits and \(report.segments) segments")
            printLine("chain head \(report.chainHead.hash) after record \(report.chainHead.sequence)")
            if let torn = journal.recovery.torn {
                printLine(
                    "\(torn.byteCount) bytes at the end of segment \(torn.segment) were never acknowledged; "
                        + "they are cut when the journal is next opened for writing")
            }
            for redaction in report.redactions {
                let state = redaction.isFinished ? "" : ", which is not finished"
                printLine("\(redaction.recordCount) records were redacted by record \(redaction.sequence)\(state)")
            }
            for damage in report.damage { printLine("damaged: " + damage.words) }
            if let words = report.highWaterMark.words { printLine(words) }
            if report.ok { printLine("all is well") }
            if let comparison { printLine(comparison.words) }
        }
        if !report.ok { throw ExitCode(1) }
        if let comparison, !comparison.isProven { throw ExitCode(comparison.outcome == .shorter ? 3 : 1) }
    }

    /// Reports what can be known of an encrypted journal without a key.
    private func runWithoutKeys() throws {
        let report = try Journal.verifyWithoutKeys(at: place.directory)
        if place.json {
            printLine(json(report).text)
        } else {
            printLine("\(report.segments) segments, encrypted; without the key neither records nor chain were checked")
            printLine(
                "chain head \(report.chainHead.hash) after record \(report.chainHead.sequence), as the journal says")
            for damage in report.damage { printLine("damaged: " + damage.words) }
            if let words = report.highWaterMark.words { printLine(words) }
            if let doubt = report.doubt {
                printLine("torn or damaged, which takes the key to tell: " + doubt.words)
            } else if report.ok {
                printLine("every checksum is right; give --keyring to check the rest")
            }
        }
        if !report.ok { throw ExitCode(1) }
    }

    private func json(_ report: VerifyReport, _ comparison: HeadComparison? = nil) -> JSON {
        let damage = report.damage.map { damage in
            JSON.object([
                ("segment", .number(damage.segment)), ("byteOffset", .number(damage.byteOffset)),
                ("sequences", .range(damage.sequences)), ("words", .string(damage.words)),
            ])
        }
        let redactions = report.redactions.map { redaction in
            JSON.object([
                ("sequence", .number(redaction.sequence)), ("time", .number(redaction.time)),
                ("records", .number(redaction.recordCount)), ("isFinished", .bool(redaction.isFinished)),
            ])
        }
        return .object([
            ("ok", .bool(report.ok)), ("segments", .number(report.segments)), ("records", .number(report.records)),
            ("commits", .number(report.commits)), ("chainHead", .string(report.chainHead.hash.description)),
            ("damage", .array(damage)), ("withoutKeys", .bool(report.isWithoutKeys)),
            ("redactions", .array(redactions)),
            ("against", comparison?.json ?? .null),
        ])
    }
}
