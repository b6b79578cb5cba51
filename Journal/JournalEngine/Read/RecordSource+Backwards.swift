extension RecordSource {
    /// Descending.
    ///
    /// Each frame is walked forwards once to learn where its records begin, then visited from its end; of a few entities, runs are
    /// kept with the places of their records.
    ///
    /// - Parameter entities: only records of these; nil for all. Frames of sealed segments without them are not read.
    func backward(ofEntities entities: Set<ID16>? = nil, from: UInt64, through: UInt64, _ body: Body) throws {
        var position = min(from, catalog.last)
        let start = max(through, 1)
        var places = FramePlaces()
        while position >= start {
            let known = catalog.segment(holding: position)
            if let entities, known.lacks(entities), known.header.first > 1 {
                position = known.header.first - 1
                continue
            }
            var pass = try open(known)
            let runs = try entities.map { try candidates(pass, $0) } ?? Array(0...pass.run(holding: position))
            for run in runs.reversed() where pass.last(ofRun: run) >= start && pass.runs[run].first <= position {
                if let entities, let decoded = try decoded(&pass, run, entities) {
                    for place in decoded.places(of: entities, in: start...position).reversed() {
                        if try decoded.visit(place, body) == .stop { return }
                    }
                } else if try visitBackwards(&pass, run, start...position, entities, &places, body) == .stop {
                    return
                }
            }
            guard pass.segment.header.first > 1 else { return }
            position = pass.segment.header.first - 1
        }
    }

    private func visitBackwards(
        _ pass: inout SegmentPass, _ run: Int, _ wanted: ClosedRange<UInt64>, _ entities: Set<ID16>?,
        _ places: inout FramePlaces, _ body: Body
    ) throws -> Visit {
        var offsets: [UInt64] = []
        _ = try pass.forEachFrame(ofRun: run) { _, offset in
            offsets.append(offset)
            return .next
        }
        for offset in offsets.reversed() {
            let visit = try pass.withFrame(at: offset, ofRun: run) { reader in
                try places.collect(&reader)
                return try places.visit(&reader, wanted, entities, body)
            }
            if visit == .stop { return .stop }
        }
        return .next
    }
}

/// Where the records of one frame begin, and what their commits say.
private struct FramePlaces {
    private var offsets: [Int] = []
    private var commits: [(header: RecordHeader, firstRecord: Int)] = []
    private var firstSequence: UInt64 = 0

    mutating func collect(_ reader: inout EntryReader) throws(Corruption) {
        offsets.removeAll(keepingCapacity: true)
        commits.removeAll(keepingCapacity: true)
        firstSequence = reader.nextSequence
        while true {
            switch try reader.next() {
            case .commit: commits.append((reader.header, offsets.count))
            case .record: offsets.append(reader.entryOffset)
            case .end: return
            }
        }
    }

    mutating func visit(
        _ reader: inout EntryReader, _ wanted: ClosedRange<UInt64>, _ entities: Set<ID16>?, _ body: RecordSource.Body
    ) throws -> Visit {
        var commit = commits.count - 1
        for index in offsets.indices.reversed() {
            while commits[commit].firstRecord > index { commit -= 1 }
            let sequence = firstSequence + UInt64(index)
            if sequence > wanted.upperBound { continue }
            if sequence < wanted.lowerBound { return .stop }
            reader.rewind(to: offsets[index], sequence: sequence, commit: commits[commit].header)
            guard case .record(let payload) = try reader.next() else { throw Corruption.entry }
            if let entities, !entities.contains(reader.header.entity) { continue }
            if try body(reader.header, payload.bytes) == .stop { return .stop }
        }
        return .next
    }
}
