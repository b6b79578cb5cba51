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

    @Test(arguments: ["enex_to_md", "html_to_md"])
    func `is what Joplin makes of it, but where we differ on purpose`(folder: String) throws {
        let root = scratch.url.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".html") }.map { $0.dropLast(5) }.sorted()
        #expect(names.count > 15)
        var report = ""
        for name in names {
            let source = try text(root.appending(path: name + ".html"))
            let expected = try text(root.appending(path: name + ".md"))
            let ours = try #require(
                folder == "enex_to_md" ? MarkupText.markdown(enml: source) : MarkupText.markdown(html: source))
            let key = folder + "/" + name
            let reason = Self.reasons[key]
            if lines(ours) == lines(expected) {
                #expect(reason == nil, "\(key) is as expected now: it needs no reason")
                continue
            }
            #expect(reason != nil, "\(key) differs without a reason")
            report += "\(name): \(reason ?? "no reason")\n"
            if ProcessInfo.processInfo.environment["SHOW"] != nil { print("=== \(key)\n--- expected\n\(expected)\n--- ours\n\(ours)\n") }
        }
        try expectGolden(report, "differences-\(folder).txt")
    }

    private func text(_ url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

    /// Lines without what stands at the end of the whole.
    private func lines(_ text: String) -> [Substring] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Why ours is another text, by pair.
    static let reasons: [String: String] = [:]
}
