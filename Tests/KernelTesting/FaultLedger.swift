import Foundation
package import Testing

/// Proves that faults fired: each test of a row of `Journal/Faults.md` says how often its fault really hit.
///
/// With `DAYBOOK_FAULTS` set to a file, every entry is appended to it, and `Tools/test` adds them up per row. A fault
/// that never hit is an issue at once: a test of it would have shown nothing.
package enum FaultLedger {
    /// Notes that the fault of `row` hit `count` times and the required behaviour was seen each time.
    package static func fired(
        row: Int, _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(count > 0, "row \(row): the fault never fired", sourceLocation: sourceLocation)
        note("row\t\(row)\t\(count)", sourceLocation)
    }

    /// Notes how much was tried, for the summary: "crash images", "kills".
    package static func tried(
        _ what: String, _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(count > 0, "no \(what)", sourceLocation: sourceLocation)
        note("tried\t\(what)\t\(count)", sourceLocation)
    }

    /// One write at the end of the file, so that tests running at once do not mix their lines.
    private static func note(_ line: String, _ sourceLocation: SourceLocation) {
        guard let file = ProcessInfo.processInfo.environment["DAYBOOK_FAULTS"] else { return }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        defer { close(descriptor) }
        let bytes = Array((line + "\n").utf8)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written != bytes.count {
            Issue.record("the ledger \(file) cannot be written", sourceLocation: sourceLocation)
        }
    }

    /// The long campaigns: `DAYBOOK_FULL=1`, as `Tools/test --full` sets it.
    package static let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"

    /// The time that one long campaign may take, in seconds: `DAYBOOK_FULL_SECONDS`, as `Tools/test --minutes` sets it.
    package static let secondsMax =
        ProcessInfo.processInfo.environment["DAYBOOK_FULL_SECONDS"].flatMap { Int($0) } ?? 1_200

    /// True if the long campaigns may take as long as they need, which is the default.
    package static let hasAllItsTime = isFull && secondsMax >= 1_200

    /// The seed of the long campaigns' lives and crashes: another one in every run, or `DAYBOOK_SEED`.
    package static let seed =
        ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) } ?? .random(in: 3...999_999)

    /// When a long campaign that begins now has to come to its end.
    package static var deadline: ContinuousClock.Instant { .now + .seconds(secondsMax) }
}
