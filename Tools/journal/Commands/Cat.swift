import ArgumentParser
import JournalEngine

struct Cat: ParsableCommand, JournalLeaf {
    static let configuration = CommandConfiguration(
        abstract: "Prints records as JSON lines, payloads in hexadecimal.",
        discussion: "Records that cannot be read are reported on standard error and passed over.")

    @OptionGroup var place: Place

    @Option(help: "The first record.")
    var from: UInt64 = 1

    @Option(help: "The last record.")
    var through: UInt64?

    func run() throws {
        let journal = try place.open()
        var isDamaged = false
        var next = from
        // Damage costs the records it covers; what stands behind it is printed all the same.
        while next <= min(through ?? .max, journal.lastSequence) {
            do {
                try journal.forEachRecord(from: next, through: through ?? .max) { header, payload in
                    printLine(line(header, payload))
                    next = header.sequence + 1
                    return .next
                }
                break
            } catch let error as JournalError {
                guard case .corrupt(_, _, let affected?, _) = error, affected.upperBound >= next else { throw error }
                printError(error.message)
                isDamaged = true
                guard affected.upperBound < .max else { break }
                next = affected.upperBound + 1
            }
        }
        if let damage = journal.recovery.damage { throw damage }
        if isDamaged { throw ExitCode(1) }
    }

    private func line(_ header: borrowing RecordHeader, _ payload: RawSpan) -> String {
        var members: [(String, JSON)] = [
            ("sequence", .number(header.sequence)), ("kind", .number(header.kind)), ("entity", .id(header.entity)),
            ("time", .number(header.time)), ("actor", .id(header.actor)), ("device", .id(header.device)),
            ("deviceSequence", .number(header.deviceSequence)), ("commitFirst", .number(header.commitFirst)),
            ("commitCount", .number(header.commitCount)),
        ]
        if let batch = header.batch { members.append(("batch", .id(batch))) }
        if header.cause != 0 { members.append(("cause", .number(header.cause))) }
        if header.causeSequence != 0 { members.append(("causeSequence", .number(header.causeSequence))) }
        if let time = header.originTime { members.append(("originTime", .number(time))) }
        if let actor = header.originActor { members.append(("originActor", .id(actor))) }
        if header.isRedacted {
            members.append(("redactedBy", .number(header.redactedBy)))
        } else {
            members.append(("payload", .string(payload.withUnsafeBytes { Hex.text(of: $0) })))
        }
        return JSON.object(members).text
    }
}
