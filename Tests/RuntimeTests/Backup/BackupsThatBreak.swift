import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

@Suite("Backups that break")
struct BackupsThatBreak {
    private static let isFull = ProcessInfo.processInfo.environment["DAYBOOK_FULL"] == "1"

    /// A family with a backup, which lived on since.
    private func begun(at place: String = BackupFixture.backup) async throws -> (DiskImage, first: BackupManifest) {
        var house = BackupFixture()
        try await house.live(12, attaching: "one")
        let first = try await house.backUp(to: place)
        try await house.live(12, attaching: "two", seal: true)
        return (house.disk.live, first.manifest)
    }

    @Test(.shows("B-20"))
    func `wherever the program dies or a call fails, the backup before stays good and the next one succeeds`()
        async throws
    {
        let (image, first) = try await begun()
        var fired = 0
        for effect in [DiskFault.Effect.endProcess, .error(5), .short] {
            var occurrence = 1
            while true {
                let disk = SimulatedDisk(image)
                let house = BackupFixture(on: disk)
                disk.script([DiskFault(effect, occurrence: occurrence)])
                var isDone = false
                do {
                    try await house.backUp()
                    isDone = true
                } catch is BackupFailure {} catch is RuntimeFailure {}
                let hasFired = !disk.firedFaults.isEmpty
                if effect == .endProcess { disk.endProcess() }
                disk.script([])
                let archive = try house.archive()
                try archive.check(in: house.runtime)
                #expect(archive.manifest.journals[0].sequence >= first.journals[0].sequence, "call \(occurrence)")
                if !isDone { try await house.backUp() }
                if isDone, !hasFired { break }
                fired += 1
                occurrence += Self.isFull || effect == .endProcess ? 1 : 3
            }
        }
        print("interrupted backups: \(fired)")
        #expect(fired > 100)
    }

    @Test(.shows("B-20")) func `a power cut at any point leaves the old backup or the new one, whole`() async throws {
        let (image, first) = try await begun()
        let house = BackupFixture(on: SimulatedDisk(image))
        let second = try await house.backUp().manifest
        house.disk.note(moment: 1)
        var plan = CrashPlan.quick(seed: 11)
        if !Self.isFull {
            plan = CrashPlan(exhaustiveChangesMax: 2, randomSubsets: 2, tearsMax: 3, stride: 2, seed: 11)
        }
        var seen: Set<Int> = []
        for crash in house.disk.trace.crashes(plan) where seen.insert(crash.fingerprint).inserted {
            let after = BackupFixture(on: SimulatedDisk(crash.image))
            let archive = try after.archive()
            try archive.check(in: after.runtime)
            #expect(archive.manifest == second || crash.moment == 0 && archive.manifest == first)
        }
        print("power cuts during a backup: \(seen.count)")
        #expect(seen.count > 50)
    }

    @Test(.shows("B-20"), arguments: [BackupFixture.backup, "/disk/new.tar"])
    func `a full disk leaves what was there, and says so`(place: String) async throws {
        let (image, first) = try await begun()
        let size = image.files.values.reduce(0) { $0 + $1.count }
        let list = try #require(image.files[BackupFixture.backup + "/BACKUP.json"])
        let sum = String(decoding: list.dropLast(3).suffix(64), as: UTF8.self)
        var full = 0
        for room in stride(from: 0, through: 60_000, by: 1_500) {
            let house = BackupFixture(on: SimulatedDisk(image))
            house.disk.limit(toByteCount: size + room)
            do {
                try await house.backUp(to: place)
                break
            } catch BackupFailure.disk(let error) {
                #expect(error.errno == 28)
                full += 1
            }
            // Where only the second copy of the list found no room, the first one is in force already.
            let there = try house.archive().manifest
            #expect(there == first || there.previous == sum)
            try house.archive().check(in: house.runtime)
            #expect(house.disk.live.files.keys.allSatisfy { !$0.hasPrefix("/disk/new.tar") }, "no half of a tar stays")
        }
        #expect(full > 1)
    }

    @Test(.shows("B-20")) func `every damaged or missing file of a backup is found and named, and nothing restored`()
        async throws
    {
        let (image, _) = try await begun()
        let sound = try BackupArchive.open(BackupFixture.backup, disk: SimulatedDisk(image))
        var chance = SplitMix64(seed: 4)
        for entry in sound.manifest.files {
            let path = try #require(
                image.files.keys.first { $0.hasPrefix(BackupFixture.backup + "/files/" + entry.path + ".") })
            for isMissing in [true, false] {
                var broken = image
                if isMissing {
                    broken.files[path] = nil
                } else {
                    broken.files[path]?[chance.below(Int(entry.byteCount))] ^= 1 << UInt8(chance.below(8))
                }
                let house = BackupFixture(on: SimulatedDisk(broken))
                let archive = try house.archive()
                #expect {
                    try archive.restore(to: "/disk/restored", in: house.runtime)
                } throws: { error in
                    guard case BackupFailure.damaged(_, let words) = error else { return false }
                    return words.contains { $0.contains(entry.path) }
                }
                #expect(!house.disk.live.directories.contains("/disk/restored"))
                // The next backup puts it right.
                try await house.backUp()
                try house.archive().check(in: house.runtime)
            }
        }
    }

    @Test func `a damaged list is refused, unless its copy is sound`() async throws {
        let (image, first) = try await begun()
        let list = BackupFixture.backup + "/BACKUP.json"
        var broken = image
        broken.files[list]?[100] ^= 1
        #expect(try BackupArchive.open(BackupFixture.backup, disk: SimulatedDisk(broken)).manifest == first)
        broken.files[list + ".copy"]?[200] ^= 1
        #expect(throws: BackupFailure.manifestDamaged(path: list)) {
            try BackupArchive.open(BackupFixture.backup, disk: SimulatedDisk(broken))
        }
        await #expect(throws: BackupFailure.manifestDamaged(path: list)) {
            try await BackupFixture(on: SimulatedDisk(broken)).backUp()
        }
    }

    @Test(.shows("B-20")) func `a damaged journal is named and not backed up; the backup before stays`() async throws {
        let (image, first) = try await begun()
        let segment = BackupFixture.root + "/workspaces/family/journal/000000000001.segment"
        let length = try #require(image.files[segment]?.count)
        var chance = SplitMix64(seed: 2)
        for _ in 0..<20 {
            var broken = image
            let at = chance.below(length)
            broken.files[segment]?[at] ^= 0x10
            let house = BackupFixture(on: SimulatedDisk(broken))
            await #expect("byte \(at)") {
                try await house.backUp()
            } throws: { error in
                guard let failure = error as? BackupFailure else { return false }
                switch failure {
                case .copy(let journal, let cause):
                    return journal == "workspaces/family" && failure.message.contains(cause.message)
                case .sourceDamaged(let journal, _): return journal == "workspaces/family/journal"
                default: return false
                }
            }
            #expect(try house.archive().manifest == first)
            try house.archive().check(in: house.runtime)
        }
    }

    @Test(.shows("B-20")) func `every flipped byte of a tar is found`() async throws {
        let place = "/disk/backup.tar"
        let (image, first) = try await begun(at: place)
        let tar = try #require(image.files[place])
        let sound = try BackupArchive.open(place, disk: SimulatedDisk(image))
        #expect(sound.manifest == first)
        var chance = SplitMix64(seed: 6)
        var found = 0
        for _ in 0..<(Self.isFull ? 3_000 : 150) {
            let at = chance.below(tar.count)
            var broken = image
            broken.files[place]?[at] ^= 1 << UInt8(chance.below(8))
            let house = BackupFixture(on: SimulatedDisk(broken))
            do {
                let archive = try house.archive(place)
                try archive.check(in: house.runtime)
                // A byte of the room between entries, or of a name or date that means the same, changes nothing.
                expectEqual(try await house.everything(in: archive), try await house.everything(in: sound))
                #expect(archive.manifest == first)
            } catch is BackupFailure {
                found += 1
            }
        }
        print("flipped bytes of a tar: \(found) found, the others beside what is in it")
        #expect(found > 30)
        // Its last thousand zeros and a half say nothing; without anything else it is refused.
        for count in stride(from: 0, to: tar.count - 1_536, by: max(1, tar.count / 40)) {
            var cut = image
            cut.files[place] = Array(tar.prefix(count))
            let house = BackupFixture(on: SimulatedDisk(cut))
            #expect(throws: BackupFailure.self) { try house.archive(place).check(in: house.runtime) }
        }
    }

    @Test(arguments: [
        ("../evil", "0", "leads outside"), ("/etc/evil", "0", "leads outside"), ("a/../../evil", "0", "leads outside"),
        ("c:\\evil", "0", "leads outside"), ("link", "2", "not a plain file"), ("hard", "1", "not a plain file"),
        ("device", "3", "not a plain file"), ("stranger", "0", "not in its own list"),
    ]) func `a tar that wants to write elsewhere, or smuggle something in, is refused`(
        name: String, kind: String, words: String
    ) async throws {
        let place = "/disk/backup.tar"
        let (image, _) = try await begun(at: place)
        var hostile = image
        hostile.files[place] = Self.entry(name, kind) + (image.files[place] ?? [])
        #expect {
            try BackupArchive.open(place, disk: SimulatedDisk(hostile))
        } throws: { error in
            guard case BackupFailure.archive(_, let problem) = error else { return false }
            return problem.contains(words)
        }
    }

    /// One entry of a tar, as POSIX.1-1988 has it.
    private static func entry(_ name: String, _ kind: String) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            head.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(name, at: 0)
        for (text, offset) in [("0000600", 100), ("0000000", 108), ("0000000", 116)] { put(text, at: offset) }
        put("00000000000", at: 124)
        put("00000000000", at: 136)
        put("        ", at: 148)
        put(kind, at: 156)
        if kind == "1" || kind == "2" { put("/etc/passwd", at: 157) }
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
        put(String(repeating: "0", count: 6 - sum.utf8.count) + sum + "\0 ", at: 148)
        return head
    }
}
