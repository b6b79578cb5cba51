import Foundation
import Testing

@Suite("A journal that lost its end")
struct LosingRecords {
    /// Some notes, and the file of the segment that they are in.
    private func filled(_ daybook: Program) throws -> URL {
        for number in 1...5 { try daybook.done("add", "note", "Note \(number)") }
        return daybook.data.appending(path: "workspaces/home/journal")
    }

    @Test func `is found, is not written on, and goes on only when the loss is accepted (H1)`() throws {
        try inScratch { daybook in
            let journal = try filled(daybook)
            let names = try FileManager.default.contentsOfDirectory(atPath: journal.path)
            let name = try #require(names.first { $0.hasSuffix(".segment") })
            let segment = journal.appending(path: name)
            let whole = try Data(contentsOf: segment)
            // Zeroed from within the first third on: without anything beside the journal this reads like room.
            let used = try #require(whole.lastIndex { $0 != 0 })
            var zeroed = whole
            let cut = used / 2
            zeroed.replaceSubrange(cut..<zeroed.count, with: Data(count: zeroed.count - cut))
            try zeroed.write(to: segment)
            let verify = try daybook("verify")
            #expect(verify.status == 1, "\(verify.text) \(verify.err)")
            let write = try daybook("add", "note", "More")
            #expect(write.status != 0 && write.err.contains("accept-loss"), "\(write.err)")
            #expect(try Data(contentsOf: segment) == zeroed, "nothing was cut")
            let repaired = try daybook("journal", "repair", journal.path, daybook.scratch.appending(path: "saved").path)
            #expect(repaired.status == 1 && repaired.text.contains("REACHED says that record"), "\(repaired.text)")
            let asked = try daybook("accept-loss")
            #expect(asked.status != 0, "\(asked.text)")
            let accepted = try daybook("accept-loss", "--yes")
            #expect(accepted.status == 0 && accepted.text.contains("record"), "\(accepted.text) \(accepted.err)")
            // A damaged mark vouches for nothing, which is told until the next writer has written it again.
            try Data([1, 2, 3]).write(to: journal.appending(path: "REACHED"))
            #expect(try daybook.done("verify").text.contains("REACHED is damaged"))
            try daybook.done("add", "note", "More")
            #expect(try !daybook.done("verify").text.contains("REACHED"))
        }
    }

    @Test func `is not begun empty where it is gone (H2)`() throws {
        try inScratch { daybook in
            let file = daybook.scratch.appending(path: "a.txt")
            try Data("hello".utf8).write(to: file)
            let journal = try filled(daybook)
            try daybook.done("attach", file.path, "--to", "Note 1")
            try FileManager.default.removeItem(at: journal)
            let write = try daybook("add", "note", "More")
            #expect(write.status != 0 && write.err.contains("is gone"), "\(write.err)")
            #expect(!FileManager.default.fileExists(atPath: journal.path))
            #expect(try daybook("verify").status != 0)
            #expect(try daybook("accept-loss", "--yes").status == 0)
            try daybook.done("add", "note", "More")
        }
    }
}
