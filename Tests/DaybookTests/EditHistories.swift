import Cryptography
import Foundation
import KernelTesting
import Testing

/// Thousands of revisions of real notes over years, told by `../shared/data/note-journals`.
@Suite("Edit histories from elsewhere", .enabled(if: Shared.isThere, "the shared data is not beside this project"))
struct EditHistories {
    @Test(arguments: ["logseq-docs", "18f-handbook", "dendron-site"])
    func `export exactly the files that they end with`(name: String) throws {
        try inScratch { daybook in
            try daybook.done("import", Shared.path("note-journals/\(name).jsonl.gz"))
            let target = daybook.scratch.appending(path: "out")
            try daybook.done("export", target.path)
            let final = try JSON(parsing: unzipped("note-journals/\(name).final.json.gz"))["docs"]
            var expected: [String: String] = [:]
            for key in final.keys {
                expected[try #require(final[key]["path"].text)] = final[key]["sha256"].text
            }
            #expect(expected.count > 100)
            var found: [String: String] = [:]
            for (path, bytes) in try FileTree(target.appending(path: "Notes")).files where path.hasSuffix(".md") {
                found[path] = hex(bytes)
            }
            #expect(Set(found.keys) == Set(expected.keys))
            let different = expected.filter { found[$0.key] != $0.value }.keys.sorted()
            #expect(different.isEmpty, "\(different.count) differ, such as \(different.prefix(3))")
        }
    }

    /// Replays the patches of one document without Daybook, and holds every revision against it.
    @Test func `keep every revision, by its time and by its number`() throws {
        try inScratch { daybook in
            try daybook.done("import", Shared.path("note-journals/logseq-docs.jsonl.gz"))
            let told = try told("note-journals/logseq-docs.jsonl.gz")
            // The document with the most edits that is still there at the end, and a short one.
            let final = try JSON(parsing: unzipped("note-journals/logseq-docs.final.json.gz"))["docs"]
            let chosen = told.filter { final.keys.contains($0.key) && (20...60).contains($0.value.count) }
                .sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }.prefix(2)
            #expect(chosen.count == 2)
            for (document, revisions) in chosen {
                // By its id: restoring an old revision brings its old title and folder back too.
                let path = String(try #require(final[document]["path"].text).dropLast(3))
                let ref = try #require(daybook.done("show", "note", path, "--json").json()["id"].text)
                let history = try daybook.done("history", ref, "--json").json().array
                    .filter { $0["kind"] == .text("note created") || $0["kind"] == .text("note edited") }
                #expect(history.count == revisions.count)
                for (entry, revision) in zip(history, revisions) {
                    #expect(entry["time"] == .text(revision.time.replacing("Z", with: ".000000Z")))
                }
                for index in stride(from: 0, to: revisions.count, by: max(1, revisions.count / 8)) {
                    let sequence = String(try #require(history[index]["seq"].int))
                    let then = try daybook("show", "note", ref, "--body", "--at", sequence)
                    if then.status == 0 { #expect(then.text == revisions[index].text) }
                    try daybook.done("restore", ref, "--to", sequence)
                    #expect(try daybook.done("show", "note", ref, "--body").text == revisions[index].text)
                }
                // By time: the last revision, in the order told, that had happened by then.
                for index in stride(from: 0, to: revisions.count, by: max(1, revisions.count / 5)) {
                    let time = revisions[index].time
                    let last = try #require(revisions.last { $0.time <= time })
                    let then = try daybook("show", "note", ref, "--body", "--at", time)
                    #expect(then.status == 0, "\(then.err)")
                    #expect(then.text == last.text)
                }
            }
        }
    }

    private struct Revision {
        var time: String
        var text: String
    }

    /// The texts of every document after each of its edits, folded by nothing but the file's own rules.
    private func told(_ name: String) throws -> [String: [Revision]] {
        var told: [String: [Revision]] = [:]
        let formatter = ISO8601DateFormatter()
        for line in try unzipped(name).split(separator: UInt8(ascii: "\n")).dropFirst() {
            let event = try JSON(parsing: Array(line))
            let document = String(try #require(event["doc"].int))
            let time = formatter.string(from: Date(timeIntervalSince1970: try #require(event["t"].double)))
            if let text = event["text"].text {
                told[document] = [Revision(time: time, text: text)]
            } else if case .array(let patches) = event["patches"] {
                var scalars = Array(try #require(told[document]?.last?.text).unicodeScalars)
                for patch in patches {
                    let (position, count) = (try #require(patch[0].int), try #require(patch[1].int))
                    scalars.replaceSubrange(
                        position..<position + count, with: try #require(patch[2].text).unicodeScalars)
                }
                var text = String.UnicodeScalarView()
                text.append(contentsOf: scalars)
                told[document]?.append(Revision(time: time, text: String(text)))
            }
        }
        return told
    }

    private func unzipped(_ name: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/gzip")
        process.arguments = ["-dc", Shared.path(name)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(bytes)
    }

    private func hex(_ data: Data) -> String {
        SHA256.hash(data: data).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
