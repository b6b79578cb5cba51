import Foundation
import Importers
import KernelTesting
import Testing

@Suite("Markup as Markdown, held against Joplin's own pairs", .enabled(if: GivenData.isHere, GivenData.absent))
struct MarkupOfOthers {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let zip = GivenData.file("note-imports/joplin-rich-text-pairs.zip")
        _ = try output(of: "unzip", "-q", zip.path, "-d", scratch.url.path)
    }

    @Test(
        arguments: [
            ("enex_to_md", ".html", 17), ("html_to_md", ".html", 33), ("html_to_html", ".src.html", 1),
        ])
    func `is what Joplin makes of it, but where we differ on purpose`(folder: String, ending: String, count: Int) throws {
        let root = scratch.url.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
        #expect(names.count == count)
        var differing = Differing(.exactly)
        for name in names {
            let source = try text(root.appending(path: name + ending))
            let ours = try #require(
                folder == "enex_to_md" ? MarkupText.markdown(enml: source) : MarkupText.markdown(html: source))
            differing.compare(
                ours, with: try expected(folder, name), called: name, because: Self.reasons[folder + "/" + name])
        }
        try differing.finish("expected/joplin-\(folder).txt")
    }

    /// Joplin shows Markdown as HTML, and Daybook does not: of these pairs both sides are pages that come in, and what
    /// attacks in them must not.
    @Test func `of pages made to attack holds nothing that runs`() throws {
        let root = scratch.url.appending(path: "md_to_html")
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
        #expect(names.count == 26)
        var attacks = 0
        for name in names {
            let page = try text(root.appending(path: name))
            let ours = try #require(MarkupText.markdown(html: page))
            for sign in ["<script", "<iframe", "<svg", "<style", "](javascript:", "onclick", "onerror"] {
                if page.contains(sign) { attacks += 1 }
                // Within code it is words.
                let isCode = name.hasPrefix("sanitize_12")
                #expect(isCode || !ours.contains(sign), "\(name): \(ours)")
            }
        }
        #expect(attacks > 5)
    }

    /// The Markdown that Joplin expects; HTML from HTML is what its editor shows.
    private func expected(_ folder: String, _ name: String) throws -> String {
        let root = scratch.url.appending(path: folder)
        guard folder == "html_to_html" else { return try text(root.appending(path: name + ".md")) }
        return try #require(MarkupText.markdown(html: try text(root.appending(path: name + ".dest.html"))))
    }

    private func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

    /// Why ours is another text, by pair.
    static let reasons: [String: String] = [
        "enex_to_md/code4": "no-break spaces in code become spaces, so that it can be compiled",
        "enex_to_md/invisible_text": noHTML + "; hidden text is kept as text",
        "enex_to_md/invisible_text2": noHTML + "; hidden text is kept as text",
        "enex_to_md/table1": "a no-break space within a line is a space",
        "enex_to_md/multiline_inner_text": "preformatted text is fenced, so that its white space stays everywhere",
        "enex_to_md/tableWithCaption": "a caption stands above its table, as it does on the page",
        "enex_to_md/text_formatting_span_bold": "white space stands outside of the marks, or CommonMark sees no bold",
        "html_to_html/anchor_missing_href": "a link that leads nowhere is its words",
        "html_to_md/bold_italic_with_spaces": "a no-break space is the character, not its name",
        "html_to_md/html_in_md": noHTML,
        "html_to_md/image_utf8_data_url": "angle brackets in an address are encoded, as RFC 3986 has it",
        "html_to_md/image_with_title2": "quotes in a title are escaped with a backslash",
        "html_to_md/linebreaks": oneEscape,
        "html_to_md/picture": "a line does not begin with a space",
        "html_to_md/picture_with_no_img": "white space between two pictures is a space",
        "html_to_md/preserve_nested_tables": noHTML + "; of nested tables the innermost stay tables",
        "html_to_md/repeated_brs": oneEscape,
        "html_to_md/table_with_code_2": noHTML + "; code in a cell is a code span",
        "html_to_md/table_with_code_3": noHTML + "; code in a cell is a code span for each line",
        "html_to_md/table_with_list": noHTML + "; a list in a cell is lines",
        "html_to_md/text_color": noHTML + "; colours are reported",
        "html_to_md/underscores_in_words": "brackets that begin no link are left as they are",
    ]
    private static let noHTML = "no HTML in a note, besides line breaks and raised or lowered text"
    private static let oneEscape = "what is no tag is escaped with one backslash"
}
