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
    /// The file with the expected text of its views.
    let reading: String
    /// The number of kinds of events in it.
    let kindCount: Int

    var testDescription: String { name }

    static let all = [
        GoldenJournal(name: "family", reading: "family.txt", kindCount: 18),
        GoldenJournal(name: "family2", reading: "family2.txt", kindCount: 204),
    ]

    func open() async throws -> WorkspaceActor {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").appending(path: name)
        return try await WorkspaceActor.open(at: WorkspacePaths(root: root.path), access: .reading)
    }

    /// Its facts, as they would travel to a browser.
    func facts(of workspace: WorkspaceActor) throws -> EventBatch {
        var facts: [EventEnvelope] = []
        try workspace.journal.forEachRecord { header, payload in
            facts.append(
                EventEnvelope(
                    sequence: header.sequence, kind: EventKind(raw: header.kind),
                    subject: EntityID(hi: header.entity.hi, lo: header.entity.lo),
                    actor: identifier(header.originActor ?? header.actor), device: identifier(header.device),
                    instant: Instant(microseconds: header.originTime ?? header.time),
                    payload: payload.withUnsafeBytes { Array($0) }))
            return .next
        }
        return EventBatch(facts: facts)
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

    /// The captures and the gallery; nothing where there was neither yet.
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

        let json = try core(stream)
        #expect(json.count > 1000)
        #expect(Digest(of: json) == native)
    }

    @Test(
        .enabled(if: Self.wasm != nil, "DAYBOOK_WASM does not name WebCore.wasm; Tools/test builds it first"),
        arguments: GoldenJournal.all)
    fileprivate func `every view of the catalogue has the same bytes in WebAssembly`(golden: GoldenJournal) async throws {
        let workspace = try await golden.open()
        let stream = try golden.facts(of: workspace)
        let view = try workspace.replay().view
        try await workspace.close()

        var natively: [UInt8] = []
        var addresses: [String] = []
        var shown: Set<String> = []
        for address in Self.addresses(in: view) {
            var after: String?
            repeat {
                let page = address + (after.map { (address.contains("?") ? "&" : "?") + "after=" + $0 } ?? "")
                addresses.append(page)
                let (name, json, next) = try Self.natively(page, view)
                if let name { shown.insert(name) }
                natively += "\(json.map { $0.count } ?? -1) \(next ?? "")\n".utf8
                natively += json ?? []
                after = next
            } while after != nil
        }
        let inWebAssembly = try core(stream, addresses: addresses)
        #expect(inWebAssembly.count > 10_000)
        // All of it would be thousands of lines.
        let isSame = inWebAssembly == natively
        #expect(isSame, "\(inWebAssembly.count) bytes in WebAssembly, \(natively.count) natively")
        if golden.kindCount > 200 { #expect(shown == Set(ViewCatalogue.all.map(\.name))) }
        #expect(
            try core(stream, addresses: ["/notes?limit=0", "/cards/Paint", "/nothing"]) == Array("-2 \n-2 \n-1 \n".utf8)
        )
    }

    /// The day that the views are looked at.
    private static let today = CalendarDay(daysSinceEpoch: 20_782)

    /// Every view of everything there is.
    private static func addresses(in view: WorkspaceView) -> [String] {
        let (family, model) = (view.studio.model, view.capture.model)
        let things: [String: [EntityID]] = [
            "folder": view.notes.tree.ids.map(\.entity), "note": view.notes.notes.ids.map(\.entity),
            "board": view.boards.model.boards.ids.map(\.entity),
            "card": view.boards.model.cards.ids.map(\.entity), "item": model.items.ids.map(\.entity),
            "collection": model.collections.ids.map(\.entity), "run": model.runs.ids.map(\.entity),
            "child": family.children.ids.map(\.entity), "artwork": family.artworks.ids.map(\.entity),
            "album": family.albums.ids.map(\.entity), "story": family.stories.ids.map(\.entity),
            "thing": view.notes.notes.ids.map(\.entity) + view.boards.model.cards.ids.map(\.entity),
        ]
        return ViewCatalogue.all.flatMap { declared -> [String] in
            guard let parameter = declared.parameters.first else {
                let isPaged = declared.query.contains { $0.name == "after" }
                return isPaged ? [declared.path, declared.path + "?limit=3"] : [declared.path]
            }
            return (things[parameter] ?? []).map { declared.path.replacing("{\(parameter)}", with: $0.text) }
        }
    }

    /// The view of an address: its name where there is one to be seen, its JSON, and the cursor of the next page.
    private static func natively(
        _ address: String, _ view: WorkspaceView
    ) throws -> (name: String?, json: [UInt8]?, next: String?) {
        let parts = address.split(separator: "?", maxSplits: 1)
        let (declared, identifiers) = try #require(try ViewCatalogue.find(String(parts[0])))
        var request = ViewRequest(
            view, identifiers: identifiers,
            query: try ViewQuery(parsing: parts.count > 1 ? String(parts[1]) : "", declared.query), today: today,
            pageSize: PageCursor.sizeUsual)
        let output = try declared.show(&request, as: .json)
        return (output == nil ? nil : declared.name, output?.json, request.next)
    }

    /// The core in Node: everything after these facts, or the views of these addresses.
    private func core(_ stream: EventBatch, addresses: [String]? = nil) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "core-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let facts = folder.appending(path: "facts")
        try Data(stream.bytes).write(to: facts)
        let host = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "replay.mjs")
        var arguments = [host.path, try #require(Self.wasm), facts.path]
        if let addresses {
            let file = folder.appending(path: "addresses")
            try Data(addresses.joined(separator: "\n").utf8).write(to: file)
            arguments += [file.path, String(Self.today.daysSinceEpoch)]
        }
        return try run("node", arguments)
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
