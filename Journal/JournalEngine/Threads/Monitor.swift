import Glibc

/// State under a lock, with a way to sleep until it changes. (The standard library's `Mutex` has no condition.)
///
/// `@unchecked Sendable`: `state` is reached only inside `withLock` and `waiting`, both of which hold `mutex`; the two
/// pointers never change.
final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        changed = .allocate(capacity: 1)
        changed.initialize(to: pthread_cond_t())
        precondition(pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(changed, nil) == 0)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Looks at or changes the state. Sleepers are not woken; see `signal`.
    func withLock<T, Failure: Error>(_ body: (inout State) throws(Failure) -> T) throws(Failure) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Wakes those who sleep in `waiting`.
    func signal() { pthread_cond_broadcast(changed) }

    /// Sleeps until `body` returns something. `body` runs once at the start and after every signal.
    func waiting<T>(for body: (inout State) -> T?) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let found = body(&state) { return found }
            pthread_cond_wait(changed, mutex)
        }
    }
}

/// The clock by which the engine measures how long something takes.
enum Uptime {
    /// Nanoseconds since some moment before the process began; never falling.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
