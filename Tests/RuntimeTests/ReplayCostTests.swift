import Foundation
import JournalTesting
import KernelTesting
import Testing

/// A figure that a busy machine measures as honestly as a quiet one, with its committed limit. Who exceeds it knowingly
/// changes it here, in the same commit, and says why.
///
/// Of a release alone, which `Tools/test` tests.
@Suite("What a replay costs", .enabled(if: Cost.isOptimized, "only in a release: Tools/test without --quick"))
struct ReplayCostTests {
    /// Allocations for each further event, what it leaves in the views included, as texts, ids and lists do.
    @Test(arguments: [("all", 0.85), ("boards", 0.5)])
    func `a replay allocates no more for an event than it keeps of it`(mix: String, limit: Double) throws {
        let few = try Self.replay(10_000, mix)
        let many = try Self.replay(60_000, mix)
        let perEvent = Double(many.allocations - few.allocations) / Double(many.events - few.events)
        print("allocations per replayed event, \(mix): \(perEvent), of at most \(limit)")
        #expect(few.allocations > 0)
        #expect(perEvent <= limit, "\(perEvent) allocations per replayed event of \(mix)")
    }

    private static func replay(_ events: Int, _ mix: String) throws -> (events: Int, allocations: Int) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "replay-load")
        process.arguments = [folder.path, String(events), mix]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let figures = said.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 2, "replay-load said: \(said)")
        return (figures[0], figures[1])
    }
}
