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

    @Test func `with links have the links left out`() throws {
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "x.tar")
        try
            (tar("a.md").dropLast(1024) + tar("link.md", kind: "2", link: "/etc/passwd").dropLast(1024)
            + tar("hard.md", kind: "1", link: "a.md")).write(to: file)
        let plan = try Workshop().plan(file)
        #expect(plan.created.notes == 1)
        #expect(plan.notTaken.map { "\($0.what) \($0.at)" } == ["symbolic link link.md", "special file hard.md"])
    }

    @Test func `that unpack to far more than they are are refused early`() throws {
        let scratch = try Scratch()
        let zeros = scratch.url.appending(path: "zeros.md")
        #expect(FileManager.default.createFile(atPath: zeros.path, contents: nil))
        try #require(truncate(zeros.path, 64 << 20) == 0)
        let packed = try output(of: "gzip", "-c", zeros.path)
        let bomb = scratch.url.appending(path: "bomb.jsonl.gz")
        try packed.write(to: bomb)
        let problem = "it unpacks to more than \(ImportLimits.unpackingRatioMax) times its size, like a bomb"
        #expect(throws: ImportFailure.hostile(path: bomb.path, problem: problem)) { try Workshop().plan(bomb) }
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
