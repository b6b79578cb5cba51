import Foundation
import Synchronization
package import Testing

/// Names the requirements a test shows; `Tools/test --requirements` reads them from the tests that ran.
///
/// With `DAYBOOK_SHOWN` set to a file, every test that passes appends its ids to that file, one a line. A test that
/// records an issue or throws appends nothing; one over many arguments appends once, when all of them passed.
package struct Shows: TestTrait, SuiteTrait, TestScoping {
    package let ids: [String]
    package var comments: [Comment] { [Comment(rawValue: "shows " + ids.joined(separator: ", "))] }
    /// On a suite it speaks for each of its tests.
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Shows? {
        test.isSuite || testCase != nil ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard let file = ProcessInfo.processInfo.environment["DAYBOOK_SHOWN"] else { return try await function() }
        let failures = Failures()
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            if issue.severity >= .error { failures.count.add(1, ordering: .relaxed) }
            return issue
        }
        try await watch.provideScope(for: test, testCase: testCase, performing: function)
        if failures.count.load(ordering: .relaxed) == 0 { try append(to: file) }
    }

    /// One write at the end of the file, so that tests running at once do not mix their lines.
    private func append(to file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        let lines = Array(ids.map { $0 + "\n" }.joined().utf8)
        let written = unsafe lines.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard written == lines.count else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    private final class Failures: Sendable {
        let count = Atomic(0)
    }
}

extension Trait where Self == Shows {
    /// - Parameter ids: rows of `REQUIREMENTS.tsv`, such as `"N-203.5"`, or of `FAULTS.md`, such as `"FAULT-7"`.
    package static func shows(_ ids: String...) -> Shows { Shows(ids: ids) }
}
