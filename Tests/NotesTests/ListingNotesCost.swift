import Kernel
import KernelTesting
import Notes
import Testing

/// Finding M3: for one line of a list the words of all notes were counted, each time.
@Suite("The cost of a page of notes")
struct ListingNotesCost {
    private func view(notes count: Int) -> NotesView {
        let body = String(repeating: "some [ ] words and - lines\n", count: 4_000)
        return NoteProjection.view(
            of: (1...count).map { number in
                Recorded(
                    position: Position(UInt64(number)), actor: .zero, device: .zero, instant: Instant(seconds: Int64(number)),
                    event: NoteEvent.noteCreated(
                        NoteID(hi: 1, lo: UInt64(number)), title: Name(recorded: "Note \(number)"), body: body, folder: nil))
            })
    }

    @Test func `M3: a page costs what stands on it, and not the texts of the others`() throws {
        try #require(Cost.isCounted)
        let view = view(notes: 64)
        func page(_ size: Int) -> Cost {
            Cost { _ = view.allNotes { Array($0.sorted { $0.id < $1.id }.prefix(size)) } }
        }
        _ = page(64)
        let reading = view.allNotes { Array($0.prefix(1)) }
        #expect(reading.notes.count == 1 && reading.count == 64)
        #expect(page(64).bytes > 16 * page(1).bytes)
    }
}
