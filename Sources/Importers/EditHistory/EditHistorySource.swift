import Foundation

/// An edit history, read whole: every line is understood before the first is taken over.
struct EditHistorySource {
    var path: String
    var header: EditHistoryHeader
    var lines: [(number: Int, line: EditHistoryLine)] = []

    /// Returns whether `bytes` begin like one.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        do {
            let header = try JSONDecoder().decode(EditHistoryHeader.self, from: Data(bytes[..<end]))
            return header.kind == EditHistoryHeader.kind
        } catch {
            // Whatever else it is, its first line is no header.
            return false
        }
    }

    init(_ bytes: [UInt8], path: String, within budget: ImportBudget) throws(ImportFailure) {
        self.path = path
        let decoder = JSONDecoder()
        var number = 0
        var header: EditHistoryHeader?
        for raw in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try budget.proceed()
            number += 1
            if raw.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            do {
                if header == nil {
                    header = try decoder.decode(EditHistoryHeader.self, from: Data(raw))
                } else {
                    lines.append((number, try decoder.decode(EditHistoryLine.self, from: Data(raw))))
                }
            } catch {
                let problem =
                    JSONProblem.stopsTooEarly(Array(raw))
                    ? "it stops before its JSON is closed" : JSONProblem.text(of: error)
                throw .damaged(path: path, place: "line \(number)", problem: problem)
            }
        }
        guard let header, header.kind == EditHistoryHeader.kind else {
            throw .damaged(
                path: path, place: "line 1", problem: "it does not say that this is a “\(EditHistoryHeader.kind)”")
        }
        self.header = header
    }

    func damaged(_ line: Int, _ problem: String) -> ImportFailure {
        .damaged(path: path, place: "line \(line)", problem: problem)
    }
}
