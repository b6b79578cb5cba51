import ArgumentParser
import JournalEngine

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks every byte: frames, places, the hash chain, indexes. Prints the chain head.")

    @OptionGroup var place: Place

    func run() throws {
        let journal = try place.open()
        let start = ContinuousClock.now
        let report = try journal.verify { progress in
            guard start.duration(to: .now) > .seconds(1) else { return }
            printError("\(progress.segmentsDone) of \(progress.segments) segments, \(progress.records) records")
        }
        if place.json {
            printLine(json(report).text)
        } else {
            printLine("\(report.records) records in \(report.commits) commits and \(report.segments) segments")
            printLine("chain head \(report.chainHead.hash) after record \(report.chainHead.sequence)")
            if let torn = journal.recovery.torn {
                printLine(
                    "\(torn.byteCount) bytes at the end of segment \(torn.segment) were never acknowledged; "
                        + "they are cut when the journal is next opened for writing")
            }
            for damage in report.damage { printLine("damaged: " + damage.words) }
            if report.ok { printLine("all is well") }
        }
        if !report.ok { throw ExitCode(1) }
    }

    private func json(_ report: VerifyReport) -> JSON {
        let damage = report.damage.map { damage in
            JSON.object([
                ("segment", .number(damage.segment)), ("byteOffset", .number(damage.byteOffset)),
                ("sequences", .range(damage.sequences)), ("words", .string(damage.words)),
            ])
        }
        return .object([
            ("ok", .bool(report.ok)), ("segments", .number(report.segments)), ("records", .number(report.records)),
            ("commits", .number(report.commits)), ("chainHead", .string(report.chainHead.hash.description)),
            ("damage", .array(damage)),
        ])
    }
}
