import Boards
import Kernel
import Notes
import Workspace

// What a household asks of its notes and its boards.
extension AnyWorkspace {
    var noteID: NoteID { mutating get { any(0x100, 5) } }
    private var folderID: FolderID { mutating get { any(0x200, 5) } }
    private var columnID: ColumnID { mutating get { any(0x600, 6) } }
    private var cardID: CardID { mutating get { any(0x700, 8) } }

    mutating func noteCommand() -> NoteCommand {
        let (note, folder) = (noteID, folderID)
        let place = chance.once(in: 3) ? nil : folderID
        let clash = any([Clash.refused, .kept])
        let ink: InkID = any(0x300, 2)
        if chance.once(in: 60) { return .mergeFolder(folder, into: place ?? folderID) }
        switch chance.below(28) {
        case 0, 1: return .createFolder(folder, name: word(), in: place, clashing: clash)
        case 2: return .renameFolder(folder, to: word(), clashing: clash)
        case 3, 4: return .moveFolder(folder, to: place, clashing: clash)
        case 5: return chance.once(in: 3) ? .trashFolder(folder) : .restoreFolder(folder)
        case 6: return .restoreFolder(folder)
        case 7, 8: return .createNote(note, title: maybe(word()), body: prose(), in: place)
        case 9: return .retitleNote(note, to: maybe(word()))
        case 10...13: return .editNote(note, edit(of: view.notes.notes[note]?.body))
        case 14: return .moveNote(note, to: place)
        case 15: return .trashNote(note)
        case 16, 17: return .restoreNote(note)
        case 18: return chance.once(in: 2) ? .pinNote(note) : .unpinNote(note)
        case 19: return .tagNote(note, [tag(), tag()])
        case 20: return .untagNote(note, [tag(), tag()])
        case 21: return note.lo % 7 == 0 ? .markNoteChanged(note) : .openNote(note)
        case 22:
            var anchor = edit(of: view.notes.notes[note]?.body)
            anchor.runs = [TextRun(position: anchor.runs[0].position, deleteCount: 0, insertion: Ink.anchor(ink))]
            return .addInk(note, ink, edit: anchor, strokes: chance.once(in: 2) ? [] : [stroke()])
        case 23: return .addStrokes(note, ink, [stroke(), stroke()])
        case 24: return .eraseStrokes(note, ink, [any(0x310, 9), any(0x310, 9)])
        case 26, 27:
            let state = view.notes.note(note)?.ink.first { $0.id == ink }?.state
            return .recogniseInk(
                note, ink,
                Recognition(
                    text: prose(), recogniser: word(), version: word(), language: maybe("de"),
                    state: maybe(state) ?? InkDigest(of: [])))
        default:
            let file: AttachmentID = any(0x400, 4)
            if chance.once(in: 3) { return .detachFile(file) }
            return .attachFile(file, to: chance.once(in: 2) ? .note(note) : .folder(folder), self.file())
        }
    }

    private mutating func stroke() -> Stroke {
        Stroke(
            id: any(0x310, 9), tool: .pen, colour: 0x2030_40FF, width: 150,
            packed: StrokePoints([
                .init(x: 1000, y: 2000, pressure: 20_000, tiltX: 12, tiltY: -30, time: 0),
                .init(x: 1050, y: 1990, pressure: 32_768, tiltX: 13, tiltY: -31, time: 8),
            ]).packed)
    }

    /// Putting whole boards and columns away is rare and soon made good, or nothing would be left to live with.
    mutating func boardCommand() -> BoardCommand {
        let board: BoardID = any(0x500, 4)
        let boards = state.boards.model.boards
        let away = boards.all.first { boards[$0.slot].flags.isTrashed || boards[$0.slot].flags.isArchived }
        if let away, chance.once(in: 3) {
            return boards[away.slot].flags.isTrashed ? .restoreBoard(away.id) : .unarchiveBoard(away.id)
        }
        let column = columnID
        if chance.once(in: 12) { return chance.once(in: 3) ? .archiveColumn(column) : .unarchiveColumn(column) }
        switch chance.below(12) {
        case 0: return .openBoard(board, title: word(), columns: [.init(id: column, name: word())])
        case 1: return chance.once(in: 3) ? .archiveBoard(board) : .retitleBoard(board, to: word())
        case 2: return chance.once(in: 3) ? .trashBoard(board) : .restoreColumn(column)
        case 3: return any([.pinBoard(board), .unpinBoard(board), .visitBoard(board, on: maybe(any(2, 2)))])
        case 4: return .addColumn(column, to: board, name: word(), above: maybe(columnID))
        case 5:
            if chance.once(in: 4) {
                return .deleteColumn(column, cards: chance.once(in: 2) ? .archived : .moved(to: columnID))
            }
            return chance.once(in: 2) ? .renameColumn(column, to: word()) : .moveColumn(column, above: maybe(columnID))
        default: return cardCommand(cardID, in: column)
        }
    }

    private mutating func cardCommand(_ card: CardID, in column: ColumnID) -> BoardCommand {
        let neighbour = maybe(chance.pick(Array(state.boards.model.cards(of: column).ids)))
        let (item, other): (ChecklistItemID, ChecklistItemID) = (any(0x800, 2), any(0x800, 2))
        let comment: CommentID = any(0x900, 2)
        let tags = [CardTag(colour: any([.red, .blue]), label: any(["", "Walls", "früh"]))]
        switch chance.below(27) {
        case 0, 1: return .addCard(card, to: column, title: word(), description: prose(), above: neighbour)
        case 2: return .retitleCard(card, to: word())
        case 3, 4: return .describeCard(card, edit(of: view.boards.description(of: card)))
        case 5...7: return .moveCard(card, to: column, above: neighbour)
        case 8: return .scheduleCard(card, due: maybe(Due(day: day())))
        case 9: return .prioritiseCard(card, any(Priority.allCases))
        case 10: return .tagCard(card, tags)
        case 11: return .untagCard(card, tags)
        case 12: return chance.once(in: 2) ? .archiveCard(card) : .unarchiveCard(card)
        case 13: return .trashCard(card)
        case 14: return .restoreCard(card)
        case 15: return chance.once(in: 2) ? .markCardChanged(card) : .restoreCard(card)
        case 16, 23: return .addItem(card, item, text: word(), checklist: any(["", "Shop"]), above: maybe(other))
        case 17: return .rewordItem(card, item, to: word())
        case 18, 25: return .moveItem(card, item, above: maybe(other))
        case 19, 24: return chance.once(in: 2) ? .checkItem(card, item) : .uncheckItem(card, item)
        case 20: return .removeItem(card, item)
        case 21: return .addComment(card, comment, text: word().text)
        case 22:
            return chance.once(in: 2) ? .rewordComment(card, comment, to: word().text) : .removeComment(card, comment)
        default:
            let file: AttachmentID = any(0x950, 2)
            return chance.once(in: 3) ? .detachFile(card, file) : .attachFile(card, file, self.file())
        }
    }
}
