package import Kernel

/// The beginning of a CommonMark text as a person reads it, without its marks: what a list shows below a title.
///
/// Requirement N-201.2. It does not parse fully: it leaves out what stands for form and keeps what stands for itself.
package enum PlainText {
    package static let snippetGraphemesMax = 100
    /// The number of bytes of a text that are read for a snippet: enough for nearly all, and then for long front matter.
    private static let bytesLookedAt = [512, 8192]

    /// The first hundred characters or so, on one line.
    package static func snippet(of text: TextDocument) -> String {
        var plain = ""
        var isCut = false
        for bytes in bytesLookedAt {
            plain = stripped(text.prefix(utf8: bytes))
            isCut = text.utf8Count > bytes
            if !isCut || plain.count > snippetGraphemesMax { break }
        }
        // What was looked at may end within a character, so that the last is left out.
        let whole = isCut ? plain.dropLast() : plain[...]
        let start = whole.prefix(snippetGraphemesMax)
        return start.utf8.count < plain.utf8.count ? trimmed(String(start)) + "\u{2026}" : plain
    }

    /// Without the marks of CommonMark, front matter and drawings; white space becomes single spaces.
    package static func stripped(_ markdown: String) -> String {
        var plain: [UInt8] = []
        var lines = lines(of: markdown)
        if let end = endOfFrontMatter(lines) { lines.removeSubrange(0...end) }
        for line in lines where !isFence(line) && !isRule(line) {
            var text = withoutBlockMarks(line)
            append(withoutInlineMarks(&text), to: &plain)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension PlainText {
    private typealias Line = ArraySlice<Unicode.Scalar>

    private static func lines(of text: String) -> [Line] {
        let scalars = Array(text.unicodeScalars)
        return scalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    }

    /// The index of the line that closes the front matter; nil when there is none.
    private static func endOfFrontMatter(_ lines: [Line]) -> Int? {
        guard let first = lines.first, isDashes(first) else { return nil }
        return lines.indices.dropFirst().first { isDashes(lines[$0]) }
    }

    private static func isDashes(_ line: Line) -> Bool {
        line.drop { $0 == "\u{FEFF}" }.elementsEqual(["-", "-", "-"])
    }

    private static func isFence(_ line: Line) -> Bool {
        let text = line.drop { $0 == " " }
        return text.starts(with: ["`", "`", "`"]) || text.starts(with: ["~", "~", "~"])
    }

    /// A thematic break, the underline of a heading, or the line below the head of a table.
    private static func isRule(_ line: Line) -> Bool {
        var marks = 0
        for scalar in line {
            switch scalar {
            case "-", "*", "_", "=", "|", ":": marks += 1
            case " ", "\t": continue
            default: return false
            }
        }
        return marks > 0
    }

    /// Without quotation, heading, list and task marks at its start.
    private static func withoutBlockMarks(_ line: Line) -> Line {
        var text = line.drop { $0 == " " || $0 == "\t" || $0 == ">" }
        let heading = text.prefix { $0 == "#" }
        if (1...6).contains(heading.count), text.dropFirst(heading.count).first.map({ $0 == " " }) ?? true {
            return text.dropFirst(heading.count)
        }
        let digits = text.prefix { $0 >= "0" && $0 <= "9" }
        let afterDigits = text.dropFirst(digits.count)
        if let mark = text.first, mark == "-" || mark == "*" || mark == "+", text.dropFirst().first == " " {
            text = text.dropFirst(2)
        } else if (1...9).contains(digits.count), let mark = afterDigits.first, mark == "." || mark == ")",
            afterDigits.dropFirst().first == " "
        {
            text = afterDigits.dropFirst(2)
        } else {
            return text
        }
        if text.starts(with: ["[", " ", "]", " "]) || text.starts(with: ["[", "x", "]", " "])
            || text.starts(with: ["[", "X", "]", " "])
        {
            text = text.dropFirst(4)
        }
        return text
    }

    /// Without emphasis and code marks; of a link its words, of an image its description, of a drawing nothing.
    private static func withoutInlineMarks(_ text: inout Line) -> [Unicode.Scalar] {
        let brackets = Brackets(of: text)
        var plain: [Unicode.Scalar] = []
        while let scalar = text.popFirst() {
            switch scalar {
            case "\\":
                plain.append(text.popFirst() ?? scalar)
            case "*", "`": continue
            case "~" where text.first == "~": text = text.dropFirst()
            case "_" where !isInsideWord(plain.last, text.first): continue
            case "!" where text.first == "[":
                var rest = text.dropFirst()
                guard let label = label(&rest, brackets) else {
                    plain.append(scalar)
                    continue
                }
                text = rest
                if !label.elementsEqual("ink".unicodeScalars), label.first != "[" { plain += label }
            case "[":
                guard let label = label(&text, brackets) else {
                    plain.append(scalar)
                    continue
                }
                plain += label.first == "[" ? wikiLabel(label) : label
            default: plain.append(scalar)
            }
        }
        return plain
    }

    private static func isInsideWord(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        guard let before, let after else { return false }
        return before.properties.isAlphabetic && after.properties.isAlphabetic
    }

    /// The words of a link whose `[` was just taken, which with their target are then taken too; nil when it is not a link.
    private static func label(_ text: inout Line, _ brackets: Brackets) -> [Unicode.Scalar]? {
        guard let end = brackets.end(of: text.startIndex - 1) else { return nil }
        let label = text[text.startIndex..<end]
        var rest = text[(end + 1)...]
        if rest.first == "(" {
            guard end < brackets.lastParenthesis, let close = rest.firstIndex(of: ")") else { return nil }
            rest = rest[(close + 1)...]
        } else if label.first != "[" {
            return nil
        }
        text = rest
        return Array(label)
    }

    /// Where the brackets of a line end: looked for once, however many begin and never end.
    private struct Brackets {
        /// For each scalar that is a `[` where the `]` is that pairs with it, else 0; nothing for a line without one.
        private var ends: [Int] = []
        private let start: Int
        /// Where the last `)` is; -1 where there is none.
        let lastParenthesis: Int

        init(of line: Line) {
            start = line.startIndex
            guard line.contains(where: { $0 == "[" }) else {
                lastParenthesis = -1
                return
            }
            lastParenthesis = line.lastIndex(of: ")") ?? -1
            ends = [Int](repeating: 0, count: line.count)
            var open: [Int] = []
            for index in line.indices {
                if line[index] == "[" { open.append(index) }
                if line[index] == "]", let opening = open.popLast() { ends[opening - start] = index }
            }
        }

        /// - Parameter opening: where a `[` is.
        func end(of opening: Int) -> Int? {
            let end = ends[opening - start]
            return end > 0 ? end : nil
        }
    }

    /// Of `[Target|words` the words, of `[Target` the target; the outer brackets are taken already.
    private static func wikiLabel(_ label: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let inner = label.dropFirst().prefix { $0 != "]" }
        if let bar = inner.firstIndex(of: "|") { return Array(inner[(bar + 1)...]) }
        return Array(inner)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 ? scalar.value <= 0x20 : scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }

    /// Adds `words` after a space, and makes all white space single.
    private static func append(_ words: [Unicode.Scalar], to plain: inout [UInt8]) {
        var isPending = !plain.isEmpty
        for scalar in words {
            if isSpace(scalar) {
                isPending = !plain.isEmpty
                continue
            }
            if isPending { plain.append(UInt8(ascii: " ")) }
            isPending = false
            if scalar.value < 0x80 {
                plain.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                plain.append(contentsOf: String(Character(scalar)).utf8)
            }
        }
    }
}
