import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

/// One import is read at a time: a small file must keep the next from its turn for no longer than a large one of its size.
@Suite("Reading everything once")
struct ReadingEverythingOnce {
    /// Well above what linear work grows by, well below what comes of reading each part for every other.
    private static let timesMax = 24.0

    @Test(
        arguments: [
            "[ ", "[", "![[", "[a] ", "[1,2],", "[a](b ", "[a](b) ", "[x](<", "![[a", "![[a]] ", "[a](b \"", "#a[",
        ])
    func `brackets in a Markdown text that begin or end nothing`(part: String) throws {
        let times = try growth(from: 4_000) {
            Array(String(repeating: part, count: $0).utf8)
        } _: {
            _ = MarkdownScan($0)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `what a line of Markdown names is found among brackets that name nothing`() {
        let noise = String(repeating: "[a](b [", count: 1_000)
        let line = "`[[code]]` \(noise) ![[One|1]] [two](Two%20(2).md \"t\") ![x](<3 >)) `` ` [no](no)"
        let scan = MarkdownScan(Array(line.utf8))
        #expect(scan.embeds.map(\.path) == ["One", "3"])
        #expect(scan.links.map(\.path) == ["Two%20(2).md", "no"])
        // Text and address of a link hold no other link.
        #expect(MarkdownScan(Array("[![in](a.png)](b.md) [c](d [e](f.md))".utf8)).links.map(\.path) == ["f.md"])
    }

    @Test(arguments: ["<a b=\" \" c=\"", "<a b='", "<p>", "&amp", "<!-- ", "<![CDATA["])
    func `tags of a page that never end`(part: String) throws {
        let times = try growth(from: 2_000) {
            String(repeating: part, count: $0)
        } _: {
            _ = MarkupText.markdown(html: $0)
        }
        #expect(times < Self.timesMax)
    }

    @Test(arguments: ["_", "*_", "\\", "&", "a_"])
    func `a word of a page with every character escaped`(part: String) throws {
        let times = try growth(from: 4_000) {
            "<p>" + String(repeating: part, count: $0) + "a</p>"
        } _: {
            _ = MarkupText.markdown(html: $0)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `empty lines above the code of a page`() throws {
        let times = try growth(from: 20_000) {
            "<pre>" + String(repeating: "\n", count: $0) + "x</pre>"
        } _: {
            _ = MarkupText.markdown(html: $0)
        }
        #expect(times < Self.timesMax)
        #expect(MarkupText.markdown(html: "<pre>\n\n\nx\n\n</pre>") == "```\nx\n```")
    }

    /// Twice for each of them would be longer than anybody lives.
    @Test(.timeLimit(.minutes(1)))
    func `anchors within each other are written once`() {
        let nested = String(repeating: "<a name=\"x\">", count: 150) + "deep" + String(repeating: "</a>", count: 150)
        #expect(MarkupText.markdown(html: nested) == "deep")
        #expect(MarkupText.markdown(html: "<a><a><u>deep</u> <b>down</b></a></a>") == "deep **down**")
    }

    @Test(arguments: [" ", "\u{FEFF}", "a,"])
    func `the head of a table`(part: String) throws {
        let times = try growth(from: 10_000) {
            String(repeating: part, count: $0) + "Title\n"
        } _: {
            _ = CSVTable($0)
        }
        #expect(times < Self.timesMax)
        let table = try #require(CSVTable(" \u{FEFF} Title ,Text,title\n1,2,3\n"))
        #expect(table.header == ["title", "text", "title"])
        #expect(table.column("title") == 0 && table.column("body", "text") == 1 && table.column("name") == nil)
    }

    @Test(arguments: ["[[file {", "[[file {\"\"", "[[file {}]] ", "]]"])
    func `files in a comment of Todoist`(part: String) throws {
        let scratch = try Scratch()
        let times = try growth(from: 400) { count in
            let comment = String(repeating: part, count: count).replacing("\"", with: "\"\"")
            return try scratch.file(
                "Comment \(count).csv", "TYPE,CONTENT,INDENT\ntask,One,1\nnote,\"\(comment)\",\n")
        } _: {
            let plan = try Workshop().plan($0)
            #expect(plan.created.items == 1)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `addresses below a note of Keep`() throws {
        let scratch = try Scratch()
        let times = try growth(from: 400) { count in
            let pages = (0..<count).map { "{\"url\":\"https://example.org/\($0)\"}" }.joined(separator: ",")
            let text = String(repeating: "https://example.com/ ", count: count)
            return try scratch.file(
                "Note \(count).json",
                "{\"title\":\"A\",\"isTrashed\":false,\"createdTimestampUsec\":1,\"textContent\":\"\(text)\","
                    + "\"annotations\":[\(pages)]}")
        } _: {
            let plan = try Workshop().plan($0)
            #expect(plan.created.notes == 1)
        }
        #expect(times < Self.timesMax)
    }

    @Test func `a table of more columns than notes have is refused`() throws {
        let scratch = try Scratch()
        func table(_ columns: Int) throws -> URL {
            let names = (0..<(columns - 2)).map { ",c\($0)" }.joined()
            return try scratch.file("Table \(columns).csv", "Title,Content\(names)\nOne,text\n")
        }
        #expect(try Workshop().plan(table(200)).created.notes == 1)
        let failure = #expect(throws: ImportFailure.self) { try Workshop().plan(table(201)) }
        #expect(failure?.message.contains("more than 200 columns") == true, "\(failure?.message ?? "")")
    }
}
