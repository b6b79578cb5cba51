import JournalTesting
import Testing

/// Runs a test beside Swift's cooperative threads: who waits for servers on one of them holds up every other test.
struct Apart: TestTrait, SuiteTrait, TestScoping {
    /// On a suite it speaks for each of its tests.
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Apart? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(SeparateThread()) { try await function() }
    }
}

extension Trait where Self == Apart {
    static var apart: Apart { Apart() }
}
