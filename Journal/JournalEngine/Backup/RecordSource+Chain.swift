extension RecordSource {
    /// The chain after the record `sequence`; nil when no commit ends there.
    /// - Complexity: O(bytes of one segment).
    func chain(after sequence: UInt64) throws(JournalError) -> ChainHash? {
        guard sequence > 0 else { return catalog.all[0].header.chainBefore }
        guard sequence <= catalog.last else { return nil }
        let segment = catalog.segment(holding: sequence)
        if segment.last == sequence { return segment.chainAfter }
        do {
            return try chain(after: sequence, in: segment)
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("reading fails only with a JournalError, not with \(error)")
        }
    }

    private func chain(after sequence: UInt64, in segment: Segment) throws -> ChainHash? {
        var walk = ChainWalk(from: segment.header.chainBefore)
        var found: ChainHash?
        var pass = try open(segment)
        for run in pass.runs.indices {
            let visit = try pass.forEachFrame(ofRun: run) { reader, _ in
                while true {
                    let step = try reader.next()
                    walk.add(step, reader)
                    switch step {
                    case .end: return .next
                    case .commit: continue
                    case .record:
                        guard reader.header.sequence == sequence else { continue }
                        if reader.remaining == 0 { found = walk.hash }
                        return .stop
                    }
                }
            }
            if visit == .stop { break }
        }
        return found
    }
}
