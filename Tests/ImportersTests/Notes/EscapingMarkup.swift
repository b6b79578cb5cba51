import Exporters
import KernelTesting
import Testing

/// Finding H4: escaping took quadratic time.
@Suite("Escaping text for markup")
struct EscapingMarkup {
    @Test(
        arguments: [
            ("a & b < c > d", "a &amp; b &lt; c &gt; d", "a &amp; b &lt; c &gt; d", "a &amp; b &lt; c &gt; d"),
            ("\"it's\"", "\"it's\"", "&quot;it&#39;s&quot;", "&quot;it&#39;s&quot;"),
            ("a\tb\nc\r\nd\re", "a\tb\nc&#13;\nd&#13;e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d\u{FFFD}e", "a    b\nc\nd\ne"),
            (
                "\u{0}\u{1B}\u{FFFE}\u{FFFF}\u{FFFD}", "    \u{FFFD}", String(repeating: "\u{FFFD}", count: 5),
                String(repeating: "\u{FFFD}", count: 5)
            ),
            (
                "1\u{85}2\u{2028}3\u{2029}4\u{B}5\u{C}6", "1\u{85}2\u{2028}3\u{2029}4 5 6",
                "1\u{85}2\u{2028}3\u{2029}4\u{FFFD}5\u{FFFD}6", "1\n2\n3\n4\n5\n6"
            ),
            (
                "é 日本 🌳 \u{FFBD}\u{2027}\u{84}", "é 日本 🌳 \u{FFBD}\u{2027}\u{84}", "é 日本 🌳 \u{FFBD}\u{2027}\u{84}",
                "é 日本 🌳 \u{FFBD}\u{2027}\u{84}"
            ),
            ("", "", "", ""),
        ])
    func `H4: each rule escapes what its place needs and keeps the rest`(
        text: String, element: String, page: String, lines: String
    ) {
        #expect(Array(MarkupEscaping.element.escaped(text).utf8) == Array(element.utf8))
        #expect(Array(MarkupEscaping.page.escaped(text).utf8) == Array(page.utf8))
        #expect(Array(MarkupEscaping.lines.escaped(text).utf8) == Array(lines.utf8))
    }

    @Test(arguments: ["<", "&", "'", "\"", "\u{2028}", "\n", "w"])
    func `H4: eight times as much text costs eight times as much`(letter: String) throws {
        try #require(Cost.isCounted)
        for rule in [MarkupEscaping.element, .page, .lines] {
            let growth = costGrowth(from: 4_000) {
                String(repeating: letter, count: $0)
            } _: {
                _ = rule.escaped($0)
            }
            #expect(growth < 16)
        }
    }
}
