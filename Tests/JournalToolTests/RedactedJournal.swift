import Foundation
import KernelTesting
import Testing

/// Runs the built `journal` on a journal with redactions.
@Suite("The inspector on redactions")
struct RedactedJournal {
    private let golden = Repository.root.appending(path: "Journal/Golden/v1-redacted").path

    private func journal(_ arguments: String...) throws -> (status: Int32, out: String) {
        let process = Process()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "journal")
        process.arguments = arguments
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let said = try out.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    @Test(.shows("C-10"))
    func `verify says what was redacted by which record, and proves the rest`() throws {
        let run = try journal("verify", golden)
        #expect(run.status == 0)
        #expect(run.out.contains("404 records were redacted by record 1292"))
        #expect(run.out.contains("6 records were redacted by record 1296") && run.out.contains("all is well"))
        let json = try journal("verify", "--json", golden)
        #expect(json.out.contains(#""redactions":[{"sequence":1292"#) && json.out.contains(#""isFinished":true"#))
    }

    @Test func `cat prints a redacted record with what is left, and no payload`() throws {
        let lines = try journal("cat", golden, "--from", "1", "--through", "3").out.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""redactedBy":1292"#) && !lines[0].contains("payload"))
        #expect(!lines[2].contains("redactedBy") && lines[2].contains("payload"))
    }
}
