import Foundation
package import Testing

/// Holds `text` against the golden file `path`, so that a person reviews what changed, as a diff.
///
/// The file stands in `Golden/` of the target of the test that asks. `RECORD=missing` writes those that are not there,
/// `RECORD=failed` also those that differ; the test still fails, because nobody has looked at them yet.
package func expectGolden(_ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Repository.target(of: sourceLocation.filePath).appending(path: "Golden").appending(path: path)
    let record = ProcessInfo.processInfo.environment["RECORD"]
    guard let stored = FileManager.default.contents(atPath: file.path) else {
        if record == "missing" || record == "failed" { try write(text, to: file) }
        Issue.record(
            "golden \(path) is missing; RECORD=missing writes it, then look at it", sourceLocation: sourceLocation)
        return
    }
    let found = Data(text.utf8)
    guard stored != found else { return }
    if record == "failed" { try write(text, to: file) }
    Issue.record(
        "golden \(path) differs; RECORD=failed rewrites it\n\(difference(stored, found))",
        sourceLocation: sourceLocation)
}

private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
}

/// The lines that differ, `-` as stored and `+` as found.
private func difference(_ stored: Data, _ found: Data) -> String {
    let old = String(decoding: stored, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let new = String(decoding: found, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    var lines: [(index: Int, order: Int, text: String)] = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, let line, _): lines.append((offset, 0, "\(offset + 1) - \(line)"))
        case .insert(let offset, let line, _): lines.append((offset, 1, "\(offset + 1) + \(line)"))
        }
    }
    lines.sort { ($0.index, $0.order) < ($1.index, $1.order) }
    let shown = lines.prefix(40).map(\.text)
    let rest = lines.count - shown.count
    return (shown + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
}
