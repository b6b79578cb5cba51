/// Gathers what the footer of a sealed segment says while its entries pass.
struct FooterBuilder {
    private(set) var runs: [Run] = []
    private(set) var last: UInt64
    /// Where an entity stands in `postings`.
    private var places = EntityPlaces()
    private var postings: [Footer.Posting] = []
    private var links: [Footer.RunLink] = []
    /// The entity of the previous record: most often that of the next one too.
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
        if links[postings[place].latest].run != run {
            links[postings[place].latest].next = links.count
            postings[place].latest = links.count
            links.append(Footer.RunLink(run: run))
        }
    }

    /// The place of an entity, which is a new one when it was not seen before: its first run is the latest one.
    private mutating func place(of entity: ID16) -> Int {
        let place = places.place(of: entity)
        if place == postings.count {
            postings.append(Footer.Posting(entity: entity, first: links.count, latest: links.count))
            links.append(Footer.RunLink(run: UInt32(runs.count - 1)))
        }
        return place
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
        Footer.appendEntities(postings, links, to: &buffer)
        let trailer = Trailer(
            journal: header.journal, segment: header.segment, generation: header.generation, first: header.first,
            last: last, firstTime: firstTime, lastTime: lastTime, commitCount: commitCount, chain: chain,
            dataEnd: dataEnd, runsOffset: dataEnd, bloomOffset: bloomOffset, entitiesOffset: entitiesOffset,
            offset: base + UInt64(buffer.count))
        trailer.append(to: &buffer)
        return trailer
    }
}

/// Numbers entities in the order in which they come.
///
/// Open addressing, at most half full. (A dictionary hashes sixteen bytes in 40 ns, which was a tenth of a full check.)
private struct EntityPlaces {
    /// One more than the place; 0 where nothing stands.
    private var slots = [UInt32](repeating: 0, count: 1024)
    private var entities: [ID16] = []
    /// Random, so that nobody can choose entities that meet in one slot.
    private let seed = UInt64.random(in: .min ... .max)

    /// The place of an entity; the number of those before it when it is new.
    mutating func place(of entity: ID16) -> Int {
        if entities.count * 2 >= slots.count { grow() }
        let slot = slot(of: entity)
        if slots[slot] == 0 {
            entities.append(entity)
            slots[slot] = UInt32(entities.count)
        }
        return Int(slots[slot]) - 1
    }

    private func slot(of entity: ID16) -> Int {
        var mixed = (entity.hi ^ seed) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32) ^ entity.lo) &* 0xC2B2_AE3D_27D4_EB4F
        var slot = Int(truncatingIfNeeded: mixed >> 29) & (slots.count - 1)
        while slots[slot] != 0, entities[Int(slots[slot]) - 1] != entity { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for place in entities.indices { slots[slot(of: entities[place])] = UInt32(place + 1) }
    }
}
