import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Hostile and broken archives", .shows("B-70"))
struct HostileArchives {
    @Test(
        .enabled(if: GivenData.isHere, GivenData.absent),
        arguments: ["zip-slip.zip", "zip-slip.tar", "zip-slip-win.zip", "zip-slip-win.tar"])
    func `that lead outside are refused, and nothing is written anywhere`(name: String) throws {
        let workshop = Workshop()
        do {
            _ = try workshop.plan(GivenData.file("archives/\(name)"))
            Issue.record("\(name) was taken")
        } catch let failure as ImportFailure {
            guard case .hostile(_, let problem) = failure else {
                Issue.record("\(failure)")
                return
            }
            #expect(problem.contains("leads outside the archive"))
            #expect(failure.message.hasSuffix("nothing was imported"))
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/evil.txt"))
    }

    /// A tar with one entry of any name, put together by hand: `ustar`, one header block and its bytes.
    private func tar(_ name: String, kind: Character = "0", link: String = "", bytes: String = "evil") -> Data {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
        }
        put(name, at: 0)
        put("0000644\0" + "0000000\0" + "0000000\0", at: 100)
        put(octal(kind == "0" ? bytes.utf8.count : 0) + "\0" + octal(1_600_000_000) + "\0" + "        ", at: 124)
        put(String(kind) + link, at: 156)
        put("ustar\0" + "00", at: 257)
        put(String(octal(header.reduce(0) { $0 + Int($1) }).suffix(6)) + "\0 ", at: 148)
        var body = kind == "0" ? Array(bytes.utf8) : []
        while body.count % 512 != 0 { body.append(0) }
        return Data(header + body + [UInt8](repeating: 0, count: 1024))
    }

    private func octal(_ number: Int) -> String {
        let digits = String(number, radix: 8)
        return String(repeating: "0", count: 11 - digits.count) + digits
    }

    @Test(
        arguments: [
            "/etc/evil.md", "../evil.md", "a/../../evil.md", "..\\evil.md", "C:\\evil.md", "C:/evil.md",
            "\\\\host\\evil.md",
            "a/..",
        ])
    func `are refused whatever way their entry leads outside`(name: String) throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "x.tar")
        try tar(name).write(to: file)
        #expect(
            throws: ImportFailure.hostile(path: file.path, problem: "its entry “\(name)” leads outside the archive")
        ) {
            try Workshop().plan(file, format: .markdown)
        }
    }

    @Test func `with a symbolic link in a tar are refused by its name`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "x.tar")
        for target in ["/etc/passwd", "a.md", "../../etc/passwd"] {
            try (tar("a.md").dropLast(1024) + tar("in/link.md", kind: "2", link: target)).write(to: file)
            let failure = #expect(throws: ImportFailure.self) { try Workshop().plan(file) }
            #expect(failure == Self.link("in/link.md", in: file))
        }
    }

    @Test func `with a symbolic link in a zip are refused by its name, whatever they hold`() throws {
        let scratch = try Scratch()
        let wish = TakingInPictures.ada
        for (name, format) in [
            ("link.md", ImportFormat.markdown), ("link.png", .pictures), ("Keep/link.json", .keep), ("link.xopp", .ink),
        ] {
            let file = scratch.url.appending(path: "\(format.rawValue).zip")
            try Packing.zip([("a.md", Array("text".utf8)), (name, Array("/etc/passwd".utf8))], links: [name]).write(
                to: file)
            let failure = #expect(throws: ImportFailure.self) {
                try Workshop().plan(file, format: format, pictures: wish)
            }
            #expect(failure == Self.link(name, in: file))
            #expect(failure?.message.hasSuffix("nothing was imported") == true)
        }
    }

    private static func link(_ name: String, in file: URL) -> ImportFailure {
        .hostile(path: file.path, problem: "its entry “\(name)” is a symbolic link; pack the file itself")
    }

    /// In a person's own directory a link is not a trick: it is not followed, and the report says so.
    @Test func `are not directories: a link in one is left out and said`() throws {
        let scratch = try Scratch()
        let vault = try scratch.write(["a.md": "text"])
        try FileManager.default.createSymbolicLink(
            atPath: vault.appending(path: "b.md").path, withDestinationPath: "/etc/passwd")
        let plan = try Workshop().plan(vault)
        #expect(plan.created.notes == 1)
        #expect(plan.report == "symbolic link | b.md | links are not followed\n")
    }

    @Test func `with a hard link have it left out`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "x.tar")
        try (tar("a.md").dropLast(1024) + tar("hard.md", kind: "1", link: "a.md")).write(to: file)
        let plan = try Workshop().plan(file)
        #expect(plan.created.notes == 1)
        #expect(plan.notTaken.map { "\($0.what) \($0.at)" } == ["special file hard.md"])
    }

    @Test func `that unpack to far more than they are are refused early`() throws {
        let scratch = try Scratch()
        let zeros = scratch.url.appending(path: "zeros.md")
        #expect(FileManager.default.createFile(atPath: zeros.path, contents: nil))
        try #require(truncate(zeros.path, 64 << 20) == 0)
        let packed = try output(of: "gzip", "-c", zeros.path)
        let bomb = scratch.url.appending(path: "bomb.jsonl.gz")
        try packed.write(to: bomb)
        #expect(throws: Self.bomb(bomb)) { try Workshop().plan(bomb) }
    }

    private static func bomb(_ file: URL) -> ImportFailure {
        .hostile(
            path: file.path,
            problem: "it unpacks to more than \(ImportLimits.unpackingRatioMax) times its size, like a bomb")
    }

    /// Of one great entry, and of many of which none would be noticed.
    @Test(arguments: [1, 64])
    func `that are a zip of nothing but zeros are refused, in one entry or in many`(count: Int) throws {
        let scratch = try Scratch()
        let zeros = [UInt8](repeating: 0, count: (64 << 20) / count)
        let file = scratch.url.appending(path: "bomb.zip")
        try Packing.zip((0..<count).map { ("\($0).md", zeros) }).write(to: file)
        let size = try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        #expect(size < 80_000)
        #expect(throws: Self.bomb(file)) { try Workshop().plan(file) }
    }

    /// Bombs that zip packs once more: the outer archive is small, and so is what it unpacks to.
    @Test func `that hold bombs within are refused with the entry that is too much`() throws {
        let scratch = try Scratch()
        let zeros = scratch.url.appending(path: "zeros")
        try Data([UInt8](repeating: 0, count: 20 << 20)).write(to: zeros)
        let bomb = Array(try output(of: "gzip", "-nc", zeros.path))
        let file = scratch.url.appending(path: "sheets.zip")
        try Packing.zip((1...5).map { ("\($0).xopp", bomb) }).write(to: file)
        let failure = #expect(throws: ImportFailure.self) { try Workshop().plan(file) }
        #expect(failure == Self.bomb(file.appending(path: "2.xopp")))
    }

    /// A zip in a zip in a zip … is a file that hangs on the import, and never opened.
    @Test func `in archives stay packed`() throws {
        let scratch = try Scratch()
        var inner = Packing.zip([("zeros.md", [UInt8](repeating: 0, count: 40 << 20))])
        for level in 1...3 { inner = Packing.zip([("\(level).zip", Array(inner)), ("\(level).md", Array("x".utf8))]) }
        let file = scratch.url.appending(path: "nested.zip")
        try inner.write(to: file)
        let plan = try Workshop().plan(file)
        #expect(plan.created.notes == 1)
        #expect(plan.created.attachments == 1)
        #expect(plan.blobs.map(\.sizeBytes).allSatisfy { $0 < 100_000 })
    }

    @Test func `of very many entries are refused, whatever the entries are`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "many.zip")
        let kinds: [(Int) -> String] = [{ "\($0).md" }, { "in/\($0).md" }, { _ in "same.md" }]
        for name in kinds {
            try Packing.zip((0...1000).map { (name($0), []) }).write(to: file)
            #expect(try SourceTree.archive(at: file, entriesMax: 1003).entries.count > 0)
            let failure = #expect(throws: ImportFailure.self) { try SourceTree.archive(at: file, entriesMax: 1000) }
            #expect(failure?.message.contains("too large to import at once: it holds more than 1000 ") == true)
        }
    }

    /// Each directory above an entry is a path of its own: one name of 60,000 bytes would become a gigabyte of them.
    @Test func `of directories without end are refused`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "deep.zip")
        let deep = String(repeating: "a/", count: 30_000) + "a.md"
        try Packing.zip([(deep, Array("x".utf8))]).write(to: file)
        let failure = #expect(throws: ImportFailure.self) { try Workshop().plan(file) }
        #expect(failure?.message.contains("is nested deeper than \(ImportLimits.depthMax) levels") == true)
        let level = String(repeating: "a/", count: ImportLimits.depthMax) + "a.md"
        try Packing.zip([(level, Array("x".utf8))]).write(to: file)
        #expect(try SourceTree.archive(at: file).entries.count == ImportLimits.depthMax + 1)
    }

    @Test(.enabled(if: GivenData.isHere, GivenData.absent))
    func `cut off anywhere are refused in one sentence`() throws {
        let whole = try Data(contentsOf: GivenData.file("note-vaults/kepano-obsidian.zip"))
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cut.zip")
        var chance = Seed(7).chance
        for length in [0, 1, 4, 30, 100] + (0..<20).map({ _ in chance.below(whole.count - 100) }) {
            try whole.prefix(length).write(to: file)
            do {
                let plan = try Workshop().plan(file)
                Issue.record("\(length) bytes gave \(plan.created)")
            } catch let failure as ImportFailure {
                #expect(failure.message.contains(file.path))
            }
        }
    }

    @Test(.enabled(if: GivenData.isHere, GivenData.absent))
    func `of every odd kind give a plan or a sentence`() throws {
        let scratch = try Scratch()
        _ = try output(of: "unzip", "-q", GivenData.file("archives/zip2-testdata-a.zip").path, "-d", scratch.url.path)
        let files = FileManager.default.enumerator(atPath: scratch.url.path)?.compactMap { $0 as? String } ?? []
        let archives = files.filter { $0.hasSuffix(".zip") }
        #expect(archives.count > 5)
        for name in archives {
            do {
                _ = try Workshop().plan(scratch.url.appending(path: name), format: .markdown)
            } catch let failure as ImportFailure {
                #expect(failure.message.contains(name))
            }
        }
    }
}
