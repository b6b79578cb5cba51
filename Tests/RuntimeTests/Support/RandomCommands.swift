import Boards
import Kernel
import KernelTesting
import Notes
import Workspace

/// Makes up what a family might do next, from what there is; a seed determines it wholly.
struct RandomCommands {
    var chance: SplitMix64
    private var count = 0

    init(_ seed: Seed) { chance = seed.chance }

    mutating func id<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        Identifier(hi: chance.next(), lo: chance.next())
    }

    /// A command that may well be refused.
    mutating func next(_ view: WorkspaceView) -> WorkspaceCommand {
        count += 1
        return switch chance.below(10) {
        case 0: folderCommand(view)
        case 1...4: noteCommand(view)
        case 5: boardCommand(view)
        case 6...8: cardCommand(view)
        default: registryCommand(view)
        }
    }

    private mutating func name(_ word: String) -> Name { Name(recorded: "\(word) \(count)") }

    private mutating func folder(_ view: WorkspaceView) -> FolderID? {
        chance.once(in: 3) ? nil : chance.pick(view.notes.tree.ids)
    }

    private mutating func folderCommand(_ view: WorkspaceView) -> WorkspaceCommand {
        let known = chance.pick(view.notes.tree.ids) ?? id()
        return switch chance.below(8) {
        case 0...3: .notes(.createFolder(id(), name: name("Folder"), in: folder(view), clashing: .kept))
        case 4: .notes(.renameFolder(known, to: name("Renamed"), clashing: .kept))
        case 5: .notes(.moveFolder(known, to: folder(view), clashing: .kept))
        case 6: .notes(.trashFolder(known))
        default: .notes(.restoreFolder(known))
        }
    }

    private mutating func noteCommand(_ view: WorkspaceView) -> WorkspaceCommand {
        guard let known = chance.pick(view.notes.notes.ids), !chance.once(in: 5) else {
            return .notes(
                .createNote(id(), title: chance.once(in: 4) ? nil : name("Note"), body: words(), in: folder(view)))
        }
        let document = view.notes.notes[known]?.body ?? TextDocument("")
        switch chance.below(14) {
        case 0...4: return .notes(.editNote(known, edit(of: document)))
        case 5: return .notes(.retitleNote(known, to: name("Retitled")))
        case 6: return .notes(.moveNote(known, to: folder(view)))
        case 7: return .notes(.trashNote(known))
        case 8: return .notes(.restoreNote(known))
        case 9: return .notes(chance.once(in: 2) ? .pinNote(known) : .unpinNote(known))
        case 10: return .notes(chance.once(in: 3) ? .untagNote(known, tags()) : .tagNote(known, tags()))
        case 11: return .notes(.openNote(known))
        case 12: return inkCommand(known, document, view)
        default: return fileCommand(known, view)
        }
    }

    private mutating func inkCommand(
        _ note: NoteID, _ document: TextDocument, _ view: WorkspaceView
    ) -> WorkspaceCommand {
        let stroke = Stroke(id: id(), tool: .pencil, colour: 0xFF, width: 100, packed: Bytes([]))
        guard let ink = chance.pick(view.notes.notes[note]?.inks.ids ?? []) else {
            let ink: InkID = id()
            let place = chance.below(document.scalarCount + 1)
            let anchor = TextRun(position: place, deleteCount: 0, insertion: Ink.anchor(ink))
            return .notes(
                .addInk(note, ink, edit: TextEdit(parents: document.clock.frontier, runs: [anchor]), strokes: [stroke]))
        }
        let drawn = Array(view.notes.notes[note]?.inks[ink]?.ids ?? [])
        if chance.once(in: 3) {
            let state = InkDigest(of: chance.once(in: 2) ? drawn : [])
            return .notes(
                .recogniseInk(
                    note, ink,
                    Recognition(text: words(), recogniser: name("Reader"), version: name("1"), state: state)))
        }
        return .notes(
            chance.once(in: 2) ? .addStrokes(note, ink, [stroke]) : .eraseStrokes(note, ink, Array(drawn.prefix(1))))
    }

    private mutating func fileCommand(_ note: NoteID, _ view: WorkspaceView) -> WorkspaceCommand {
        if let known = chance.pick(view.notes.attachments.ids), chance.once(in: 2) { return .notes(.detachFile(known)) }
        let digest = (0..<32).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        return .notes(
            .attachFile(
                id(), to: .note(note),
                FileFacts(name: name("photo"), mediaType: "image/png", sizeBytes: 10, digest: digest)))
    }

    private mutating func boardCommand(_ view: WorkspaceView) -> WorkspaceCommand {
        let boards = view.boards.model.boards.ids
        guard let board = chance.pick(boards), !chance.once(in: 4) else {
            return .boards(
                .openBoard(id(), title: name("Board"), columns: DefaultColumns.named((id(), id(), id()))))
        }
        let columns = Array(view.boards.model.columns(of: board).ids)
        let column = chance.pick(columns) ?? id()
        return switch chance.below(11) {
        case 0: .boards(.retitleBoard(board, to: name("Retitled")))
        case 1: .boards(chance.once(in: 2) ? .archiveBoard(board) : .unarchiveBoard(board))
        case 2: .boards(chance.once(in: 3) ? .trashBoard(board) : .restoreBoard(board))
        case 3: .boards(.addColumn(id(), to: board, name: name("Column"), above: chance.pick(columns)))
        case 4: .boards(.renameColumn(column, to: name("Renamed")))
        case 5: .boards(.moveColumn(column, above: chance.pick(columns)))
        case 6: .boards(.deleteColumn(column, cards: .archived))
        case 8: .boards(.archiveColumn(column))
        case 9: .boards(.unarchiveColumn(column))
        case 7: .boards(.deleteColumn(column, cards: .moved(to: chance.pick(columns) ?? id())))
        default: .boards(.restoreColumn(column))
        }
    }

    private mutating func cardCommand(_ view: WorkspaceView) -> WorkspaceCommand {
        let columns = view.boards.model.columns.ids
        let column = chance.pick(columns) ?? id()
        let cards = Array(view.boards.model.cards(of: column).ids)
        guard let card = chance.pick(view.boards.model.cards.ids), !chance.once(in: 4) else {
            return .boards(
                .addCard(id(), to: column, title: name("Card"), description: words(), above: chance.pick(cards)))
        }
        let document = view.boards.description(of: card) ?? TextDocument("")
        switch chance.below(14) {
        case 0...2: return .boards(.moveCard(card, to: column, above: chance.pick(cards)))
        case 3: return .boards(.retitleCard(card, to: name("Retitled")))
        case 4: return .boards(.describeCard(card, edit(of: document)))
        case 5: return .boards(.scheduleCard(card, due: Due(day: CalendarDay(daysSinceEpoch: chance.below(30_000)))))
        case 6: return .boards(.prioritiseCard(card, chance.pick(Priority.allCases) ?? .none))
        case 7:
            let tag = CardTag(colour: chance.pick(CardColour.allCases) ?? .red, label: "label")
            return .boards(chance.once(in: 3) ? .untagCard(card, [tag]) : .tagCard(card, [tag]))
        case 8: return .boards(chance.once(in: 2) ? .archiveCard(card) : .unarchiveCard(card))
        case 9: return .boards(chance.once(in: 2) ? .trashCard(card) : .restoreCard(card))
        case 10...11: return itemCommand(card, view)
        default: return commentCommand(card, view)
        }
    }

    private mutating func itemCommand(_ card: CardID, _ view: WorkspaceView) -> WorkspaceCommand {
        let items = view.boards.model.cards[card]?.items.map(\.id) ?? []
        guard let item = chance.pick(items), !chance.once(in: 3) else {
            return .boards(
                .addItem(card, id(), text: name("Item"), checklist: "", above: chance.once(in: 2) ? nil : items.first))
        }
        return switch chance.below(5) {
        case 0: .boards(.rewordItem(card, item, to: name("Reworded")))
        case 1: .boards(.moveItem(card, item, above: chance.pick(items)))
        case 2: .boards(.checkItem(card, item))
        case 3: .boards(.uncheckItem(card, item))
        default: .boards(.removeItem(card, item))
        }
    }

    private mutating func commentCommand(_ card: CardID, _ view: WorkspaceView) -> WorkspaceCommand {
        let comments = view.boards.model.cards[card]?.comments.map(\.id) ?? []
        guard let comment = chance.pick(comments), chance.once(in: 2) else {
            return .boards(.addComment(card, id(), text: words()))
        }
        return .boards(
            chance.once(in: 2) ? .rewordComment(card, comment, to: words()) : .removeComment(card, comment))
    }

    private mutating func registryCommand(_ view: WorkspaceView) -> WorkspaceCommand {
        switch chance.below(3) {
        case 0: return .registry(.nameActor(ActorID(hi: 0xA, lo: UInt64(chance.below(3))), name("Anna")))
        case 1: return .registry(.nameDevice(DeviceID(hi: 0xD, lo: UInt64(chance.below(3))), name("Kitchen")))
        default:
            let entity = chance.pick(view.notes.notes.ids)?.entity ?? id()
            return .registry(
                .recordSource(
                    entity, source: "markdown:\(count).md", fingerprint: Bytes([UInt8(chance.below(256))]),
                    textRevision: 0))
        }
    }

    // MARK: Texts

    private mutating func words() -> String {
        var text = ""
        for _ in 0..<chance.below(12) {
            text += (chance.pick(["apple", "über", "日本", "🍎", "tea\n", "\n", "note"]) ?? "") + " "
        }
        return text
    }

    private mutating func tags() -> [Name] { [Name(recorded: chance.pick(["home", "school", "garden"]) ?? "home")] }

    /// An edit of the text as it is now or, now and then, as it was a few edits ago.
    private mutating func edit(of document: TextDocument) -> TextEdit {
        let position = chance.below(document.scalarCount + 1)
        let deleteCount = chance.once(in: 2) ? 0 : chance.below(min(8, document.scalarCount - position) + 1)
        let insertion = deleteCount > 0 && chance.once(in: 2) ? "" : "«\(count)»"
        return TextEdit(
            parents: document.clock.frontier,
            runs: [TextRun(position: position, deleteCount: deleteCount, insertion: insertion)])
    }
}
