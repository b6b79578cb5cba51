extension RecordSource {
    /// The number of entities up to which runs are decoded once and kept; of more, each run is walked.
    private static let entitiesKeptMax = 16

    /// Ascending, only records of `entities`.
    func forward(ofEntities entities: Set<ID16>, from: UInt64, through: UInt64, _ body: Body) throws {
        var position = max(from, 1)
        let end = min(through, catalog.last)
        while position <= end {
            let known = catalog.segment(holding: position)
            guard !known.lacks(entities) || known.last < position else {
                position = known.last + 1
                continue
            }
            var pass = try open(known)
            let last = min(end, pass.segment.last)
            guard position <= last else { throw missing(pass.segment, position) }
            for run in try candidates(pass, entities)
            where pass.runs[run].first <= last && pass.last(ofRun: run) >= position {
                if let decoded = try decoded(&pass, run, entities) {
                    for place in decoded.places(of: entities, in: position...last) {
                        if try decoded.visit(place, body) == .stop { return }
                    }
                } else if try visit(&pass, run, position...last, entities, body) == .stop {
                    return
                }
            }
            position = last + 1
        }
    }

    /// A run as it is kept, or read now; nil where it must be walked, for many entities or because it is damaged.
    ///
    /// Of a sealed run the first question keeps what it was about, a hundredth of it: memory and places for all would make
    /// the answer take twice as long. The next one, about other entities, keeps it whole.
    func decoded(_ pass: inout SegmentPass, _ run: Int, _ entities: Set<ID16>) throws -> DecodedRun? {
        guard entities.count <= Self.entitiesKeptMax else { return nil }
        let (cache, segment) = (ReadCache.shared, pass.segment)
        let end = pass.end(ofRun: run)
        let key = key(.run, of: segment, at: pass.runs[run].offset)
        let kept = cache.find(key, generation: segment.header.generation, end: end, as: DecodedRun.self)
        if let kept, kept.answers(entities) { return kept }
        let read: DecodedRun?
        do {
            let isFirst = segment.isSealed && kept == nil
            read = isFirst ? try pass.decoded(run: run, of: entities) : try pass.decoded(run: run)
        } catch JournalError.corrupt {
            // Who walks it gets what lies before the damage, and then the error.
            return nil
        }
        guard let decoded = read else { return nil }
        cache.keep(decoded, under: key)
        if segment.trailer == nil, run + 1 < pass.runs.count {
            cache.keep(
                RunEntities(decoded.entities, generation: segment.header.generation, end: end),
                under: self.key(.entities, of: segment, at: pass.runs[run].offset))
        }
        return decoded
    }

    /// The runs that may hold records of `entities`, ascending.
    ///
    /// A damaged index costs time, not truth: all runs are read instead, and `verify` reports it.
    func candidates(_ pass: borrowing SegmentPass, _ entities: Set<ID16>) throws(JournalError) -> [Int] {
        guard let trailer = pass.segment.trailer else { return unsealed(pass, entities) }
        do throws(JournalError) {
            let bloom = try pass.segment.bloom(in: pass.file)
            let possible = entities.filter { bloom?.mayContain($0) ?? true }
            guard !possible.isEmpty else { return [] }
            let index = try entityIndex(of: pass.segment, trailer, in: pass.file)
            do throws(Corruption) {
                var runs: Set<Int> = []
                for entity in possible { runs.formUnion(try EntityIndex(index.bytes).runs(of: entity).map { Int($0) }) }
                guard runs.allSatisfy({ $0 < pass.runs.count }) else { throw .footer }
                return runs.sorted()
            } catch {
                throw pass.segment.corrupt(at: trailer.entitiesOffset, error)
            }
        } catch {
            guard case .corrupt = error else { throw error }
            return Array(0..<pass.runs.count)
        }
    }

    /// All runs but those that are known to hold none of them.
    private func unsealed(_ pass: borrowing SegmentPass, _ entities: Set<ID16>) -> [Int] {
        let (segment, count) = (pass.segment, pass.runs.count)
        guard entities.count <= Self.entitiesKeptMax else { return Array(0..<count) }
        var runs: [Int] = []
        for run in 0..<count {
            let known = ReadCache.shared.find(
                key(.entities, of: segment, at: pass.runs[run].offset), generation: segment.header.generation,
                end: pass.end(ofRun: run), as: RunEntities.self)
            if let known, !entities.contains(where: { known.mayContain($0) }) { continue }
            runs.append(run)
        }
        return runs
    }

    private func entityIndex(
        of segment: Segment, _ trailer: Trailer, in file: any DiskFile
    ) throws(JournalError) -> CachedIndex {
        let key = key(.index, of: segment, at: 0)
        if let kept = ReadCache.shared.find(key, generation: segment.header.generation, as: CachedIndex.self) { return kept }
        let read = try Footer.readEntities(of: segment, trailer, in: file)
        ReadCache.shared.keep(read, under: key)
        return read
    }

    private func key(_ kind: ReadCache.Key.Kind, of segment: Segment, at offset: UInt64) -> ReadCache.Key {
        ReadCache.Key(owner: catalog.owner, segment: segment.number, kind: kind, offset: offset)
    }
}
