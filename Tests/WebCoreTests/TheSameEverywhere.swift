import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

/// A journal that was written once and must read the same for ever, here and in a browser.
private enum FamilyJournal {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/family").path

    static func open() async throws -> OpenWorkspace {
        try await OpenWorkspace.open(at: WorkspacePaths(root: root), access: .reading)
    }

    /// Its facts, as they would travel to a browser.
    static func facts(of workspace: OpenWorkspace) throws -> FactStream {
        var facts: [RecordedFact] = []
        try workspace.journal.forEachRecord { header, payload in
            facts.append(
                RecordedFact(
                    sequence: header.sequence, kind: EventKind(raw: header.kind),
                    subject: EntityID(hi: header.entity.hi, lo: header.entity.lo),
                    actor: identifier(header.originActor ?? header.actor), device: identifier(header.device),
                    instant: Instant(microseconds: header.originTime ?? header.time),
                    payload: payload.withUnsafeBytes { Array($0) }))
            return .next
        }
        return FactStream(facts: facts)
    }

    private static func identifier<Kind>(_ id: ID16) -> Identifier<Kind> { Identifier(hi: id.hi, lo: id.lo) }
}

@Suite("The same deciders and projections, wherever they run")
struct TheSameEverywhere {
    static let wasm = ProcessInfo.processInfo.environment["DAYBOOK_WASM"]

    @Test func `the family's journal reads as it always has`() async throws {
        let workspace = try await FamilyJournal.open()
        let report = try workspace.replay()
        try expectGolden(
            """
            events \(report.eventCount)
            digest \(report.digest.text)

            \(report.view.notes.folders().text)
            \(report.view.boards.boards(name: { report.view.name(of: $0) }).text)
            """, "family.txt")
        try await workspace.close()
    }

    @Test(
        .shows("C-11"),
        .enabled(if: Self.wasm != nil, "DAYBOOK_WASM does not name WebCore.wasm; Tools/test builds it first"))
    func `its views have the same digest in WebAssembly`() async throws {
        let workspace = try await FamilyJournal.open()
        let stream = try FamilyJournal.facts(of: workspace)
        let native = try workspace.replay().digest
        try await workspace.close()
        #expect(stream.facts.count > 100)

        let file = FileManager.default.temporaryDirectory.appending(path: "facts-\(UUID().uuidString)")
        try Data(stream.bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let host = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "replay.mjs")
        let json = try run("node", [host.path, try #require(Self.wasm), file.path])
        #expect(json.count > 1000)
        #expect(Digest(of: json) == native)
    }

    /// - Throws: what the program said on standard error, when it failed.
    private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) failed; see its words above")
        return Array(bytes)
    }
}
