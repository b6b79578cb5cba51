import Boards
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("What commands and views demand")
struct DemandsOfCommands {
    private let note = NoteID(hi: 1, lo: 2)
    private let board = BoardID(hi: 1, lo: 3)

    @Test func `every command writes in the area of its domain`() throws {
        let state = WorkspaceState()
        #expect(WorkspaceCommand.notes(.trashNote(note)).demands(given: state) == [Demand(.write, .notes)])
        #expect(WorkspaceCommand.boards(.trashBoard(board)).demands(given: state) == [Demand(.write, .boards)])
        let named = WorkspaceCommand.registry(.nameActor(ActorID(hi: 1, lo: 4), try Name("Anna")))
        #expect(named.demands(given: state) == [Demand(.write, .registry)])
    }

    @Test(arguments: ViewKind.allCases)
    func `every view demands to read, and what mixes areas demands all of them`(view: ViewKind) {
        let demands = view.demands()
        #expect(!demands.isEmpty)
        #expect(demands.allSatisfy { $0.deed == .read })
        switch view {
        case .recent, .trash, .search, .history, .audit, .export:
            #expect(demands.map(\.area) == Demand.Area.allCases)
        default: #expect(demands.count == 1)
        }
    }

    @Test func `a view of one child's things names the child`() {
        let child = EntityID(hi: 1, lo: 5)
        #expect(ViewKind.timeline.demands(child: child) == [Demand(.read, .studio, child: child)])
        #expect(ViewKind.boards.demands(child: child) == [Demand(.read, .boards)])
    }
}
