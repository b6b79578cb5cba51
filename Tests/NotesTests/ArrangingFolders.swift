import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Arranging folders")
struct ArrangingFolders {
    private let house = Spec<NoteDecider>.given(
        .folderCreated(.numbered(1), name: "A", parent: nil), .folderCreated(.numbered(2), name: "B", parent: nil),
        .folderCreated(.numbered(3), name: "C", parent: nil), .folderCreated(.numbered(4), name: "D", parent: nil),
        .folderCreated(.cakes, name: "Cakes", parent: .numbered(1)))

    /// The names at the top after these commands, one after the other.
    private func names(after commands: NoteCommand...) throws -> String {
        var state = house.state
        var history = house.history
        for command in commands {
            for event in try NoteDecider.decide(command, given: state) {
                NoteDecider.evolve(&state, with: event)
                history.append(event)
            }
        }
        return view(of: history).folders().folders.map(\.name.text).joined()
    }

    @Test(.shows("N-009")) func `a folder stands right above the one that was named, or last`() throws {
        #expect(try names() == "ABCD")
        #expect(try names(after: .arrangeFolder(.numbered(4), above: .numbered(2))) == "ADBC")
        #expect(try names(after: .arrangeFolder(.numbered(3), above: .numbered(1))) == "CABD")
        #expect(try names(after: .arrangeFolder(.numbered(1), above: nil)) == "BCDA")
        #expect(
            try names(
                after: .arrangeFolder(.numbered(1), above: nil), .arrangeFolder(.numbered(4), above: .numbered(2)),
                .arrangeFolder(.numbered(2), above: .numbered(1)), .arrangeFolder(.numbered(3), above: .numbered(4)))
                == "CDBA")
    }

    @Test func `those after it keep standing by name, and so does a new one`() throws {
        #expect(
            try names(
                after: .arrangeFolder(.numbered(3), above: .numbered(2)),
                .createFolder(.numbered(9), name: "Ab", in: nil)) == "ACAbBD")
        #expect(
            try names(
                after: .arrangeFolder(.numbered(3), above: .numbered(2)), .renameFolder(.numbered(2), to: "Z"))
                == "ACDZ")
    }

    @Test func `does nothing where it already stands`() {
        house.when(.arrangeFolder(.numbered(1), above: .numbered(2))).thenNothing()
        house.when(.arrangeFolder(.numbered(1), above: .numbered(1))).thenNothing()
        house.when(.arrangeFolder(.numbered(4), above: nil)).thenNothing()
        house.when(.arrangeFolder(.cakes, above: nil)).thenNothing()
    }

    @Test func `is refused beside what is no sibling or cannot be seen`() {
        house.when(.arrangeFolder(.numbered(2), above: .cakes)).thenRefused(.notASibling("B", "Cakes"))
        house.when(.arrangeFolder(.numbered(2), above: .numbered(99))).thenRefused(.noSuchFolder(.numbered(99)))
        house.when(.arrangeFolder(.numbered(99), above: nil)).thenRefused(.noSuchFolder(.numbered(99)))
        let trashed = house.given(.folderTrashed(.numbered(3)))
        trashed.when(.arrangeFolder(.numbered(1), above: .numbered(3)))
            .thenRefused(.folderInTrash(.numbered(3), name: "C"))
        trashed.when(.arrangeFolder(.numbered(3), above: nil)).thenRefused(.folderInTrash(.numbered(3), name: "C"))
    }

    @Test func `moved into another folder it stands by its name again`() throws {
        #expect(
            try names(
                after: .arrangeFolder(.numbered(4), above: .numbered(1)), .moveFolder(.numbered(4), to: .numbered(1)),
                .moveFolder(.numbered(4), to: nil)) == "ABCD")
    }

    @Test(.shows("N-002", "N-009"))
    func `is made, renamed, moved, arranged, deleted and restored, and keeps its place`() throws {
        let first: [NoteCommand] = [
            .createFolder(.numbered(9), name: "E", in: .numbered(1)), .renameFolder(.numbered(9), to: "F"),
            .moveFolder(.numbered(9), to: nil), .arrangeFolder(.numbered(9), above: .numbered(1)),
        ]
        #expect(try names(after: first[0], first[1], first[2], first[3]) == "FABCD")
        #expect(try names(after: first[0], first[1], first[2], first[3], .trashFolder(.numbered(9))) == "ABCD")
        #expect(
            try names(
                after: first[0], first[1], first[2], first[3], .trashFolder(.numbered(9)),
                .arrangeFolder(.numbered(4), above: .numbered(1)), .restoreFolder(.numbered(9))) == "FDABC")
    }

    @Test func `undoing brings back the order there was, by name or by hand`() throws {
        var random = RandomNotes(seed: Seed(1))
        random.happen(house.history)
        for command in [
            NoteCommand.arrangeFolder(.numbered(4), above: .numbered(2)),
            .arrangeFolder(.numbered(1), above: nil), .moveFolder(.numbered(4), to: .numbered(1)),
        ] {
            let before = random.view.contentText
            let start = random.history.count
            let events = try NoteDecider.decide(command, given: random.state)
            #expect(!events.isEmpty)
            random.happen(events)
            let end = random.history.count
            random.happen(try random.undoing(start..<end))
            #expect(random.view.contentText == before)
            random.happen(events)
        }
    }

    @Test func `a folder goes back to the place it had at an earlier point`() throws {
        let arranged: [NoteEvent] = [.folderArranged(.cakes, at: .middle)]
        let since: [NoteEvent] = [.folderMoved(.cakes, parent: nil)]
        let history = house.history + arranged + since
        let own = history.filter { $0.subject == FolderID.cakes.entity }
        let events = try NoteDecider.restoration(
            of: FolderID.cakes.entity, to: view(of: own.dropLast()), from: view(of: history),
            given: state(of: history))
        #expect(events == [.folderMoved(.cakes, parent: .numbered(1)), .folderArranged(.cakes, at: .middle)])
    }
}
