import Glibc
import JournalEngine

/// The engine asked what the peers are asked (`Peers/measure.py`), on the same events, and what only it promises, beside
/// what the machine can do at that moment.
extension JournalBench {
    private nonisolated static let rounds = 3
    private nonisolated static let roundSeconds = 2.0
    private nonisolated static let callers = 64
    /// So many events each of them has made before, and comes with them again and again: all together nine times what a
    /// sealed frame holds, so that none is compressed by another, and too few to show in the memory.
    private nonisolated static let madeByCaller = 64
    /// Bytes of a `Sample` that the chain covers: what stands in its entry before the payload, and the payload.
    private static let hashedByteCount = 146.0

    static func measureAsPeer(_ directory: String, count: Int) async throws {
        print("version", "Daybook's journal", separator: "\t")
        try await appendAlone(directory)
        try await appendTogether(directory + "/many")
        let path = directory + "/journal"
        try await appendThirds(path, count: count)
        try await readAll(path, count: count)
        try histories(path, count: count)
        try await opens(path, count: count)
        say("bytes per event on disk", [Double(try directorySize(path)) / Double(count)])
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        say("memory, MB", [Double(usage.ru_maxrss) * 1024 / 1e6])
        try await verifications(path, count: count)
        say("events in the store", [Double(count)])
    }

    /// One line for a program to read: the figures of all rounds.
    private static func say(_ what: String, _ figures: [Double]) {
        print(([what] + figures.map { String($0) }).joined(separator: "\t"))
        // Who waits for the next line should have this one.
        fflush(nil)
    }

    /// By turns with the bare disk, since what `fdatasync` costs changes from second to second.
    ///
    /// The caller is a task of Swift's pool, as the 64 are, and as what calls a journal in the program is. One on the main
    /// actor is handed to the pool and back for each commit, and has about three quarters of the rate.
    private static func appendAlone(_ directory: String) async throws {
        var bare: (rates: [Double], p99s: [Double]) = ([], [])
        var ours: (rates: [Double], p99s: [Double]) = ([], [])
        for round in 0..<rounds {
            let (rate, latencies) = try bareSyncs(directory + "/bare", seconds: roundSeconds)
            bare.rates.append(rate)
            bare.p99s.append(percentile99(latencies))
            let path = directory + "/one\(round)"
            let appended = try await Task.detached { [options] in
                try await appendOneByOne(path, options, seconds: roundSeconds)
            }.value
            ours.rates.append(appended.rate)
            ours.p99s.append(percentile99(appended.latencies))
        }
        say("the machine: fdatasync", bare.rates)
        say("the machine: fdatasync, p99 ms", bare.p99s)
        say("append, 1 caller", ours.rates)
        say("append, 1 caller, p99 ms", ours.p99s)
        say("append, 1 caller, part of fdatasync", zip(ours.rates, bare.rates).map { $0 / $1 })
        say("append, 1 caller, p99 of fdatasync", zip(ours.p99s, bare.p99s).map { $0 / $1 })
    }

    private nonisolated static func appendOneByOne(
        _ path: String, _ options: JournalOptions, seconds: Double
    ) async throws -> (rate: Double, latencies: [Double]) {
        let journal = try Journal.create(at: path, options: options)
        var latencies: [Double] = []
        let begin = ContinuousClock.now
        while milliseconds(since: begin) < seconds * 1000 {
            let start = ContinuousClock.now
            _ = try await journal.append(Sample.commit(latencies.count, records: 1))
            latencies.append(milliseconds(since: start))
        }
        let rate = Double(latencies.count) / (milliseconds(since: begin) / 1000)
        try await journal.close()
        return (rate, latencies)
    }

    private static func appendTogether(_ path: String) async throws {
        let journal = try Journal.create(at: path, options: options)
        // Making the events is the callers' work, and the peers have theirs made, too: what is measured is the journal's.
        let made = (0..<callers).map { caller in
            (0..<madeByCaller).map { Sample.commit($0 * callers + caller, records: 1) }
        }
        var rates: [Double] = []
        for _ in 0..<rounds {
            let begin = ContinuousClock.now
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        var done = 0
                        while (ContinuousClock.now - begin) / .seconds(1) < roundSeconds {
                            let draft = Sample.again(made[caller][done % madeByCaller], as: done * callers + caller)
                            _ = try await journal.append(draft)
                            done += 1
                        }
                        return done
                    }
                }
                var sum = 0
                for try await done in group { sum += done }
                return sum
            }
            rates.append(Double(done) / (milliseconds(since: begin) / 1000))
        }
        say("append, 64 callers", rates)
        try await journal.seal()
        say("bytes per event on disk, committed alone", [Double(try directorySize(path)) / Double(journal.lastSequence)])
        try await journal.close()
    }

    private static func appendThirds(_ path: String, count: Int) async throws {
        let (journal, rates) = try await Task.detached { [options] in
            let journal = try Journal.create(at: path, options: options)
            return (journal, try await appendBatches(journal, count: count))
        }.value
        say("append, batches of 1,000", rates)
        let sealing = try await timed { try await journal.seal() }
        say("sealing, what the background left, s", [sealing])
        try await journal.close()
    }

    /// By one caller, a task of the pool, too.
    private nonisolated static func appendBatches(_ journal: Journal, count: Int) async throws -> [Double] {
        let batches = max(1, count / 1000)
        let size = count / batches
        var rates: [Double] = []
        var made = 0.0
        for round in 0..<min(rounds, batches) {
            let begin = ContinuousClock.now
            let first = batches * round / min(rounds, batches)
            let last = batches * (round + 1) / min(rounds, batches)
            for batch in first..<last {
                // Making the events is the caller's work: what is measured is the journal's.
                let start = ContinuousClock.now
                let draft = Sample.commit(batch * size, records: size)
                made += milliseconds(since: start)
                _ = try await journal.append(draft)
            }
            rates.append(Double((last - first) * size) / ((milliseconds(since: begin) - made) / 1000))
            made = 0
        }
        return rates
    }

    private static func readAll(_ path: String, count: Int) async throws {
        let journal = try Journal.open(at: path, access: .reading, options: options)
        var reads: [Double] = []
        var replays: [Double] = []
        for _ in 0..<rounds {
            var visited = 0
            var bytes = 0
            reads.append(
                Double(count)
                    / (try await timed {
                        try journal.forEachRecord { _, payload in
                            visited += 1
                            bytes &+= payload.byteCount
                            return .next
                        }
                    }))
            guard visited == count, bytes == count * 120 else { throw Wrong(what: "\(visited) of \(count) were read") }
            let tables = Tables(entities: count / 10 + 1)
            replays.append(
                Double(count)
                    / (try await timed {
                        try journal.forEachRecord { header, _ in
                            tables.fold(header.entity, kind: header.kind)
                            return .next
                        }
                    }))
            guard tables.eventCount == count else { throw Wrong(what: "\(tables.eventCount) of \(count) were folded") }
        }
        say("read all in order", reads)
        say("replay into two tables", replays)
    }

    private static func histories(_ path: String, count: Int) throws {
        let journal = try Journal.open(at: path, access: .reading, options: options)
        for what in ["history of one entity, ms", "history of one entity, asked again, ms"] {
            var times: [Double] = []
            for number in stride(from: 0, to: count, by: max(1, count / 200)) {
                let start = ContinuousClock.now
                var found = 0
                try journal.forEachRecord(ofEntities: [Sample.event(number).entity]) { _, _ in
                    found += 1
                    return .next
                }
                times.append(milliseconds(since: start))
                guard found > 0 else { throw Wrong(what: "record \(number) has no history") }
            }
            times.sort()
            say(what, [times[times.count / 10], times[times.count / 2], times[times.count * 9 / 10]])
        }
    }

    private static func opens(_ path: String, count: Int) async throws {
        var times: [Double] = []
        for _ in 0..<rounds {
            times.append(
                try await timed {
                    let opened = try Journal.open(at: path, access: .reading, options: options)
                    guard opened.lastSequence == UInt64(count) else { throw Wrong(what: "\(opened.lastSequence) records") }
                } * 1000)
        }
        say("cold open, ms", times)
    }

    private static func verifications(_ path: String, count: Int) async throws {
        var rates: [Double] = []
        var hashes: [Double] = []
        var both: [Double] = []
        for _ in 0..<rounds {
            hashes.append(try await bareHashes(onCores: 1) / 1e6)
            both.append(try await bareHashes(onCores: 2) / 1e6)
            let journal = try Journal.open(at: path, access: .reading, options: options)
            let seconds = try await timed {
                let report = try journal.verify()
                guard report.records == UInt64(count), report.damage.isEmpty else { throw Wrong(what: "\(report)") }
            }
            rates.append(Double(count) * hashedByteCount / seconds / 1e6)
        }
        say("the machine: SHA-256, one core, MB/s", hashes)
        say("the machine: SHA-256, both cores, MB/s", both)
        say("verify, MB/s hashed", rates)
        say("verify, part of SHA-256 on one core", zip(rates, hashes).map { $0 / $1 })
        say("verify, part of SHA-256 on both cores", zip(rates, both).map { $0 / $1 })
    }
}

/// The error of reading other bytes than were written: the figures would mean nothing.
private struct Wrong: Error { let what: String }
