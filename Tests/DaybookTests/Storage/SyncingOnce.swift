import Foundation
import Testing

/// Writing many files waits for the disk once and not for each of them.
@Suite(
    "Many files, one sync",
    .enabled(if: Strace.isPossible, "strace is not installed or may not trace"))
struct SyncingOnce {
    @Test func `an export and a record of views wait for the disk as often for sixty notes as for three`() throws {
        try inScratch { daybook in
            for number in 1...3 { try daybook.done("add", "note", "Note \(number)", "--body", "Text \(number)") }
            let few = try Syncs(of: daybook, "few")
            let vault = daybook.scratch.appending(path: "vault")
            try FileManager.default.createDirectory(at: vault, withIntermediateDirectories: true)
            for number in 4...60 {
                try Data("Text \(number)\n".utf8).write(to: vault.appending(path: "Note \(number).md"))
            }
            try daybook.done("import", vault.path)
            let many = try Syncs(of: daybook, "many")
            #expect(many.exporting.files >= few.exporting.files + 57)
            #expect(many.recording.files >= few.recording.files + 57)
            #expect(few.exporting.whole == 1 && few.recording.whole == 1, "each waits for the file system once")
            #expect(many.exporting.calls == few.exporting.calls)
            #expect(many.recording.calls == few.recording.calls)
        }
    }

    /// What both commands wrote and waited for.
    private struct Syncs {
        var exporting: Count
        var recording: Count

        struct Count {
            /// Files that were written.
            var files: Int
            /// Calls that wait for the disk, and those of them that wait for a whole file system.
            var calls: Int
            var whole: Int
        }

        init(of daybook: Program, _ name: String) throws {
            exporting = try Self.count(daybook, ["export"], name + "-export")
            recording = try Self.count(daybook, ["snapshot", "record"], name + "-record")
        }

        private static func count(_ daybook: Program, _ command: [String], _ name: String) throws -> Count {
            let out = daybook.scratch.appending(path: name)
            let log = daybook.scratch.appending(path: name + ".log")
            let run = try daybook.run(
                [
                    "-f", "-o", log.path, "-e", "trace=fsync,fdatasync,syncfs,sync,sync_file_range", Program.executable.path,
                    "--data", daybook.data.path,
                ] + command + [out.path], executable: Strace.executable)
            #expect(run.status == 0, "\(run.err)")
            let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
            let files = try #require(FileManager.default.subpaths(atPath: out.path)).filter { !$0.hasPrefix(".") }
            return Count(
                files: files.count, calls: lines.count { $0.contains("sync") && !$0.contains("resumed>") },
                whole: lines.count { $0.contains("syncfs(") })
        }
    }
}
