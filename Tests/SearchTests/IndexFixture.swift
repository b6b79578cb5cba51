import Boards
import Foundation
import JournalEngine
import Kernel
import KernelTesting
import Notes
import Runtime
import Search
import Synchronization
import Testing
import Workspace

/// A workspace in a directory of its own that goes away with the test, and a clock that moves one second per look.
final class IndexFixture: Sendable {
    let data: DataDirectory
    let paths: WorkspacePaths
    let runtime: RuntimeEnvironment
    private let state: Mutex<(now: Instant, chance: SplitMix64)>
    let anna = Author(actor: ActorID(hi: 0xA, lo: 1), device: DeviceID(hi: 0xD, lo: 1))

    init(seed: UInt64 = 1, isEncrypted: Bool = false) throws {
        data = DataDirectory(path: FileManager.default.temporaryDirectory.path + "/daybook-search-\(UUID().uuidString)")
        paths = try data.workspace(named: "family")
        state = Mutex((Instant(text: "2026-11-22T08:00:00Z") ?? .epoch, SplitMix64(seed: seed)))
        var runtime = RuntimeEnvironment()
        if isEncrypted {
            let keyStore = KeyStore(of: data)
            try keyStore.create(.file)
            runtime.keyStore = keyStore
        }
        self.runtime = runtime
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: data.path) } catch CocoaError.fileNoSuchFile {
        } catch { Issue.record("the test's directory stays behind: \(error)") }
    }

    func create() async throws -> WorkspaceActor { try await WorkspaceActor.create(at: paths, in: runtime) }

    func open(_ access: JournalAccess = .writing) async throws -> WorkspaceActor {
        try await WorkspaceActor.open(at: paths, access: access, in: runtime)
    }

    func id<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        state.withLock { Identifier(hi: $0.chance.next(), lo: $0.chance.next()) }
    }

    @discardableResult
    func note(_ title: String, _ body: String = "", in workspace: WorkspaceActor) async throws -> NoteID {
        let note: NoteID = id()
        _ = try await workspace.perform(
            [.notes(.createNote(note, title: Name(recorded: title), body: body, in: nil))], as: anna)
        return note
    }

    func edit(_ note: NoteID, appending text: String, in workspace: WorkspaceActor) async throws {
        let document = try #require(await workspace.view.notes.notes[note]?.body)
        let run = TextRun(position: document.scalarCount, deleteCount: 0, insertion: text)
        _ = try await workspace.perform(
            [.notes(.editNote(note, TextEdit(parents: document.clock.frontier, runs: [run])))], as: anna)
    }

    /// Returns whether the bytes of any file below the data directory hold the word.
    func holds(_ word: String) throws -> Bool {
        let names = try #require(FileManager.default.enumerator(atPath: data.path))
        for case let name as String in names {
            guard let bytes = FileManager.default.contents(atPath: data.path + "/" + name) else { continue }
            if bytes.range(of: Data(word.utf8)) != nil { return true }
        }
        return false
    }
}

extension SearchIndex {
    /// Titles of everything found.
    func titles(_ typed: String, _ scope: SearchScope = .everything) async throws -> [String] {
        try await search(SearchQuery(typed), in: scope, page: SearchPage(limit: .max)).hits.map(\.title)
    }
}

/// Expects the index to find what reading everything finds, each thing once.
func expectSameRecall(
    _ index: SearchIndex, _ typed: String, _ scope: SearchScope = .everything,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let query = try SearchQuery(typed)
    let page = SearchPage(limit: .max)
    let found = try await index.search(query, in: scope, page: page)
    let expected = await index.workspace.view.search(query, in: scope, page: page)
    let (a, b) = (found.hits.map(\.thing.referent), expected.hits.map(\.thing.referent))
    #expect(Set(a).count == a.count, "\(typed) finds something twice", sourceLocation: sourceLocation)
    #expect(
        Set(a) == Set(b),
        "\(typed): missing \(Set(b).subtracting(a).count), too many \(Set(a).subtracting(b).count) of \(b.count)",
        sourceLocation: sourceLocation)
    #expect(found.found == expected.found, sourceLocation: sourceLocation)
    #expect(
        found.hits.sorted { $0.thing.referent.entity < $1.thing.referent.entity }
            == expected.hits.sorted { $0.thing.referent.entity < $1.thing.referent.entity },
        "\(typed): the same is highlighted", sourceLocation: sourceLocation)
    #expect(await index.trouble == nil, sourceLocation: sourceLocation)
}
