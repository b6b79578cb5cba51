@testable import JournalEngine
import Testing

@Suite("Who waits for a commit")
struct ServingWaiters {
    @Test func `is served when his commit is on disk, and not when an earlier one is`() async throws {
        var state = WriterState(last: 0, time: 0)
        _ = try state.enqueue(.numbered(1), byteCount: 1)
        let receipt = try state.enqueue(.numbered(2), byteCount: 1)
        let result: Result<Void, JournalError> = await withCheckedContinuation { continuation in
            state.waiters.append(WriterState.Waiter(last: receipt.last, continuation: continuation))
            state.durable = 1
            let early = state.takeServed()
            #expect(early.isEmpty)
            state.durable = receipt.last
            let served = state.takeServed()
            #expect(served.map(\.last) == [receipt.last])
            for waiter in early + served { waiter.continuation.resume(returning: .success(())) }
        }
        try result.get()
        #expect(state.waiters.isEmpty)
    }
}
