import ArgumentParser
import JournalEngine

struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints records as JSON lines, payloads in hexadecimal.")

    @OptionGroup var place: Place

    @Option(help: "The first record.")
    var from: UInt64 = 1

    @Option(help: "The last record.")
    var through: UInt64?

    func run() throws {
        let journal = try place.open()
        try journal.forEachRecord(from: from, through: through ?? .max) { header, payload in
            printLine(line(header, payload))
            return .next
        }
        if let damage = journal.recovery.damage { throw damage }
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
            members.append(("redacted", .bool(true)))
        } else {
            members.append(("payload", .string(payload.withUnsafeBytes { Hex.text(of: $0) })))
        }
        return JSON.object(members).text
    }
}
