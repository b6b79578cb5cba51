import Kernel
import KernelTesting
import Notes

/// A person who does anything at all, over and over, with few enough things that they get in each other's way.
struct RandomNotes {
    var chance: SplitMix64
    private(set) var history: [NoteEvent] = []
    private(set) var state = NoteDecider.initial
    private(set) var view = NoteProjection.empty

    init(seed: Seed) {
        chance = seed.chance
        // Something to begin with, so that most of what is asked is possible.
        for number in 0..<UInt64(3) {
            happen([
                .folderCreated(.numbered(0x200 + number), name: "b", parent: nil),
                .noteCreated(.numbered(0x100 + number), title: "b", body: "one two", folder: .numbered(0x200 + number)),
            ])
        }
    }

    /// Applies `events` to state and view alike.
    mutating func happen(_ events: [NoteEvent]) {
        for event in events {
            history.append(event)
            NoteDecider.evolve(&state, with: event)
            for fact in recorded([event], by: chance.once(in: 2) ? .anna : .ben, from: UInt64(history.count)) {
                NoteProjection.project(fact, into: &view)
            }
        }
    }

    /// Asks for something; mostly possible, sometimes not.
    /// - Returns: what it led to; nil when it was refused.
    mutating func step() -> [NoteEvent]? {
        let command = command()
        guard let events = try? NoteDecider.decide(command, given: state) else { return nil }
        happen(events)
        return events
    }

    mutating func command() -> NoteCommand {
        let note = NoteID.numbered(0x100 + UInt64(chance.below(5)))
        let folder = FolderID.numbered(0x200 + UInt64(chance.below(5)))
        let ink = InkID.numbered(0x300 + UInt64(chance.below(2)))
        let file = AttachmentID.numbered(0x400 + UInt64(chance.below(4)))
        let place: FolderID? = chance.once(in: 3) ? nil : .numbered(0x200 + UInt64(chance.below(5)))
        let clash: Clash = chance.once(in: 2) ? .refused : .kept
        if chance.once(in: 40) { return .mergeFolder(folder, into: place ?? .numbered(0x200)) }
        switch chance.below(32) {
        case 0...1: return .createFolder(folder, name: name(), in: place, clashing: clash)
        case 2: return .renameFolder(folder, to: name(), clashing: clash)
        case 3: return .moveFolder(folder, to: place, clashing: clash)
        case 4: return chance.once(in: 3) ? .trashFolder(folder) : .restoreFolder(folder)
        case 5...6: return .restoreFolder(folder)
        case 7...8: return .createNote(note, title: chance.once(in: 3) ? nil : name(), body: text(), in: place)
        case 9: return .retitleNote(note, to: chance.once(in: 3) ? nil : name())
        case 10...13: return .editNote(note, edit(of: note))
        case 14: return .moveNote(note, to: place)
        case 15: return chance.once(in: 2) ? .trashNote(note) : .restoreNote(note)
        case 16...17: return .restoreNote(note)
        case 18: return chance.once(in: 2) ? .pinNote(note) : .unpinNote(note)
        case 19: return .tagNote(note, [name(), name()])
        case 20: return .untagNote(note, [name(), name(), name()])
        case 21: return note.lo % 3 == 0 ? .markNoteChanged(note) : .openNote(note)
        case 22: return addInk(ink, to: note)
        case 23: return .addStrokes(note, ink, [.line(UInt64(chance.below(9))), .line(UInt64(chance.below(9)))])
        case 24:
            return .eraseStrokes(note, ink, [.numbered(UInt64(chance.below(9))), .numbered(UInt64(chance.below(9)))])
        case 25:
            let drawn = state.notes[note]?.inks[ink]?.ids ?? []
            return .redrawStrokes(
                note, ink, erase: [chance.pick(drawn) ?? .numbered(1)], add: [.line(UInt64(chance.below(40)))])
        case 26...27: return .arrangeFolder(folder, above: place)
        case 28...29: return .recogniseInk(note, ink, recognition(of: state.notes[note]?.inks[ink]?.digest))
        default:
            if chance.once(in: 3) { return .detachFile(file) }
            if chance.once(in: 8) { return .readFile(file, .page("page \(chance.below(4))")) }
            return .attachFile(file, to: chance.once(in: 2) ? .note(note) : .folder(folder), .photo)
        }
    }

    /// Mostly of the drawing as it is.
    private mutating func recognition(of digest: InkDigest?) -> Recognition {
        Recognition(
            text: text(), recogniser: "Scribble", version: chance.once(in: 2) ? "3.1" : "4",
            language: chance.once(in: 2) ? nil : "de",
            state: digest.flatMap { chance.once(in: 3) ? nil : $0 } ?? InkDigest(of: [.numbered(UInt64(chance.below(9)))]))
    }

    private mutating func name() -> Name { chance.pick(["Anna", "anna", "Öl", "Bread", "b"] as [Name]) ?? "x" }

    private mutating func text() -> String {
        (0..<chance.below(4)).map { _ in chance.pick(["one ", "zwei\n", "- [ ] drei", "é🍞", "4"]) ?? "" }.joined()
    }

    /// Mostly of the text as it is, sometimes of one as it was a little before, and sometimes nonsense.
    private mutating func edit(of note: NoteID) -> TextEdit {
        let clock = state.notes[note]?.clock ?? TextClock(initialLength: 0)
        let length = clock.length
        let position = chance.below(length + 1)
        let run = TextRun(
            position: position, deleteCount: chance.once(in: 2) ? 0 : chance.below(length - position + 1),
            insertion: text())
        let base = chance.once(in: 4) ? max(0, clock.revision - chance.below(3)) : clock.revision
        return TextEdit(parents: clock.frontier(at: base) ?? clock.frontier, runs: [run])
    }

    private mutating func addInk(_ ink: InkID, to note: NoteID) -> NoteCommand {
        let clock = state.notes[note]?.clock ?? TextClock(initialLength: 0)
        let edit = TextEdit(
            parents: clock.frontier,
            runs: [TextRun(position: chance.below(clock.length + 1), deleteCount: 0, insertion: Ink.anchor(ink))])
        return .addInk(note, ink, edit: edit, strokes: chance.once(in: 2) ? [] : [.line(UInt64(chance.below(9)))])
    }

    /// The events that undo `events`, which happened last or earlier, as the runtime does it: the last first, each given its
    /// own subject's past, decided on a copy of today.
    ///
    /// Edits of one text that follow each other are taken back as one, by the last of them: taking them back one by one
    /// would put words back as new ones, which taking back the edit that first wrote them could not find any more.
    func undoing(_ events: Range<Int>) throws(NoteRefusal) -> [NoteEvent] {
        var now = state
        var undone: [NoteEvent] = []
        var texts: Set<EntityID> = []
        for index in events.reversed() {
            let event = history[index]
            var inverse: TextEdit?
            if event.textEdit != nil, texts.insert(event.subject).inserted {
                inverse = self.inverse(ofEditsOf: event.subject.as(Note.self), from: events.lowerBound, through: index)
            }
            let past = history[..<index].filter { $0.subject == event.subject }
            let steps = try NoteDecider.compensation(
                for: event, before: NotesTests.state(of: past), now: now, inverse: inverse)
            for step in steps { NoteDecider.evolve(&now, with: step) }
            undone += steps
        }
        return undone
    }

    /// The edit that takes back all edits of the note's text from `first` on, based on the text right after `last`.
    private func inverse(ofEditsOf note: NoteID, from first: Int, through last: Int) -> TextEdit? {
        let own = history.indices.filter { $0 <= last && history[$0].subject == note.entity }
        let edits = own.filter { $0 >= first && history[$0].textEdit != nil }
        guard let begin = edits.first else { return nil }
        let before = NotesTests.view(of: own.filter { $0 < begin }.map { history[$0] }).notes[note]?.body
        let after = NotesTests.view(of: own.map { history[$0] }).notes[note]?.body
        guard let before, let after else { return nil }
        guard edits.count == 1, let edit = history[begin].textEdit else {
            return TextEdit(
                parents: after.clock.frontier, runs: TextDiff.runs(from: after.string, to: before.string))
        }
        var copy = before
        return TextEdit(parents: after.clock.frontier, runs: Kernel.inverse(of: copy.apply(edit), in: before))
    }
}

extension NoteEvent {
    /// The edit of a text that it is.
    var textEdit: TextEdit? {
        switch self {
        case .noteEdited(_, let edit), .inkAdded(_, _, let edit): edit
        default: nil
        }
    }
}
