import Glibc
import JournalEngine
import Kernel
import Notes
import Workspace

@testable import Search

extension FuzzTarget {
    /// A few notes that hold what queries are made of, and their index.
    private static let shelf: (view: WorkspaceView, store: IndexStore, facts: IndexFacts)? = {
        var view = WorkspaceProjection.empty
        let texts = [
            "Videokamera im Schrank", "日記 カメラ 한국", "straße \u{0} \u{FFFF} e\u{301}", "NEAR(a b) \"x\" {title}: *",
            "שלום ab",
        ]
        for (number, text) in texts.enumerated() {
            let note = NoteID(hi: 1, lo: UInt64(number + 1))
            let event = NoteEvent.noteCreated(note, title: Name(recorded: "note \(number)"), body: text, folder: nil)
            WorkspaceProjection.project(
                Recorded(
                    position: Position(UInt64(number + 1)), actor: .zero, device: .zero, instant: .epoch,
                    event: .notes(event)), into: &view)
        }
        // The index says of which journal it is; this one is empty.
        let path = "/dev/shm/daybook-fuzz-query-\(getpid())"
        guard let journal = try? Journal.create(at: path), let head = try? journal.chainHead(),
            let store = try? IndexStore.open(
                in: nil, .init(texts: SearchTexts(of: view), journal: journal, sequence: 0, head: head)),
            let rows = try? store.referents()
        else { return nil }
        return (view, store, IndexFacts(rows.referents, in: view))
    }()

    static let queries: [FuzzTarget] = [
        FuzzTarget("query", "what somebody searches for, down to what SQLite is asked", byteCountMax: 1 << 10) { raw in
            let typed = String(decoding: Array(raw), as: UTF8.self)
            let query: SearchQuery
            do throws(SearchFault) {
                query = try SearchQuery(typed)
            } catch {
                require(error.place.upperBound <= typed.unicodeScalars.count, "a fault lies in what was typed")
                require(!error.message.isEmpty, "a fault says what it is")
                return
            }
            guard let shelf else { return require(false, "there is an index to ask") }
            let plan = SearchPlan(query, in: SearchTexts(of: shelf.view))
            guard let found = try? shelf.store.answer(plan, shelf.facts, nil).reading(limit: 50) else {
                return require(false, "SQLite understands every query")
            }
            let expected = shelf.view.search(query)
            let (a, b) = (found.hits.map(\.thing.referent.entity), expected.hits.map(\.thing.referent.entity))
            require(a.sorted() == b.sorted(), "an index finds what reading everything finds")
        }
    ]
}
