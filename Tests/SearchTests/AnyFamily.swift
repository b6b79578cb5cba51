import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Workspace

/// Somebody who writes anything at all, in every domain and many scripts, and takes much of it back.
struct AnyFamily {
    var chance: SplitMix64
    private var count: UInt64 = 0

    init(_ seed: Seed) { chance = seed.chance }

    static let words = [
        "Kamera", "Videokamera", "straße", "STRASSE", "Ölkännchen", "ol", "naïve", "e\u{301}te\u{301}", "日記", "東京の日記",
        "电池", "カメラ", "한국어", "메모", "👩‍👩‍👧", "🎨", "שלום", "السلام", "مُحَمَّد", "Ёлка", "Łódź", "Việt", "İstanbul",
        "ก็ดี", "a", "ab", "c++", "\"quoted\"", "50%", "a_b", "x*y", "NOT", "near(", "{title}", "nul\u{0}byte", "'", "--",
        "ﬁ", "がくせい", "か\u{3099}く", "ガム", "don\u{2019}t", "don't", "ka\u{AD}mera", "a\u{A0}b", "\u{2F800}",
    ]

    mutating func id<Kind>() -> Identifier<Kind> {
        count += 1
        return Identifier(hi: 0x0193_0000_0000_7000 | chance.next() & 0xFFF, lo: count)
    }

    mutating func words(_ max: Int) -> String {
        (0..<chance.below(max + 1)).map { _ in chance.pick(Self.words) ?? "" }.joined(
            separator: chance.once(in: 5) ? "" : " ")
    }

    /// Names hold no control characters.
    mutating func name() -> Name {
        let text = (words(3) + " \(chance.below(9))").replacing("\u{0}", with: "")
        return Name(recorded: text)
    }

    mutating func command(_ view: WorkspaceView) -> WorkspaceCommand {
        switch chance.below(4) {
        case 0: .notes(noteCommand(view))
        case 1: .boards(boardCommand(view))
        case 2: .capture(captureCommand(view))
        default: .studio(studioCommand(view))
        }
    }

    private mutating func file() -> FileFacts {
        FileFacts(
            name: name(), mediaType: "image/png", sizeBytes: 3,
            digest: (0..<32).map { _ in UInt8(truncatingIfNeeded: chance.next()) })
    }

    private mutating func edit(_ document: TextDocument) -> TextEdit {
        let position = chance.below(document.scalarCount + 1)
        let deleted = chance.below(min(9, document.scalarCount - position) + 1)
        return TextEdit(
            parents: document.clock.frontier,
            runs: [TextRun(position: position, deleteCount: deleted, insertion: words(3))])
    }

    private mutating func noteCommand(_ view: WorkspaceView) -> NoteCommand {
        let folder = chance.pick(view.notes.tree.ids)
        guard let note = chance.pick(view.notes.notes.ids), !chance.once(in: 3) else {
            return chance.once(in: 4)
                ? .createFolder(id(), name: name(), in: folder)
                : .createNote(id(), title: name(), body: words(20), in: folder)
        }
        switch chance.below(11) {
        case 0...1:
            let body = view.notes.notes.slot(of: note).map { view.notes.notes[$0].body } ?? TextDocument("")
            return .editNote(note, edit(body))
        case 2: return .retitleNote(note, to: name())
        case 3: return chance.once(in: 2) ? .trashNote(note) : .restoreNote(note)
        case 4: return .tagNote(note, [name()])
        case 5: return .attachFile(id(), to: .note(note), file())
        case 6:
            guard let folder else { return .pinNote(note) }
            return chance.once(in: 2) ? .trashFolder(folder) : .restoreFolder(folder)
        case 7...9: return inkCommand(note, view)
        default: return .detachFile(chance.pick(view.notes.attachments.ids) ?? id())
        }
    }

    /// Drawings come, are recognised, well or late, and change.
    private mutating func inkCommand(_ note: NoteID, _ view: WorkspaceView) -> NoteCommand {
        let stroke = Stroke(
            id: id(), tool: .pen, colour: 0xFF, width: 100,
            packed: StrokePoints([.init(x: 0, y: 0, pressure: 1, time: 0)]).packed)
        let entry = view.notes.notes[note]
        guard let ink = chance.pick(entry?.inks.ids ?? []), !chance.once(in: 4) else {
            let ink: InkID = id()
            let document = entry?.body ?? TextDocument("")
            let run = TextRun(
                position: chance.below(document.scalarCount + 1), deleteCount: 0, insertion: Ink.anchor(ink))
            return .addInk(
                note, ink, edit: TextEdit(parents: document.clock.frontier, runs: [run]), strokes: [stroke])
        }
        if chance.once(in: 4) { return .addStrokes(note, ink, [stroke]) }
        let drawn = (entry?.inks[ink]?.entries ?? []).filter { !$0.isErased }.map(\.stroke.id)
        return .recogniseInk(
            note, ink,
            Recognition(
                text: words(9), recogniser: Name(recorded: "Reader"), version: Name(recorded: "1"),
                state: InkDigest(of: chance.once(in: 4) ? [] : drawn),
                lines: chance.once(in: 2)
                    ? [] : [.init(left: 1, top: 2, width: 3, height: 4, confidence: 5, others: [words(3)])]))
    }

    private mutating func boardCommand(_ view: WorkspaceView) -> BoardCommand {
        let boards = view.boards.model.boards.ids
        guard let board = chance.pick(boards), let column = chance.pick(view.boards.model.columns.ids),
            !chance.once(in: 12)
        else { return .openBoard(id(), title: name(), columns: [NewColumn(id: id(), name: name())]) }
        guard let card = chance.pick(view.boards.model.cards.ids), !chance.once(in: 3) else {
            return .addCard(id(), to: column, title: name(), description: words(12), above: nil)
        }
        switch chance.below(8) {
        case 0: return .addItem(card, id(), text: name(), checklist: "", above: nil)
        case 1: return .addComment(card, id(), text: words(5) + " said")
        case 2: return .tagCard(card, [CardTag(colour: .red, label: name().text)])
        case 3: return .attachFile(card, id(), file())
        case 4: return chance.once(in: 2) ? .trashCard(card) : .restoreCard(card)
        case 5: return chance.once(in: 2) ? .trashBoard(board) : .restoreBoard(board)
        case 6: return .retitleCard(card, to: name())
        default: return .describeCard(card, edit(view.boards.description(of: card) ?? TextDocument("")))
        }
    }

    private mutating func captureCommand(_ view: WorkspaceView) -> CaptureCommand {
        guard let item = chance.pick(view.capture.model.items.ids), !chance.once(in: 3) else {
            return chance.once(in: 5)
                ? .createCollection(id(), name: name(), isStructured: chance.once(in: 2))
                : .captureItem(id(), content: words(8) + " thought", captured: Instant(seconds: 1_795_000_000))
        }
        switch chance.below(4) {
        case 0: return .rewordItem(item, to: words(6) + " again")
        case 1: return .tagItem(item, [name()])
        case 2: return chance.once(in: 2) ? .trashItem(item) : .restoreItem(item)
        default: return .starItem(item)
        }
    }

    private mutating func studioCommand(_ view: WorkspaceView) -> StudioCommand {
        let today = CalendarDay(daysSinceEpoch: 20_700)
        guard let child = chance.pick(view.studio.model.children.ids), !chance.once(in: 10) else {
            return .addChild(id(), name: name(), birth: nil, age: 5, avatar: .none, today: today)
        }
        guard let artwork = chance.pick(view.studio.model.artworks.ids), !chance.once(in: 3) else {
            let picture = ImageFacts(id: id(), file: file(), widthPixels: 3, heightPixels: 4)
            return .uploadArtwork(
                id(), of: child,
                NewArtwork(
                    images: [picture], uploaded: today, medium: name(), caption: chance.once(in: 3) ? nil : name(),
                    notes: words(8), tags: [name()]))
        }
        switch chance.below(6) {
        case 0: return .captionArtwork(artwork, name())
        case 1: return .tagArtwork(artwork, [name()])
        case 2: return chance.once(in: 2) ? .trashArtwork(artwork) : .restoreArtwork(artwork)
        case 3: return .createAlbum(id(), name: name())
        case 4: return .renameChild(child, to: name())
        default: return chance.once(in: 2) ? .trashChild(child) : .restoreChild(child)
        }
    }
}
