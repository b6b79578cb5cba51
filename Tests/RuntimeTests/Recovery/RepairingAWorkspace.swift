import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

/// A family's journal is damaged in the middle: it refuses to be written, says what to do, and what is left is saved.
@Suite("Repairing the journal of a workspace")
struct RepairingAWorkspace {
    enum Wound: CaseIterable {
        case bit, sectors, cut, missingSegment, swappedSegments
    }

    /// A workspace in which a few hundred things have happened, in several segments, closed.
    private func lived(_ house: WorkspaceFixture, _ seed: Seed) async throws {
        let workspace = try await house.create()
        var random = RandomCommands(seed)
        for index in 0..<500 {
            do {
                _ = try await workspace.perform(
                    [random.next(await workspace.view)], as: index % 3 == 0 ? house.ben : house.anna)
            } catch is WorkspaceRefusal {}
            if index % 170 == 169 { try await workspace.journal.seal() }
        }
        try await workspace.close()
        if FileManager.default.fileExists(atPath: house.paths.snapshots) {
            try FileManager.default.removeItem(atPath: house.paths.snapshots)
        }
    }

    private func segments(_ house: WorkspaceFixture) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: URL(filePath: house.paths.journal), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "segment" }.sorted { $0.path < $1.path }
    }

    private func damage(_ house: WorkspaceFixture, _ wound: Wound, _ chance: inout SeededGenerator) throws {
        let segments = try segments(house)
        try #require(segments.count > 2)
        let victim = segments[0]
        var bytes = try Data(contentsOf: victim)
        switch wound {
        case .bit:
            let bit = Int.random(in: 200 * 8..<(bytes.count / 2) * 8, using: &chance)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        case .sectors:
            let start = Int.random(in: 1..<(bytes.count / 1024), using: &chance) * 512
            bytes.replaceSubrange(start..<(start + 512), with: Data(count: 512))
        case .cut: bytes.removeLast(Int.random(in: 1..<(bytes.count - 100), using: &chance))
        case .missingSegment:
            return try FileManager.default.removeItem(at: segments[1])
        case .swappedSegments: return try swap(segments[0], segments[1])
        }
        try bytes.write(to: victim)
    }

    private func swap(_ a: URL, _ b: URL) throws {
        let (first, second) = (try Data(contentsOf: a), try Data(contentsOf: b))
        try second.write(to: a)
        try first.write(to: b)
    }

    @Test(arguments: Wound.allCases)
    func `what is left opens, shows what a replay without the lost shows, and goes on`(wound: Wound) async throws {
        let seed = Seed(71)
        print("seed \(seed.number), \(wound)")
        let house = try WorkspaceFixture(seed: seed.number)
        try await lived(house, seed)
        var truth: [(header: RecordHeader, payload: [UInt8])] = []
        let before = try await house.open(.reading)
        try before.journal.forEachRecord { header, payload in
            truth.append((copy header, payload.withUnsafeBytes { Array($0) }))
            return .next
        }
        try await before.close()
        var chance = SeededGenerator(seed: seed.number)
        try damage(house, wound, &chance)

        // Damage in a sealed segment is met when it is read: at the latest, folding the journal refuses.
        let refusal = await #expect(throws: RuntimeFailure.self) { try await house.open() }
        #expect(refusal?.message.contains("journal repair") == true, "\(refusal?.message ?? "it opened")")

        let repaired = house.paths.root + "/repaired"
        // From a copy, as everybody should.
        let copy = house.paths.root + "/copy"
        try FileManager.default.copyItem(atPath: house.paths.journal, toPath: copy)
        let report = try await JournalRepair.run(from: copy, to: repaired)
        #expect(report.records == UInt64(truth.count))
        #expect(report.lost.isEmpty == (wound == .bit || wound == .swappedSegments), "\(report.text)")
        try FileManager.default.moveItem(atPath: house.paths.journal, toPath: house.paths.root + "/damaged")
        try FileManager.default.moveItem(atPath: repaired, toPath: house.paths.journal)

        let workspace = try await house.open()
        let lost = Set(report.lost.flatMap { Array($0.sequences) })
        var fold = Fold()
        for (header, payload) in truth where !lost.contains(header.sequence) {
            try fold.ingest(header, payload.span.bytes)
        }
        #expect((await workspace.view).digest() == fold.view.digest())
        #expect(try workspace.verify(await workspace.view).journal.ok)
        var random = RandomCommands(Seed(72))
        var performed = 0
        for _ in 0..<20 {
            do {
                _ = try await workspace.perform([random.next(await workspace.view)], as: house.anna)
                performed += 1
            } catch is WorkspaceRefusal {}
        }
        #expect(performed > 0)
        #expect(try workspace.replay().digest == (await workspace.view).digest())
        try await workspace.close()
        FaultLedger.fired(row: 5, 1)
    }
}
