import Crypto
import Glibc
import JournalEngine

/// The limits of the machine itself, in the same run as the engine's figures.
extension JournalBench {
    static func limitsOfTheMachine(_ directory: String) async throws {
        let bare = try bareSyncs(directory + "/bare", seconds: 1)
        report("the machine: pwrite and fdatasync", bare.rate, "a second")
        report("the machine: the same, p99", percentile99(bare.latencies), "ms")
        for cores in [1, 2] {
            report("the machine: SHA-256 on \(cores) at once", try await bareHashes(onCores: cores) / 1e6, "MB/s")
        }
        print()
    }

    /// Overwriting 256 bytes of a file that has its room already, and `fdatasync`: the least a durable commit costs.
    ///
    /// - Returns: how many a second, and the milliseconds that each took.
    static func bareSyncs(_ path: String, seconds: Double) throws -> (rate: Double, latencies: [Double]) {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw JournalError.system(call: .open, path: path, errno: errno) }
        defer { close(file) }
        let room = [UInt8](repeating: 1, count: 1 << 20)
        guard pwrite(file, room, room.count, 0) == room.count, fsync(file) == 0 else {
            throw JournalError.system(call: .pwrite, path: path, errno: errno)
        }
        var latencies: [Double] = []
        let begin = ContinuousClock.now
        while milliseconds(since: begin) < seconds * 1000 {
            let start = ContinuousClock.now
            let offset = off_t(latencies.count * 256 % room.count)
            guard pwrite(file, room, 256, offset) == 256, fdatasync(file) == 0 else {
                throw JournalError.system(call: .fdatasync, path: path, errno: errno)
            }
            latencies.append(milliseconds(since: start))
        }
        return (Double(latencies.count) / (milliseconds(since: begin) / 1000), latencies)
    }

    /// SHA-256 of 64 KiB blocks, by so many threads at once: bytes a second, all together.
    static func bareHashes(onCores cores: Int) async throws -> Double {
        let count = 8192
        let size = 65_536
        let seconds = try await timed {
            await withTaskGroup(of: UInt8.self) { group in
                for _ in 0..<cores {
                    group.addTask {
                        let block = [UInt8](repeating: 7, count: size)
                        var sum: UInt8 = 0
                        for _ in 0..<count { for byte in SHA256.hash(data: block) { sum ^= byte } }
                        return sum
                    }
                }
                for await sum in group { withExtendedLifetime(sum) {} }
            }
        }
        return Double(cores * count * size) / seconds
    }
}
