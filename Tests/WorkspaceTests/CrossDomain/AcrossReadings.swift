import Boards
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("What was opened, written or made last")
struct Recently {
    private func titles(_ desk: Desk, on device: DeviceID? = nil) -> [String] {
        desk.view.recents(on: device).things.map(\.path)
    }

    @Test(.shows("N-034", "T-310")) func `stands first on the device where it was, and over all`() throws {
        var desk = Desk()
        let plan = try desk.note("Plan")
        let (house, column) = try desk.board("House")
        _ = try desk.card("Paint", in: column)
        #expect(titles(desk, on: Desk.laptop) == ["House/To Do/Paint", "House", "Plan"])
        #expect(titles(desk, on: Desk.phone) == [])
        desk.device = Desk.phone
        try desk.ask(.notes(.openNote(plan, on: Desk.phone)))
        try desk.ask(.boards(.visitBoard(house, on: Desk.phone)))
        #expect(titles(desk, on: Desk.phone) == ["House", "Plan"])
        #expect(titles(desk, on: Desk.laptop) == ["House/To Do/Paint", "House", "Plan"])
        #expect(titles(desk) == ["House", "Plan", "House/To Do/Paint"])
        // What stands first elsewhere is opened here for the first time.
        desk.device = Desk.laptop
        try desk.ask(.boards(.visitBoard(house, on: Desk.laptop)))
        #expect(titles(desk, on: Desk.laptop) == ["House", "House/To Do/Paint", "Plan"])
        try expectGolden(desk.view.recents(on: Desk.laptop).text + desk.view.recents().json + "\n", "across/recent.txt")
    }

    @Test(.shows("N-034")) func `is capped, and what was deleted is no way back`() throws {
        var desk = Desk()
        var notes: [NoteID] = []
        for number in 1...60 { notes.append(try desk.note("Note \(number)")) }
        #expect(titles(desk).count == Recents.thingsMax)
        #expect(titles(desk).first == "Note 60" && titles(desk).last == "Note 11")
        try desk.ask(.notes(.trashNote(notes[59])))
        #expect(titles(desk).first == "Note 59")
        try desk.ask(.notes(.restoreNote(notes[59])))
        #expect(titles(desk).first == "Note 60")
        #expect(desk.view.recents(2).things.count == 2)
    }

    /// F35: what was made and taken back again, an import of many notes, forgot for good what somebody was working on.
    @Test func `what was made and undone takes no place, and what was pushed away comes back`() throws {
        var desk = Desk()
        _ = try desk.note("At work")
        _ = try desk.note("Also")
        let before = desk.view.recents()
        var view = desk.view
        func shown() -> [String] { view.recents().things.map(\.path) }
        func tell(_ event: NoteEvent) {
            WorkspaceProjection.project(
                Recorded(
                    position: Position(view.asOf.sequence + 1), actor: Desk.anna, device: Desk.laptop,
                    instant: Instant(seconds: 4_000_000_000), event: WorkspaceEvent.notes(event)), into: &view)
        }
        let many: [NoteID] = (0..<2_000).map { _ in desk.id() }
        for note in many { tell(.noteCreated(note, title: Name(recorded: "Many"), body: "", folder: nil)) }
        #expect(!shown().contains("At work") && shown().count == 50)
        for note in many { tell(.noteWithdrawn(note)) }
        #expect(view.recents() == before)
        // Also with a snapshot in between.
        var writer = FieldWriter()
        view.recents.code(&writer)
        view.recents = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var recents = Recents.blank
            recents.code(&reader)
            return recents
        }
        #expect(view.recents() == before)
        for note in many { tell(.noteReinstated(note)) }
        #expect(shown().count == 50 && shown().allSatisfy { $0 == "Many" })
    }

    @Test func `an import of old notes pushes nothing away`() throws {
        var desk = Desk()
        _ = try desk.note("At work")
        let position = Position(UInt64(desk.facts.count + 1))
        var view = desk.view
        let old = WorkspaceEvent.notes(.noteCreated(desk.id(), title: Name(recorded: "Old"), body: "", folder: nil))
        WorkspaceProjection.project(
            Recorded(position: position, actor: Desk.anna, device: Desk.laptop, instant: .epoch, event: old),
            into: &view)
        #expect(view.recents().things.map(\.path) == ["At work", "Old"])
    }

    @Test(arguments: Seed.hundred)
    func `taken in parts and merged, it is the same`(seed: Seed) throws {
        var chance = seed.chance
        var (whole, first, second) = (WorkspaceProjection.empty, WorkspaceProjection.empty, WorkspaceProjection.empty)
        for sequence in 1...200 {
            let note = NoteID(hi: 1, lo: UInt64(chance.below(70)))
            let fact = Recorded(
                position: Position(UInt64(sequence)), actor: Desk.anna,
                device: DeviceID(hi: 0, lo: UInt64(chance.below(3))),
                instant: Instant(seconds: Int64(chance.below(100))), event: WorkspaceEvent.notes(.noteOpened(note)))
            WorkspaceProjection.project(fact, into: &whole)
            if chance.once(in: 2) {
                WorkspaceProjection.project(fact, into: &first)
            } else {
                WorkspaceProjection.project(fact, into: &second)
            }
        }
        first.recents.merge(second.recents)
        #expect(first.recents == whole.recents)
        var writer = FieldWriter()
        var recents = whole.recents
        recents.code(&writer)
        let back = try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var recents = Recents.blank
            recents.code(&reader)
            return recents
        }
        #expect(back == whole.recents)
    }
}

@Suite("Pins, files and the trash of all domains")
struct PinsFilesAndTrash {
    @Test(.shows("B-11")) func `pins are one list`() throws {
        var desk = Desk()
        let house = try desk.folder("House")
        let (plan, gone) = (try desk.note("Plan", in: house), try desk.note("Gone"))
        let (board, _) = try desk.board("Garden")
        for command: WorkspaceCommand in [.notes(.pinNote(plan)), .notes(.pinNote(gone)), .boards(.pinBoard(board))] {
            try desk.ask(command)
        }
        try desk.ask(.notes(.trashNote(gone)))
        #expect(desk.view.pins().things.map(\.path) == ["House/Plan", "Garden"])
        #expect(desk.view.pins().text == "House/Plan · note\nGarden · board\n")
        #expect(WorkspaceProjection.empty.pins().text == "Nothing is pinned.\n")
    }

    @Test(.shows("B-04", "B-35")) func `attached files are one list with what they hang on`() throws {
        var desk = Desk()
        let folder = try desk.folder("House")
        let note = try desk.note("Plan", in: folder)
        let (_, column) = try desk.board("Move")
        let card = try desk.card("Van", in: column)
        let ids: [AttachmentID] = [desk.id(), desk.id(), desk.id(), desk.id()]
        try desk.ask(.notes(.attachFile(ids[0], to: .note(note), .some("b.pdf"))))
        try desk.ask(.notes(.attachFile(ids[1], to: .folder(folder), .some("c.pdf", 2))))
        try desk.ask(.boards(.attachFile(card, ids[2], .some("a.pdf"))))
        try desk.ask(.boards(.attachFile(card, ids[3], .some("gone.pdf"))))
        try desk.ask(.boards(.detachFile(card, ids[3])))
        let reading = desk.view.attachments()
        #expect(reading.files.map(\.id) == [ids[1], ids[0], ids[2]])
        #expect(reading.bytesKept == 200, "the same bytes are kept once")
        #expect(desk.view.heldFile(ids[2])?.holder == .card(card))
        #expect(desk.view.heldFile(ids[3]) == nil)
        try expectGolden(reading.text + reading.json + "\n", "across/attachments.txt")
        try desk.ask(.boards(.trashCard(card)))
        #expect(desk.view.attachments().files.count == 2, "with the card in the trash it is not to be seen")
    }

    @Test(.shows("B-03")) func `the trash is one list, and each thing comes back to where it was`() throws {
        var desk = Desk()
        let house = try desk.folder("House")
        let rooms = try desk.folder("Rooms", in: house)
        let plan = try desk.note("Plan", in: rooms, tags: ["x"])
        let (board, column) = try desk.board("Move")
        let cards = [
            try desk.card("Van", in: column), try desk.card("Boxes", in: column), try desk.card("Keys", in: column),
        ]
        let before = desk.content
        try desk.ask(.notes(.trashNote(plan)))
        try desk.ask(.notes(.trashFolder(house)))
        try desk.ask(.boards(.trashCard(cards[1])))
        try desk.ask(.boards(.trashBoard(board)))
        let trash = desk.view.trash()
        #expect(trash.things.map(\.thing.path) == ["Move", "Move/To Do/Boxes", "House", "House/Rooms/Plan"])
        #expect(trash.things.map(\.waitsFor?.path) == [nil, "Move", nil, "House"])
        try expectGolden(trash.text + trash.json + "\n", "across/trash.txt")
        #expect(desk.view.trash(times: false).things.allSatisfy { $0.trashed == nil })
        // In the order that the list asks for: what others wait for comes first.
        try desk.ask(.boards(.restoreBoard(board)))
        try desk.ask(.boards(.restoreCard(cards[1])))
        try desk.ask(.notes(.restoreFolder(house)))
        try desk.ask(.notes(.restoreNote(plan)))
        #expect(desk.content == before, "old place, relations and order")
        #expect(desk.view.trash().text == "The trash is empty\n")
    }
}
