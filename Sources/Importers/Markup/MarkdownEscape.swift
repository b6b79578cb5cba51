/// Writes a word so that Markdown reads it as a word, with as few backslashes as that takes.
///
/// What a person typed as a list (`- milk`, `1. bread`) is left: it reads as the list it was meant to be.
struct MarkdownEscape {
    private let word: [Unicode.Scalar]
    var isInLink = false
    /// What stands directly in front of the word.
    var before: Unicode.Scalar?

    init(_ word: String) { self.word = Array(word.unicodeScalars) }

    func text(isLineStart: Bool, isWholeLine: Bool) -> String {
        var out = String.UnicodeScalarView()
        // Underscores in a row are escaped or stand together: one look for all of them.
        var underscores = (end: 0, areEscaped: false)
        for (index, scalar) in word.enumerated() {
            let isStart = isLineStart && index == 0 && startsBlock(isWholeLine: isWholeLine)
            if scalar == "_", index >= underscores.end { underscores = run(from: index) }
            if isStart || (scalar == "_" ? underscores.areEscaped : needsEscape(index)) { out.append("\\") }
            out.append(scalar)
        }
        return String(out)
    }

    /// The underscores from `index` on, and whether they could mark emphasis: where a word goes on behind them and none
    /// is in front.
    private func run(from index: Int) -> (end: Int, areEscaped: Bool) {
        let end = word[index...].prefix { $0 == "_" }.endIndex
        let previous = index > 0 ? word[index - 1] : before
        return (end, end < word.count && !(previous.map(isWordPart) ?? false))
    }

    private func needsEscape(_ index: Int) -> Bool {
        let next = index + 1 < word.count ? word[index + 1] : nil
        switch word[index] {
        case "`": return true
        case "\\": return next.map { $0.isASCII && isPunctuation($0) } ?? false
        case "*": return word.count > 1
        case "[": return isInLink
        case "]": return isInLink || next == "(" || next == "[" || next == ":"
        case "<": return next.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
        case "~": return next == "~"
        case "&": return isEntity(index)
        default: return false
        }
    }

    /// Returns whether the word would begin a heading, a quote, a fence or a rule.
    private func startsBlock(isWholeLine: Bool) -> Bool {
        guard let first = word.first else { return false }
        switch first {
        case "#": return word.count <= 6 && word.allSatisfy { $0 == "#" }
        case ">": return true
        case "~": return word.starts(with: ["~", "~", "~"])
        case "=", "-", "_": return isWholeLine && word.allSatisfy { $0 == first }
        default: return false
        }
    }

    private func isEntity(_ index: Int) -> Bool {
        let rest = word[(index + 1)...].prefix(MarkupEntity.nameBytesMax + 1)
        guard let end = rest.firstIndex(of: ";") else { return false }
        let name = String.UnicodeScalarView(word[(index + 1)..<end])
        return MarkupEntity.scalar(String(name)) != nil
    }

    private func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

/// A code span: the fence is longer than any run of backticks in it.
func codeSpan(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`")
    return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
}

/// The most of `mark` that stand in a row.
func longestRun(of mark: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
        run = scalar == mark ? run + 1 : 0
        longest = max(longest, run)
    }
    return longest
}

/// A fenced block of code with these lines, whatever fences they hold.
func fencedCode(_ lines: [String], language: String = "") -> [String] {
    let longest = lines.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + language] + lines + [fence]
}
