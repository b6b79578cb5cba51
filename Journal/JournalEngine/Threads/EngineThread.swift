import Glibc

/// A thread of our own, so that blocking file calls never hold one of Swift's cooperative threads.
package enum EngineThread {
    /// Runs `body` on a new thread that gives way to all others, and returns at once.
    package static func startInBackground(_ body: @escaping @Sendable () -> Void) throws(DiskError) {
        try start {
            // Of this thread alone, as Linux has it. Were it refused, the thread would only be as quick as the others.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            body()
        }
    }

    /// Runs `body` on a new thread and returns at once.
    static func start(_ body: @escaping @Sendable () -> Void) throws(DiskError) {
        let context = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let status = pthread_create(
            &thread, &attributes,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            throw DiskError(call: .threadCreate, path: "", errno: status)
        }
    }

    /// Runs blocking work away from the caller's executor and returns its result.
    static func run<T: Sendable>(
        _ body: @escaping @Sendable () throws(JournalError) -> T
    ) async throws(JournalError) -> T {
        let result: Result<T, JournalError> = await withCheckedContinuation { continuation in
            do throws(DiskError) {
                try start { continuation.resume(returning: Result { () throws(JournalError) in try body() }) }
            } catch {
                continuation.resume(returning: .failure(JournalError(error)))
            }
        }
        return try result.get()
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
