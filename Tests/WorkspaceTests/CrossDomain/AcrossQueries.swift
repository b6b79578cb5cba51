import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Testing

@testable import Workspace

@Suite("Asking in the query language")
struct AskingQueries {
    private func found(_ desk: Desk, _ typed: String, _ scope: SearchScope = .everything) throws -> Set<String> {
        Set(try desk.view.search(SearchQuery(typed), in: scope).hits.map(\.title))
    }

    /// A folder with a folder in it, a board, a list, two children.
    private func furnished() throws -> Desk {
        var desk = Desk()
        let projects = try desk.folder("Projects")
        let roof = try desk.folder("Roof", in: projects)
        let plan = try desk.note("Plan", "- [x] measure\n- [ ] order tiles", in: projects, tags: ["house/roof"])
        _ = try desk.note("Tiles", "red tiles, slate tiles", in: roof, tags: ["house"])
        let gone = try desk.note("Old tiles", "", in: roof)
        let pinned = try desk.note("Cellar", "wine and tiled stove")
        try desk.ask(.notes(.pinNote(pinned)))
        try desk.ask(.notes(.trashNote(gone)))
        try desk.ask(.notes(.attachFile(desk.id(), to: .note(plan), .some("drawing.pdf"))))
        let (_, column) = try desk.board("House")
        let card = try desk.card("Buy tiles", "", in: column)
        try desk.ask(.boards(.addItem(card, desk.id(), text: Name(recorded: "ask"), checklist: "", above: nil)))
        let list: CollectionID = desk.id()
        try desk.ask(.capture(.createCollection(list, name: Name(recorded: "Errands"), isStructured: false)))
        let item: ItemID = desk.id()
        try desk.ask(.capture(.captureItem(item, content: "tiles for the bath", captured: Instant(seconds: 0))))
        return desk
    }

    @Test(.shows("B-07")) func `words, phrases, beginnings, alternatives and what must not be there`() throws {
        let desk = try furnished()
        #expect(try found(desk, "tile") == ["Plan", "Tiles", "Cellar", "Buy tiles", "tiles for the bath"])
        #expect(try found(desk, "\"slate tiles\"") == ["Tiles"])
        #expect(try found(desk, "ile") == found(desk, "tile"))
        #expect(try found(desk, "ile*") == [], "no word begins so")
        #expect(try found(desk, "sto*") == ["Cellar"])
        #expect(try found(desk, "tile -wine -order") == ["Tiles", "Buy tiles", "tiles for the bath"])
        #expect(try found(desk, "tile -\"slate tiles\" -bath -buy -wine") == ["Plan"])
        #expect(try found(desk, "slate OR wine") == ["Tiles", "Cellar"])
        #expect(try found(desk, "tile slate OR wine OR bath") == ["Tiles", "Cellar", "tiles for the bath"])
        #expect(try found(desk, "-tile type:note") == [])
    }

    @Test(.shows("B-07")) func `filters by tag, place, kind, state, parts and date`() throws {
        let desk = try furnished()
        #expect(try found(desk, "tag:house") == ["Plan", "Tiles"], "what is nested below it too")
        #expect(try found(desk, "tag:House/Roof") == ["Plan"])
        #expect(try found(desk, "in:projects type:notes") == ["Plan", "Tiles"], "at any depth, without regard to case")
        #expect(try found(desk, "in:Projects/Roof") == ["Tiles"])
        #expect(try found(desk, "in:\"To Do\"") == ["Buy tiles"])
        #expect(try found(desk, "in:house") == ["Buy tiles"])
        #expect(try found(desk, "in:nowhere") == [])
        #expect(try found(desk, "tile kind:card") == ["Buy tiles"])
        #expect(try found(desk, "is:starred") == ["Cellar"])
        #expect(try found(desk, "is:open") == ["Plan", "Buy tiles"])
        #expect(try found(desk, "is:done") == [])
        #expect(try found(desk, "tile is:trashed") == ["Old tiles"])
        #expect(try found(desk, "has:attachment") == ["Plan"])
        #expect(try found(desk, "has:checklist -in:House") == ["Plan"])
        #expect(try found(desk, "tag:house OR is:starred") == ["Plan", "Tiles", "Cellar"])
        #expect(try found(desk, "-has:tag type:note") == ["Cellar"])
        // The desk's clock stands at 2026-11-21.
        #expect(try found(desk, "tile after:2026-11-21 type:note") == ["Plan", "Tiles", "Cellar"])
        #expect(try found(desk, "tile before:2026-11-21") == [])
        #expect(try found(desk, "after:2027") == [])
        #expect(try found(desk, "tile before:2026-12 after:2026 type:card") == ["Buy tiles"])
    }

    @Test(.shows("J-205")) func `artworks are found by tag, by the date they were made and by any of their words`()
        throws
    {
        var desk = Desk()
        let mia: ChildID = desk.id()
        let tom: ChildID = desk.id()
        let today = CalendarDay(daysSinceEpoch: 20_000)
        for (child, name) in [(mia, "Mia"), (tom, "Tom")] {
            try desk.ask(
                .studio(.addChild(child, name: Name(recorded: name), birth: nil, age: 5, avatar: .none, today: today)))
        }
        for (number, child) in [mia, tom].enumerated() {
            let picture = ImageFacts(
                id: desk.id(), file: .some("\(number).png", UInt8(number), type: "image/png"), widthPixels: 3,
                heightPixels: 4)
            let new = NewArtwork(
                images: [picture], date: CalendarDay(daysSinceEpoch: 19_000 + number * 400), uploaded: today,
                medium: Name(recorded: "Wachsmalkreide"), caption: Name(recorded: "Drache \(number)"),
                notes: "feuerspeiend", tags: [Name(recorded: "tier \(number)")])
            try desk.ask(.studio(.uploadArtwork(desk.id(), of: child, new)))
        }
        #expect(try found(desk, "drache") == ["Drache 0", "Drache 1"])
        #expect(try found(desk, "malkreide feuer in:Mia") == ["Drache 0"])
        #expect(try found(desk, "tag:\"tier 1\"") == ["Drache 1"])
        #expect(try found(desk, "type:artwork before:2022-06") == ["Drache 0"])
        #expect(try found(desk, "type:artwork after:2022-06") == ["Drache 1"])
        let guest = SearchScope(areas: [.studio], children: [tom])
        #expect(try found(desk, "type:artwork", guest) == ["Drache 1"], "another child's is as if it were not there")
        #expect(try found(desk, "type:child", guest) == ["Tom"])
        #expect(try found(desk, "in:Mia", guest) == [])
        #expect(try found(desk, "drache", SearchScope(areas: [.notes])) == [])
    }

    @Test func `whoever may not see an album learns by its name neither that it is there nor what is in it`() throws {
        var desk = Desk()
        let (ada, artwork, album): (ChildID, ArtworkID, AlbumID) = (desk.id(), desk.id(), desk.id())
        let today = CalendarDay(daysSinceEpoch: 20_000)
        let picture = ImageFacts(
            id: desk.id(), file: .some("1.png", 1, type: "image/png"), widthPixels: 3, heightPixels: 4)
        let new = NewArtwork(images: [picture], uploaded: today, caption: Name(recorded: "Dragon"))
        for command: StudioCommand in [
            .addChild(ada, name: Name(recorded: "Ada"), birth: nil, age: 5, avatar: .none, today: today),
            .uploadArtwork(artwork, of: ada, new), .createAlbum(album, name: Name(recorded: "Therapy")),
            .addToAlbum(album, artwork, above: nil),
        ] {
            try desk.ask(.studio(command))
        }
        let guest = SearchScope(areas: [.studio], children: [ada])
        #expect(try found(desk, "in:Therapy") == ["Dragon"])
        #expect(try found(desk, "in:Therapy", guest) == [])
        #expect(try found(desk, "type:artwork -in:Therapy", guest) == ["Dragon"])
        #expect(try found(desk, "type:artwork in:Ada", guest) == ["Dragon"])
    }

    /// The fault, and where it is.
    private func fault(_ typed: String) -> SearchFault? {
        do throws(SearchFault) {
            _ = try SearchQuery(typed)
            return nil
        } catch {
            return error
        }
    }

    @Test func `what is no query is told with its place`() {
        #expect(fault("kamera \"im") == SearchFault(kind: .quoteNotClosed, place: 7..<10))
        #expect(fault("OR a") == SearchFault(kind: .nothingToChoose, place: 0..<2))
        #expect(fault("a OR") == SearchFault(kind: .nothingToChoose, place: 2..<4))
        #expect(fault("a OR OR b") == SearchFault(kind: .nothingToChoose, place: 5..<7))
        #expect(fault("ä - b") == SearchFault(kind: .nothingToExclude, place: 2..<3))
        #expect(fault("a OR -b")?.kind == .excludedChoice && fault("-a OR b")?.kind == .excludedChoice)
        #expect(fault("a *") == SearchFault(kind: .nothingBeforeStar, place: 2..<3))
        #expect(fault("tag:") == SearchFault(kind: .noValue("tag"), place: 0..<4))
        #expect(fault("type:dog")?.place == 5..<8)
        #expect(fault("before:2026-13") == SearchFault(kind: .noSuchDay("2026-13"), place: 7..<14))
        let many = String(repeating: "a ", count: SearchQuery.conditionsMax + 1)
        #expect(fault(many)?.kind == .tooManyConditions(max: 32))
        #expect(fault(String(repeating: "a", count: 1_001))?.kind == .tooLong(max: 1_000))
        #expect(
            fault("is:blue")?.message
                == "is: knows no \"blue\" (character 4); it knows done, open, starred, archived and trashed.")
        for fine in ["", "http://x.example/a?b", "12:30", "Re: hello", "a-b", "--", "\"\"", "a*b", "or", "-\"x\"*"] {
            #expect(fault(fine) == nil, "\(fine)")
        }
    }

    @Test func `a page goes on where the one before it ended, also when things come meanwhile`() throws {
        var desk = Desk()
        for number in 0..<30 { _ = try desk.note("Note \(number % 4)", "word \(number)") }
        let query = try SearchQuery("word")
        var seen: [EntityID] = []
        var after: SearchCursor?
        repeat {
            let reading = desk.view.search(query, page: SearchPage(limit: 7, after: after))
            #expect(reading.left == (reading.next == nil ? 0 : reading.found - seen.count % 30 - 7))
            seen += reading.hits.map { $0.thing.referent.entity }
            after = try reading.next.map { try #require(SearchCursor(text: $0.text)) }
        } while after != nil
        #expect(seen.count == 30 && Set(seen).count == 30)
        let whole = desk.view.search(query).hits.map { $0.thing.referent.entity }
        #expect(seen == whole, "in the same order as one page of all")
        #expect(SearchCursor(text: "s12") == nil && SearchCursor(text: "t12") == nil && SearchCursor(text: "") == nil)
    }

    @Test func `a cursor is read as it was written, and nothing else is one`() {
        let basis = SearchBasis(
            newest: Instant(seconds: 1_795_000_000),
            rarities: (0..<SearchQuery.conditionsMax).map { Float($0) / 7 })
        let key = SearchKey(score: -1, updated: .epoch, entity: EntityID(hi: 1, lo: 2))
        for ranking in [SearchRanking.places, .weights(basis), .weights(SearchBasis(newest: .epoch))] {
            let cursor = SearchCursor(sequence: 7, ranking: ranking, last: key)
            #expect(SearchCursor(text: cursor.text) == cursor)
            #expect(cursor.text.utf8.count <= SearchCursor.textBytesMax)
            for wrong in ["0", "0000000g", "7fc00000", "ff800000"] {
                #expect(SearchCursor(text: cursor.text + wrong) == nil, "\(wrong)")
            }
        }
    }
}
