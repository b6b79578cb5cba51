import Foundation
public import Testing

/// Holds a text against a file that was recorded earlier, so that a person reviews what changed as a diff.
///
/// The file is `Snapshots/NAME` beside the file of the test. Run the tests with `RECORD=missing` in the environment to write
/// those that are not there, with `RECORD=failed` to write those that differ as well; the test fails all the same, since nobody
/// has looked at them yet. Commit the files.
///
/// - Parameters:
///   - text: what is now.
///   - name: with its ending, such as `totals.txt`; slashes make folders.
///   - sourceLocation: of the test, whose folder has the files.
public func expectSnapshot(
    _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: sourceLocation.filePath).deletingLastPathComponent().appending(path: "Snapshots")
        .appending(path: name)
    let record = ProcessInfo.processInfo.environment["RECORD"]
    guard let stored = FileManager.default.contents(atPath: file.path).map({ String(decoding: $0, as: UTF8.self) }) else {
        let isWritten = record == "missing" || record == "failed"
        if isWritten { try write(text, to: file) }
        let words =
            isWritten
            ? "the snapshot \(name) was missing and has been written; look at it, and commit it"
            : "the snapshot \(name) is missing; RECORD=missing writes it, then look at it"
        Issue.record("\(words)", sourceLocation: sourceLocation)
        return
    }
    guard !stored.utf8.elementsEqual(text.utf8) else { return }
    if record == "failed" { try write(text, to: file) }
    Issue.record(
        "the snapshot \(name) differs; RECORD=failed rewrites it\n\(difference(stored, text))",
        sourceLocation: sourceLocation)
}

/// The same for a value, as JSON with sorted keys, such as the view of a projection.
///
/// A set, and a dictionary whose keys are neither strings, numbers nor identifiers, have no order in JSON: keep them out of it.
public func expectSnapshot(
    of value: some Encodable, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    try expectSnapshot(text + "\n", named: name, sourceLocation: sourceLocation)
}

private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
}

/// The lines that differ, `-` as stored and `+` as found.
private func difference(_ stored: String, _ found: String) -> String {
    let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [(offset: Int, order: Int, text: String)] = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, let line, _): lines.append((offset, 0, "\(offset + 1) - \(line)"))
        case .insert(let offset, let line, _): lines.append((offset, 1, "\(offset + 1) + \(line)"))
        }
    }
    lines.sort { ($0.offset, $0.order) < ($1.offset, $1.order) }
    let shown = lines.prefix(40).map(\.text)
    return (shown + (lines.count > 40 ? ["and \(lines.count - 40) more"] : [])).joined(separator: "\n")
}
