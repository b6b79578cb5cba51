import Foundation
import JournalEngine
import KernelTesting
import Testing

/// The real thing: real processes, a real disk, `kill -9`.
@Suite("A journal whose process is killed", .serialized)
struct CrashKillTests {
    /// The commits that a child reported as acknowledged, by sequence number.
    private struct Acknowledged: Hashable {
        let caller: UInt64
        let count: UInt64
        let pid: UInt64
    }

    @Test(.shows("C-07"))
    func `row 24: holds every acknowledged record exactly once after each of many kills under load`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("kill -9 seed: \(seed)")
        var chance = SplitMix64(seed: seed)
        let deadline = FaultLedger.deadline
        // A journal is killed and opened so many times; then another begins, so that checking it stays quick.
        let roundsPerJournal = CrashCampaign.isFull ? 25 : 8
        var rounds = 0
        for _ in 1...(CrashCampaign.isFull ? 40 : 1) where .now < deadline {
            rounds += try await killAndCheck(rounds: roundsPerJournal, &chance)
        }
        FaultLedger.fired(row: 24, rounds)
        FaultLedger.tried("kills", rounds)
    }

    private func killAndCheck(rounds: Int, _ chance: inout SplitMix64) async throws -> Int {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        var acknowledged: [UInt64: Acknowledged] = [:]
        for round in 1...rounds {
            let child = try CrashChild(CrashChild.path(of: "journal-load"), [path, "16", "60000"])
            let opened = try #require(child.nextLine())
            #expect(opened.hasPrefix("open "), "round \(round): \(opened)")
            // The moment of death is a number of acknowledgements, drawn; what else was under way is the scheduler's.
            let linesMax = chance.below(400)
            var lines = 0
            while let line = child.nextLine() {
                lines += 1
                let words = line.split(separator: " ").compactMap { UInt64($0) }
                try #require(line.hasPrefix("ack ") && words.count == 3, "round \(round): \(line)")
                let said = Acknowledged(caller: words[1], count: words[2], pid: UInt64(child.pid))
                #expect(
                    acknowledged.updateValue(said, forKey: words[0]) == nil, "record \(words[0]) was promised twice")
                if lines == linesMax + 1 { child.kill() }
            }
            #expect(lines > linesMax, "round \(round): the child ended by itself, status \(child.wait() ?? -1)")
            try await check(path, holds: acknowledged, after: round)
        }
        #expect(acknowledged.count >= rounds)
        return rounds
    }

    private func check(_ path: String, holds acknowledged: [UInt64: Acknowledged], after round: Int) async throws {
        let journal = try Journal.open(at: path, access: .writing)
        var missing = acknowledged
        var seen: Set<Acknowledged> = []
        try journal.forEachRecord { header, payload in
            let said = Acknowledged(caller: header.device.lo, count: header.deviceSequence, pid: header.device.hi)
            #expect(seen.insert(said).inserted, "round \(round): record \(header.sequence) is there twice")
            #expect(payload.byteCount == Int(header.deviceSequence % 300))
            if let promised = missing.removeValue(forKey: header.sequence) {
                #expect(promised == said, "round \(round): record \(header.sequence) is another one")
            }
            return .next
        }
        #expect(missing.isEmpty, "round \(round): \(missing.count) acknowledged records are gone")
        let report = try journal.verify(progress: { _ in })
        #expect(report.ok, "round \(round): \(report.damage.map(\.words))")
        try await journal.close()
    }

    @Test(.shows("C-07"))
    func `row 22: refuses a second writer with the pid of the first, and opens once the first was killed`() async throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let first = try CrashChild(CrashChild.path(of: "journal-load"), [path, "2", "1000000"])
        #expect(first.nextLine() == "open 0")
        #expect(throws: JournalError.locked(holderPID: first.pid)) { try Journal.open(at: path, access: .writing) }

        let second = try CrashChild(CrashChild.path(of: "journal-load"), [path, "2", "1000000"])
        let refusal = try #require(second.nextLine())
        #expect(refusal.hasPrefix("refused ") && refusal.contains(String(first.pid)))
        #expect(second.wait() == 4)

        // A reader needs no lock, and sees a prefix while the writer goes on.
        let reader = try Journal.open(at: path, access: .reading)
        _ = try reader.drafts()
        try await reader.close()

        first.kill()
        let journal = try Journal.open(at: path, access: .writing)
        try await journal.close()
        FaultLedger.fired(row: 22, 3)
    }

    @Test(.enabled(if: CrashChild.canTrace, "strace is not installed; the simulated disk shows the same"))
    func `row 7: acknowledges nothing more and syncs no more after a real fdatasync failed`() async throws {
        let directory = try CrashDirectory()
        let path = directory.path + "/journal"
        let log = directory.path + "/strace"
        let child = try CrashChild(
            "/usr/bin/strace",
            [
                "-f", "-qq", "-o", log, "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=5",
                CrashChild.path(of: "journal-load"), path, "4", "1000000",
            ])
        var acknowledged: Set<UInt64> = []
        var failed = 0
        while let line = child.nextLine() {
            if line.hasPrefix("failed ") { failed += 1 }
            let words = line.split(separator: " ")
            if words.first == "ack", let sequence = UInt64(words[1]) {
                acknowledged.insert(sequence)
            }
        }
        #expect(child.wait() == 3, "every caller fails, and the process says so")
        #expect(failed == 4)

        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("fdatasync") && $0.contains(" = ") }
        #expect(calls.last?.contains("EIO") == true && calls.count { $0.contains("EIO") } == 1)

        let journal = try Journal.open(at: path, access: .writing)
        #expect(acknowledged.allSatisfy { $0 <= journal.lastSequence } && !acknowledged.isEmpty)
        #expect(try journal.verify(progress: { _ in }).ok)
        try await journal.close()
        FaultLedger.fired(row: 7, 1)
    }
}
