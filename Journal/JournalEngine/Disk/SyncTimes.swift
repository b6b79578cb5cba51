import Glibc
import Synchronization

/// The time that the disk took to promise what was written, of this process, for those who watch a service.
package enum SyncTimes {
    /// Seconds, up to and including.
    package static let bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

    private static let state = Mutex(State())

    /// The figures since the process began.
    package struct State: Sendable {
        package var count = 0
        package var seconds = 0.0
        /// By bound, those that took no longer than it and longer than the one before.
        package var buckets = [Int](repeating: 0, count: SyncTimes.bounds.count)
    }

    package static var now: State { state.withLock { $0 } }

    /// Measures one `fdatasync`.
    static func measuring(_ body: () -> Int32) -> Int32 {
        let start = clock()
        let result = body()
        let saved = errno
        let seconds = Double(clock() - start) / 1e9
        state.withLock { state in
            state.count += 1
            state.seconds += seconds
            if let bucket = bounds.firstIndex(where: { seconds <= $0 }) { state.buckets[bucket] += 1 }
        }
        errno = saved
        return result
    }

    private static func clock() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
