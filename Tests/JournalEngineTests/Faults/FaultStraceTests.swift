import Foundation
import JournalEngine
import KernelTesting
import Testing

/// Real system calls of a real process that fail, or at which it dies, by `strace`: the simulated disk may be wrong about
/// what the engine asks for, the kernel's own list of calls is not.
@Suite(
    "A journal whose system calls fail", .serialized,
    .enabled(
        if: CrashChild.canTrace, "strace is not installed or may not trace; the simulated disk shows the same"))
struct FaultStraceTests {
    /// The result of one traced life.
    private struct Life {
        var acknowledged: Set<UInt64> = []
        /// Acknowledged although an earlier commit had failed for good.
        var lines: [String] = []
        var log: [Substring] = []
        var status: Int32?

        /// The lines of the log on which the fault was delivered.
        var fired: [Int] { log.indices.filter { log[$0].contains("(INJECTED)") } }
        var wasKilled: Bool { log.contains { $0.contains("+++ killed by SIGKILL") } }
    }

    private static let commits = 7

    private static func live(in directory: CrashDirectory, _ injection: String, on call: String) throws -> Life {
        let path = directory.path + "/journal"
        let log = directory.path + "/log"
        var arguments = ["-f", "-y", "-o", log]
        // Only calls on the journal's own files: those of the loader are not ours to break.
        for name in ["", "/LOCK", "/JOURNAL", "/JOURNAL.tmp"] { arguments += ["-P", path + name] }
        for number in 1...4 {
            arguments += [
                "-P", path + "/00000000000\(number).segment", "-P", path + "/00000000000\(number).segment.tmp",
            ]
        }
        arguments += ["-e", "trace=openat,pwrite64,fsync,fdatasync,rename,ftruncate"]
        arguments += ["-e", "inject=\(call):\(injection)"]
        arguments += [CrashChild.path(of: "journal-load"), "write", path, String(commits), "1500", "6000"]
        let child = try CrashChild("/usr/bin/strace", arguments)
        var life = Life()
        while let line = child.nextLine() {
            life.lines.append(line)
            let words = line.split(separator: " ")
            if words.first == "ack", let sequence = UInt64(words[1]) { life.acknowledged.insert(sequence) }
        }
        life.status = child.wait()
        life.log = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        return life
    }

    /// `fd<path>` in the call of a line, such as `7</tmp/journal/LOCK>`; nil where it names none.
    private static func descriptor(in line: Substring) -> Substring? {
        line.firstMatch(of: /f(?:data)?sync\(([0-9]+<[^>]*>)/)?.1
    }

    /// Returns whether the descriptor whose sync failed on line `index` is synced again before it is opened anew.
    private static func isSyncedAgain(_ life: Life, after index: Int) -> Bool {
        guard let failed = descriptor(in: life.log[index]) else { return false }
        for line in life.log[(index + 1)...] {
            if line.contains("openat("), line.hasSuffix(" = \(failed)") { return false }
            if descriptor(in: line) == failed { return true }
        }
        return false
    }

    /// Opens what was left, and finds all that was acknowledged, once, and nothing that was never handed over.
    private static func expectWhole(_ directory: CrashDirectory, _ life: Life, _ what: String) async throws {
        let path = directory.path + "/journal"
        let journal: Journal
        do throws(JournalError) {
            journal = try Journal.open(at: path)
        } catch {
            guard error == .notAJournal(path: path), life.acknowledged.isEmpty else { throw error }
            return
        }
        var seen: [UInt64] = []
        try journal.forEachRecord { header, payload in
            #expect(payload.byteCount == 1500)
            seen.append(header.deviceSequence)
            return .next
        }
        #expect(seen == seen.sorted() && Set(seen).count == seen.count, "\(what): \(seen)")
        #expect(
            life.acknowledged.isSubset(of: 1...UInt64(max(1, seen.count))), "\(what): acknowledged records are gone")
        #expect(try journal.verify().ok, "\(what)")
        _ = try await journal.append(.tagged(1))
        try await journal.close()
    }

    private static let places = FaultLedger.isFull ? Array(1...24) : [1, 2, 3, 6]

    @Test(
        .shows("C-07"), arguments: ["pwrite64", "fdatasync", "fsync", "rename", "openat"], ["EIO", "ENOSPC"])
    func `rows 7 8: a real call that fails costs nothing acknowledged, and no descriptor is synced again`(
        call: String, error: String
    ) async throws {
        var fired = 0
        for place in Self.places {
            let directory = try CrashDirectory()
            let life = try Self.live(in: directory, "error=\(error):when=\(place)", on: call)
            if life.fired.isEmpty { continue }
            fired += life.fired.count
            let what = "\(call) number \(place) fails with \(error)"
            #expect(life.status == 0 || life.status == 4, "\(what): \(life.lines)")
            // Each failure is told, or is one that costs nothing: a descriptive message, no silence.
            let isTold = life.lines.contains { $0.contains("fail") || $0.hasPrefix("refused") || $0.hasPrefix("un") }
            let isHarmless = life.acknowledged.count == Self.commits
            #expect(isTold || isHarmless, "\(what): \(life.lines)")
            for index in life.fired {
                #expect(life.log[index].contains("-1 \(error)"))
                #expect(!Self.isSyncedAgain(life, after: index), "\(what): \(life.log[index])")
            }
            if call == "fdatasync", let first = life.lines.firstIndex(where: { $0.hasPrefix("failed") }) {
                #expect(
                    !life.lines[first...].contains { $0.hasPrefix("ack") }, "\(what): acknowledged after a failed sync")
            }
            try await Self.expectWhole(directory, life, what)
        }
        FaultLedger.fired(row: call.contains("sync") ? 7 : 8, fired)
    }

    /// No scheduler's luck: the process dies at its n-th write, sync, rename …
    @Test(.shows("C-07"), arguments: ["pwrite64", "fdatasync", "fsync", "rename", "ftruncate"])
    func `row 24: killed at any of its calls, a process loses nothing that it acknowledged`(call: String) async throws {
        var kills = 0
        for place in Self.places {
            let directory = try CrashDirectory()
            let life = try Self.live(in: directory, "signal=SIGKILL:when=\(place)", on: call)
            guard life.wasKilled else { continue }
            kills += 1
            try await Self.expectWhole(directory, life, "killed at \(call) number \(place)")
        }
        FaultLedger.fired(row: 24, kills)
        FaultLedger.tried("kills", kills)
    }

    /// A directory that cannot be listed is not an empty one, in which a new journal could be made.
    @Test func `row 9: a listing that fails is told, and nothing is made`() throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let life = ["write", path, "3", "100", "6000"]
        #expect(try CrashChild(CrashChild.path(of: "journal-load"), life).wait() == 0)
        func files() throws -> Set<String> { try Set(FileManager.default.contentsOfDirectory(atPath: path)) }
        let before = try files()
        let log = directory.path + "/log"
        let child = try CrashChild(
            "/usr/bin/strace",
            ["-f", "-y", "-o", log, "-P", path, "-e", "trace=getdents64", "-e", "inject=getdents64:error=EIO:when=1"]
                + [CrashChild.path(of: "journal-load")] + life)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        #expect(child.wait() == 4)
        #expect(
            lines.count == 1 && lines[0].hasPrefix("refused") && lines[0].contains("Input/output error"), "\(lines)")
        #expect(try files() == before)
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("(INJECTED)"))
        FaultLedger.fired(row: 9, 1)
    }
}
