import Boards
import Glibc
import Kernel
import KernelTesting
import Notes
import Testing

@testable import Workspace

@Suite("Links as they are written")
struct LinksAsWritten {
    private func targets(_ text: String) -> [String] { LinkScanner.links(in: Array(text.utf8)).map(\.target) }

    @Test func `wiki links have a target, a heading and words`() {
        let links = LinkScanner.links(
            in: Array("A [[Plan]] and [[ Notes/Plan #Costs | the costs ]] and ![[Sketch]].".utf8))
        #expect(links.map(\.form) == [.wiki, .wiki, .wiki])
        #expect(links.map(\.target) == ["Plan", "Notes/Plan", "Sketch"])
        #expect(links.map(\.heading) == [nil, "Costs", nil])
        #expect(links.map(\.shown) == [nil, "the costs", nil])
        #expect(targets("| a | [[Plan\\|shown]] |") == ["Plan"], "in a table the bar is escaped")
    }

    @Test func `Markdown links are decoded, and lead out of the workspace or into it`() {
        #expect(targets("[x](../Other%20note.md \"Title\")") == ["../Other note.md"])
        #expect(targets("[x](<../Other note.md>)") == ["../Other note.md"])
        #expect(targets("[a [b] c](Plan_(2).md#part)") == ["Plan_(2).md"])
        #expect(targets("[x](https://example.org/a.md) [y](mailto:a@b.c) [z](#here) [w](//host/a.md)") == [])
        #expect(targets("[![picture](a.png)](https://example.org)") == ["a.png"])
        let link = LinkScanner.links(in: Array("[the plan](daybook:0193-4d2c)".utf8))
        #expect(link.map(\.form) == [.identifier] && link.map(\.target) == ["0193-4d2c"])
    }

    @Test func `code, escapes and what only looks like a link lead nowhere`() {
        #expect(targets("`[[Code]]` ``a ` [[Code]]`` [[Plan]]") == ["Plan"])
        #expect(targets("```\n[[Code]]\n```\n[[Plan]]") == ["Plan"])
        #expect(targets("> ~~~ swift\n> [[Code]]\n> ~~~\n[[Plan]]") == ["Plan"])
        #expect(targets("```` \n```\n[[Code]]\n````\n[[Plan]]") == ["Plan"], "a longer fence ends with one as long")
        #expect(targets("```\n[[Code]]") == [], "what is not closed ends with the text")
        #expect(targets("a lone ` and [[Plan]]") == ["Plan"])
        #expect(targets("\\[[Not]] [[Plan]]") == ["Plan"])
        #expect(targets("[[Broken\n]] [[ ]] [[#Heading]] [x] (y.md) [[a [[Plan]]") == ["Plan"])
        #expect(targets("- [ ] task\n- [x] done") == [])
    }

    @Test func `a link knows its line and what stands around it`() {
        let links = LinkScanner.links(in: Array("# Head\n\n```\ncode\n```\n  see `a\nb` [[Plan]] soon  \n".utf8))
        #expect(links.map(\.line) == [7])
        #expect(links.map(\.context) == ["b` [[Plan]] soon"])
        let long = String(repeating: "ö", count: 300) + "[[Plan]]" + String(repeating: "é", count: 300)
        let cut = LinkScanner.links(in: Array(long.utf8))[0].context
        #expect(cut.contains("[[Plan]]") && cut.hasPrefix("…ö") && cut.hasSuffix("é…"))
        #expect(cut.utf8.count < WrittenLink.contextBytesMax + 16)
    }

    /// Each was quadratic in some parser once. Eight times as much then took 64 times the processor time; it may take 24.
    @Test(arguments: ["[", "[[", "`", "[a](", "[[a|", "``` a\n", "![", "](", "[a][", "\\["])
    func `no text takes long to read`(piece: String) {
        let bytes = Array(String(repeating: piece, count: 400_000 / piece.utf8.count).utf8)
        let eighth = Array(bytes[..<(bytes.count / 8)])
        let little = processorTime { #expect(LinkScanner.links(in: eighth).isEmpty) }
        let much = processorTime { #expect(LinkScanner.links(in: bytes).isEmpty) }
        #expect(much < max(little, .milliseconds(1)) * 24)
    }

    /// Of this thread alone: what others do at the same time is not in it.
    private func processorTime(_ body: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        body()
        return now() - start
    }

    @Test(arguments: Seed.hundred)
    func `any bytes can be read`(seed: Seed) {
        var chance = seed.chance
        let alphabet = Array("[]()|#`\\\n ~<>%2/a:!".utf8) + [0xC3, 0xB6]
        let bytes = (0..<300).map { _ in alphabet[chance.below(alphabet.count)] }
        for link in LinkScanner.links(in: bytes) {
            #expect(!link.target.isEmpty && link.line >= 1)
        }
    }
}

@Suite("Links between things")
struct LinksBetweenThings {
    private func targets(_ desk: Desk, of thing: EntityRef) -> [LinkTarget] {
        LinkIndex(of: desk.view).outgoing(from: thing).map(\.target)
    }

    @Test(.shows("B-06")) func `a link survives renaming whatever was renamed`() throws {
        var desk = Desk()
        let folder = try desk.folder("Recipes")
        let (bread, other) = (try desk.note("Bread", in: folder), try desk.note("Bread"))
        let (board, column) = try desk.board("House")
        let card = try desk.card("Buy paint", in: column)
        let source = try desk.note(
            "Source",
            "[[bread]] [[Recipes/Bread]] [b](Recipes/Bread.md) [x](daybook:\(bread.text)) [[House/Buy paint]] [[House]]"
        )
        let expected: [LinkTarget] = [
            .thing(.note(other)), .thing(.note(bread)), .thing(.note(bread)), .thing(.note(bread)),
            .thing(.card(card)), .thing(.board(board)),
        ]
        #expect(targets(desk, of: .note(source)) == expected, "at first")
        try desk.ask(.notes(.renameFolder(folder, to: Name(recorded: "Kitchen"))))
        #expect(targets(desk, of: .note(source)) == expected, "the folder is called otherwise")
        try desk.ask(.boards(.retitleBoard(board, to: Name(recorded: "Home"))))
        try desk.ask(.boards(.retitleCard(card, to: Name(recorded: "Buy white paint"))))
        #expect(targets(desk, of: .note(source)) == expected, "board and card are called otherwise")
        try desk.ask(.notes(.retitleNote(other, to: Name(recorded: "Rolls"))))
        try desk.ask(.notes(.retitleNote(bread, to: Name(recorded: "Sourdough"))))
        try desk.ask(.notes(.retitleNote(bread, to: Name(recorded: "Levain"))))
        var renamed = expected
        renamed[0] = .thing(.note(other))
        #expect(targets(desk, of: .note(source))[0] == .thing(.note(other)), "the one in the link's own folder")
        #expect(
            targets(desk, of: .note(source))[3] == .thing(.note(bread)), "an identifier leads there whatever happens")
        try desk.ask(.notes(.moveNote(bread, to: nil)))
        #expect(targets(desk, of: .note(source)).allSatisfy { if case .thing = $0 { true } else { false } })
    }

    @Test func `a title is found without regard to case and composition, in the own folder first, then the oldest`()
        throws
    {
        var desk = Desk()
        let (a, b) = (try desk.folder("A"), try desk.folder("B"))
        let inA = try desk.note("Über uns", in: a)
        let inB = try desk.note("Über uns", in: b)
        let nearB = try desk.note("Near", "[[u\u{308}ber UNS]]", in: b)
        let far = try desk.note("Far", "[[über uns]] [[B/Über uns]] [[Über uns.md]]")
        #expect(targets(desk, of: .note(nearB)) == [.thing(.note(inB))])
        #expect(targets(desk, of: .note(far)) == [.thing(.note(inA)), .thing(.note(inB)), .thing(.note(inA))])
    }

    @Test func `relative links start in the folder of their note`() throws {
        var desk = Desk()
        let (a, b) = (try desk.folder("A"), try desk.folder("B"))
        let target = try desk.note("Other note", in: b)
        try desk.ask(.notes(.createNote(desk.id(), title: Name(recorded: "Other note"), body: "", in: a)))
        let source = try desk.note(
            "Source", "[x](../B/Other%20note.md) [y](/B/Other%20note.md) [z](nowhere.md) [w](page/)", in: a)
        #expect(targets(desk, of: .note(source)) == [.thing(.note(target)), .thing(.note(target)), .nothing])
    }

    @Test(.shows("B-06")) func `what leads into the trash is told as such, and what leads nowhere is listed`() throws {
        var desk = Desk()
        let (plan, keys) = (try desk.note("Plan"), try desk.note("Keys"))
        let (_, column) = try desk.board("House")
        let card = try desk.card("Call", "See [[Plan]], [[Keys]] and [[Nobody]].", in: column)
        try desk.ask(.boards(.addComment(card, desk.id(), text: "Or [[nobody]]?")))
        try desk.ask(.notes(.trashNote(plan)))
        #expect(targets(desk, of: .card(card)) == [.trashed(.note(plan)), .thing(.note(keys)), .nothing, .nothing])
        let overview = desk.view.links()
        #expect(overview.links == 4 && overview.sources == 1)
        #expect(overview.trashed.map(\.written) == ["Plan"])
        #expect(overview.unresolved.map(\.written) == ["Nobody"])
        try expectGolden(overview.text + "\n" + overview.json + "\n", "across/links.txt")
        try desk.ask(.notes(.restoreNote(plan)))
        #expect(targets(desk, of: .card(card))[0] == .thing(.note(plan)))
        // A live one of the name is meant before one in the trash.
        try desk.ask(.notes(.trashNote(plan)))
        let fresh = try desk.note("Plan")
        #expect(targets(desk, of: .card(card))[0] == .thing(.note(fresh)))
    }

    @Test(.shows("B-06")) func `a thing knows what leads to it, with the line it stands in`() throws {
        var desk = Desk()
        let house = try desk.folder("House")
        let plan = try desk.note("Plan", "Back to [[Plan]] and to [[Index]].", in: house)
        let index = try desk.note("Index", "# All\n\n- [[House/Plan|the plan]] of [[Ghost]]\n- `[[Plan]]`\n")
        let (_, column) = try desk.board("Move")
        let card = try desk.card("Van", "", in: column)
        try desk.ask(
            .boards(.addItem(card, desk.id(), text: Name(recorded: "read [[plan]]"), checklist: "", above: nil)))
        let reading = desk.view.links(of: .note(plan))
        #expect(reading.backlinks.map(\.thing?.referent) == [.note(index), .card(card)], "itself left out")
        #expect(reading.outgoing.map(\.target) == [.thing(.note(plan)), .thing(.note(index))])
        try expectGolden(reading.text + "\n" + reading.json + "\n", "across/backlinks.txt")
    }

    /// M3: one note of a megabyte of links took seconds.
    @Test(arguments: [true, false]) func `M3: eight times as many links cost about eight times as much`(isOne: Bool) throws {
        try #require(Cost.isCounted)
        func desk(_ count: Int) throws -> WorkspaceView {
            var desk = Desk()
            let links = (0..<count).map { isOne ? "[[a]]" : "[[a\($0)]]" }.joined(separator: "\n")
            _ = try desk.note("Links", links)
            return desk.view
        }
        #expect(try costGrowth(from: 200, desk) { _ = $0.links() } < 12)
        let one = try desk(1_000)
        #expect(Cost { _ = one.links() }.allocations < (isOne ? 30_000 : 100_000))
    }

    @Test func `a file is a target too`() throws {
        var desk = Desk()
        let note = try desk.note("Letter", "![[Scan.PDF]] and ![scan](files/scan.pdf) and ![no](files/other.png)")
        let file: AttachmentID = desk.id()
        try desk.ask(.notes(.attachFile(file, to: .note(note), .some("scan.pdf"))))
        #expect(targets(desk, of: .note(note)) == [.file(file), .file(file)])
    }
}
