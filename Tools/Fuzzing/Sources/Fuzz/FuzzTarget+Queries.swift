import Kernel
import Notes
import Workspace

@testable import Search

extension FuzzTarget {
    /// A few notes that hold what queries are made of, and their index.
    private static let snapshotStore: (view: WorkspaceView, rows: IndexRows) = {
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
        return (view, IndexRows(of: SearchTexts(of: view), through: UInt64(texts.count)))
    }()

    static let queries: [FuzzTarget] = [
        FuzzTarget("query", "what somebody searches for, and what it finds", byteCountMax: 1 << 10) { raw in
            let typed = String(decoding: Array(raw), as: UTF8.self)
            let query: SearchQuery
            do throws(SearchFault) {
                query = try SearchQuery(typed)
            } catch {
                require(error.place.upperBound <= typed.unicodeScalars.count, "a fault lies in what was typed")
                require(!error.message.isEmpty, "a fault says what it is")
                return
            }
            let plan = SearchPlan(query, in: SearchTexts(of: snapshotStore.view))
            let found = IndexAnswer(plan, in: snapshotStore.rows).ranking().reading(limit: 50)
            let expected = snapshotStore.view.search(query)
            let (a, b) = (found.hits.map(\.thing.referent.entity), expected.hits.map(\.thing.referent.entity))
            require(a.sorted() == b.sorted(), "an index finds what reading everything finds")
        }
    ]
}
