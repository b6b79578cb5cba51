import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing
import Workspace

@Suite("Tags of everything")
struct TagsOfEverything {
    private func name(_ text: String) -> Name { Name(recorded: text) }

    private func furnished() throws -> Desk {
        var desk = Desk()
        _ = try desk.note("Plan", tags: ["house", "house/garden", "house plan"])
        _ = try desk.note("Roof", tags: ["house/roof"])
        let gone = try desk.note("Old", tags: ["house", "home/roof"])
        try desk.ask(.notes(.trashNote(gone)))
        let (_, column) = try desk.board("House")
        _ = try desk.card(
            "Paint", in: column, tags: [CardTag(colour: .red, label: "house"), CardTag(colour: .green, label: "")])
        let archived = try desk.card("Fence", in: column, tags: [CardTag(colour: .none, label: "house/garden")])
        try desk.ask(.boards(.archiveCard(archived)))
        return desk
    }

    private func listed(_ desk: Desk) -> [String] {
        desk.view.tags().tags.map { tag in
            "\(tag.name.text) \(tag.uses.reduce(0) { $0 + $1.count })/\(tag.total)"
        }
    }

    @Test(.shows("B-05")) func `are one list with counts, nested by the slash`() throws {
        let desk = try furnished()
        #expect(listed(desk) == ["house 2/4", "house/garden 2/2", "house/roof 1/1", "house plan 1/1"])
        try expectGolden(desk.view.tags().text + "\n" + desk.view.tags().json + "\n", "across/tags.txt")
        #expect(WorkspaceProjection.empty.tags().text == "No tags yet.\n")
    }

    @Test(.shows("B-05")) func `one is renamed everywhere at once, with what is nested below it, and undone as one`()
        throws
    {
        var desk = try furnished()
        let before = desk.content
        let events = try desk.ask(.across(.renameTag(name("house"), to: name("home"))))
        #expect(listed(desk) == ["home 2/4", "home/garden 2/2", "home/roof 1/1", "house plan 1/1"])
        let old = desk.view.notes.notes.entries.first { $0.title.text == "Old" }
        #expect(old?.tags.map(\.text) == ["home", "home/roof"], "in the trash too")
        let colours = desk.view.boards.model.cards.entries[0].tags
        #expect(colours == [CardTag(colour: .red, label: "home"), CardTag(colour: .green, label: "")])
        #expect(try desk.ask(.across(.renameTag(name("house"), to: name("home")))).isEmpty, "sent twice")
        try desk.undo(events)
        #expect(desk.content == before)
    }

    @Test(.shows("B-05")) func `two become one where a thing has both, and undoing takes them apart again`() throws {
        var desk = Desk()
        let note = try desk.note("Plan", tags: ["a", "a/x", "b", "b/x"])
        let (_, column) = try desk.board("Board")
        let card = try desk.card(
            "Card", in: column, tags: [CardTag(colour: .red, label: "a"), CardTag(colour: .red, label: "b")])
        let before = desk.content
        let events = try desk.ask(.across(.renameTag(name("a"), to: name("b"))))
        #expect(desk.view.tags(of: .note(note)).map(\.text) == ["b", "b/x"])
        #expect(desk.view.tags(of: .card(card)).map(\.text) == ["b"])
        try desk.undo(events)
        #expect(desk.content == before)
    }

    @Test func `case and composition make no difference, and the new spelling is everybody's`() throws {
        var desk = Desk()
        let notes = [try desk.note("A", tags: ["Über/x"]), try desk.note("B", tags: ["u\u{308}ber"])]
        #expect(listed(desk) == ["Über 1/2", "Über/x 1/1"])
        try desk.ask(.across(.renameTag(name("über"), to: name("Über"))))
        #expect(notes.map { desk.view.tags(of: .note($0)) } == [[name("Über/x")], [name("Über")]])
        #expect(try desk.ask(.across(.renameTag(name("über"), to: name("Über")))).isEmpty)
    }

    @Test(.shows("B-05")) func `items and artworks are among everything`() throws {
        var desk = Desk()
        let (item, child, artwork): (ItemID, ChildID, ArtworkID) = (desk.id(), desk.id(), desk.id())
        let today = try #require(CalendarDay(year: 2026, month: 11, day: 21))
        try desk.ask(.capture(.captureItem(item, content: "Sow", captured: .epoch)))
        try desk.ask(.capture(.tagItem(item, [name("garden/bed")])))
        try desk.ask(.capture(.createTag(desk.id(), name: name("garden"), colour: .green)))
        try desk.ask(.studio(.addChild(child, name: name("Ida"), birth: nil, age: 6, avatar: .none, today: today)))
        let image = ImageFacts(
            id: desk.id(), file: .some("sun.png", type: "image/png"), widthPixels: 10, heightPixels: 10)
        try desk.ask(
            .studio(
                .uploadArtwork(
                    artwork, of: child, NewArtwork(images: [image], uploaded: today, tags: [name("garden")]))))
        try desk.ask(.studio(.trashArtwork(artwork)))
        let before = desk.content
        let events = try desk.ask(.across(.renameTag(name("garden"), to: name("outside"))))
        #expect(desk.view.tags(of: .item(item)) == [name("outside/bed")])
        #expect(desk.view.tags(of: .artwork(artwork)) == [name("outside")])
        #expect(desk.view.capture.model.tags.entries.map(\.name) == [name("outside")])
        try desk.undo(events)
        #expect(desk.content == before)
        let deleted = try desk.ask(.across(.deleteTag(name("garden"))))
        #expect(desk.view.tags(of: .item(item)).isEmpty && desk.view.tags(of: .artwork(artwork)).isEmpty)
        #expect(try desk.ask(.across(.deleteTag(name("garden")))).isEmpty)
        try desk.undo(deleted)
        #expect(desk.content == before)
    }

    @Test func `renaming what nothing has is refused, and so is a name that cannot be one`() throws {
        var desk = try furnished()
        #expect(throws: WorkspaceRefusal.across(.noSuchTag(name("nobody")))) {
            try desk.ask(.across(.renameTag(name("nobody"), to: name("somebody"))))
        }
        #expect(throws: WorkspaceRefusal.across(.badTag(.empty))) {
            try desk.ask(.across(.renameTag(name("house"), to: name(""))))
        }
        #expect(throws: WorkspaceRefusal.across(.tagIntoItself(name("house"), name("House/old")))) {
            try desk.ask(.across(.renameTag(name("house"), to: name("House/old"))))
        }
        let long = String(repeating: "x", count: 250)
        #expect(throws: WorkspaceRefusal.across(.badTag(.tooLong(count: 257, max: 255, unit: .graphemes)))) {
            try desk.ask(.across(.renameTag(name("house"), to: name(long))))
        }
        #expect(try desk.ask(.across(.renameTag(name("house"), to: name("house")))).isEmpty)
        let message = WorkspaceRefusal.across(.noSuchTag(name("nobody"))).message
        #expect(message == "nothing has the tag “nobody”; list the tags to find the one you mean")
    }

    @Test(.shows("B-05")) func `one is taken off everything, with what is nested below it`() throws {
        var desk = try furnished()
        let before = desk.content
        let events = try desk.ask(.across(.deleteTag(name("house"))))
        #expect(listed(desk) == ["house plan 1/1"])
        #expect(try desk.ask(.across(.deleteTag(name("house")))).isEmpty)
        try desk.undo(events)
        #expect(desk.content == before)
    }
}
