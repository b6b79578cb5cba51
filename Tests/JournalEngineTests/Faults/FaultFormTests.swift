import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// Every form a file can be found in that it was not left in: torn, padded, copied, swapped, lost.
///
/// The rule of all of them: what a journal shows is a beginning of what was written, or it refuses and names the place.
@Suite("A journal whose files were changed")
struct FaultFormTests {
    /// Two sealed segments, and an active one whose last write is one commit over several sectors.
    private struct Fixture {
        let image: DiskImage
        let commits: [CommitDraft]
        let active: String
        /// Where the commits of the active segment were written, each with the room's header after it.
        let writes: [Range<Int>]

        var lastWrite: Range<Int> { writes[writes.count - 1] }
        var lastButOneWrite: Range<Int> { writes[writes.count - 2] }
    }

    private static func fixture(isClosed: Bool = false) async throws -> Fixture {
        var life = CrashSimulation(seed: 21)
        try await life.live([
            .append(records: 2, byteCount: 300), .append(records: 1, byteCount: 50), .seal,
            .append(records: 1, byteCount: 90),
            .append(records: 3, byteCount: 200), .seal, .append(records: 1, byteCount: 200),
            .append(records: 1, byteCount: 200),
            .append(records: 5, byteCount: 400),
        ])
        let active = try #require(life.disk.live.lastPath(endingIn: ".segment"))
        let writes = life.disk.trace.operations.compactMap { operation -> Range<Int>? in
            guard case .write(_, let offset, let bytes) = operation else { return nil }
            return offset..<(offset + bytes.count)
        }
        .suffix(3)
        try #require(writes.count == 3)
        if isClosed { try await life.live([.close]) }
        return Fixture(
            image: life.disk.live, commits: life.promise.commits, active: active, writes: Array(writes))
    }

    /// The contents of the journal on `image`; nil when it refuses because of damage.
    ///
    /// A journal that opens must verify, go on, and be the same when opened again.
    private static func shown(on image: DiskImage) async throws -> (drafts: [CommitDraft], hasCut: Bool)? {
        let disk = SimulatedDisk(image)
        let journal: Journal
        do {
            journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        } catch let error where error.isDamage {
            return nil
        }
        let drafts: [CommitDraft]
        do {
            drafts = try journal.drafts()
        } catch let error as JournalError where error.isDamage {
            return nil
        }
        guard try journal.verify(progress: { _ in }).ok else { return nil }
        _ = try await journal.append(.tagged(77))
        try await journal.close()
        let again = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        #expect(try again.drafts() == drafts + [.tagged(77)])
        try await again.close()
        return (drafts, journal.recovery.torn != nil)
    }

    @Test func `rows 1 2: cut at any byte, the last commit is there whole or not at all`() async throws {
        let fixture = try await Self.fixture()
        let whole = fixture.commits
        var lost = 0
        var kept = 0
        let ends = Array(fixture.lastWrite.lowerBound...(fixture.lastWrite.upperBound + 16))
        for end in ends {
            var image = fixture.image
            // The room was there before the write, so what did not arrive is zeros; a shorter file is another fault (H1).
            for index in end..<(fixture.lastWrite.upperBound + 16) { image.files[fixture.active]?[index] = 0 }
            let found = try await Self.shown(on: image)
            let drafts = try #require(found?.drafts, "cut to \(end) bytes, it refuses")
            if drafts == whole { kept += 1 } else if drafts == whole.dropLast() { lost += 1 }
            #expect(drafts == whole || drafts == whole.dropLast(), "cut to \(end) bytes")
        }
        #expect(kept > 8 && lost > 1_900 && kept + lost == ends.count)
        FaultLedger.fired(row: 1, kept + lost)
        // In the middle of the frame's header and of what says how long the entries are.
        FaultLedger.fired(row: 2, ends.count { ($0 - fixture.lastWrite.lowerBound) < 24 })
    }

    @Test func `row 2: cut anywhere before that, the commits before the cut are there, or it refuses`() async throws {
        let fixture = try await Self.fixture()
        var refused = 0
        for end in 0..<fixture.lastWrite.lowerBound {
            var image = fixture.image
            image.files[fixture.active]?.removeLast((fixture.image.files[fixture.active]?.count ?? 0) - end)
            guard let drafts = try await Self.shown(on: image)?.drafts else {
                refused += 1
                continue
            }
            #expect(drafts == Array(fixture.commits.prefix(drafts.count)), "cut to \(end) bytes")
            #expect(drafts.count >= 4, "commits of sealed segments are gone")
        }
        #expect(refused > 80, "without the segment's header there is nothing to go on in")
        FaultLedger.fired(row: 2, fixture.lastWrite.lowerBound)
    }

    @Test func `row 1: with any of its sectors zeroed, the last commit is there whole or not at all`() async throws {
        let fixture = try await Self.fixture()
        var lost = 0
        for sectorSize in [512, 4_096] {
            let sectors = Array(
                (fixture.lastWrite.lowerBound / sectorSize)...((fixture.lastWrite.upperBound - 1) / sectorSize))
            #expect(sectors.count <= 10)
            for subset in 1..<(1 << sectors.count) {
                var image = fixture.image
                for (bit, sector) in sectors.enumerated() where subset >> bit & 1 == 1 {
                    let extent = (sector * sectorSize)..<((sector + 1) * sectorSize)
                    for index in extent.clamped(to: fixture.lastWrite) { image.files[fixture.active]?[index] = 0 }
                }
                let drafts = try #require(try await Self.shown(on: image)?.drafts, "sectors \(subset) of \(sectorSize)")
                #expect(drafts == fixture.commits || drafts == fixture.commits.dropLast())
                if drafts.count < fixture.commits.count { lost += 1 }
            }
        }
        #expect(lost > 30)
        FaultLedger.fired(row: 1, lost)
    }

    @Test(arguments: [1, 7, 8, 9, 511, 512, 513, 4_096, 65_536])
    func `row 3: zeros after the end are no commits`(byteCount: Int) async throws {
        let fixture = try await Self.fixture()
        var image = fixture.image
        image.files[fixture.active]? += [UInt8](repeating: 0, count: byteCount)
        #expect(try await Self.shown(on: image)?.drafts == fixture.commits)
        FaultLedger.fired(row: 3, 1)
    }

    /// The file grew and its data never came: zeros stand where the last commit should, from any byte of it on.
    @Test func `row 3: zeros in place of the last commit are no commit, wherever they begin`() async throws {
        let fixture = try await Self.fixture()
        var count = 0
        for start in stride(from: fixture.lastWrite.lowerBound, to: fixture.lastWrite.upperBound - 20, by: 7) {
            var image = fixture.image
            let length = (fixture.image.files[fixture.active]?.count ?? 0) - start
            image.overwrite(fixture.active, at: start, with: [UInt8](repeating: 0, count: length))
            #expect(try await Self.shown(on: image)?.drafts == fixture.commits.dropLast(), "zeros from \(start) on")
            count += 1
        }
        FaultLedger.fired(row: 3, count)
    }

    @Test func `row 4: garbage after the end is no commit, be it chance or an older segment`() async throws {
        let fixture = try await Self.fixture()
        let older = try #require(fixture.image.files[CrashSimulation.path + "/000000000001.segment"])
        var chance = SeededGenerator(seed: 31)
        let own = Array(try #require(fixture.image.files[fixture.active])[fixture.lastWrite])
        var rejected = 0
        for garbage in [
            chance.bytes(1), chance.bytes(700), chance.bytes(5_000), older, Array(older.dropFirst(40)), own,
        ] {
            for isAppended in [true, false] {
                var image = fixture.image
                if isAppended {
                    image.files[fixture.active]? += garbage
                } else {
                    image.overwrite(fixture.active, at: fixture.lastWrite.upperBound, with: garbage)
                }
                let found = try #require(try await Self.shown(on: image), "\(garbage.count) bytes")
                #expect(found.drafts == fixture.commits)
                #expect(found.hasCut)
                rejected += found.hasCut ? 1 : 0
            }
        }
        FaultLedger.fired(row: 4, rejected)
    }

    @Test func `row 4: what was cut is kept beside the segment, byte for byte`() async throws {
        let fixture = try await Self.fixture()
        var image = fixture.image
        let middle = (fixture.lastWrite.lowerBound + fixture.lastWrite.upperBound) / 2
        image.files[fixture.active]?[middle] ^= 0x40
        let torn = try #require(image.files[fixture.active])
        let disk = SimulatedDisk(image)
        let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        #expect(try journal.drafts() == fixture.commits.dropLast())
        try await journal.close()
        let broken = disk.live.files.filter { $0.key.hasSuffix(".broken") }
        #expect(broken.count == 1)
        // The zeros at the end are left out; the room's header, at the end of the write, has some.
        let removed = Array(torn[fixture.lastWrite.lowerBound..<(fixture.lastWrite.upperBound - 4)])
        #expect(broken.values.first?.starts(with: removed) == true)
        FaultLedger.fired(row: 4, broken.count)
    }

    /// A file system may give the room of a later segment, which a restored backup no longer has, to an earlier one.
    @Test func `row 4: garbage after the end is no commit, be it of a later segment`() async throws {
        var life = CrashSimulation(seed: 22)
        try await life.live([.append(records: 1, byteCount: 40), .append(records: 1, byteCount: 60)])
        let restored = life.disk.live
        let commits = life.promise.commits
        let end = try #require(
            life.disk.trace.operations.compactMap { operation -> Int? in
                guard case .write(_, let offset, let bytes) = operation else { return nil }
                return offset + bytes.count
            }.last)
        try await life.live([
            .append(records: 1, byteCount: 50), .seal, .append(records: 1, byteCount: 70),
            .append(records: 2, byteCount: 90), .append(records: 1, byteCount: 30),
        ])
        let later = try #require(life.disk.live.files[CrashSimulation.path + "/000000000002.segment"])
        var image = restored
        let active = try #require(restored.lastPath(endingIn: ".segment"))
        image.overwrite(active, at: end, with: later)
        #expect(image.files[active] != restored.files[active])
        let found = try #require(try await Self.shown(on: image))
        #expect(found.drafts == commits && found.hasCut)
        FaultLedger.fired(row: 4, 1)
    }

    @Test func `row 4: what is cut lies somewhere, wherever the power fails meanwhile`() async throws {
        let fixture = try await Self.fixture()
        var image = fixture.image
        let middle = (fixture.lastWrite.lowerBound + fixture.lastWrite.upperBound) / 2
        image.files[fixture.active]?[middle] ^= 0x40
        let torn = try #require(image.files[fixture.active])
        let removed = Array(torn[fixture.lastWrite.lowerBound..<(fixture.lastWrite.upperBound - 4)])
        let disk = SimulatedDisk(image)
        let journal = try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
        try await journal.close()

        var volatile = VolatileDisk(disk.trace.start)
        var (uncut, cut) = (0, 0)
        for operation in disk.trace.operations {
            volatile.apply(operation)
            for subset in 0..<(1 << min(volatile.unsynced.count, 8)) {
                let found = volatile.crashed(keeping: volatile.unsynced.indices.map { subset >> $0 & 1 == 1 ? .max : 0 })
                let place = found.files[fixture.active]?.dropFirst(fixture.lastWrite.lowerBound)
                if place?.starts(with: removed) == true {
                    uncut += 1
                } else {
                    let broken = found.files.filter { $0.key.hasSuffix(".broken") }
                    #expect(broken.values.contains { $0.starts(with: removed) }, "lost after \(operation)")
                    cut += 1
                }
            }
        }
        #expect(uncut > 0 && cut > 0)
        FaultLedger.fired(row: 4, uncut + cut)
    }

    @Test func `row 5: after a clean close no torn form is taken for a torn write`() async throws {
        let fixture = try await Self.fixture(isClosed: true)
        #expect(try await Self.shown(on: fixture.image)?.hasCut == false)
        var refused = 0
        for index in fixture.lastWrite.lowerBound..<(fixture.lastWrite.upperBound - 8) {
            var image = fixture.image
            image.files[fixture.active]?[index] ^= 0x01
            if try await Self.shown(on: image) == nil { refused += 1 }
        }
        #expect(refused == fixture.lastWrite.count - 8)
        FaultLedger.fired(row: 5, refused)
    }

    @Test func `row 14: a segment or a block that is there twice is found out`() async throws {
        let fixture = try await Self.fixture()
        let paths = fixture.image.files.keys.filter { $0.hasSuffix(".segment") }.sorted()
        for path in paths {
            var image = fixture.image
            image.files[CrashSimulation.path + "/00000000000\(paths.count + 1).segment"] = image.files[path]
            #expect(try await Self.shown(on: image) == nil, "a second \(path)")
        }
        let block = Array(try #require(fixture.image.files[fixture.active])[fixture.lastButOneWrite].dropLast(8))
        var image = fixture.image
        image.overwrite(fixture.active, at: fixture.lastWrite.upperBound - 8, with: block)
        #expect(try await Self.shown(on: image)?.drafts == fixture.commits, "a commit that is there twice counts once")
        FaultLedger.fired(row: 14, paths.count + 1)
    }

    @Test func `row 16: right bytes in the wrong place are found out`() async throws {
        let fixture = try await Self.fixture()
        let paths = fixture.image.files.keys.filter { $0.hasSuffix(".segment") }.sorted()
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            var image = fixture.image
            image.files[paths[a]] = fixture.image.files[paths[b]]
            image.files[paths[b]] = fixture.image.files[paths[a]]
            #expect(try await Self.shown(on: image) == nil, "segments \(a) and \(b) swapped")
            image.files[paths[b]] = fixture.image.files[paths[b]]
            #expect(try await Self.shown(on: image) == nil, "segment \(b) over \(a)")
        }
        // Each 512-byte block of every segment over each other place in the used part of every segment.
        var tried = 0
        var unharmed = 0
        for from in paths {
            for to in paths {
                let sourceCount = min(fixture.image.files[from]?.count ?? 0, fixture.lastWrite.upperBound)
                let targetCount = min(fixture.image.files[to]?.count ?? 0, fixture.lastWrite.upperBound)
                for source in stride(from: 0, to: sourceCount - 511, by: 512) {
                    for target in stride(from: 0, to: targetCount - 511, by: 512) where from != to || source != target {
                        var image = fixture.image
                        let block = Array(image.files[from]?[source..<(source + 512)] ?? [])
                        image.overwrite(to, at: target, with: block)
                        if image == fixture.image { continue }
                        tried += 1
                        guard let drafts = try await Self.shown(on: image)?.drafts else { continue }
                        // Nobody can say whether the last writes were acknowledged when nothing sound stands behind
                        // them: those may be gone, and no other.
                        let extent = target..<(target + 512)
                        let hit =
                            to == fixture.active ? fixture.writes.reversed().prefix { $0.overlaps(extent) }.count : 0
                        #expect(fixture.commits.starts(with: drafts))
                        #expect(drafts.count >= fixture.commits.count - hit, "\(from) \(source) over \(to) \(target)")
                        unharmed += 1
                    }
                }
            }
        }
        #expect(tried > 40 && unharmed < tried)
        FaultLedger.fired(row: 16, tried)
    }

    @Test func `row 17: a missing segment is missed, wherever it stood`() async throws {
        let fixture = try await Self.fixture()
        let paths = fixture.image.files.keys.filter { $0.hasSuffix(".segment") }.sorted()
        for (index, path) in paths.enumerated() {
            var image = fixture.image
            image.files[path] = nil
            let disk = SimulatedDisk(image)
            #expect(throws: JournalError.missingSegment(UInt64(index + 1)), "\(path)") {
                try Journal.open(at: CrashSimulation.path, access: .writing, disk: disk, options: .crashTest)
            }
            // A reader gets what stands before the gap, and is told.
            if index > 0 {
                let reader = try Journal.open(at: CrashSimulation.path, access: .reading, disk: disk, options: .crashTest)
                #expect(reader.recovery.damage == .missingSegment(UInt64(index + 1)))
                #expect(fixture.commits.starts(with: try reader.drafts()))
            }
        }
        FaultLedger.fired(row: 17, paths.count)
    }

    @Test func `row 18: without its identity file the journal is the same, and without segments it is refused`()
        async throws
    {
        let fixture = try await Self.fixture()
        let identity = CrashSimulation.path + "/JOURNAL"
        let bytes = try #require(fixture.image.files[identity])
        var image = fixture.image
        image.files[identity] = nil
        #expect(try await Self.shown(on: image)?.drafts == fixture.commits)

        for index in bytes.indices {
            var image = fixture.image
            image.files[identity]?[index] ^= 0x10
            let drafts = try await Self.shown(on: image)?.drafts
            #expect(drafts == nil || drafts == fixture.commits, "byte \(index) of the identity")
        }
        FaultLedger.fired(row: 18, bytes.count)

        // Older than the segments: the identity of a journal that was here before.
        let stranger = SimulatedDisk()
        try await Journal.create(at: CrashSimulation.path, disk: stranger, options: .crashTest).close()
        image.files[identity] = stranger.live.files[identity]
        #expect(try await Self.shown(on: image)?.drafts == fixture.commits)

        image = fixture.image
        for path in image.files.keys where path.hasSuffix(".segment") { image.files[path] = nil }
        #expect(throws: JournalError.self) {
            try Journal.open(at: CrashSimulation.path, access: .writing, disk: SimulatedDisk(image), options: .crashTest)
        }
        #expect(throws: JournalError.self) {
            try Journal.create(at: CrashSimulation.path, disk: SimulatedDisk(image), options: .crashTest)
        }
        FaultLedger.fired(row: 18, 3)
    }
}

extension DiskImage {
    fileprivate mutating func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) {
        guard let content = files[path] else { return }
        var changed = content
        changed.replaceSubrange(min(offset, changed.count)..<min(offset + bytes.count, changed.count), with: bytes)
        files[path] = changed
    }
}

extension JournalError {
    /// The journal refuses because of what it found, not because of the machine.
    fileprivate var isDamage: Bool {
        switch self {
        case .corrupt, .missingSegment, .notAJournal, .unsupportedVersion, .unsupportedEncryption: true
        default: false
        }
    }
}
