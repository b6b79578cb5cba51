import ArgumentParser
import JournalEngine

struct Stat: ParsableCommand, JournalLeaf {
    static let configuration = CommandConfiguration(
        abstract: "Says what a journal holds, and what its last user left behind.")

    @OptionGroup var place: Place

    func run() throws {
        let journal = try place.open()
        var damage = journal.recovery.damage
        let first = time(&damage) { visit in try journal.forEachRecord(from: 1, through: .max, visit) }
        let last = time(&damage) { visit in try journal.forEachRecordBackwards(from: .max, through: 1, visit) }
        let segments = journal.segments
        let head = try journal.chainHead()
        if place.json {
            printJSON(journal, segments, head, first, last)
        } else {
            printLine("journal       \(journal.id)")
            printLine("records       \(journal.lastSequence)")
            printLine("segments      \(segments.count), \(segments.filter(\.isSealed).count) sealed")
            printLine("bytes         \(segments.reduce(0) { $0 + $1.dataByteCount }) of data")
            if let first, let last { printLine("time          \(first) to \(last) microseconds since 1970") }
            printLine("chain head    \(head.hash)")
            printLine("closed        \(journal.recovery.wasClosed ? "yes" : "no: in use, or its last user crashed")")
            if let ahead = journal.recovery.clockAhead {
                printLine("clock         \(ahead / 1_000_000) seconds behind the last record")
            }
            if let torn = journal.recovery.torn {
                printLine("torn          \(torn.byteCount) bytes at \(torn.byteOffset) of segment \(torn.segment)")
            }
        }
        if let damage { throw damage }
    }

    /// The time of the record that is visited first; nil when there is none, or when it cannot be read.
    private func time(
        _ damage: inout JournalError?, _ read: ((borrowing RecordHeader, RawSpan) throws -> Visit) throws -> Void
    ) -> Int64? {
        var found: Int64?
        do {
            try read { header, _ in
                found = header.time
                return .stop
            }
        } catch {
            damage = error as? JournalError ?? damage
        }
        return found
    }

    private func printJSON(
        _ journal: Journal, _ segments: [SegmentSummary], _ head: ChainHead, _ first: Int64?, _ last: Int64?
    ) {
        let rows = segments.map { segment in
            JSON.object([
                ("number", .number(segment.number)), ("sealed", .bool(segment.isSealed)),
                ("first", .number(segment.first)), ("last", .number(segment.last)),
                ("dataBytes", .number(segment.dataByteCount)),
            ])
        }
        printLine(
            JSON.object([
                ("journal", .id(journal.id)), ("records", .number(journal.lastSequence)), ("segments", .array(rows)),
                ("firstTime", first.map { .number($0) } ?? .null), ("lastTime", last.map { .number($0) } ?? .null),
                ("chainHead", .string(head.hash.description)), ("closed", .bool(journal.recovery.wasClosed)),
            ]).text)
    }
}
