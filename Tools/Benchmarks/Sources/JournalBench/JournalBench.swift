import Glibc
import JournalEngine

/// Measures the journal engine on the disk of the given directory, in clear and encrypted, and prints a table.
///
///     JournalBench [DIRECTORY] [RECORDS]            a table to read
///     JournalBench --peer DIRECTORY RECORDS         only what the peers are asked too, as lines of name, tab, figures
///     JournalBench --events FILE RECORDS            writes the events themselves, for the peers
@main
@MainActor
enum JournalBench {
    static func main() async throws {
        var arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "--events" {
            return try Sample.write(Int(arguments[3]) ?? 1_000_000, to: arguments[2])
        }
        let isPeer = arguments.count > 1 && arguments[1] == "--peer"
        if isPeer { arguments.remove(at: 1) }
        var template = Array(((arguments.count > 1 ? arguments[1] : ".") + "/journal-bench-XXXXXX").utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.map { mkdtemp($0) != nil } ?? false }) else {
            throw JournalError.system(call: .mkdir, path: arguments.last ?? ".", errno: errno)
        }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let count = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
        defer { remove(directory) }

        if isPeer { return try await measureAsPeer(directory, count: count) }
        try await limitsOfTheMachine(directory)
        try await all(directory, count: count)
        print("\nencrypted")
        options.keyring = try Keyring.create(at: directory + "/journal.keyring", under: .random())
        try await all(directory + "/encrypted", count: count)
    }

    /// With the keyring, when there is one.
    static var options = JournalOptions()

    private static func all(_ directory: String, count: Int) async throws {
        mkdir(directory, 0o700)
        try await appendOneByOne(directory + "/one", count: 2_000)
        try await appendConcurrently(directory + "/many", callers: 64, count: 200_000)
        try await appendBatches(directory + "/batches", count: count)
        try await reading(directory + "/batches", name: "batches of 1,000", count: count)
        try await reading(directory + "/many", name: "single commits, not sealed", count: 200_000)
        try await sealOne(directory + "/many")
        try await reading(directory + "/many", name: "single commits", count: 200_000)
    }

    private static func appendOneByOne(_ path: String, count: Int) async throws {
        let journal = try Journal.create(at: path, options: options)
        var latencies: [Double] = []
        let seconds = try await timed {
            for number in 0..<count {
                let start = ContinuousClock.now
                _ = try await journal.append(Sample.commit(number, records: 1))
                latencies.append(milliseconds(since: start))
            }
        }
        try await journal.close()
        report("append, 1 caller", Double(count) / seconds, "durable commits/s")
        report("append, 1 caller, p99", percentile99(latencies), "ms")
    }

    private static func appendConcurrently(_ path: String, callers: Int, count: Int) async throws {
        let journal = try Journal.create(at: path, options: options)
        let seconds = try await timed {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        for number in 0..<(count / callers) {
                            _ = try await journal.append(Sample.commit(number * callers + caller, records: 1))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await journal.close()
        report("append, \(callers) callers", Double(count) / seconds, "durable commits/s")
    }

    private static func appendBatches(_ path: String, count: Int) async throws {
        let drafts = (0..<20).map { Sample.commit($0 * 1000, records: 1000) }
        let journal = try Journal.create(at: path, options: options)
        let seconds = try await timed {
            for number in 0..<(count / 1000) { _ = try await journal.append(drafts[number % drafts.count]) }
        }
        report("append, batches of 1,000", Double(count) / seconds, "durable records/s")
        let sealing = try await timed { try await journal.seal() }
        report("sealing, what the background left", sealing, "s")
        try await journal.close()
    }

    private static func sealOne(_ path: String) async throws {
        let journal = try Journal.open(at: path, options: options)
        let opened = try await timed { try await journal.seal() }
        report("sealing 200,000 single commits", opened, "s")
        try await journal.close()
    }

    private static func reading(_ path: String, name: String, count: Int) async throws {
        var journal: Journal?
        let opening = try await timed { journal = try Journal.open(at: path, access: .reading, options: options) }
        report("open, \(name)", opening * 1000, "ms")
        guard let journal else { return }
        for _ in 0..<2 {
            var bytes = 0
            var visited = 0
            let seconds = try await timed {
                try journal.forEachRecord { _, payload in
                    bytes &+= payload.byteCount
                    visited += 1
                    return .next
                }
            }
            report("read forwards, \(name)", Double(visited) / seconds, "records/s")
        }
        var visited = 0
        let backwards = try await timed {
            try journal.forEachRecordBackwards { _, _ in
                visited += 1
                return .next
            }
        }
        report("read backwards, \(name)", Double(visited) / backwards, "records/s")
        let seconds = try await timed { _ = try journal.verify() }
        report("verify, \(name)", Double(visited) / seconds, "records/s")
        report("size, \(name)", Double(try directorySize(path)) / Double(visited), "bytes/record on disk")
    }

    /// Seconds on the clock; the processor time of all threads meanwhile stands beside the next line of the table.
    static func timed(_ body: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let used = processorSeconds()
        try await body()
        let passed = start.duration(to: clock.now).components
        lastProcessorSeconds = processorSeconds() - used
        return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
    }

    private static var lastProcessorSeconds = 0.0

    private static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let user = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
        return user + Double(usage.ru_stime.tv_sec) + Double(usage.ru_stime.tv_usec) / 1e6
    }

    static func report(_ what: String, _ value: Double, _ unit: String) {
        let processor = "\((lastProcessorSeconds * 1000).rounded() / 1000) s"
        print(what.padded(to: 40), text(value).padded(to: 10, leading: true), unit.padded(to: 22), processor)
    }

    nonisolated static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .milliseconds(1)
    }

    /// The value that 99 of 100 do not exceed.
    static func percentile99(_ values: [Double]) -> Double {
        values.sorted()[min(values.count - 1, values.count * 99 / 100)]
    }

    private static func text(_ value: Double) -> String {
        value >= 1000 ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
    }

    static func directorySize(_ path: String) throws(DiskError) -> Int {
        let disk = POSIXDisk()
        var size = 0
        for name in try disk.names(inDirectory: path) where name.hasSuffix(".segment") {
            let file = try disk.open(path + "/" + name, .reading)
            size += Int(try file.size())
            file.close()
        }
        return size
    }

    private static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        do throws(DiskError) {
            for name in try POSIXDisk().names(inDirectory: path) { remove(path + "/" + name) }
        } catch {
            print("could not remove \(path): \(error)")
        }
        rmdir(path)
    }
}

extension String {
    fileprivate func padded(to width: Int, leading: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return leading ? space + self : self + space
    }
}
