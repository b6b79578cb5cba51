import Foundation
import Testing

@testable import Importers

@Suite("Names that are not UTF-8, and files that are Markdown by another ending")
struct ForeignNames {
    @Test func `a zip of Windows has its names in code page 437 or Windows-1252 (F12)`() {
        #expect(ArchiveNames([[0x9A] + Array("bung.md".utf8)]).texts == ["Übung.md"])
        #expect(ArchiveNames([Array("Stra".utf8) + [0xE1] + Array("e.md".utf8)]).texts == ["Straße.md"])
        #expect(ArchiveNames([[0xDC] + Array("bung ".utf8) + [0xE9, 0xFC]]).texts == ["Übung éü"])
        #expect(CodePage437.text(Array("plain.md".utf8)) == "plain.md")
        #expect(Set(CodePage437.upper).count == 128)
    }

    @Test func `a zip without the flag of UTF-8 comes in with its umlauts (F12)`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "Garten.zip")
        try Data(Self.zip(name: Array("Garten/".utf8) + [0x9A] + Array("bung.md".utf8), Array("words".utf8))).write(to: file)
        var workshop = Workshop()
        _ = try workshop.importing(file)
        #expect(workshop.notesByPath.keys.contains { $0.hasSuffix("Garten/Übung") }, "\(workshop.notesByPath)")
    }

    @Test func `every usual ending of Markdown is a note (F13)`() throws {
        let scratch = try Scratch()
        let vault = try scratch.write([
            "a.md": "see [[b]]", "b.markdown": "words of b", "c.MDOWN": "words of c", "d.mkd": "d", "e.txt": "e", ".md": "x",
        ])
        var workshop = Workshop()
        let plan = try workshop.importing(vault)
        #expect(plan.created.notes == 4, "\(plan.created) \(plan.notTaken)")
        #expect(workshop.notesByPath["vault/b"] == "words of b" && workshop.notesByPath["vault/c"] == "words of c")
    }

    /// F12: encodings that a file says it has, and those that programs for tables write without saying so.
    @Test(arguments: [
        (
            "Notes.enex",
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?><en-export><note><title>Übung</title></note></en-export>",
            String.Encoding.utf16
        ),
        (
            "Notes.enex",
            "<?xml version='1.0' encoding='ISO-8859-1'?><en-export><note><title>Übung</title></note></en-export>",
            .isoLatin1
        ),
        ("Notes.csv", "Title,Content\nÜbung,x\n", .utf16LittleEndian),
        ("Notes.csv", "Title;Content\nÜbung;x\n", .windowsCP1252),
        ("Notes.csv", "Title,Content\rÜbung,x\r", .utf8), ("Notes/Übung.md", "ÿþ", .utf16),
    ])
    func `files in other encodings come in with their umlauts (F12)`(
        name: String, text: String, encoding: String.Encoding
    ) throws {
        let scratch = try Scratch()
        let root = try scratch.write([name: try #require(text.data(using: encoding))], below: "in")
        var workshop = Workshop()
        let plan = try workshop.importing(root.appending(path: name.split(separator: "/")[0]))
        #expect(workshop.notesByPath.keys.sorted() == ["Notes/Übung"])
        #expect(plan.notTaken.map(\.what) == (encoding == .windowsCP1252 || name.hasSuffix(".md") ? ["encoding"] : []))
        if name.hasSuffix(".md") { #expect(workshop.notesByPath["Notes/Übung"] == text) }
    }

    @Test func `a board in UTF-16 comes in, and pictures are no texts (F12)`() throws {
        let board = #"{"id":"b","name":"Bü","lists":[{"id":"l","name":"L"}],"cards":[]}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let scratch = try Scratch()
            let url = try scratch.write(["b.json": try #require(board.data(using: encoding))], below: "in").appending(
                path: "b.json")
            var workshop = Workshop()
            #expect(try workshop.importing(url).created.boards == 1)
        }
        #expect(SourceEncoding.utf8(of: Array(TakingInPictures.png(1, 1))) == nil)
        #expect(SourceEncoding.utf8(of: [0x61, 0, 0, 0]) == nil && SourceEncoding.utf8(of: Array("plain".utf8)) == nil)
    }

    /// Names as programs of Windows, DOS and Unix write them in other parts of the world, and the zip as it comes in.
    @Test(arguments: [
        ("CP932", ["日本語/メモ.md", "日本語/議事録.md", "表示/ソース.md"]), ("EUC-JP", ["旅行の計画.md"]),
        ("CP936", ["笔记/会议记录.md", "购物清单.md"]), ("CP949", ["메모/회의록.md", "장보기 목록.md"]),
        ("CP950", ["筆記/會議記錄.md", "購物清單.md"]), ("CP866", ["Заметки/Привет.md", "Новая папка/План.md"]),
        ("KOI8-R", ["Заметки/Привет.md", "Новая папка/План.md"]),
        ("CP1251", ["Заметки/Привет.md", "План на неделю.md"]),
        ("CP852", ["Žluťoučký kůň.md", "Zażółć gęślą jaźń.md"]), ("CP1253", ["Σημειώσεις/κατάλογος αγορών.md"]),
    ])
    func `a zip with names in the code page of its country comes in with them (F12)`(
        charset: String, names: [String]
    ) throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "v.zip")
        try Data(Self.zip(names.map { (try Self.encoded($0, charset), Array("words".utf8)) })).write(to: file)
        var workshop = Workshop()
        let plan = try workshop.importing(file)
        #expect(workshop.notesByPath.keys.sorted() == names.map { "v/" + $0.dropLast(3) }.sorted())
        #expect(plan.report == "")
    }

    @Test func `a name that could be in several encodings is read in the likeliest, and that is said (F12)`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "v.zip")
        try Data(Self.zip([(try Self.encoded("北京.md", "CP936"), Array("words".utf8))])).write(to: file)
        var workshop = Workshop()
        let plan = try workshop.importing(file)
        #expect(workshop.notesByPath.keys.sorted() == ["v/北京"])
        #expect(
            plan.report == """
                encoding | v.zip | 1 name is not UTF-8 and does not say in what encoding; read as GBK, which is a guess: \
                B1 B1 BE A9 2E 6D 64 became “北京.md”

                """)
    }

    @Test func `what a zip says of its names goes before any guess (F12)`() throws {
        let (scratch, words) = (try Scratch(), Array("words".utf8))
        let file = scratch.url.appending(path: "v.zip")
        let name = try Self.encoded("犬.md", "CP932")
        try Data(
            Self.zip(
                [(name, words), (Array("Über.md".utf8), words), (Array("日本.md".utf8), words)],
                unicode: [name: "犬.md"])
        ).write(to: file)
        var workshop = Workshop()
        #expect(try workshop.importing(file).report == "")
        #expect(workshop.notesByPath.keys.sorted() == ["v/Über", "v/日本", "v/犬"])
    }

    @Test func `a name that is said to be UTF-8 and is not does not refuse the others (F12)`() throws {
        let (scratch, words) = (try Scratch(), Array("words".utf8))
        let file = scratch.url.appending(path: "v.zip")
        let names = try ["メモ/議事録.md", "メモ/旅行の計画.md"].map { try Self.encoded($0, "CP932") }
        let entries = [(Array("a.md".utf8), words)] + names.map { ($0, words) } + [(Array("é.md".utf8), words)]
        try Data(Self.zip(entries, isFlagged: true)).write(to: file)
        var workshop = Workshop()
        let plan = try workshop.importing(file)
        #expect(workshop.notesByPath.keys.sorted() == ["v/a", "v/é", "v/メモ/旅行の計画", "v/メモ/議事録"])
        #expect(plan.report == "")
    }

    @Test func `names that read alike stay two files (F12)`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "v.zip")
        // The one in UTF-8, the other in code page 437; and two of code page 932 that are one in Unicode.
        let latin = [Array("Übung äöü.md".utf8), try Self.encoded("Übung äöü.md", "CP437")]
        try Data(Self.zip(latin.enumerated().map { ($1, Array("words \($0)".utf8)) })).write(to: file)
        var workshop = Workshop()
        let plan = try workshop.importing(file)
        #expect(workshop.notesByPath == ["v/Übung äöü": "words 0", "v/Übung äöü (2)": "words 1"])
        #expect(
            plan.notTaken.filter { $0.what == "name" }.map { "\($0.at) | \($0.why)" } == [
                "Übung äöü.md | another file of the archive is called so in another encoding; this one is taken as “Übung äöü (2).md”"
            ])
        let memo = try Self.encoded("メモの計画.md", "CP932")
        let twins = [[0x81, 0xE6], [0x87, 0x9A]].map { $0 + memo }
        try Data(Self.zip(twins.enumerated().map { ($1, Array("words \($0)".utf8)) })).write(to: file)
        var other = Workshop()
        let second = try other.importing(file)
        #expect(Set(other.notesByPath.values) == ["words 0", "words 1"])
        #expect(second.created.notes == 2)
    }

    @Test func `names in no encoding at all come in under the letters of code page 437 (F12)`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "v.zip")
        try Data(Self.zip([([0xFF, 0x80, 0x20, 0xFE, 0xB0], [1])])).write(to: file)
        let tree = try SourceTree.archive(at: file)
        #expect(tree.entries.map(\.path) == ["\u{A0}Ç ■░"])
        #expect(tree.notTaken.map(\.what) == ["encoding"])
    }

    @Test(arguments: ["../", "a/../../", "/", "C:\\"])
    func `a name in another encoding leads nowhere outside either (F12)`(way: String) throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "v.zip")
        try Data(Self.zip([(try Self.encoded(way + "メモの計画.md", "CP932"), [1])])).write(to: file)
        let failure = #expect(throws: ImportFailure.self) { try SourceTree.archive(at: file) }
        #expect(
            failure == .hostile(path: file.path, problem: "its entry “\(way)メモの計画.md” leads outside the archive"))
    }

    /// The text in a character set of the C library.
    static func encoded(_ text: String, _ charset: String) throws -> [UInt8] {
        let converter = iconv_open(charset, "UTF-8")
        try #require(converter != iconv_t(bitPattern: -1))
        defer { iconv_close(converter) }
        var from = text.utf8CString
        var into = [CChar](repeating: 0, count: 4 * from.count)
        let count = try from.withUnsafeMutableBufferPointer { from in
            try into.withUnsafeMutableBufferPointer { into in
                var (source, sourceLeft) = (from.baseAddress, from.count - 1)
                var (target, targetLeft) = (into.baseAddress, into.count)
                try #require(iconv(converter, &source, &sourceLeft, &target, &targetLeft) == 0)
                return into.count - targetLeft
            }
        }
        return into.prefix(count).map { UInt8(bitPattern: $0) }
    }

    private static func zip(name: [UInt8], _ bytes: [UInt8]) -> [UInt8] { zip([(name, bytes)]) }

    /// A zip of stored files.
    ///
    /// - Parameters:
    ///   - isFlagged: whether bit 11 of the flags says that names are UTF-8.
    ///   - unicode: what the extra field 0x7075 says that a name is. Source: APPNOTE.TXT 4.6.9.
    private static func zip(
        _ entries: [(name: [UInt8], bytes: [UInt8])], isFlagged: Bool = false, unicode: [[UInt8]: String] = [:]
    ) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func checksum(_ bytes: [UInt8]) -> Int { Int(Packing.crc32(bytes)) }
        var (files, list): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in entries {
            let path = unicode[name].map { [1] + little(checksum(name), 4) + Array($0.utf8) }
            let extra = path.map { little(0x7075, 2) + little($0.count, 2) + $0 } ?? []
            let facts =
                little(20, 2) + little(isFlagged ? 0x800 : 0, 2) + little(0, 2) + little(0, 2) + little(0x5821, 2)
                + little(checksum(bytes), 4) + little(bytes.count, 4) + little(bytes.count, 4) + little(name.count, 2)
                + little(extra.count, 2)
            list += little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 10) + little(files.count, 4)
            list += name + extra
            files += little(0x0403_4B50, 4) + facts + name + extra + bytes
        }
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
            + little(list.count, 4) + little(files.count, 4) + little(0, 2)
        return files + list + end
    }
}
