import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A person who looks at a broken journal is told what stands there, what should, what it costs and what can be done.
@Suite("Damage is explained in words")
struct DamageInWords {
    private static let path = "/disk/journal"

    private static func name(_ segment: Int) -> String { path + "/00000000000\(segment).segment" }

    /// Two sealed segments and an active one.
    private static func image(id: UInt64 = 1, closes: Bool = true) async throws -> DiskImage {
        let disk = SimulatedDisk()
        var options = JournalOptions.repeatable
        options.journalID = .test(id)
        let journal = try Journal.create(at: path, disk: disk, options: options)
        for part in 0..<3 {
            // Frames of 128 KiB, so that a sealed segment has several.
            for number in 1...6 {
                _ = try await journal.append(
                    .numbered(part * 6 + number, records: 2, payloadByteCount: part < 2 ? 20_000 : 300))
            }
            if part < 2 { try await journal.seal() }
        }
        if closes { try await journal.close() }
        return disk.live
    }

    private static func inspect(_ image: DiskImage, at path: String = path) throws -> [InspectedFile] {
        var files: [InspectedFile] = []
        try Journal.inspect(at: path, disk: SimulatedDisk(image)) { files.append($0) }
        for file in files {
            // Every byte is accounted for, in order.
            var end: UInt64 = 0
            for frame in file.frames {
                #expect(frame.byteOffset == end)
                end += frame.byteCount
            }
            let size = image.files[path.hasSuffix(file.name) ? path : path + "/" + file.name]?.count
            #expect(end == UInt64(size ?? -1), "\(file.name)")
        }
        return files
    }

    private static func damage(_ image: DiskImage, segment: UInt64) throws -> [InspectedFrame] {
        try inspect(image).first { $0.segment == segment }?.frames.filter { $0.kind == .damage } ?? []
    }

    @Test func `a sound journal has nothing to be explained`() async throws {
        let files = try Self.inspect(try await Self.image())
        #expect(files.map(\.segment) == [1, 2, 3])
        #expect(files.allSatisfy { !$0.isDamaged && $0.remarks.isEmpty })
    }

    @Test func `zeroed sectors in a sealed frame: which, and what stood there by the index`() async throws {
        var image = try await Self.image()
        let sound = try Self.inspect(image)[1].frames.filter { $0.kind == .data }
        try #require(sound.count > 1)
        let victim = sound[0]
        let start = (Int(victim.byteOffset) + 511) / 512 * 512
        for index in start..<(start + 1024) { image.files[Self.name(2)]?[index] = 0 }
        let damage = try #require(try Self.damage(image, segment: 2).first)
        #expect(damage.sequences == victim.sequences)
        #expect(damage.words.contains("bytes \(start) to \(start + 1023) are zeros"))
        let explained = try #require(damage.damage)
        #expect(explained.flip == nil && explained.areEntitiesCertain && !explained.isTorn)
        // numbered() gives record i of commit n the entity 1000 + (n + i) % 11.
        #expect(!explained.entities.isEmpty && explained.entities.allSatisfy { $0.lo >= 1000 && $0.lo < 1011 })
        #expect(explained.timeBefore != nil && explained.timeAfter != nil)
        #expect(damage.words.contains("journal repair"))
    }

    @Test func `a file that was cut short`() async throws {
        var image = try await Self.image()
        let frames = try Self.inspect(image)[0].frames.filter { $0.kind == .data }
        let end = Int(frames[1].byteOffset) + 40
        image.files[Self.name(1)] = image.files[Self.name(1)].map { Array($0.prefix(end)) }
        let damage = try Self.damage(image, segment: 1)
        #expect(damage.count == 1 && damage[0].words.contains("cut short"))
        // The next segment says how many records there were.
        #expect(damage[0].sequences == (frames[0].sequences?.upperBound ?? 0) + 1...12)
    }

    @Test func `old content of another segment, misdirected`() async throws {
        var image = try await Self.image()
        let foreign = try #require(image.files[Self.name(3)])
        let source = try #require(try Self.inspect(image)[2].frames.first { $0.kind == .data })
        let extent = Int(source.byteOffset)..<Int(source.byteOffset + source.byteCount)
        let target = try #require(try Self.inspect(image)[1].frames.first { $0.kind == .data })
        image.files[Self.name(2)]?.replaceSubrange(
            (Int(target.byteOffset) + 40)..<(Int(target.byteOffset) + 40 + extent.count), with: foreign[extent])
        let damage = try #require(try Self.damage(image, segment: 2).first)
        #expect(damage.words.contains("old content of segment 3: records 25 to 26"))
        #expect(damage.sequences == target.sequences)
    }

    @Test func `a write that never finished is told from damage`() async throws {
        var image = try await Self.image(closes: false)
        let last = try #require(try Self.inspect(image)[2].frames.last { $0.kind == .data })
        for index in Int(last.byteOffset + 200)..<Int(last.byteOffset + last.byteCount) {
            image.files[Self.name(3)]?[index] = 0
        }
        let torn = try #require(try Self.damage(image, segment: 3).first)
        #expect(torn.damage?.isTorn == true && torn.sequences?.lowerBound != 1)
        #expect(torn.words.contains("never finished") && torn.words.contains(".broken"))

        // With another commit behind it, the same was acknowledged.
        image = try await Self.image(closes: false)
        let before = try Self.inspect(image)[2].frames.filter { $0.kind == .data }.dropLast().last
        let victim = try #require(before)
        for index in Int(victim.byteOffset + 200)..<Int(victim.byteOffset + victim.byteCount) {
            image.files[Self.name(3)]?[index] = 0
        }
        let lost = try #require(try Self.damage(image, segment: 3).first)
        #expect(lost.damage?.isTorn == false && lost.sequences == victim.sequences)
        #expect(lost.damage?.entities.isEmpty == false && lost.damage?.areEntitiesCertain == false)
    }

    @Test func `swapped, misnamed and foreign segments are called by their names`() async throws {
        var image = try await Self.image()
        let (one, two) = (image.files[Self.name(1)], image.files[Self.name(2)])
        image.files[Self.name(1)] = two
        image.files[Self.name(2)] = one
        var remarks = try Self.inspect(image).map(\.remarks)
        #expect(remarks[0].count == 1 && remarks[0][0].contains("named as segment 1 but is segment 2"))
        #expect(remarks[1].count == 1 && remarks[1][0].contains("named as segment 2 but is segment 1"))

        image = try await Self.image()
        image.files[Self.path + "/copy of 2"] = image.files[Self.name(2)]
        image.files[Self.name(2)] = nil
        let files = try Self.inspect(image)
        #expect(files.map(\.name).last == "copy of 2" && files.map(\.segment) == [1, 3, nil])
        #expect(files[2].remarks[0].contains("its name should be 000000000002.segment"))

        image = try await Self.image()
        image.files[Self.name(2)] = try await Self.image(id: 2).files[Self.name(2)]
        remarks = try Self.inspect(image).map(\.remarks)
        #expect(remarks[0].isEmpty && remarks[1].contains { $0.contains("belongs to another journal") })
    }

    @Test func `an empty file, chance, and a file that is no directory`() async throws {
        var image = try await Self.image()
        image.files[Self.name(2)] = []
        #expect(
            try Self.inspect(image)[1].remarks == [
                "the file is empty; restore it from a backup, or let `daybook journal repair` do without"
            ])
        var chance = SeededGenerator(seed: 5)
        for count in [1, 3, 4, 7, 8, 15, 100, 5_000] {
            image.files[Self.name(2)] = chance.bytes(count)
            let file = try Self.inspect(image)[1]
            #expect(file.frames.map(\.kind) == [.damage] && file.isDamaged)
            #expect(file.remarks == ["nothing in this file is a piece of a journal; restore it from a backup"])
        }
        let directory = TemporaryDirectory()
        try writeFile(try #require(try await Self.image().files[Self.name(1)]), to: directory.path + "/found")
        var files: [InspectedFile] = []
        try Journal.inspect(at: directory.path + "/found") { files.append($0) }
        #expect(files.count == 1 && files[0].frames.count > 4)
        #expect(files[0].remarks.count == 1 && files[0].remarks[0].contains("under another name"))
    }
}
