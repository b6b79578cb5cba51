import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Runtime
import Testing
import Workspace

/// A journal that was written once and must read the same for ever, here and in a browser.
///
/// `family` is what the tour left behind when there were notes and boards; `family2` is what it left when there were
/// captures and the studio too, and after it a life by chance that met nearly every kind of event there was.
private struct GoldenJournal: CustomTestStringConvertible {
    let name: String
    /// How it reads.
    let reading: String
    /// How many kinds of events are in it.
    let kindCount: Int

    var testDescription: String { name }

    static let all = [
        GoldenJournal(name: "family", reading: "family.txt", kindCount: 18),
        GoldenJournal(name: "family2", reading: "family2.txt", kindCount: 204),
    ]

    func open() async throws -> OpenWorkspace {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").appending(path: name)
        return try await OpenWorkspace.open(at: WorkspacePaths(root: root.path), access: .reading)
    }

    /// Its facts, as they would travel to a browser.
    func facts(of workspace: OpenWorkspace) throws -> FactStream {
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

    private func identifier<Kind>(_ id: ID16) -> Identifier<Kind> { Identifier(hi: id.hi, lo: id.lo) }
}

@Suite("The same deciders and projections, wherever they run")
struct TheSameEverywhere {
    static let wasm = ProcessInfo.processInfo.environment["DAYBOOK_WASM"]

    @Test(arguments: GoldenJournal.all)
    fileprivate func `a journal of then reads as it always has`(golden: GoldenJournal) async throws {
        let workspace = try await golden.open()
        let report = try workspace.replay()
        let kinds = Set(try golden.facts(of: workspace).facts.map(\.kind))
        #expect(kinds.count == golden.kindCount)
        try expectGolden(
            """
            events \(report.eventCount)
            digest \(report.digest.text)

            \(report.view.notes.folders().text)
            \(report.view.boards.boards(name: { report.view.name(of: $0) }).text)
            """ + collected(report.view), golden.reading)
        try await workspace.close()
    }

    /// What is captured and what hangs in the gallery; nothing where there was neither yet.
    private func collected(_ view: WorkspaceView) -> String {
        guard !view.capture.liveItems.isEmpty else { return "" }
        let name: (ActorID) -> String = { view.name(of: $0) }
        return """

            \(view.capture.inbox().text)
            \(view.capture.collections(name: name).text)
            \(view.capture.tags().text)
            \(view.studio.children(name: name).text)
            \(view.studio.gallery().text)
            \(view.studio.albums().text)
            \(view.studio.stories(name: name).text)
            """
    }

    @Test(
        .shows("C-11"),
        .enabled(if: Self.wasm != nil, "DAYBOOK_WASM does not name WebCore.wasm; Tools/test builds it first"),
        arguments: GoldenJournal.all)
    fileprivate func `its views have the same digest in WebAssembly`(golden: GoldenJournal) async throws {
        let workspace = try await golden.open()
        let stream = try golden.facts(of: workspace)
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
