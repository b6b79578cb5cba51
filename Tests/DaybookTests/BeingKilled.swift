import Foundation
import KernelTesting
import Testing

/// The whole program, killed by the kernel at its n-th call of a kind, again and again on the same data.
@Suite(
    "A program that is killed",
    .enabled(if: Strace.isPossible, "strace is not installed or may not trace; the engine's tests show the same"))
struct BeingKilled {
    @Test(.shows("C-07"))
    func `row 24: whatever call it is killed at, what it said is kept is there once, and the rest at most once`() throws
    {
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
}

/// The tool that delivers the signals.
private enum Strace {
    static let executable = URL(filePath: "/usr/bin/strace")

    /// It is there, and this machine lets it trace.
    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["-qq", "-o", "/dev/null", "/bin/true"]
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
