import Boards
import Kernel
import Workspace

/// Turns a board of another program into a board with its columns and cards, each made at the time that its source
/// tells.
///
/// Everything is known by the other program's own identifiers. Part by part is compared with what the last import
/// found, so that a title that someone changed here stays when only the due date changed there. Requirement B-30.
struct ForeignBoardImport {
    var builder: PlanBuilder
    let board: ForeignBoard
    let ids: DerivedIdentifiers
    /// Members are the same people on every board.
    private let people: DerivedIdentifiers
    private let boardID: BoardID
    private let title: String
    private let format: ImportFormat
    /// Lists that are columns here, by their identifiers there.
    private var taken: Set<String> = []
    private var named: Set<String> = []

    /// - Parameters:
    ///   - title: what the board is to be called; nil for its own name.
    ///   - key: what tells this board from all others of its program.
    init(_ board: ForeignBoard, title: String?, key: String, builder: PlanBuilder) {
        self.board = board
        self.builder = builder
        self.title = title ?? board.title
        format = builder.plan.format
        ids = DerivedIdentifiers(namespace: format.rawValue + ":" + key)
        people = DerivedIdentifiers(namespace: format.rawValue)
        boardID = ids.id("board", board.id)
    }

    mutating func plan() throws(ImportFailure) -> PlanBuilder {
        try openBoard()
        let behind = nearestBehind(board.columns.map { columnID($0.id) }) { stands($0) }
        for (column, next) in zip(board.columns, behind) {
            try builder.budget.proceed()
            addColumn(column, above: next)
        }
        let cards = Dictionary(grouping: board.cards, by: \.column)
        var seen: Set<String> = []
        for column in board.columns where taken.contains(column.id) {
            // Each list once, even where the file has its identifier twice.
            guard seen.insert("list " + column.id).inserted else { continue }
            let ordered = cards[column.id] ?? []
            let there = columnID(column.id)
            let behind = nearestBehind(ordered.map { cardID($0.id) }) { stands($0, in: there) }
            for (card, next) in zip(ordered, behind) {
                try builder.budget.proceed()
                guard seen.insert(card.id).inserted else {
                    leave("card", card.title, "its identifier occurs twice; the first is taken")
                    continue
                }
                var plan = ForeignCardImport(card, above: next)
                try plan.plan(&self)
            }
        }
        for card in board.cards where !taken.contains(card.column) {
            leave("card", card.title, "its list \(card.column) is not in the file or could not be taken over")
        }
        builder.plan.notTaken += board.leftovers
        if board.isArchived {
            builder.offer(.boards(.archiveBoard(boardID)), what: "archiving", in: board.title)
        }
        return builder
    }

    // MARK: - Board and columns

    private mutating func openBoard() throws(ImportFailure) {
        let name = usableName(title, graphemesMax: Board.titleGraphemesMax, what: "board")
        var print = Fingerprint()
        print.note("title", name.text)
        if let known = builder.state.boards.model.boards[boardID], !known.flags.isWithdrawn {
            if print.agrees(with: fingerprint(of: boardID.entity), on: "title") {
                builder.plan.unchanged += 1
            } else {
                builder.plan.changed += 1
                builder.offer(.boards(.retitleBoard(boardID, to: name)), what: "board", in: title)
            }
        } else {
            let opening = BoardCommand.openBoard(boardID, title: name, columns: [])
            do { try builder.ask(.boards(opening), at: board.created) } catch {
                throw .badName(title, problem: error.message)
            }
        }
        record(boardID.entity, "board", board.id, print)
    }

    private mutating func addColumn(_ column: ForeignBoard.Column, above next: ColumnID?) {
        guard !taken.contains(column.id) else {
            return leave("list", column.name, "its identifier occurs twice; the first is taken")
        }
        let name = usableName(column.name, graphemesMax: Column.nameGraphemesMax, what: "list")
        builder.plan.notTaken += column.leftovers
        let id = columnID(column.id)
        var print = Fingerprint()
        print.note("name", name.text)
        if let known = builder.state.boards.model.columns[id], !known.flags.isWithdrawn {
            taken.insert(column.id)
            guard !print.agrees(with: fingerprint(of: id.entity), on: "name") else {
                builder.plan.unchanged += 1
                return
            }
            builder.plan.changed += 1
            builder.offer(.boards(.renameColumn(id, to: name)), what: "list", in: column.name)
        } else {
            let adding = BoardCommand.addColumn(id, to: boardID, name: name, above: next)
            guard builder.offer(.boards(adding), at: column.created, what: "list", in: column.name) else { return }
            taken.insert(column.id)
        }
        record(id.entity, "list", column.id, print)
    }

    private func stands(_ column: ColumnID) -> Bool {
        builder.state.boards.model.columns[column].map { !$0.flags.isWithdrawn } ?? false
    }

    private func stands(_ card: CardID, in column: ColumnID) -> Bool {
        let known = builder.state.boards.model.cards[card]
        return known.map { $0.column == column && !$0.flags.isWithdrawn } ?? false
    }

    /// For each the nearest one behind it that is here already: what comes in before them changes nothing about that.
    private func nearestBehind<ID>(_ ids: [ID], where stands: (ID) -> Bool) -> [ID?] {
        var nearest: ID?
        var found: [ID?] = []
        for id in ids.reversed() {
            found.append(nearest)
            if stands(id) { nearest = id }
        }
        return found.reversed()
    }

    func columnID(_ list: String) -> ColumnID { ids.id("column", list) }
    func cardID(_ card: String) -> CardID { ids.id("card", card) }
}

// MARK: - What board and cards share

extension ForeignBoardImport {
    func fingerprint(of entity: EntityID) -> Fingerprint? {
        builder.state.registry.sources[entity].flatMap { Fingerprint($0.fingerprint) }
    }

    mutating func record(
        _ entity: EntityID, _ kind: String, _ original: String, _ print: Fingerprint, textRevision: Int = 0
    ) {
        builder.record(
            entity, source: "\(format.rawValue):\(kind):\(original)", print.bytes, textRevision: textRevision)
    }

    mutating func leave(_ what: String, _ place: String, _ why: String) {
        builder.leave(what, at: place, because: why)
    }

    /// The name as it can stand here: on one line, cut where it is too long, “Untitled” where nothing of it can stand. What was
    /// changed is in the report; the thing itself is never lost for its name.
    mutating func usableName(_ text: String, graphemesMax: Int, what: String) -> Name {
        let oneLine = Self.oneLine(text)
        do {
            let name = try Name(oneLine, graphemesMax: graphemesMax)
            if !oneLine.unicodeScalars.elementsEqual(text.unicodeScalars) {
                leave("line breaks", name.text, "the name of a \(what) is one line here; spaces stand in their place")
            }
            return name
        } catch {
            if case .tooLong = error, let name = Self.cut(oneLine, graphemesMax: graphemesMax) {
                leave("end of a \(what)'s name", String(name.text.prefix(80)), error.message)
                return name
            }
            leave("\(what)'s name", String(text.prefix(80)), error.message + "; it is called Untitled here")
            return Self.untitled
        }
    }

    private static let untitled = Name(recorded: "Untitled")

    /// The text with spaces in place of line breaks and other controls.
    static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar) }
        return String(line)
    }

    /// The beginning of a name that is too long.
    static func cut(_ line: String, graphemesMax: Int) -> Name? {
        var cut = normalFormC(trimmed(String(trimmed(line).prefix(graphemesMax))))
        while cut.utf8.count > Name.bytesMax { cut.removeLast() }
        return try? Name(cut, graphemesMax: graphemesMax)
    }

    /// The person as an actor of this workspace, named when met for the first time.
    mutating func actor(_ person: ForeignBoard.Person) -> ActorID {
        let actor: ActorID = people.id("member", person.id)
        guard named.insert(person.id).inserted, builder.state.registry.actors[actor] == nil else { return actor }
        let unnamed = Name(recorded: "\(format.programName) member \(person.id)")
        guard let wanted = person.name else {
            builder.name(actor, unnamed)
            return actor
        }
        do { builder.name(actor, try Name(wanted)) } catch {
            leave("member's name", wanted, error.message)
            builder.name(actor, unnamed)
        }
        return actor
    }
}
