import Boards
import Kernel
import Workspace

/// Turns a Trello board into a board with its columns and cards, each made at the time that its identifier tells.
///
/// Everything is known by Trello's own identifiers. Part by part is compared with what the last import found, so that
/// a title that someone changed here stays when only the due date changed there.
struct TrelloImport {
    var builder: PlanBuilder
    let board: TrelloBoard
    let ids: DerivedIdentifiers
    /// Members are the same people on every board.
    let people = DerivedIdentifiers(namespace: "trello")
    let boardID: BoardID
    private let title: String
    /// Lists that are columns here, by Trello's identifier.
    private var taken: Set<String> = []
    private var named: Set<String> = []

    /// - Parameter title: what the board is to be called; nil for its own name.
    init(_ board: TrelloBoard, title: String?, builder: PlanBuilder) {
        self.board = board
        self.builder = builder
        self.title = title ?? board.name
        ids = DerivedIdentifiers(namespace: "trello:" + builder.plan.name)
        boardID = ids.id("board", board.id)
    }

    mutating func plan() throws(ImportFailure) -> ImportPlan {
        try openBoard()
        let lists = board.lists.inOrder(\.pos)
        for (index, list) in lists.enumerated() { addColumn(list, before: lists[(index + 1)...]) }
        let parts = TrelloParts(board)
        let cards = Dictionary(grouping: board.cards, by: \.idList)
        var seen: Set<String> = []
        for list in lists where taken.contains(list.id) {
            // Each list once, even where the file has its identifier twice.
            guard seen.insert("list " + list.id).inserted else { continue }
            let ordered = (cards[list.id] ?? []).inOrder(\.pos)
            for (index, card) in ordered.enumerated() {
                guard seen.insert(card.id).inserted else {
                    leave("card", card.name, "its identifier occurs twice; the first is taken")
                    continue
                }
                let following = ordered[(index + 1)...].map { cardID($0.id) }
                var plan = TrelloCardImport(card, in: list, parts: parts, before: following)
                try plan.plan(&self)
            }
        }
        for card in board.cards where !taken.contains(card.idList) {
            leave("card", card.name, "its list \(card.idList) is not in the file or could not be taken over")
        }
        reportLeftovers()
        if board.closed == true {
            builder.offer(.boards(.archiveBoard(boardID)), what: "archiving", in: board.name)
        }
        return builder.plan
    }

    // MARK: - Board and columns

    private mutating func openBoard() throws(ImportFailure) {
        let name: Name
        do { name = try Name(title) } catch { throw .badName(title, problem: error.message) }
        var print = Fingerprint()
        print.note("title", name.text)
        if let known = builder.state.boards.arrangement.boards[boardID], !known.standing.isWithdrawn {
            if print.agrees(with: fingerprint(of: boardID.entity), on: "title") {
                builder.plan.unchanged += 1
            } else {
                builder.plan.changed += 1
                builder.offer(.boards(.retitleBoard(boardID, to: name)), what: "board", in: title)
            }
        } else {
            let opening = BoardCommand.openBoard(boardID, title: name, columns: [])
            do { try builder.ask(.boards(opening), at: Instant(trelloID: board.id)) } catch {
                throw .badName(title, problem: error.message)
            }
        }
        record(boardID.entity, "board", board.id, print)
    }

    private mutating func addColumn(_ list: TrelloBoard.List, before following: ArraySlice<TrelloBoard.List>) {
        guard !taken.contains(list.id) else {
            return leave("list", list.name, "its identifier occurs twice; the first is taken")
        }
        guard let name = usableName(list.name, graphemesMax: Column.nameGraphemesMax, what: "list") else { return }
        if list.closed == true {
            leave("archived list", list.name, "columns are not archived here; its cards are, one by one")
        }
        let id = columnID(list.id)
        var print = Fingerprint()
        print.note("name", name.text)
        if let known = builder.state.boards.arrangement.columns[id], !known.standing.isWithdrawn {
            taken.insert(list.id)
            guard !print.agrees(with: fingerprint(of: id.entity), on: "name") else {
                builder.plan.unchanged += 1
                return
            }
            builder.plan.changed += 1
            builder.offer(.boards(.renameColumn(id, to: name)), what: "list", in: list.name)
        } else {
            let next = following.map { columnID($0.id) }.first { id in
                builder.state.boards.arrangement.columns[id].map { !$0.standing.isWithdrawn } ?? false
            }
            let adding = BoardCommand.addColumn(id, to: boardID, name: name, above: next)
            guard builder.offer(.boards(adding), at: Instant(trelloID: list.id), what: "list", in: list.name) else {
                return
            }
            taken.insert(list.id)
        }
        record(id.entity, "list", list.id, print)
    }

    func columnID(_ list: String) -> ColumnID { ids.id("column", list) }
    func cardID(_ card: String) -> CardID { ids.id("card", card) }
}

// MARK: - What board and cards share

extension TrelloImport {
    func fingerprint(of entity: EntityID) -> Fingerprint? {
        builder.state.registry.sources[entity].flatMap { Fingerprint($0.fingerprint) }
    }

    mutating func record(
        _ entity: EntityID, _ kind: String, _ original: String, _ print: Fingerprint, textRevision: Int = 0
    ) {
        builder.record(entity, source: "trello:\(kind):\(original)", print.bytes, textRevision: textRevision)
    }

    mutating func leave(_ what: String, _ place: String, _ why: String) {
        builder.leave(what, at: place, because: why)
    }

    /// The name as it can stand here, on one line; nil, and in the report, when it cannot.
    mutating func usableName(_ text: String, graphemesMax: Int, what: String) -> Name? {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar) }
        do {
            let name = try Name(String(line), graphemesMax: graphemesMax)
            if !line.elementsEqual(text.unicodeScalars) {
                leave("line breaks", name.text, "the name of a \(what) is one line here; spaces stand in their place")
            }
            return name
        } catch {
            leave(what, String(text.prefix(80)), error.message)
            return nil
        }
    }

    /// The member as an actor of this workspace, named when met for the first time.
    mutating func actor(_ member: String, _ facts: TrelloBoard.Member?) -> ActorID {
        let actor: ActorID = people.id("member", member)
        guard named.insert(member).inserted, builder.state.registry.actors[actor] == nil else { return actor }
        let unnamed = Name(recorded: "Trello member \(member)")
        guard let wanted = facts?.fullName ?? facts?.username else {
            builder.name(actor, unnamed)
            return actor
        }
        do { builder.name(actor, try Name(wanted)) } catch {
            leave("member's name", wanted, error.message)
            builder.name(actor, unnamed)
        }
        return actor
    }

    private mutating func reportLeftovers() {
        let shades = Set((board.labels ?? []).compactMap { TrelloColour.named($0.color).isExact ? nil : $0.color })
        for shade in shades.sorted() {
            let isUnknown = TrelloColour.named(shade).colour == .none
            leave(
                "label colour", shade,
                isUnknown ? "there is no such colour here; the label is kept" : "it is taken as the plain colour")
        }
        if let desc = board.desc, !desc.isEmpty {
            leave("board description", board.name, "boards have no description here: \(desc.prefix(200))")
        }
        let others = (board.actions ?? []).count { !TrelloParts.isComment($0) }
        if others > 0 {
            leave("actions", board.name, "\(others) of the activity log that are no comments")
        }
        if let plugins = board.pluginData, !plugins.isEmpty {
            leave("power-ups", board.name, "\(plugins.count) of them keep data on the board")
        }
    }
}
