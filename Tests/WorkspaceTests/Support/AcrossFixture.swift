import Boards
import Kernel
import KernelTesting
import Notes
import Workspace

/// A workspace without a journal: what is asked is decided and projected at once, a minute apart.
struct Desk {
    private(set) var state = WorkspaceDecider.initial
    private(set) var view = WorkspaceProjection.empty
    private(set) var facts: [Recorded<WorkspaceEvent>] = []
    var device = Desk.laptop
    var minutes: Int64 = 0
    private var count: UInt64 = 0

    static let laptop = DeviceID(hi: 0xD, lo: 1)
    static let phone = DeviceID(hi: 0xD, lo: 2)
    static let anna = ActorID(hi: 0xA, lo: 1)

    /// Something that nobody here has.
    mutating func id<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        count += 1
        return Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | count)
    }

    @discardableResult
    mutating func ask(_ command: WorkspaceCommand) throws -> [WorkspaceEvent] {
        let events = try WorkspaceDecider.decide(command, given: state)
        happen(events)
        return events
    }

    mutating func happen(_ events: [WorkspaceEvent]) {
        minutes += 1
        for event in events {
            let fact = Recorded(
                position: Position(UInt64(facts.count + 1)), actor: Self.anna, device: device,
                instant: Instant(seconds: 1_795_249_800 + minutes * 60), event: event)
            facts.append(fact)
            WorkspaceDecider.evolve(&state, with: event)
            WorkspaceProjection.project(fact, into: &view)
        }
    }

    /// Takes the last `events` back, each given the state before it of everything: as the runtime does, in reverse.
    mutating func undo(_ events: [WorkspaceEvent]) throws {
        var states = [WorkspaceDecider.initial]
        for fact in facts {
            var next = states[states.count - 1]
            WorkspaceDecider.evolve(&next, with: fact.event)
            states.append(next)
        }
        let first = facts.count - events.count
        for (index, event) in events.enumerated().reversed() {
            happen(
                try WorkspaceDecider.compensation(
                    for: event, before: states[first + index], now: state, inverse: nil))
        }
    }

    /// The readings without times: what undoing must bring back to the byte.
    var content: String {
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        return json.text
    }
}

// What the suites put on the desk.
extension Desk {
    mutating func folder(_ name: String, in parent: FolderID? = nil) throws -> FolderID {
        let id: FolderID = id()
        try ask(.notes(.createFolder(id, name: Name(recorded: name), in: parent, clashing: .kept)))
        return id
    }

    mutating func note(_ title: String, _ body: String = "", in folder: FolderID? = nil, tags: [String] = []) throws
        -> NoteID
    {
        let id: NoteID = id()
        try ask(.notes(.createNote(id, title: Name(recorded: title), body: body, in: folder)))
        if !tags.isEmpty { try ask(.notes(.tagNote(id, tags.map { Name(recorded: $0) }))) }
        return id
    }

    /// A board with one column, which cards go into.
    mutating func board(_ title: String) throws -> (board: BoardID, column: ColumnID) {
        let ids: (BoardID, ColumnID) = (id(), id())
        let column = NewColumn(id: ids.1, name: Name(recorded: "To Do"))
        try ask(.boards(.openBoard(ids.0, title: Name(recorded: title), columns: [column])))
        return ids
    }

    mutating func card(_ title: String, _ description: String = "", in column: ColumnID, tags: [CardTag] = []) throws
        -> CardID
    {
        let id: CardID = id()
        try ask(
            .boards(
                .addCard(id, to: column, title: Name(recorded: title), description: description, above: nil)))
        if !tags.isEmpty { try ask(.boards(.tagCard(id, tags))) }
        return id
    }
}

extension FileFacts {
    static func some(_ name: String, _ byte: UInt8 = 1, type: String = "application/pdf") -> FileFacts {
        FileFacts(
            name: Name(recorded: name), mediaType: type, sizeBytes: 100,
            digest: Array(repeating: byte, count: 32))
    }
}
