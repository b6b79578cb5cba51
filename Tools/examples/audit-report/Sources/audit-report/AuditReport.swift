import Daybook
import Foundation

/// A report on a Daybook: `audit-report DATA [WORKSPACE]` prints who did how much on each day, as CSV, and the proof that the
/// rows are the history. Nothing is changed; the service may go on.
@main
struct AuditReport {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (2...3).contains(arguments.count) else {
            print("usage: audit-report DATA [WORKSPACE]")
            return
        }
        let workspace = try await WorkspaceReader.open(
            at: arguments[1], workspace: arguments.count > 2 ? arguments[2] : "home")
        var counts: [Row: Int] = [:]
        for try await entry in workspace.audit() {
            let day = String(entry.time.text.prefix(10))
            counts[Row(day: day, who: entry.actorName, what: entry.name), default: 0] += 1
        }
        print("day,who,what,count")
        for (row, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("\(row.day),\(quoted(row.who)),\(row.what),\(count)")
        }
        let report = try await workspace.verify()
        guard report.isSound else {
            for problem in report.problems { FileHandle.standardError.write(Data((problem + "\n").utf8)) }
            exit(1)
        }
        print("# \(report.records) records, chain head \(report.head)")
        try await workspace.close()
    }

    /// As RFC 4180 has it.
    private static func quoted(_ text: String) -> String {
        text.contains { ",\"\n".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}

private struct Row: Hashable, Comparable {
    var day: String
    var who: String
    var what: String

    static func < (a: Row, b: Row) -> Bool { (a.day, a.who, a.what) < (b.day, b.who, b.what) }
}
