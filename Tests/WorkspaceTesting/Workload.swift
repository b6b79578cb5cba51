import Boards
import Kernel
import Notes
package import Workspace

/// A family's years in a minute: notes written keystroke by keystroke, folders, boards, cards moved and filled in, and,
/// where all domains are asked for, captures organised and a child's works collected.
///
/// Every event comes from a decider, so the mix is what the service would have journaled. The same seed gives the same
/// events.
package struct Workload {
    private(set) var state = WorkspaceState()
    private var chance: UInt64
    private var folders: [FolderID] = []
    private var notes: [(id: NoteID, length: Int, revision: Int)] = []
    private var columns: [ColumnID] = []
    private var cards: [(id: CardID, length: Int, revision: Int)] = []
    private var items: [(CardID, ChecklistItemID)] = []
    let notesMax: Int
    private let mix: Mix
    var captures = Captures()
    var works = Works()
    /// Those that were written to a journal.
    package var commandCount: UInt64 = 0

    package enum Mix: Sendable {
        /// Notes and boards: the mix of the first release, to compare with it.
        case notesAndBoards
        /// Six parts of ten notes and boards, three captures, one the studio.
        case allDomains
        /// Boards alone, to stand beside a loop in C over as many events.
        case boards
    }

    package init(seed: UInt64, notesMax: Int, mix: Mix = .notesAndBoards) {
        chance = seed
        self.notesMax = notesMax
        self.mix = mix
    }

    /// SplitMix64: the same numbers everywhere.
    mutating func next() -> UInt64 {
        chance &+= 0x9E37_79B9_7F4A_7C15
        var word = chance
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
    mutating func identifier<Kind>() -> Identifier<Kind> {
        .minted(at: Instant(seconds: 1_700_000_000), chance: (next(), next()))
    }

    static let words = [
        "school", "garden", "paint", "the", "a", "recipe", "tomorrow", "with", "grandma", "and", "call", "holiday",
        "list", "of", "things", "bicycle", "remember", "doctor", "on", "Tuesday", "birthday", "cake", "bring",
    ]

    mutating func sentence(_ count: Int) -> String {
        var text = ""
        for index in 0..<count { text += (index > 0 ? " " : "") + Self.words[below(Self.words.count)] }
        return text
    }

    /// The next events, at least one; already applied to `state`.
    package mutating func nextEvents() -> [WorkspaceEvent] { nextDecided().events }

    /// The next command that leads to something; already applied to `state`.
    package mutating func nextDecided() -> (command: WorkspaceCommand, events: [WorkspaceEvent]) {
        while true {
            let command = nextCommand()
            guard let events = try? WorkspaceDecider.decide(command, given: state), !events.isEmpty else { continue }
            for event in events { WorkspaceDecider.evolve(&state, with: event) }
            return (command, events)
        }
    }

    private mutating func nextCommand() -> WorkspaceCommand {
        if mix == .allDomains {
            switch below(10) {
            case 0..<3: return .capture(nextCapture())
            case 3: return .studio(nextWork())
            default: break
            }
        }
        let hasNotes = mix != .boards
        if hasNotes, folders.count < 20 || (folders.count < 400 && below(400) == 0) { return newFolder() }
        if columns.count < 12 || (columns.count < 300 && below(800) == 0) { return newBoard() }
        if hasNotes, notes.count < 50 || (notes.count < notesMax && below(20) == 0) { return newNote() }
        if cards.count < 50 || (cards.count < notesMax && below(16) == 0) { return newCard() }
        switch hasNotes ? below(100) : 50 + below(50) {
        case 0..<45: return editNote()
        case 45..<50: return smallNoteChange()
        case 50..<75: return moveCard()
        case 75..<82: return describeCard()
        default: return smallCardChange()
        }
    }

    private mutating func newFolder() -> WorkspaceCommand {
        let id: FolderID = identifier()
        let parent = folders.isEmpty || below(3) == 0 ? nil : folders[below(min(folders.count, 60))]
        folders.append(id)
        return .notes(.createFolder(id, name: Name(recorded: sentence(2)), in: parent, clashing: .kept))
    }

    private mutating func newBoard() -> WorkspaceCommand {
        let ids: (ColumnID, ColumnID, ColumnID) = (identifier(), identifier(), identifier())
        columns += [ids.0, ids.1, ids.2]
        return .boards(.openBoard(identifier(), title: Name(recorded: sentence(2)), columns: DefaultColumns.named(ids)))
    }

    private mutating func newNote() -> WorkspaceCommand {
        let id: NoteID = identifier()
        let body = "# " + sentence(4) + "\n\n" + sentence(60 + below(120)) + "\n"
        notes.append((id, body.unicodeScalars.count, 0))
        return .notes(
            .createNote(id, title: Name(recorded: sentence(3)), body: body, in: folders[below(folders.count)]))
    }

    private mutating func newCard() -> WorkspaceCommand {
        let id: CardID = identifier()
        let description = below(2) == 0 ? "" : sentence(12)
        cards.append((id, description.unicodeScalars.count, 0))
        return .boards(
            .addCard(
                id, to: columns[below(columns.count)], title: Name(recorded: sentence(4)), description: description,
                above: nil))
    }

    /// Mostly typing on at the end, sometimes a correction in the middle.
    mutating func edit(length: inout Int, revision: inout Int) -> TextEdit {
        let run: TextRun
        if length > 8, below(5) == 0 {
            run = TextRun(
                position: below(length - 6), deleteCount: 1 + below(5), insertion: below(2) == 0 ? "" : sentence(1))
        } else {
            run = TextRun(
                position: below(4) == 0 ? below(length + 1) : length, deleteCount: 0,
                insertion: " " + sentence(1 + below(2)))
        }
        let edit = TextEdit(parents: [revision], runs: [run])
        length += run.insertion.unicodeScalars.count - run.deleteCount
        revision += 1
        return edit
    }

    private mutating func editNote() -> WorkspaceCommand {
        // People stay with a note for a while: half of all edits go to the same few.
        let at = below(2) == 0 ? max(0, notes.count - 1 - below(8)) : below(notes.count)
        var note = notes[at]
        let edit = edit(length: &note.length, revision: &note.revision)
        notes[at] = note
        return .notes(.editNote(note.id, edit))
    }

    private mutating func describeCard() -> WorkspaceCommand {
        let at = below(cards.count)
        var card = cards[at]
        let edit = edit(length: &card.length, revision: &card.revision)
        cards[at] = card
        return .boards(.describeCard(card.id, edit))
    }

    private mutating func smallNoteChange() -> WorkspaceCommand {
        let note = notes[below(notes.count)].id
        return switch below(5) {
        case 0: .notes(.retitleNote(note, to: Name(recorded: sentence(3))))
        case 1: .notes(.moveNote(note, to: folders[below(folders.count)]))
        case 2: .notes(.tagNote(note, [Name(recorded: Self.words[below(Self.words.count)])]))
        case 3: .notes(.pinNote(note))
        default: .notes(.unpinNote(note))
        }
    }

    private mutating func moveCard() -> WorkspaceCommand {
        .boards(.moveCard(cards[below(cards.count)].id, to: columns[below(columns.count)], above: nil))
    }

    private mutating func smallCardChange() -> WorkspaceCommand {
        let card = cards[below(cards.count)].id
        switch below(6) {
        case 0: return .boards(.retitleCard(card, to: Name(recorded: sentence(4))))
        case 1: return .boards(.prioritiseCard(card, Priority.allCases[below(Priority.allCases.count)]))
        case 2: return .boards(.scheduleCard(card, due: Due(day: CalendarDay(daysSinceEpoch: 20_000 + below(900)))))
        case 3:
            return .boards(
                .tagCard(card, [CardTag(colour: CardColour.allCases[below(12)], label: Self.words[below(8)])]))
        case 4:
            let item: ChecklistItemID = identifier()
            items.append((card, item))
            return .boards(.addItem(card, item, text: Name(recorded: sentence(3)), checklist: "", above: nil))
        default:
            guard !items.isEmpty else { return .boards(.addComment(card, identifier(), text: sentence(8))) }
            let item = items[below(items.count)]
            return .boards(below(2) == 0 ? .checkItem(item.0, item.1) : .uncheckItem(item.0, item.1))
        }
    }
}
