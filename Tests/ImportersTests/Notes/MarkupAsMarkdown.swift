import Testing

@testable import Importers

/// HTML as editors of notes write it, which is not always as HTML's specification has it.
@Suite("Markup as Markdown")
struct MarkupAsMarkdown {
    private func markdown(_ html: String, _ dialect: MarkdownConversion.Dialect = .lines) throws -> String {
        var conversion = MarkdownConversion(try #require(MarkupTree(Array(html.utf8)[...])), dialect)
        return conversion.markdown()
    }

    @Test(
        arguments: [
            // Lists of the second level without an item of the first.
            ("<ul><li>a</li><ul><ul><li>deep</li></ul></ul><li>b</li></ul>", ["- a", "    -   - deep", "- b"]),
            ("<ul><ul><li>deep first</li></ul><li>then</li></ul>", ["-   - deep first", "- then"]),
            ("<ol><ol><li>a</li><li>b</li></ol></ol>", ["-   1.  a", "    2.  b"]),
            // Items of nothing but a list belong to the item before.
            (
                "<ol><li>one</li><li><ol><li>in one</li><li>too</li></ol></li><li>two</li></ol>",
                ["1.  one", "    1.  in one", "    2.  too", "2.  two"]
            ),
            ("<ul><li><ul><li>only</li></ul></li></ul>", ["-   - only"]),
            ("<ul><li>p<ul><li><ul><li>x</li></ul></li></ul></li></ul>", ["- p", "    -   - x"]),
            (
                "<ul style=\"--en-todo:true\"><li style=\"--en-checked:true\">done</li><li><ul><li>below</li></ul></li></ul>",
                ["- [x] done", "    - below"]
            ),
            // Numbers as the source has them, and what is below them as wide as they are.
            ("<ol start=\"5\"><li>five</li><li>six</li></ol>", ["5.  five", "6.  six"]),
            ("<ol><li value=\"9\">nine</li><li>ten</li></ol>", ["9.  nine", "10. ten"]),
            (
                "<ol start=\"100\"><li>a<ul><li>b</li></ul></li><ul><li>c</li></ul></ol>",
                ["100. a", "     - b", "     - c"]
            ),
        ])
    func `F22: lists within lists keep their levels, wherever the markup puts them`(html: String, lines: [String]) throws {
        #expect(try markdown(html) == lines.joined(separator: "\n"))
    }

    @Test(
        arguments: [
            ("<ul><li><b><en-todo checked=\"true\"/></b>done thing</li></ul>", "- [x] done thing"),
            ("<ul><li><b><en-todo checked=\"false\"/>Open</b> thing</li></ul>", "- [ ] **Open** thing"),
            ("<div><i><en-todo checked=\"true\"/></i> loose</div>", "- [x] loose"),
            ("<div><b><i> <en-todo/></i></b><u> x</u></div>", "- [ ] x"),
            ("<div><span><input type=\"checkbox\" checked/></span><s>gone</s></div>", "- [x] ~~gone~~"),
            ("<div><a href=\"https://e.org\"><en-todo/>link</a></div>", "- [ ] [link](https://e.org)"),
            ("<div><a href=\"https://e.org\">[x] typed</a></div>", "[\\[x\\] typed](https://e.org)"),
            // Other spaces of Unicode stand outside of marks, where CommonMark sees the marks.
            ("<div><b>wide\u{3000}</b>next <i>\u{2003}thin</i></div>", "**wide**\u{3000}next \u{2003}*thin*"),
            ("<div>a<b>\u{3000}</b>b</div>", "a\u{3000}b"),
        ])
    func `F23: boxes and spaces stand outside of the marks around them`(html: String, line: String) throws {
        #expect(try markdown(html) == line)
    }
}
