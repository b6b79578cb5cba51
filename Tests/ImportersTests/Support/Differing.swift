import Importers
import Kernel
import KernelTesting
import Testing

/// Holds texts that came of a sample against those that others expect of it, line by line. Where ours differ on purpose,
/// the shape of the lines and the reason stand in a golden; a line that differs without a reason fails the test, and so does a reason
/// that nothing needs.
struct Differing {
    /// Why lines differ, and which: `line` begins with `- ` where others have it and with `+ ` where it is here.
    struct Reason: Sendable {
        var why: String
        var covers: @Sendable (_ line: String) -> Bool

        init(_ why: String, _ covers: @escaping @Sendable (_ line: String) -> Bool) {
            self.why = why
            self.covers = covers
        }

        init(_ why: String, lines: String...) {
            self.init(why) { lines.contains($0) }
        }
    }

    /// The way in which lines are compared.
    enum Lines {
        /// To the byte, besides the end of the last one.
        case exactly
        /// As a reader of Markdown sees them: without white space at their end, one empty line where there are several.
        case asRead
    }

    private let reasons: [Reason]
    private let lines: Lines
    private var used: Set<Int> = []
    private var report = ""
    private(set) var compared = 0

    init(_ lines: Lines, _ reasons: [Reason] = []) {
        self.reasons = reasons
        self.lines = lines
    }

    /// - Parameter name: what the text is called in the report.
    mutating func compare(
        _ found: String, with expected: String, called name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        compared += 1
        var block = ""
        var unexplained = ""
        for line in difference(of: found, from: expected) {
            guard let index = reasons.firstIndex(where: { $0.covers(line) }) else {
                unexplained += line + "\n"
                continue
            }
            used.insert(index)
            block += "  [\(index + 1)] \(Self.shape(of: line))\n"
        }
        #expect(
            unexplained.isEmpty, "\(name) differs without a reason:\n\(unexplained)", sourceLocation: sourceLocation)
        report += block.isEmpty ? "\(name): as expected\n" : "\(name)\n\(block)"
    }

    /// The same, with one reason for the whole text: nil where it should be as expected.
    mutating func compare(
        _ found: String, with expected: String, called name: String, because why: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        compared += 1
        let difference = difference(of: found, from: expected)
        switch (difference.isEmpty, why) {
        case (true, nil): report += "\(name): as expected\n"
        case (true, let why?):
            Issue.record("\(name) is as expected now: it needs no “\(why)”", sourceLocation: sourceLocation)
        case (false, nil): Issue.record("\(name) differs without a reason:\n\(found)", sourceLocation: sourceLocation)
        case (false, let why?):
            let shown = difference.map { "  \(Self.shape(of: $0))\n" }.joined()
            report += "\(name)\n\(shown)    because \(why)\n"
        }
    }

    /// On which side a line is, how it begins, how long it is, and its digest: the words are other people's, and stay in
    /// the given data.
    private static func shape(of line: String) -> String {
        let words = line.dropFirst(2)
        let start = words.prefix { !$0.isLetter && !$0.isNumber }.prefix(12)
        let digest = hexText(Array(sha256(Array(words.utf8)).prefix(6)))
        return "\(line.prefix(1)) \(start.isEmpty ? "" : "\(start)… ")(\(words.count); \(digest))"
    }

    /// Holds the report against its golden.
    func finish(_ golden: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for index in reasons.indices where !used.contains(index) {
            Issue.record("no line needs the reason “\(reasons[index].why)”", sourceLocation: sourceLocation)
        }
        let list = reasons.enumerated().map { "[\($0 + 1)] \($1.why)\n" }.joined()
        try expectGolden(list + (list.isEmpty ? "" : "\n") + report, golden, sourceLocation: sourceLocation)
    }

    private func split(_ text: String) -> [String] {
        var split: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            switch lines {
            case .exactly: split.append(String(line))
            case .asRead:
                let kept = String(line.reversed().drop { $0.isWhitespace }.reversed())
                if !kept.isEmpty || split.last?.isEmpty == false { split.append(kept) }
            }
        }
        while split.last?.isEmpty == true { split.removeLast() }
        return split
    }

    /// The lines of which one text has more than the other, in the order of reading.
    private func difference(of found: String, from expected: String) -> [String] {
        let (old, new) = (split(expected), split(found))
        let change = new.difference(from: old)
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for one in change {
            switch one {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var out: [String] = []
        var (at, there) = (0, 0)
        while at < old.count || there < new.count {
            if removed.contains(at) {
                out.append("- " + old[at])
                at += 1
            } else if inserted.contains(there) {
                out.append("+ " + new[there])
                there += 1
            } else {
                at += 1
                there += 1
            }
        }
        return out
    }
}
