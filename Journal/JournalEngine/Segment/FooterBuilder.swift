/// Gathers what the footer of a sealed segment says while its entries pass.
struct FooterBuilder {
    private(set) var runs: [Run] = []
    private(set) var last: UInt64
    /// Where an entity's runs stand in `postings`.
    private var places: [ID16: Int] = [:]
    private var postings: [Footer.Posting] = []
    /// What the record before was about: most often so is the next one.
    private var latest: (entity: ID16, place: Int)?
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
        let entity = header.entity
        let place: Int
        if let latest, latest.entity == entity {
            place = latest.place
        } else {
            place = self.place(of: entity)
            latest = (entity, place)
        }
        if postings[place].runs.last != run { postings[place].runs.append(run) }
    }

    private mutating func place(of entity: ID16) -> Int {
        if let known = places[entity] { return known }
        places[entity] = postings.count
        postings.append(Footer.Posting(entity: entity, runs: []))
        return postings.count - 1
    }

    /// Appends all parts of the footer, which begins at `dataEnd` of the segment, and returns its trailer.
    func append(
        to buffer: inout ByteBuffer, _ header: SegmentHeader, dataEnd: UInt64, chain: ChainHash
    ) -> Trailer {
        let base = dataEnd - UInt64(buffer.count)
        Footer.appendRuns(runs, to: &buffer)
        let bloomOffset = base + UInt64(buffer.count)
        var bloom = Bloom(entityCount: postings.count)
        for posting in postings { bloom.insert(posting.entity) }
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
