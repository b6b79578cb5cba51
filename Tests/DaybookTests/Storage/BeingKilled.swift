import Foundation
import KernelTesting
import Testing

/// The whole program, killed by the kernel at its n-th call of a kind, again and again on the same data.
@Suite(
    "A program that is killed",
    .enabled(if: Strace.isPossible, "strace is not installed or may not trace; the engine's tests show the same"))
struct BeingKilled {
    @Test(.shows("C-07"))
    func `row 24: whatever call it is killed at, what it said is kept is there once, and the rest at most once`() throws {
        try inScratch { daybook in
            try daybook.done("capture", "thought 0")
            var said = ["thought 0"]
            var unsaid: [String] = []
            var kills = 0
            var count = 0
            for call in ["pwrite64", "fdatasync", "fsync", "rename", "ftruncate", "flock"] {
                for place in FaultLedger.isFull ? Array(1...16) : [1, 2, 4] {
                    count += 1
                    let log = daybook.scratch.appending(path: "log")
                    let run = try daybook.run(
                        [
                            "-f", "-o", log.path, "-e", "trace=\(call)", "-e",
                            "inject=\(call):signal=SIGKILL:when=\(place)", Program.executable.path, "--data",
                            daybook.data.path, "capture", "thought \(count)",
                        ], executable: Strace.executable)
                    let wasKilled = try String(contentsOf: log, encoding: .utf8).contains("+++ killed by SIGKILL +++")
                    #expect(wasKilled == (run.status != 0), "\(call) \(place): status \(run.status), \(run.err)")
                    kills += wasKilled ? 1 : 0
                    // A person knows of what the program has told them, even when it died right after.
                    if run.text.contains("Saved") {
                        said.append("thought \(count)")
                    } else {
                        unsaid.append("thought \(count)")
                    }
                    let inbox = try daybook.done("show", "inbox", "--json").json()["items"].array
                    let found = inbox.compactMap { $0["title"].text }
                    for thought in said {
                        #expect(found.count { $0 == thought } == 1, "\(call) \(place): \(thought)")
                    }
                    for thought in unsaid {
                        #expect(found.count { $0 == thought } <= 1, "\(call) \(place): \(thought)")
                    }
                }
            }
            #expect(try daybook.done("verify").status == 0)
            FaultLedger.fired(row: 24, kills)
            FaultLedger.tried("kills", kills)
        }
    }

    @Test(.shows("C-10", "J-504"), arguments: [false, true])
    func `whatever call an erasure is killed at, nothing or all of it is gone once somebody writes again, exports too`(
        isEncrypted: Bool
    ) throws {
        try inScratch { daybook in
            if isEncrypted { try daybook.done("keys", "create") }
            try daybook.done("add", "note", "Diary", "--body", "nobody may read PORCUPINE")
            try daybook.done("add", "note", "Kept", "--body", "everybody may read HEDGEHOG")
            let scan = daybook.scratch.appending(path: "scan.txt")
            try Data("scanned PORCUPINE".utf8).write(to: scan)
            try daybook.done("attach", scan.path, "--to", "Diary")
            try daybook.done("snapshot")
            try daybook.done("export", daybook.data.appending(path: "exports/all").path)
            let start = daybook.scratch.appending(path: "start")
            try FileManager.default.moveItem(at: daybook.data, to: start)

            var outcomes: Set<String> = []
            var kills = 0
            for call in ["pwrite64", "write", "fdatasync", "fsync", "rename", "unlink", "rmdir"] {
                var place = 0
                var wasKilled = true
                // Until it comes to its end; every fourth call where there is little time.
                while wasKilled {
                    place += FaultLedger.isFull || place < 4 ? 1 : 4
                    try FileManager.default.copyItem(at: start, to: daybook.data)
                    let log = daybook.scratch.appending(path: "log")
                    _ = try daybook.run(
                        [
                            "-f", "-o", log.path, "-e", "trace=\(call)", "-e",
                            "inject=\(call):signal=SIGKILL:when=\(place)", Program.executable.path, "--data",
                            daybook.data.path, "erase", "note", "Diary", "--yes",
                        ], executable: Strace.executable)
                    wasKilled = try String(contentsOf: log, encoding: .utf8).contains("+++ killed by SIGKILL +++")
                    kills += wasKilled ? 1 : 0
                    outcomes.insert(try outcome(daybook, isEncrypted, "\(call) \(place)"))
                    try FileManager.default.removeItem(at: daybook.data)
                }
            }
            #expect(outcomes == ["as before", "erased"])
            #expect(kills > 20)
            FaultLedger.fired(row: 24, kills)
            FaultLedger.tried("kills", kills)
        }
    }

    /// The outcome of a killed erasure once somebody wrote again.
    private func outcome(_ daybook: Program, _ isEncrypted: Bool, _ place: String) throws -> String {
        try daybook.done("capture", "afterwards")
        #expect(try daybook.done("verify").status == 0, "\(place)")
        #expect(try daybook.done("show", "note", "Kept", "--body").text.contains("HEDGEHOG"), "\(place)")
        let exported = try words(below: daybook.data.appending(path: "exports"), "PORCUPINE")
        let diary = try daybook("show", "note", "Diary", "--body")
        if diary.status == 0 {
            #expect(diary.text.contains("PORCUPINE") && exported.count == 2, "\(place): \(exported)")
            return "as before"
        }
        #expect(diary.status == 4 && exported == [], "\(place): \(exported)")
        if !isEncrypted { #expect(try words(below: daybook.data, "PORCUPINE") == [], "\(place)") }
        #expect(try daybook.done("show", "erasures").text.contains("1 file"), "\(place)")
        return "erased"
    }

    /// The files that hold a word.
    private func words(below directory: URL, _ word: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter {
            FileManager.default.contents(atPath: directory.path + "/" + $0)?.range(of: Data(word.utf8)) != nil
        }
    }
}
