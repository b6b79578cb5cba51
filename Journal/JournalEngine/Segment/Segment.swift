import Synchronization

/// A piece of a segment that is read at once: one frame of a sealed segment, some of an unsealed one.
struct Run: Sendable, Equatable {
    var offset: UInt64
    /// The sequence number of its first record.
    var first: UInt64
    /// The server time of its first record.
    var time: Int64
}

/// The known facts of one segment file, without its records. Immutable but for parts that are loaded on demand.
final class Segment: Sendable {
    let header: SegmentHeader
    /// Where the first data frame begins.
    let dataStart: UInt64
    /// Where the last data frame ends.
    let dataEnd: UInt64
    /// The last record; one less than `header.first` when there is none.
    let last: UInt64
    /// The time of the last commit.
    let lastTime: Int64
    let chainAfter: ChainHash
    /// Nil while the segment is not sealed, or when its footer is damaged.
    let trailer: Trailer?
    private let loaded: Mutex<Loaded>

    private struct Loaded {
        var runs: [Run]?
        var bloom: Bloom?
    }

    var number: UInt64 { header.segment }
    var isSealed: Bool { header.generation > 0 }
    var isEmpty: Bool { last < header.first }

    init(
        header: SegmentHeader, dataStart: UInt64, dataEnd: UInt64, last: UInt64, lastTime: Int64,
        chainAfter: ChainHash, trailer: Trailer?, runs: [Run]?
    ) {
        self.header = header
        self.dataStart = dataStart
        self.dataEnd = dataEnd
        self.last = last
        self.lastTime = lastTime
        self.chainAfter = chainAfter
        self.trailer = trailer
        loaded = Mutex(Loaded(runs: runs))
    }

    convenience init(header: SegmentHeader, dataStart: UInt64, trailer: Trailer) {
        self.init(
            header: header, dataStart: dataStart, dataEnd: trailer.dataEnd, last: trailer.last,
            lastTime: trailer.lastTime, chainAfter: trailer.chain, trailer: trailer, runs: nil)
    }

    /// The runs in order, read from the footer on first use.
    func runs(in file: any DiskFile) throws(JournalError) -> [Run] {
        if let runs = loaded.withLock({ $0.runs }) { return runs }
        guard let trailer else { return [] }
        let runs = try Footer.readRuns(of: self, trailer, in: file)
        loaded.withLock { $0.runs = runs }
        return runs
    }

    func bloom(in file: any DiskFile) throws(JournalError) -> Bloom? {
        if let bloom = loaded.withLock({ $0.bloom }) { return bloom }
        guard let trailer else { return nil }
        let bloom = try Footer.readBloom(of: self, trailer, in: file)
        loaded.withLock { $0.bloom = bloom }
        return bloom
    }

    /// Returns true where the filter, if it was read already, says that none of `entities` is here: a rewritten segment has no more
    /// than it had.
    func lacks(_ entities: Set<ID16>) -> Bool {
        guard let bloom = loaded.withLock({ $0.bloom }) else { return false }
        return !entities.contains { bloom.mayContain($0) }
    }

    /// An error at a place in this segment.
    func corrupt(
        at offset: UInt64, _ corruption: Corruption, sequences: ClosedRange<UInt64>? = nil
    ) -> JournalError {
        .corrupt(segment: number, byteOffset: offset, sequences: sequences, corruption)
    }
}
