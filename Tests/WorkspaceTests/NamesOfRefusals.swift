import Boards
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("Names of refusals")
struct NamesOfRefusals {
    /// The names that other programs go by: lines are added, never changed.
    @Test func `are all different and stay as they are`() throws {
        let names = WorkspaceRefusal.names
        #expect(Set(names).count == names.count)
        try expectGolden(names.map { $0 + "\n" }.joined(), "refusal-names.txt")
    }

    @Test func `say the domain and the rule`() {
        let column = ColumnID(hi: 1, lo: 1)
        let refusal = WorkspaceRefusal.boards(.columnNotEmpty(column, Name(recorded: "Done"), cards: 2))
        #expect(refusal.name == "boards.columnNotEmpty")
        #expect(WorkspaceRefusal.notes(.text(.emptyEdit)).name == "notes.badText")
        #expect(WorkspaceRefusal.across(.noSuchTag(Name(recorded: "x"))).name == "across.noSuchTag")
        #expect(WorkspaceRefusal.registry(.erasureStands(column.entity)).name == "registry.erasureStands")
    }
}
