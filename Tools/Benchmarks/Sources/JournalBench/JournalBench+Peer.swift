import Glibc
import JournalEngine

/// The engine asked what the peers are asked (`Tools/Benchmarks/peers`), on the same events.
extension JournalBench {
    static func measureAsPeer(_ directory: String, count: Int) async throws {
        print("version", "Daybook's journal", separator: "\t")
        let path = directory + "/journal"
        mkdir(directory, 0o700)
        try await appendOneByOneForSeconds(directory + "/one", seconds: 4)
        try await appendConcurrently(directory + "/many", callers: 64, count: 500_000)
        try await appendBatches(path, count: count)

        let journal = try Journal.open(at: path, access: .reading)
        var best = 0.0
        for _ in 0..<2 {
            var visited = 0
            var bytes = 0
            let seconds = try await timed {
                try journal.forEachRecord { _, payload in
                    visited += 1
                    bytes &+= payload.byteCount
                    return .next
                }
            }
            guard visited == count, bytes == count * 120 else { throw Wrong(what: "\(visited) of \(count) records were read") }
            best = max(best, Double(visited) / seconds)
        }
        report("read all in order", best, "records/s")

        var times: [Double] = []
        for number in stride(from: 0, to: count, by: max(1, count / 200)) {
            let start = ContinuousClock.now
            var found = 0
            try journal.forEachRecord(ofEntities: [Sample.event(number).entity]) { _, _ in
                found += 1
                return .next
            }
            guard found > 0 else { throw Wrong(what: "record \(number) has no history") }
            times.append(milliseconds(since: start))
        }
        report("history of one entity, ms", times.sorted()[times.count / 2], "ms")

        var coldest = Double.infinity
        for _ in 0..<3 {
            let seconds = try await timed {
                let opened = try Journal.open(at: path, access: .reading)
                guard opened.lastSequence == UInt64(count) else { throw Wrong(what: "\(opened.lastSequence) records") }
            }
            coldest = min(coldest, seconds)
        }
        report("cold open, ms", coldest * 1000, "ms")
        report("bytes per event on disk", Double(try directorySize(path)) / Double(count), "bytes")
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        report("memory, MB", Double(usage.ru_maxrss) * 1024 / 1e6, "MB")
        report("events in the store", Double(count), "")
    }

    private static func appendOneByOneForSeconds(_ path: String, seconds: Double) async throws {
        let journal = try Journal.create(at: path, options: options)
        var latencies: [Double] = []
        let begin = ContinuousClock.now
        while milliseconds(since: begin) < seconds * 1000 {
            let start = ContinuousClock.now
            _ = try await journal.append(Sample.commit(latencies.count, records: 1))
            latencies.append(milliseconds(since: start))
        }
        report("append, 1 caller", Double(latencies.count) / (milliseconds(since: begin) / 1000), "durable commits/s")
        report("append, 1 caller, p99 ms", percentile99(latencies), "ms")
        try await journal.close()
    }
}

/// What was read is not what was written: the figures would mean nothing.
private struct Wrong: Error { let what: String }
