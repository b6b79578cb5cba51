@testable import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// L8: in a journal without keys somebody may have written what looks like a frame into the content of a record.
@Suite("Frames inside a damaged frame")
struct BelievingLast {
    private static let path = CrashSimulation.path
    private static let segment = path + "/" + JournalNames.segment(1)
    private static let forged = Array("made up".utf8)

    private static var options: JournalOptions {
        var options = JournalOptions.crashTest
        options.journalID = .test(77)
        return options
    }

    /// A closed journal of five commits of one record each; and where their frames stand.
    private static func written(largest: UInt64) async throws -> (image: DiskImage, frames: [Range<Int>]) {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: path, disk: disk, options: options)
        for number in 1...5 as ClosedRange<UInt64> {
            _ = try await journal.append(.tagged(number, byteCount: number == largest ? 2_000 : 100))
        }
        try await journal.close()
        var frames: [Range<Int>] = []
        try Journal.inspect(at: path, disk: SimulatedDisk(disk.live)) { file in
            for frame in file.frames where frame.kind == .data {
                frames.append(Int(frame.byteOffset)..<Int(frame.byteOffset + frame.byteCount))
            }
        }
        return (disk.live, frames)
    }

    /// A sound frame with one record, as anybody can make who knows the journal's id.
    private static func frame(of sequence: UInt64, generation: UInt32) -> [UInt8] {
        let header = SegmentHeader(
            journal: .test(77), segment: 1, generation: generation, first: 1, chainBefore: .start(of: .test(77)),
            timeBefore: 0, created: 0, keyID: nil)
        var draft = CommitDraft.tagged(sequence)
        draft.records[0].payload = forged
        var encoder = CommitEncoder(Salts(options.entropy), under: nil)
        let receipt = CommitReceipt(first: sequence, last: sequence, time: draft.time, clockTime: draft.time)
        encoder.append(QueuedCommit(draft: draft, receipt: receipt, byteCount: 10), to: header, groupFirst: sequence)
        return Array(encoder.frames.bytes)
    }

    private static func repair(
        _ image: DiskImage
    ) async throws -> (report: RepairReport, payloads: [UInt64: [UInt8]]) {
        let disk = SimulatedDisk(image)
        let report = try await JournalRepair.run(from: path, to: "/disk/repaired", disk: disk, options: .crashTest)
        var payloads: [UInt64: [UInt8]] = [:]
        try Journal.open(at: "/disk/repaired", access: .reading, disk: disk, options: .crashTest).forEachRecord {
            header, payload in
            if !header.isOfEngine { payloads[header.sequence] = payload.withUnsafeBytes { Array($0) } }
            return .next
        }
        return (report, payloads)
    }

    @Test(arguments: [0, 99] as [UInt32])
    func `L8: a frame inside a damaged one never takes the place of another, whatever generation it claims`(
        generation: UInt32
    ) async throws {
        let (image, frames) = try await Self.written(largest: 2)
        var bytes = try #require(image.files[Self.segment])
        let forged = Self.frame(of: 3, generation: generation)
        let at = frames[1].lowerBound + 500
        bytes.replaceSubrange(at..<(at + forged.count), with: forged)
        var damaged = image
        damaged.files[Self.segment] = bytes
        let (report, payloads) = try await Self.repair(damaged)
        #expect(report.lost.map(\.sequences) == [2...2])
        #expect(Set(payloads.keys) == [1, 3, 4, 5] && payloads[3] != Self.forged)
        let isTold = report.remarks.contains { $0.contains("records 3 to 3") && $0.contains("content of it") }
        #expect(isTold == (generation == 0), "of another generation it is not of this segment at all")
    }

    @Test func `L8: a damaged header is made good from most of the frames, not from the first one`() async throws {
        let (image, frames) = try await Self.written(largest: 1)
        var bytes = try #require(image.files[Self.segment])
        let forged = Self.frame(of: 1, generation: 99)
        let at = frames[0].lowerBound + 500
        bytes.replaceSubrange(at..<(at + forged.count), with: forged)
        for offset in 16..<60 { bytes[offset] = 0xEE }
        var damaged = image
        damaged.files[Self.segment] = bytes
        let (report, payloads) = try await Self.repair(damaged)
        #expect(report.lost.map(\.sequences) == [1...1])
        #expect(Set(payloads.keys) == [2, 3, 4, 5] && !payloads.values.contains(Self.forged))
    }
}
