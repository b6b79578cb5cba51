import Foundation
import Testing

@testable import Importers

@Suite("Names that are not UTF-8, and files that are Markdown by another ending")
struct ForeignNames {
    @Test func `a zip of Windows has its names in code page 437 or Windows-1252 (F12)`() {
        #expect(CodePage.zipName([0x9A] + Array("bung.md".utf8)) == "Übung.md")
        #expect(CodePage.zipName(Array("Stra".utf8) + [0xE1] + Array("e.md".utf8)) == "Straße.md")
        #expect(CodePage.zipName([0xDC] + Array("bung ".utf8) + [0xE9, 0xFC]) == "Übung éü")
        #expect(CodePage.zipName(Array("plain.md".utf8)) == "plain.md")
        #expect(CodePage.upper437.count == 128)
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

    /// A zip of one stored file, without bit 11 in its flags.
    private static func zip(name: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        let size = UInt32(bytes.count)
        let shared =
            little(20, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0x5821, 2) + little(~crc, 4) + little(size, 4)
            + little(size, 4) + little(UInt32(name.count), 2) + little(0, 2)
        let local = little(0x0403_4B50, 4) + shared + name + bytes
        let central =
            little(0x0201_4B50, 4) + little(20, 2) + shared + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
            + little(0, 4) + name
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2) + little(UInt32(central.count), 4)
            + little(UInt32(local.count), 4) + little(0, 2)
        return local + central + end
    }
}
