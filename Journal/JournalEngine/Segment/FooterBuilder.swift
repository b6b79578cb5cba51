/// Gathers what the footer of a sealed segment says while its entries pass.
struct FooterBuilder {
    private(set) var runs: [Run] = []
    private(set) var last: UInt64
    private var postings: [ID16: [UInt32]] = [:]
    private var commitCount: UInt64 = 0
    private var firstTime: Int64 = 0
    private var lastTime: Int64

    init(_ header: SegmentHeader) {
        last = header.first - 1
        lastTime = header.timeBefore
    }

    /// A frame begins at `offset` with the record of `header`.
    mutating func beginRun(at offset: UInt64, _ header: borrowing RecordHeader) {
        runs.append(Run(offset: offset, first: header.sequence, time: header.time))
    }

    mutating func addCommit(_ header: borrowing RecordHeader) {
        if commitCount == 0 { firstTime = header.time }
        commitCount += 1
    }

    mutating func addRecord(_ header: borrowing RecordHeader) {
        last = header.sequence
        lastTime = header.time
        let run = UInt32(runs.count - 1)
        if postings[header.entity]?.last != run { postings[header.entity, default: []].append(run) }
    }

    /// Appends all parts of the footer, which begins at `dataEnd` of the segment, and returns its trailer.
    func append(
        to buffer: inout ByteBuffer, _ header: SegmentHeader, dataEnd: UInt64, chain: ChainHash
    ) -> Trailer {
        let base = dataEnd - UInt64(buffer.count)
        Footer.appendRuns(runs, to: &buffer)
        let bloomOffset = base + UInt64(buffer.count)
        var bloom = Bloom(entityCount: postings.count)
        for entity in postings.keys { bloom.insert(entity) }
        Footer.appendBloom(bloom, to: &buffer)
        let entitiesOffset = base + UInt64(buffer.count)
        Footer.appendEntities(postings, to: &buffer)
        let trailer = Trailer(
            journal: header.journal, segment: header.segment, generation: header.generation, first: header.first,
            last: last, firstTime: firstTime, lastTime: lastTime, commitCount: commitCount, chain: chain,
            dataEnd: dataEnd, runsOffset: dataEnd, bloomOffset: bloomOffset, entitiesOffset: entitiesOffset,
            offset: base + UInt64(buffer.count))
        trailer.append(to: &buffer)
        return trailer
    }
}
