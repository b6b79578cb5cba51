@testable import JournalEngine
import JournalTesting
import KernelTesting
import Synchronization
import Testing

/// A second keeper that keeps what it is told, and refuses when it is asked to.
private final class TestReplicator: CommitReplicator {
    struct State {
        var bytes: DurableBytes?
        /// The last record at each confirmation, and the head that could be taken then.
        var confirmed: [(last: UInt64, head: UInt64)] = []
        var rewrites = 0
        var refuses: Set<Call> = []
    }

    enum Call { case opened, confirm, rewritten }

    static let refusal = JournalError.unwitnessed(reason: "not today")
    let state = Mutex(State())

    var bytes: DurableBytes {
        get throws { try #require(state.withLock { $0.bytes }) }
    }

    func refuse(_ calls: Set<Call>) { state.withLock { $0.refuses = calls } }

    private func judge(_ call: Call, _ note: (inout State) -> Void) throws(JournalError) {
        let isRefused = state.withLock { state in
            note(&state)
            return state.refuses.contains(call)
        }
        if isRefused { throw Self.refusal }
    }

    func opened(_ bytes: DurableBytes) throws(JournalError) { try judge(.opened) { $0.bytes = bytes } }

    func confirm(through last: UInt64) throws(JournalError) {
        try judge(.confirm) { $0.confirmed.append((last, $0.bytes?.head.sequence ?? 0)) }
    }

    func rewritten() throws(JournalError) { try judge(.rewritten) { $0.rewrites += 1 } }
}

@Suite("A second keeper of a journal")
struct ShippingBytes {
    private let disk = SimulatedDisk()
    private let replicator = TestReplicator()
    private static let path = CrashSimulation.path

    private var options: JournalOptions {
        var options = JournalOptions.redactionTest
        options.replicator = replicator
        return options
    }

    /// A sealed segment, two rolled ones and the one that is written.
    private func make() async throws -> Journal {
        let journal = try Journal.create(at: Self.path, disk: disk, options: options)
        for number in 1...6 { _ = try await journal.append(.secret(number, records: 3)) }
        try await journal.seal()
        for number in 7...30 { _ = try await journal.append(.secret(number, byteCount: 300)) }
        #expect(journal.segments.count >= 4 && !journal.segments[1].isSealed)
        return journal
    }

    private func pieces(of byteCountMax: Int) throws -> [SegmentPiece] {
        let bytes = try replicator.bytes
        var pieces: [SegmentPiece] = []
        while let piece = try bytes.piece(after: pieces.last?.end, byteCountMax: byteCountMax) {
            #expect(piece.bytes.count <= byteCountMax && !piece.bytes.isEmpty)
            pieces.append(piece)
            try #require(pieces.count < 10_000)
        }
        return pieces
    }

    private func image(_ pieces: [SegmentPiece], of journal: ID16) throws -> DiskImage {
        var image = DiskImage(directories: ["", "/disk", Self.path])
        image.files[Self.path + "/" + JournalNames.identity] = JournalNames.identity(of: journal)
        for piece in pieces {
            let name = Self.path + "/" + JournalNames.segment(piece.place.segment)
            if piece.place.offset == 0 { image.files[name] = [] }
            #expect(image.files[name]?.count == Int(piece.place.offset))
            image.files[name]? += piece.bytes
        }
        return image
    }

    @Test(arguments: [97, 4_096, 1 << 20])
    func `row 27: pieces of any size, in order, are the journal`(byteCountMax: Int) async throws {
        let journal = try await make()
        let pieces = try pieces(of: byteCountMax)
        let (end, head) = (try replicator.bytes.end, try replicator.bytes.head)
        #expect(pieces.last?.end == end && pieces.last?.head == head)
        let copy = try Journal.open(
            at: Self.path, access: .reading, disk: SimulatedDisk(try image(pieces, of: journal.id)),
            options: .redactionTest)
        #expect(copy.recovery.isClean)
        #expect(try copy.records() == journal.records())
        #expect(try copy.verify().chainHead == head && head == journal.chainHead())
        // A rolled segment ends with the mark that says where it goes on.
        for segment in journal.source.catalog.all.dropLast() where !segment.isSealed {
            let bytes = try #require(
                try image(pieces, of: journal.id).files[Self.path + "/" + JournalNames.segment(segment.number)])
            let mark = bytes.withUnsafeBytes { CloseMarker.read($0.suffix(from: Int(segment.dataEnd))) }
            #expect(mark?.mark.nextSegment == segment.number + 1)
            #expect(mark.map { Int(segment.dataEnd) + $0.byteCount } == bytes.count)
        }
        // Only where a segment ends is there a head: inside, a piece may end in the middle of a group.
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            #expect((piece.head == nil) == (piece.place.segment == next.place.segment))
            if let head = piece.head { #expect(try replicator.bytes.chain(after: head.sequence) == head.hash) }
        }
        // Appended to, it goes on where it ended.
        _ = try await journal.append(.secret(31))
        let next = try #require(try replicator.bytes.piece(after: end, byteCountMax: 1 << 20))
        #expect(next.place == end)
        let longer = try Journal.open(
            at: Self.path, access: .reading, disk: SimulatedDisk(try image(pieces + [next], of: journal.id)),
            options: .redactionTest)
        #expect(try longer.chainHead() == journal.chainHead())
        try await journal.close()
    }

    @Test func `a segment that was rewritten comes again from its beginning`() async throws {
        let journal = try await make()
        let first = try #require(try pieces(of: 500).first)
        try await journal.rekey()
        let again = try #require(try replicator.bytes.piece(after: first.end, byteCountMax: 500))
        #expect(again.place.segment == 1 && again.place.offset == 0 && again.place.stamp != first.place.stamp)
        try await journal.close()
    }

    @Test func `behind a place that is none, there is nothing`() async throws {
        let journal = try await make()
        let bytes = try replicator.bytes
        let end = bytes.end
        for place in [
            SegmentPlace(segment: 0, stamp: 0, offset: 0), SegmentPlace(segment: 99, stamp: 0, offset: 0),
            SegmentPlace(segment: end.segment, stamp: end.stamp, offset: end.offset + 1),
        ] {
            #expect(throws: ReplicationFault.noSuchPlace) { try bytes.piece(after: place, byteCountMax: 100) }
        }
        #expect(try bytes.piece(after: end, byteCountMax: 100) == nil)
        try await journal.close()
    }

    @Test func `a file that is not the one that is known, or ends early, is one that is being replaced`() async throws {
        let journal = try await make()
        let bytes = try replicator.bytes
        let name = Self.path + "/" + JournalNames.segment(2)
        let second = try pieces(of: 1 << 20)[0].end
        let sound = try #require(disk.live.files[name])
        let (known, start) = try sound.withUnsafeBytes { try SegmentHeader.read($0, segment: 2) }
        var header = known
        header.created += 1
        var other = ByteBuffer()
        header.append(to: &other)
        try #require(other.count == start)
        let file = try disk.open(name, .writing)
        try file.writeWhole(other.bytes, at: 0)
        #expect(throws: ReplicationFault.changing) { try bytes.piece(after: second, byteCountMax: 1 << 20) }
        try file.writeWhole(sound, at: 0)
        #expect(try bytes.piece(after: second, byteCountMax: 1 << 20)?.place.segment == 2)
        try file.truncate(to: UInt64(start + 10))
        #expect(throws: ReplicationFault.changing) { try bytes.piece(after: second, byteCountMax: 1 << 20) }
        try file.writeWhole(sound, at: 0)
        try await journal.close()
    }

    @Test func `tells of erasures, and one set of keys from another`() async throws {
        let journal = try Journal.create(at: Self.path, disk: disk, options: try CrashKeys.options(options, on: disk))
        for number in 1...6 { _ = try await journal.append(.secret(number, records: 3)) }
        let bytes = try replicator.bytes
        let last = journal.lastSequence
        #expect(try !bytes.tellsOfRedaction(after: 0))
        let before = bytes.keyring(through: 1)
        #expect(before.utf8.count == 32 && before == bytes.keyring(through: 1))
        let receipt = try await journal.redact([2...2], attestation: .secret(99), memo: [])
        try journal.finishRedaction()
        #expect(bytes.keyring(through: 1) != before)
        #expect(try bytes.tellsOfRedaction(after: last) && !bytes.tellsOfRedaction(after: receipt.last))
        try await journal.close()
    }

    @Test func `has what is acknowledged before anybody is told`() async throws {
        let journal = try await make()
        let confirmed = replicator.state.withLock { $0.confirmed }
        #expect(confirmed.last?.last == journal.lastSequence && confirmed.count == 30)
        for commit in confirmed { #expect(commit.head >= commit.last) }
        replicator.refuse([.confirm])
        await #expect(throws: TestReplicator.refusal) { try await journal.append(.secret(31)) }
        replicator.refuse([])
        await #expect(throws: JournalError.poisoned) { try await journal.append(.secret(32)) }
        try await journal.close()
    }

    @Test func `that refuses keeps a journal closed, and a redaction unfinished`() async throws {
        let journal = try await make()
        replicator.refuse([.rewritten])
        await #expect(throws: TestReplicator.refusal) { try await journal.rekey() }
        _ = try await journal.redact([2...2], attestation: .secret(99), memo: [])
        #expect(throws: TestReplicator.refusal) { try journal.finishRedaction() }
        #expect(journal.unfinishedRedaction != nil)
        replicator.refuse([])
        try journal.finishRedaction()
        try await journal.rekey()
        #expect(journal.unfinishedRedaction == nil && replicator.state.withLock { $0.rewrites } == 4)
        try await journal.close()
        replicator.refuse([.opened])
        #expect(throws: TestReplicator.refusal) { try Journal.open(at: Self.path, disk: disk, options: options) }
        replicator.refuse([])
        try await Journal.open(at: Self.path, disk: disk, options: options).close()
    }
}
