import Kernel
import Notes

// The cast of these tests: a family's notes.

extension Identifier {
    /// Not minted but counted, so that goldens read the same for ever.
    static func numbered(_ number: UInt64) -> Self {
        Self(hi: 0x0190_0000_0000_7000, lo: 0x8000_0000_0000_0000 | number)
    }
}

extension FolderID {
    static let family = numbered(0xF1)
    static let recipes = numbered(0xF2)
    static let cakes = numbered(0xF3)
    static let house = numbered(0xF4)
}

extension NoteID {
    static let bread = numbered(0xA1)
    static let plan = numbered(0xA2)
    static let diary = numbered(0xA3)
}

extension InkID {
    static let sketch = numbered(0xD1)
    static let other = numbered(0xD2)
}

extension AttachmentID {
    static let photo = numbered(0xB1)
}

extension ActorID {
    static let anna = numbered(0xE1)
    static let ben = numbered(0xE2)
}

extension Name: ExpressibleByStringLiteral {
    /// A name known to be good.
    package init(stringLiteral text: String) { self.init(recorded: text) }
}

extension TextEdit {
    /// Adds `text` at `position` to the text as revision `revision` left it.
    static func inserting(_ text: String, at position: Int, on revision: Int) -> TextEdit {
        TextEdit(parents: [revision], runs: [TextRun(position: position, deleteCount: 0, insertion: text)])
    }

    static func deleting(_ count: Int, at position: Int, on revision: Int) -> TextEdit {
        TextEdit(parents: [revision], runs: [TextRun(position: position, deleteCount: count, insertion: "")])
    }

    static func anchoring(_ ink: InkID, at position: Int, on revision: Int) -> TextEdit {
        .inserting(Ink.anchor(ink), at: position, on: revision)
    }
}

extension Stroke {
    /// A short line; `number` tells it from others.
    static func line(_ number: UInt64, tool: InkTool = .pen) -> Stroke {
        Stroke(
            id: .numbered(number), tool: tool, colour: 0x2030_40FF, width: 150,
            packed: StrokePoints([
                .init(x: 1000, y: 2000, pressure: 20_000, tiltX: 12, tiltY: -30, time: 0),
                .init(x: 1050 + Int(number), y: 1990, pressure: 32_768, tiltX: 13, tiltY: -31, time: 8),
                .init(x: 1120, y: 1970, pressure: 65_535, tiltX: 13, tiltY: -31, time: 16),
            ]).packed)
    }
}

extension Recognition {
    /// The text that was read in a drawing of these strokes.
    static func reading(_ text: String, of strokes: [UInt64], version: Name = "3.1") -> Recognition {
        Recognition(
            text: text, recogniser: "Scribble", version: version, language: "de",
            state: InkDigest(of: strokes.map { .numbered($0) }))
    }
}

extension FileFacts {
    static let photo = FileFacts(
        name: "oven.jpg", mediaType: "image/jpeg", sizeBytes: 48_213, digest: [UInt8](repeating: 0xAB, count: 32))
}

/// The names in these tests.
func named(_ actor: ActorID) -> String { actor == .anna ? "Anna" : actor == .ben ? "Ben" : "somebody" }

/// Records of `events`, one a minute from a morning in November on, by Anna.
func recorded(_ events: [NoteEvent], by actor: ActorID = .anna, from first: UInt64 = 1) -> [Recorded<NoteEvent>] {
    events.enumerated().map { index, event in
        Recorded(
            position: Position(first + UInt64(index)), actor: actor, device: .numbered(0xDE),
            instant: Instant(seconds: 1_795_248_000 + 60 * Int64(first + UInt64(index))), event: event)
    }
}

func view(of events: [NoteEvent]) -> NotesView { NoteProjection.view(of: recorded(events)) }

func state(of events: [NoteEvent]) -> NotesState {
    var state = NoteDecider.initial
    for event in events { NoteDecider.evolve(&state, with: event) }
    return state
}

extension NoteEvent {
    /// The thing it is about.
    var subject: EntityID { encoded().subject }
}

extension NotesView {
    /// All that can be read of it, without what moves on with every change.
    var contentText: String {
        var text = folders().text + trash(times: false).text
        for id in tree.ids.sorted() {
            guard let folder = folder(id, times: false, name: named) else { continue }
            text += folder.json + "\n" + (notes(in: id, times: false, name: named)?.text ?? "not to be seen\n")
        }
        text += notes(in: nil, times: false, name: named)?.text ?? ""
        text += allNotes(times: false, name: named).json + "\n"
        for id in notes.ids.sorted() {
            if let note = note(id, times: false, name: named) { text += note.json + "\n" }
        }
        return text
    }
}
