import Boards
import Importers
import Kernel
import KernelTesting
import Notes
import Workspace

/// A workspace that came about by chance, the same for the same seed: everything that can be asked of notes and boards
/// is asked, a few people ask it, and now and then something is taken back.
struct RandomWorkspace {
    private(set) var workshop = Workshop()
    /// The bytes of attached files, by their digest.
    private(set) var blobs: [[UInt8]: [UInt8]] = [:]
    private var chance: SplitMix64
    private var minted: UInt64 = 0
    private var clock = Workshop.now

    init(_ seed: Seed) { chance = seed.chance }

    mutating func live(commands: Int) throws {
        for person in people {
            try workshop.perform(ImportStep(.registry(.nameActor(person, Name("Person \(person.lo)")))))
        }
        for _ in 0..<commands {
            clock = Instant(microseconds: clock.microseconds + Int64(chance.below(1 << 30)))
            let before = workshop.events.count
            let step = ImportStep(
                chance.once(in: 2) ? .notes(try noteCommand()) : .boards(try boardCommand()), originTime: clock,
                originActor: chance.pick(people))
            // Asking by chance is often refused; what is refused changes nothing.
            do throws(WorkspaceRefusal) { try workshop.perform(step) } catch { continue }
            if workshop.events.count > before, chance.once(in: 12) { takeBack(from: before) }
        }
    }

    private let people = (1...3).map { ActorID(hi: 1, lo: $0) }

    private mutating func id<Kind>() -> Identifier<Kind> {
        minted += 1
        return Identifier(
            hi: 0x0190_0000_0000_7000,
            lo: 0x8000_0000_0000_0000 | (chance.next() >> 8) << 12 & 0x3FFF_FFFF_FFFF_F000 | minted)
    }

    /// Records the events that undoing a creation leads to, where nothing else was made in it since.
    private mutating func takeBack(from first: Int) {
        for index in stride(from: workshop.events.count - 1, through: first, by: -1) {
            switch workshop.events[index].event {
            case .notes(.noteCreated(let id, _, _, _)): workshop.record(.notes(.noteWithdrawn(id)), at: clock)
            case .notes(.folderCreated(let id, _, _)): workshop.record(.notes(.folderWithdrawn(id)), at: clock)
            case .notes(.strokesErased(let id, let ink, let strokes)):
                workshop.record(.notes(.strokesUnerased(id, ink, strokes)), at: clock)
            case .notes(.fileAttached(let id, _, _)): workshop.record(.notes(.fileDetached(id)), at: clock)
            case .boards(.cardAdded(let id, _, _, _, _)): workshop.record(.boards(.cardWithdrawn(id)), at: clock)
            case .boards(.itemRemoved(let card, let item)):
                workshop.record(.boards(.itemReturned(card, item)), at: clock)
            default: break
            }
        }
    }

    private mutating func words() -> String {
        let words = [
            "bread", "Öl", "家族", "🫒", "e\u{301}", "\r\n", "# House", "a/b", "<&>", "\"", "\u{0}", "\\", "- [ ] x\n",
            "#tag",
        ]
        return (0..<chance.below(8)).map { _ in chance.pick(words) ?? "" }.joined(separator: " ")
    }

    private mutating func name() throws -> Name {
        try Name(
            chance.pick(["House", "house", "Öl", "a/b", "..", "☃ 1", "Boards", "x.md", "家族", "Same", "#tag"]) ?? "")
    }
}

// MARK: - Notes

extension RandomWorkspace {
    private mutating func noteCommand() throws -> NoteCommand {
        let notes = workshop.state.notes
        let folder = chance.once(in: 3) ? nil : chance.pick(notes.folders.ids)
        let note = chance.pick(notes.notes.ids) ?? id()
        let clash: Clash = chance.once(in: 2) ? .kept : .refused
        switch chance.below(26) {
        case 0, 1: return .createFolder(id(), name: try name(), in: folder, clashing: clash)
        case 2: return .renameFolder(folder ?? id(), to: try name(), clashing: clash)
        case 3:
            guard chance.once(in: 2) else {
                return .moveFolder(folder ?? id(), to: chance.pick(notes.folders.ids), clashing: clash)
            }
            let siblings = notes.listed(in: folder.flatMap { notes.folders[$0]?.parent })
            return .arrangeFolder(folder ?? id(), above: chance.pick(siblings))
        case 4: return chance.once(in: 2) ? .trashFolder(folder ?? id()) : .restoreFolder(folder ?? id())
        case 5, 6, 7: return .createNote(id(), title: chance.once(in: 5) ? nil : try name(), body: words(), in: folder)
        case 8: return .retitleNote(note, to: try name())
        case 9, 10, 11: return .editNote(note, edit(of: note, inserting: words()))
        case 12: return .moveNote(note, to: folder)
        case 13: return chance.once(in: 2) ? .trashNote(note) : .restoreNote(note)
        case 14: return chance.once(in: 2) ? .pinNote(note) : .unpinNote(note)
        case 15: return .tagNote(note, [try name(), try name()])
        case 16: return chance.once(in: 2) ? .untagNote(note, [try name()]) : .openNote(note)
        case 17, 18:
            let ink: InkID = id()
            return .addInk(note, ink, edit: edit(of: note, inserting: Ink.anchor(ink)), strokes: strokes())
        case 19:
            let ink = chance.pick(notes.notes[note]?.inks.ids ?? []) ?? id()
            let drawn = chance.pick(notes.notes[note]?.inks[ink]?.ids ?? []) ?? id()
            return chance.once(in: 2) ? .addStrokes(note, ink, strokes()) : .eraseStrokes(note, ink, [drawn])
        case 20:
            let bytes = Array(words().utf8)
            blobs[sha256(bytes)] = bytes
            let holder: Holder = folder.map { .folder($0) } ?? .note(note)
            return .attachFile(
                id(), to: holder,
                FileFacts(name: try name(), mediaType: "text/plain", sizeBytes: bytes.count, digest: sha256(bytes)))
        case 21...24:
            let drawn = notes.notes.ids.filter { notes.isVisible($0) && notes.notes[$0]?.inks.isEmpty == false }
            let note = chance.pick(drawn) ?? note
            let ink = chance.pick(notes.notes[note]?.inks.ids ?? []) ?? id()
            let state = notes.notes[note]?.inks[ink]?.digest ?? InkDigest(of: [])
            return .recogniseInk(
                note, ink,
                Recognition(
                    text: words(), recogniser: try name(), version: try name(),
                    language: chance.once(in: 3) ? nil : chance.pick(["de", "zh-Hant-TW"]),
                    state: chance.once(in: 3) ? InkDigest(word: chance.next()) : state))
        default: return .detachFile(chance.pick(notes.attachments.ids) ?? id())
        }
    }

    private mutating func edit(of note: NoteID, inserting text: String) -> TextEdit {
        let clock = workshop.state.notes.notes[note]?.clock ?? TextClock(initialLength: 0)
        let position = chance.below(clock.length + 1)
        return TextEdit(
            parents: clock.frontier,
            runs: [
                TextRun(
                    position: position, deleteCount: min(chance.below(4), clock.length - position), insertion: text)
            ])
    }

    private mutating func strokes() -> [Stroke] {
        (0..<chance.below(4)).map { _ in
            let points = (0...chance.below(6)).map { index in
                StrokePoints.Point(
                    x: chance.below(60_000) - 1000, y: chance.below(80_000), pressure: chance.below(65_536),
                    tiltX: chance.below(181) - 90, tiltY: chance.below(181) - 90, time: index * 8)
            }
            return Stroke(
                id: id(), tool: chance.pick(InkTool.allCases) ?? .pen, colour: chance.next() >> 32,
                width: chance.below(2000), packed: StrokePoints(points).packed)
        }
    }
}

// MARK: - Boards

extension RandomWorkspace {
    private mutating func boardCommand() throws -> BoardCommand {
        let model = workshop.state.boards.model
        let board = chance.pick(model.boards.ids) ?? id()
        let column = chance.pick(model.columns.ids) ?? id()
        let card = chance.pick(model.cards.ids) ?? id()
        let next = chance.once(in: 2) ? nil : chance.pick(Array(model.cards(of: column).ids))
        switch chance.below(26) {
        case 0: return .openBoard(id(), title: try name(), columns: DefaultColumns.named((id(), id(), id())))
        case 1: return .retitleBoard(board, to: try name())
        case 2: return chance.once(in: 4) ? .archiveBoard(board) : .unarchiveBoard(board)
        case 3: return chance.once(in: 4) ? .trashBoard(board) : .restoreBoard(board)
        case 4:
            return .addColumn(
                id(), to: board, name: try name(), above: chance.pick(Array(model.columns(of: board).ids)))
        case 5: return .renameColumn(column, to: try name())
        case 6: return .moveColumn(column, above: chance.pick(model.columns.ids))
        case 7:
            if chance.once(in: 2) { return .restoreColumn(column) }
            if chance.once(in: 3) { return chance.once(in: 2) ? .archiveColumn(column) : .unarchiveColumn(column) }
            let target = chance.pick(model.columns.ids) ?? id()
            return .deleteColumn(column, cards: chance.once(in: 2) ? .archived : .moved(to: target))
        case 8, 9, 10, 11: return .addCard(id(), to: column, title: try name(), description: words(), above: next)
        case 12: return .retitleCard(card, to: try name())
        case 13: return .describeCard(card, describing(card))
        case 14, 15: return .moveCard(card, to: column, above: next)
        case 16: return .scheduleCard(card, due: due())
        case 17: return .prioritiseCard(card, chance.pick(Priority.allCases) ?? .none)
        case 18:
            let tag = CardTag(colour: chance.pick(CardColour.allCases) ?? .red, label: try name().text)
            return chance.once(in: 3) ? .untagCard(card, [tag]) : .tagCard(card, [tag])
        case 19: return chance.once(in: 2) ? .archiveCard(card) : .unarchiveCard(card)
        case 20: return chance.once(in: 2) ? .trashCard(card) : .restoreCard(card)
        case 21:
            let list = chance.pick(["", "Tools", "Öl"]) ?? ""
            return .addItem(card, id(), text: try name(), checklist: list, above: nil)
        case 22:
            let bytes = Array(words().utf8)
            blobs[sha256(bytes)] = bytes
            let file = FileFacts(
                name: try name(), mediaType: "text/plain", sizeBytes: bytes.count, digest: sha256(bytes))
            let known = chance.pick(model.cards[card]?.files.map { $0.id } ?? []) ?? id()
            return chance.once(in: 3) ? .detachFile(card, known) : .attachFile(card, id(), file)
        case 23:
            return chance.pick([.pinBoard(board), .unpinBoard(board), .visitBoard(board)]) ?? .pinBoard(board)
        case 24:
            let item = chance.pick(model.cards[card]?.items.map { $0.id } ?? []) ?? id()
            let other = chance.pick(model.cards[card]?.items.map { $0.id } ?? [])
            return chance.pick([.checkItem(card, item), .removeItem(card, item), .moveItem(card, item, above: other)])
                ?? .checkItem(card, item)
        default:
            let comment = chance.pick(model.cards[card]?.comments.map { $0.id } ?? []) ?? id()
            return chance.pick([
                .addComment(card, id(), text: "said " + words()), .rewordComment(card, comment, to: "meant " + words()),
                .removeComment(card, comment),
            ]) ?? .removeComment(card, comment)
        }
    }

    private mutating func describing(_ card: CardID) -> TextEdit {
        let boards = workshop.state.boards
        let clock = boards.model.cards.slot(of: card).map { boards.description(of: $0) }
        return TextEdit(
            parents: clock?.frontier ?? [0],
            runs: [TextRun(position: chance.below((clock?.length ?? 0) + 1), deleteCount: 0, insertion: words())])
    }

    private mutating func due() -> Due? {
        let day = CalendarDay(daysSinceEpoch: 20_000 + chance.below(1000))
        switch chance.below(3) {
        case 0: return nil
        case 1: return Due(day: day)
        default: return Due(day: day, minuteOfDay: chance.below(1440), zone: "Europe/Berlin")
        }
    }
}
