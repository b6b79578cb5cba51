import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Taking in an artwork")
struct TakingInAnArtwork {
    let family = Fixture.spec

    @Test(.shows("J-102", "J-104", "J-711"))
    func `keeps child, category, tags and images in their order, by the digest of their bytes`() throws {
        let new = Fixture.artwork(
            7, 6, 8, date: "2026-11-01", caption: "Towers", category: .craft, medium: "card", tags: ["früh", "blocks"])
        var recorded = new
        recorded.tags = [Fixture.name("blocks"), Fixture.name("früh")]
        let outcome = family.when(.uploadArtwork(.new, of: .ben, new))
        outcome.then(.artworkUploaded(.new, of: .ben, recorded))
        let view = Fixture.view(of: family.after([.uploadArtwork(.new, of: .ben, new)]).history)
        let artwork = try #require(view.artwork(.new, name: Fixture.name(of:)))
        #expect(artwork.images.map(\.facts.id) == [.image(7), .image(6), .image(8)])
        #expect(artwork.images.map(\.facts.file.digest) == [7, 6, 8].map { Fixture.digest($0) })
        #expect(artwork.line.caption == "Ben, 8 years, card")
    }

    @Test(.shows("J-102"))
    func `dates it by what was said, else by the first image that knows, else by the day of the upload`() throws {
        func date(_ said: String?, _ taken: String?...) throws -> String? {
            var new = Fixture.artwork(date: said)
            new.images = taken.enumerated().map { Fixture.image(7 + $0.offset, taken: $0.element) }
            let events = try StudioDecider.decide(.uploadArtwork(.new, of: .ben, new), given: family.state)
            guard case .artworkUploaded(_, _, let recorded)? = events.first else { return nil }
            return recorded.date?.text
        }
        #expect(try date("2026-05-01", "2026-04-01") == "2026-05-01")
        #expect(try date(nil, nil, "2026-04-01", "2026-03-01") == "2026-04-01")
        #expect(try date(nil, nil) == "2026-11-21")
    }

    @Test(.shows("J-005"))
    func `celebrates the first upload of a child, once`() {
        let first = family.after([
            .addChild(.lea, name: Fixture.name("Lea"), birth: nil, age: 6, avatar: .none, today: Fixture.today),
            .uploadArtwork(.new, of: .lea, Fixture.artwork(7)),
            .uploadArtwork(Fixture.id(25), of: .lea, Fixture.artwork(8)),
        ])
        let milestones = Fixture.view(of: first.history).milestones().milestones
        #expect(milestones.map(\.words) == ["First upload"])
        #expect(milestones.map(\.child) == [.lea])
        #expect(milestones.map(\.day) == [Fixture.today])
    }

    @Test func `celebrates it again when the first was undone`() throws {
        let first = family.given(
            .childAdded(.lea, name: Fixture.name("Lea"), birth: nil, avatar: .none)
        ).after([.uploadArtwork(.new, of: .lea, Fixture.artwork(7))])
        let milestone = try #require(first.state.model.milestones.ids.first)
        let undone = first.given(.milestoneWithdrawn(milestone), .artworkWithdrawn(.new))
        var next = Fixture.artwork(8, date: "2026-11-22")
        next.uploaded = Fixture.day("2026-11-22")
        undone.when(.uploadArtwork(Fixture.id(25), of: .lea, next))
            .then(
                .artworkUploaded(Fixture.id(25), of: .lea, next),
                .milestoneDated(milestone, Fixture.day("2026-11-22")), .milestoneReinstated(milestone))
    }

    @Test func `is refused without a child, an image, or an image that is one`() {
        family.when(upload(of: .lea, Fixture.artwork(7))).thenRefused(.noSuchChild(.lea))
        family.when(upload(of: .ben, Fixture.artwork())).thenRefused(.noImages)
        family.given(.childTrashed(.ben)).when(upload(of: .ben, Fixture.artwork(7)))
            .thenRefused(.childInTrash(.ben, Fixture.name("Ben")))

        func refused(_ change: (inout ImageFacts) -> Void) -> Outcome<StudioDecider> {
            var image = Fixture.image(7)
            change(&image)
            return family.when(upload(of: .ben, NewArtwork(images: [image], uploaded: Fixture.today)))
        }
        refused { $0.file.digest = [1, 2, 3] }.thenRefused(.badFile(.badDigest))
        refused { $0.file.sizeBytes = -1 }.thenRefused(.badFile(.badSize))
        refused { $0.file.sizeBytes = .max }.thenRefused(.badFile(.badSize))
        refused { $0.file.mediaType = "application/zip" }.thenRefused(.badFile(.notAnImage))
        refused { $0.file.name = Fixture.name("") }.thenRefused(.badName(.empty))
        refused { $0.orientation = 9 }.thenRefused(.badImage(.image(7)))
        refused { $0.widthPixels = 0 }.thenRefused(.badImage(.image(7)))
        refused { $0.heightPixels = ImageFacts.pixelsMax + 1 }.thenRefused(.badImage(.image(7)))
        refused { $0.taken = CalendarDay(daysSinceEpoch: -1_000_000) }.thenRefused(.badDay)
    }

    @Test(.shows("J-104"))
    func `has one to twenty images, each once`() {
        var many = Fixture.artwork()
        many.images = (0..<20).map { Fixture.image(100 + $0) }
        #expect((try? family.when(upload(of: .ben, many)).result.get()) != nil)
        many.images.append(Fixture.image(120))
        family.when(upload(of: .ben, many)).thenRefused(.tooMany(.images, max: 20))

        var twice = Fixture.artwork(7, 8)
        twice.images[1].file.digest = Fixture.digest(7)
        family.when(upload(of: .ben, twice)).thenRefused(.sameImageTwice(.image(8)))
        family.when(upload(of: .ben, Fixture.artwork(7, 7))).thenRefused(.imageTaken(.image(7)))
    }

    @Test(.shows("B-61"))
    func `an image that its child has already is refused, unless it is wanted twice, and others' say nothing`() {
        family.when(upload(of: .mia, Fixture.artwork(9, 3))).thenRefused(.duplicate(of: .boat))
        let wanted = Fixture.artwork(9, 3, date: "2026-11-21")
        family.when(.uploadArtwork(.new, of: .mia, wanted, ifKnown: .kept)).then(.artworkUploaded(.new, of: .mia, wanted))
        family.when(upload(of: .ben, wanted)).then(.artworkUploaded(.new, of: .ben, wanted))
        family.when(.addImage(.sun, Fixture.image(4), above: nil)).thenRefused(.duplicate(of: .castle))
    }

    @Test(.shows("B-63"))
    func `what was deleted stays deleted, remembered by its bytes, unless it is asked for again`() {
        let deleted = family.after([.trashArtwork(.boat)])
        deleted.when(upload(of: .mia, Fixture.artwork(2))).thenRefused(.deletedBefore(.boat))
        let asked = Fixture.artwork(2, date: "2026-11-21")
        deleted.when(.uploadArtwork(.new, of: .mia, asked, ifKnown: .kept)).then(
            .artworkUploaded(.new, of: .mia, asked))
        deleted.when(upload(of: .ben, asked)).then(.artworkUploaded(.new, of: .ben, asked))
        // As one image of several, it was deleted too.
        family.after([.removeImage(.boat, .image(2))]).when(upload(of: .mia, Fixture.artwork(2)))
            .thenRefused(.deletedBefore(.boat))
        // What was undone was never deleted.
        let undone = family.given(.artworkWithdrawn(.boat))
        #expect((try? undone.when(upload(of: .mia, Fixture.artwork(2, date: "2026-11-21"))).result.get())?.count == 1)
    }

    @Test func `does nothing when it is there, and brings back one whose upload was undone, to whom it is asked for`() {
        family.when(upload(.boat, of: .lea, Fixture.artwork())).thenNothing()
        family.given(.artworkTrashed(.boat), .artworkWithdrawn(.boat))
            .when(upload(.boat, of: .ben, Fixture.artwork(2, 3, date: "2026-10-11", caption: "A ship", tags: ["sea"])))
            .then(
                .artworkRestored(.boat), .artworkReassigned(.boat, from: .mia, to: .ben),
                .artworkCaptioned(.boat, Fixture.name("A ship")), .artworkReinstated(.boat))
    }

    private func upload(
        _ id: ArtworkID = .new, of child: ChildID, _ new: NewArtwork
    ) -> StudioCommand { .uploadArtwork(id, of: child, new) }
}
