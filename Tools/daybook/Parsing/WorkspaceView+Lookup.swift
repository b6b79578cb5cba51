import Boards
import Kernel
import Notes
import Workspace

/// References, as each command needs them: the one thing of the right kind, or the reason why not.
extension WorkspaceView {
    /// Any thing that has a history, looked for in the trash as well.
    func entity(_ ref: String, as kind: EntityKind? = nil) throws(ReferenceFault) -> EntityID {
        let kinds = kind.map { [$0] } ?? EntityKind.allCases
        do throws(ReferenceFault) {
            return try find(ref, as: kinds, isWhole: true).entity
        } catch .notFound {
            do throws(ReferenceFault) {
                return try find(ref, as: kinds, in: .trash).entity
            } catch .notFound {
                // What was erased is in no view, and still has a past of which the rest can be read.
                if let id = EntityID(text: ref), registry.erasures.contains(where: { $0.entity == id }) { return id }
                return try find(ref, as: kinds).entity
            }
        }
    }

    func trashed(_ ref: String, as kind: EntityKind?) throws(ReferenceFault) -> EntityRef {
        try find(ref, as: kind.map { [$0] } ?? EntityKind.allCases, in: .trash)
    }

    func folder(_ ref: String) throws(ReferenceFault) -> FolderID { try one(ref, .folder).as(Folder.self) }
    func note(_ ref: String) throws(ReferenceFault) -> NoteID { try one(ref, .note).as(Note.self) }
    func board(_ ref: String) throws(ReferenceFault) -> BoardID { try one(ref, .board).as(Board.self) }
    func column(_ ref: String) throws(ReferenceFault) -> ColumnID { try one(ref, .column).as(Column.self) }
    func card(_ ref: String) throws(ReferenceFault) -> CardID { try one(ref, .card).as(Card.self) }

    /// The thing that a reference names at this moment, or, where it names nothing, the one it names `today`: a thing that had
    /// another name then, or lay elsewhere, is still that thing.
    func named<Found>(
        _ today: WorkspaceView, _ find: (WorkspaceView) throws(ReferenceFault) -> Found
    ) throws(ReferenceFault) -> Found {
        do throws(ReferenceFault) {
            return try find(self)
        } catch .notFound(let ref, let kinds, let place, let similar) {
            do throws(ReferenceFault) { return try find(today) } catch .notFound {
                throw .notFound(ref, kinds: kinds, place, similar: similar)
            }
        }
    }

    /// `/` is the top, which has no id.
    func folderOrTop(_ ref: String) throws(ReferenceFault) -> FolderID? { ref == "/" ? nil : try folder(ref) }

    private func one(_ ref: String, _ kind: EntityKind) throws(ReferenceFault) -> EntityID {
        try find(ref, as: [kind]).entity
    }
}

/// References among a thing's neighbours, where a name alone says enough.
extension WorkspaceView {
    func column(_ ref: String, on board: BoardID) throws(ReferenceFault) -> ColumnID {
        let named = boards.liveColumns(of: board).filter { boards.model.columns[$0]?.name.text == ref }
        return named.count == 1 ? named[0] : try column(ref)
    }

    /// A column of the card's own board first.
    func column(_ ref: String, near card: CardID) throws(ReferenceFault) -> ColumnID {
        guard let board = boards.model.cards[card].flatMap({ boards.model.columns[$0.column]?.board })
        else {
            return try column(ref)
        }
        return try column(ref, on: board)
    }

    func card(_ ref: String, in column: ColumnID) throws(ReferenceFault) -> CardID {
        let named = boards.liveCards(in: column).filter { boards.model.cards[$0]?.title.text == ref }
        return named.count == 1 ? named[0] : try card(ref)
    }

    /// A checklist item by its text, its id or a beginning of its id.
    func item(_ ref: String, on card: CardID) throws -> ChecklistItemID {
        let items = boards.model.cards[card]?.items.filter { !$0.isRemoved } ?? []
        let named = items.filter { $0.text.text == ref }.map(\.id)
        return try only(named.isEmpty ? items.map(\.id).filter { begins($0, with: ref) } : named, "item", ref, on: card)
    }

    /// A comment by its id or a beginning of it.
    func comment(_ ref: String, on card: CardID) throws -> CommentID {
        let comments = boards.model.cards[card]?.comments.filter { !$0.isRemoved } ?? []
        return try only(comments.map(\.id).filter { begins($0, with: ref) }, "comment", ref, on: card)
    }

    private func begins<Kind>(_ id: Identifier<Kind>, with ref: String) -> Bool {
        ref.utf8.count >= 4 && id.text.hasPrefix(ref.lowercased())
    }

    private func only<Kind>(
        _ found: [Identifier<Kind>], _ noun: String, _ ref: String, on card: CardID
    ) throws(Problem) -> Identifier<Kind> {
        if found.count == 1 { return found[0] }
        throw Problem(
            .notFound,
            found.isEmpty
                ? "The card \(title(of: card)) has no \(noun) \"\(ref)\"; `daybook show card` lists what it has."
                : "\"\(ref)\" names \(found.count) \(noun)s of the card \(title(of: card)): "
                    + found.map(\.text).joined(separator: ", ") + "; say which by its id.")
    }

    /// A person by name, id or a beginning of the id.
    func actor(_ ref: String) throws(Problem) -> ActorID {
        try registered(registry.actors.map { ($0.key, $0.value.text) }, "person", ref)
    }

    func device(_ ref: String) throws(Problem) -> DeviceID {
        try registered(registry.devices.map { ($0.key, $0.value.text) }, "device", ref)
    }

    private func registered<Kind>(
        _ known: [(id: Identifier<Kind>, name: String)], _ noun: String, _ ref: String
    ) throws(Problem) -> Identifier<Kind> {
        if let id = Identifier<Kind>(text: ref) { return id }
        var found = known.filter { $0.name == ref }
        if found.isEmpty { found = known.filter { begins($0.id, with: ref) } }
        if found.count == 1 { return found[0].id }
        let list = (found.isEmpty ? known : found).sorted { $0.id < $1.id }
            .map { "\($0.name) (\($0.id.text))" }.joined(separator: ", ")
        throw Problem(
            .notFound,
            found.isEmpty
                ? "No \(noun) here is called \"\(ref)\"; there are: \(list)."
                : "\"\(ref)\" names \(found.count): \(list); say which by its id.")
    }
}

/// The names of things, for sentences.
extension WorkspaceView {
    func title(of note: NoteID) -> String { notes.notes[note]?.title.text ?? note.text }
    func title(of board: BoardID) -> String { boards.name(of: board.entity) ?? board.text }
    func title(of card: CardID) -> String { boards.name(of: card.entity) ?? card.text }
    func path(of folder: FolderID?) -> String { folder.map { notes.path(of: $0) } ?? "/" }
    func path(of column: ColumnID) -> String { path(of: .column(column)) }

    func column(of card: CardID) throws(Problem) -> ColumnID {
        guard let column = boards.model.cards[card]?.column else { throw .gone("card", card.text) }
        return column
    }

    func board(of column: ColumnID) throws(Problem) -> BoardID {
        guard let board = boards.model.columns[column]?.board else { throw .gone("column", column.text) }
        return board
    }

    func cardCount(in column: ColumnID) -> Int { boards.liveCards(in: column).count }

    /// "2 folders and 7 notes": everything below `folder`, itself not counted.
    func wordsForContents(of folder: FolderID) -> String {
        let inside = notes.contents(of: folder)
        return "\(counted(inside.folders, "folder")) and \(counted(inside.notes, "note"))"
    }
}

/// Texts as a person replaces them: whole. What is recorded is only what differs.
extension WorkspaceView {
    /// Nil where nothing differs.
    func edit(of note: NoteID, to text: String) throws -> TextEdit? {
        guard let document = notes.notes[note]?.body else { throw Problem.gone("note", note.text) }
        return Self.edit(document, to: text)
    }

    func edit(of card: CardID, to text: String) throws -> TextEdit? {
        guard let document = boards.description(of: card) else { throw Problem.gone("card", card.text) }
        return Self.edit(document, to: text)
    }

    private static func edit(_ document: TextDocument, to text: String) -> TextEdit? {
        let runs = TextDiff.runs(from: document.string, to: text)
        return runs.isEmpty ? nil : TextEdit(parents: document.clock.frontier, runs: runs)
    }
}
