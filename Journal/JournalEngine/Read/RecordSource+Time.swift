extension RecordSource {
    /// The last record at or before `time`, found through the times of runs.
    /// - Complexity: O(segments + log runs + records of one run).
    func lastSequence(atOrBefore time: Int64) throws -> UInt64 {
        let end = catalog.last
        for known in catalog.all.reversed() where !known.isEmpty && known.header.timeBefore <= time {
            var pass = try open(known)
            guard let run = pass.runs.lastIndex(where: { $0.time <= time }) else {
                if pass.segment.header.first == 1 { return 0 }
                continue
            }
            if run == pass.runs.count - 1, pass.segment.lastTime <= time { return min(end, pass.segment.last) }
            var found = pass.runs[run].first
            _ = try pass.forEachFrame(ofRun: run) { reader, _ in
                while true {
                    switch try reader.next() {
                    case .commit: continue
                    case .end: return .next
                    case .record:
                        if reader.header.time > time { return .stop }
                        found = reader.header.sequence
                    }
                }
            }
            return min(end, found)
        }
        return 0
    }
}
