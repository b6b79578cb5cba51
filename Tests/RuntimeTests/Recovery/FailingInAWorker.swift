import Foundation
import JournalEngine
import JournalTesting
import Kernel
import Testing
import Workspace
import WorkspaceTesting

@testable import Runtime

/// A journal of all domains, long enough that lanes fill, sleep and are helped out; whatever is wrong in it must be told as
/// if one thread had read it record by record.
@Suite("Failing in a lane")
struct FailingInAWorker {
    private let house: WorkspaceFixture
    private static let partCount = 12_000

    init() throws { house = try WorkspaceFixture() }

    /// Writes events of all domains, then each of `bad` with as many events behind it; returns where the bad ones are.
    private func write(_ bad: [UInt32]) async throws -> [UInt64] {
        let (journal, _) = try house.runtime.createJournal(of: house.paths)
        var workload = Workload(seed: 7, notesMax: 400, mix: .allDomains)
        _ = try await workload.write(Self.partCount, to: journal)
        var places: [UInt64] = []
        for domain in bad {
            var kind: UInt32 = 0
            try journal.forEachRecord { header, _ in
                guard EventKind(raw: header.kind).domain == domain else { return .next }
                kind = header.kind
                return .stop
            }
            workload.commandCount += 1
            // A field of 127 bytes that are not there.
            let receipt = try await journal.append(
                CommitDraft(
                    actor: ID16(hi: 1, lo: 1), device: ID16(hi: 2, lo: 2), deviceSequence: workload.commandCount,
                    time: WorkspaceFixture.start.microseconds,
                    records: [RecordDraft(kind: kind, entity: ID16(hi: 1, lo: 3), payload: [0x12, 0x7F])]))
            places.append(receipt.first)
            _ = try await workload.write(Self.partCount / 2, to: journal)
        }
        try await journal.seal()
        try await journal.close()
        return places
    }

    /// The results of reading all of it, in lanes and one by one.
    private func readings() throws -> (lanes: Result<WorkspaceView, any Error>, single: Result<WorkspaceView, any Error>) {
        let (journal, _) = try house.runtime.openJournal(of: house.paths, access: .reading)
        let path = house.paths.root
        let lanes = Result {
            var fold = Fold()
            try fold.ingestAll(of: journal, path: path)
            return fold.view
        }
        let single = Result {
            var fold = Fold()
            try journal.records(of: path) { header, payload in
                try fold.ingest(header, payload)
                return .next
            }
            return fold.view
        }
        return (lanes, single)
    }

    private func damage(segment number: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: house.paths.journal)
            .filter { $0.hasSuffix(".segment") }.sorted()
        let segment = URL(filePath: house.paths.journal).appending(path: names[names.count + number])
        var bytes = try Data(contentsOf: segment)
        bytes[bytes.count / 3] ^= 1
        try bytes.write(to: segment)
    }

    @Test func `four domains give the views that one thread gives`() async throws {
        _ = try await write([])
        let (lanes, single) = try readings()
        let view = try lanes.get()
        #expect(view == (try single.get()))
        for count in [
            view.notes.notes.count, view.boards.model.cards.count, view.capture.model.items.count,
            view.studio.model.artworks.count,
        ] { #expect(count > 100) }
    }

    @Test(arguments: [
        [EventKind.notes, EventKind.boards], [EventKind.boards, EventKind.notes], [EventKind.studio, EventKind.boards],
        [EventKind.capture],
    ])
    func `the first record that cannot be posted is told, whichever lane it is in`(domains: [UInt32]) async throws {
        let places = try await write(domains)
        let (lanes, single) = try readings()
        for reading in [lanes, single] {
            #expect {
                try reading.get()
            } throws: { error in
                guard case RuntimeFailure.unreadableRecord(sequence: places[0], _) = error else { return false }
                return true
            }
        }
    }

    @Test func `what cannot be posted is told before what cannot be read behind it`() async throws {
        let places = try await write([EventKind.studio])
        try damage(segment: -2)
        let (lanes, _) = try readings()
        #expect {
            try lanes.get()
        } throws: { error in
            guard case RuntimeFailure.unreadableRecord(sequence: places[0], _) = error else { return false }
            return true
        }
    }

    @Test func `damage that ends the reading is told`() async throws {
        _ = try await write([])
        try damage(segment: -2)
        let (lanes, single) = try readings()
        for reading in [lanes, single] {
            #expect {
                try reading.get()
            } throws: { error in
                guard case RuntimeFailure.journal(_, .corrupt) = error else { return false }
                return true
            }
        }
    }

    @Test func `large records wait in few batches`() {
        var batch = RecordBatch()
        var count = 0
        let payload = [UInt8](repeating: 1, count: 100_000)
        while !batch.isFull {
            batch.append(RecordHeader(), payload.span.bytes)
            count += 1
        }
        #expect(count == 3)
        let large = [UInt8](repeating: 1, count: 4 << 20)
        batch.append(RecordHeader(), large.span.bytes)
        batch.removeAll()
        #expect(batch.payloads.capacity < 4 << 20, "the room of a large record is given back")
    }
}
