import Crypto
import Glibc
import JournalEngine

/// What the machine itself can do, in the same run as the engine's figures.
extension JournalBench {
    static func limitsOfTheMachine(_ directory: String) throws {
        try bareSyncs(directory + "/bare")
        bareHashes()
        print()
    }

    /// Overwriting 256 bytes of a file that has its room already, and `fdatasync`: the least a durable commit costs.
    private static func bareSyncs(_ path: String) throws {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw JournalError.system(call: .open, path: path, errno: errno) }
        defer { close(file) }
        let room = [UInt8](repeating: 1, count: 1 << 20)
        guard pwrite(file, room, room.count, 0) == room.count, fsync(file) == 0 else {
            throw JournalError.system(call: .pwrite, path: path, errno: errno)
        }
        var latencies: [Double] = []
        for number in 0..<2_000 {
            let start = ContinuousClock.now
            guard pwrite(file, room, 256, off_t(number * 256)) == 256, fdatasync(file) == 0 else {
                throw JournalError.system(call: .fdatasync, path: path, errno: errno)
            }
            latencies.append(milliseconds(since: start))
        }
        let seconds = latencies.reduce(0, +) / 1000
        report("the machine: pwrite and fdatasync", Double(latencies.count) / seconds, "a second")
        report("the machine: the same, p99", percentile99(latencies), "ms")
    }

    /// SHA-256 of 64 KiB blocks on one core.
    private static func bareHashes() {
        let block = [UInt8](repeating: 7, count: 65_536)
        var sum: UInt8 = 0
        let start = ContinuousClock.now
        let count = 16_384
        for _ in 0..<count { for byte in SHA256.hash(data: block) { sum ^= byte } }
        let seconds = milliseconds(since: start) / 1000
        report("the machine: SHA-256, one core", Double(count * block.count) / seconds / 1e6, "MB/s (\(sum))")
    }
}
