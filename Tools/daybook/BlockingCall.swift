import Dispatch
import Foundation
import Synchronization

/// Runs what blocks on a thread of its own.
enum BlockingCall {
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// The result of an asynchronous call, for a caller on a thread of its own that may block, such as one of `BlockingCall`.
enum Awaited {
    static func value<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let (done, answer) = (DispatchSemaphore(value: 0), Slot<Value>())
        Task {
            do { answer.put(.success(try await body())) } catch { answer.put(.failure(error)) }
            done.signal()
        }
        done.wait()
        return try answer.take().get()
    }

    /// Where the answer lies until it is fetched.
    private final class Slot<Value: Sendable>: Sendable {
        private let held = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

        func put(_ result: Result<Value, any Error>) { held.withLock { $0 = result } }
        func take() -> Result<Value, any Error> { held.withLock { $0 } }
    }
}
