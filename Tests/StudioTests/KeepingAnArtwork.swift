import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Keeping an artwork")
struct KeepingAnArtwork {
    let family = Fixture.spec

    @Test(.shows("J-102", "J-112"))
    func `its date, category, medium and caption are changed`() {
        family.when(.dateArtwork(.sun, Fixture.day("2026-09-01"))).then(.artworkDated(.sun, Fixture.day("2026-09-01")))
        family.when(.categoriseArtwork(.sun, .painting)).then(.artworkCategorised(.sun, .painting))
        family.when(.setMedium(.sun, nil)).then(.artworkMediumSet(.sun, nil))
        family.when(.captionArtwork(.castle, Fixture.name("Castle")))
            .then(.artworkCaptioned(.castle, Fixture.name("Castle")))

        family.when(.dateArtwork(.sun, Fixture.day("2026-09-03"))).thenNothing()
        family.when(.categoriseArtwork(.sun, .drawing)).thenNothing()
        family.when(.setMedium(.sun, Fixture.name("crayon"))).thenNothing()
        family.when(.captionArtwork(.sun, Fixture.name("The sun"))).thenNothing()

        family.when(.dateArtwork(.sun, CalendarDay(daysSinceEpoch: 10_000_000))).thenRefused(.badDay)
        family.when(.categoriseArtwork(.new, .painting)).thenRefused(.noSuchArtwork(.new))
        family.when(.setMedium(.sun, Fixture.name("\n"))).thenRefused(.badName(.controlCharacter))
        family.given(.artworkTrashed(.sun)).when(.captionArtwork(.sun, nil)).thenRefused(.artworkInTrash(.sun))
    }

    @Test(.shows("J-710"))
    func `its notes are edited, and edits made at once are merged`() throws {
        let mine = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 0, insertion: "Built ")])
        let yours = TextEdit(parents: [0], runs: [TextRun(position: 17, deleteCount: 0, insertion: "Twice.\n")])
        family.when(.annotateArtwork(.castle, mine)).then(.artworkAnnotated(.castle, mine))
        let both = family.after([.annotateArtwork(.castle, mine), .annotateArtwork(.castle, yours)])
        let view = Fixture.view(of: both.history)
        #expect(view.notes(of: .castle)?.string == "Built With Ben's help.\nTwice.\n")
        family.when(
            .annotateArtwork(
                .castle, TextEdit(parents: [7], runs: [TextRun(position: 0, deleteCount: 0, insertion: "x")]))
        ).thenRefused(.badText(.unknownRevision(7)))
    }

    @Test func `it is tagged, each tag once and sorted, and untagged`() {
        family.when(.tagArtwork(.boat, [Fixture.name(" blue "), Fixture.name("sea"), Fixture.name("blue")]))
            .then(.artworkTagged(.boat, [Fixture.name("blue")]))
        let tagged = family.given(.artworkTagged(.boat, [Fixture.name("blue")]))
        #expect(tagged.state.model.artworks[.boat]?.tags == [Fixture.name("blue"), Fixture.name("sea")])
        family.when(.untagArtwork(.boat, [Fixture.name("sea"), Fixture.name("blue")]))
            .then(.artworkUntagged(.boat, [Fixture.name("sea")]))
        family.when(.tagArtwork(.boat, [Fixture.name("sea")])).thenNothing()
        family.when(.untagArtwork(.boat, [Fixture.name("blue")])).thenNothing()
        family.when(.untagArtwork(.new, [Fixture.name("sea")])).thenRefused(.noSuchArtwork(.new))
        family.when(.tagArtwork(.boat, [Fixture.name(" ")])).thenRefused(.badName(.empty))
        family.when(.tagArtwork(.boat, (0..<Limits.tagsMax).map { Fixture.name("tag \($0)") }))
            .thenRefused(.tooMany(.tags, max: Limits.tagsMax))
    }

    @Test(.shows("J-201"))
    func `it is moved to another child, with everything it has`() throws {
        family.when(.reassignArtwork(.boat, to: .ben)).then(.artworkReassigned(.boat, from: .mia, to: .ben))
        family.when(.reassignArtwork(.boat, to: .mia)).thenNothing()
        family.when(.reassignArtwork(.boat, to: .lea)).thenRefused(.noSuchChild(.lea))
        family.given(.childTrashed(.ben)).when(.reassignArtwork(.boat, to: .ben))
            .thenRefused(.childInTrash(.ben, Fixture.name("Ben")))
        let moved = Fixture.view(of: family.after([.reassignArtwork(.boat, to: .ben)]).history)
        let artwork = try #require(moved.artwork(.boat, name: Fixture.name(of:)))
        #expect(artwork.line.caption == "Ben, 8 years")
        #expect(artwork.line.tags == ["sea"])
    }

    @Test func `what is under way for it stops when it moves to a child for whom nobody agreed`() {
        let asked = family.given(.consentGiven(ChildID.mia.entity, .analysis, notice: ""))
            .after([.requestAnalysis(.look, .boat, Fixture.method, inputDigest: Fixture.digest(1))])
        asked.when(.reassignArtwork(.boat, to: .ben))
            .then(.analysisStopped(.look), .artworkReassigned(.boat, from: .mia, to: .ben))
    }

    @Test(.shows("B-11"))
    func `it is a favourite or none`() {
        family.when(.favouriteArtwork(.sun)).then(.artworkFavourited(.sun))
        family.when(.unfavouriteArtwork(.sun)).thenNothing()
        family.given(.artworkFavourited(.sun)).when(.unfavouriteArtwork(.sun)).then(.artworkUnfavourited(.sun))
        family.when(.favouriteArtwork(.new)).thenRefused(.noSuchArtwork(.new))
        family.when(.unfavouriteArtwork(.new)).thenRefused(.noSuchArtwork(.new))
    }

    @Test func `what was looked at last comes first among the recent ones`() {
        family.when(.openArtwork(.sun)).then(.artworkOpened(.sun))
        family.when(.openArtwork(.new)).thenRefused(.noSuchArtwork(.new))
        let view = Fixture.view(of: family.after([.openArtwork(.boat), .openArtwork(.sun)]).history)
        #expect(view.recentArtworks().artworks.map(\.id) == [.sun, .boat, .letter, .castle])
        #expect(view.recentArtworks(1).artworks.map(\.id) == [.sun])
    }

    @Test(.shows("J-112"))
    func `it goes to the trash and comes back with all it had`() {
        family.when(.trashArtwork(.boat)).then(.artworkTrashed(.boat))
        family.when(.restoreArtwork(.boat)).thenNothing()
        family.when(.trashArtwork(.new)).thenRefused(.noSuchArtwork(.new))
        let away = family.given(.artworkTrashed(.boat))
        away.when(.restoreArtwork(.boat)).then(.artworkRestored(.boat))
        away.given(.childTrashed(.mia)).when(.restoreArtwork(.boat))
            .thenRefused(.childInTrash(.mia, Fixture.name("Mia")))
        let view = Fixture.view(of: away.history)
        #expect(view.trash(name: Fixture.name(of:)).artworks.map(\.id) == [.boat])
        #expect(view.gallery().artworks.map(\.id) == [.castle, .letter, .sun])
        let back = Fixture.view(of: away.given(.artworkRestored(.boat)).history)
        #expect(back.gallery() == Fixture.view(of: family.history).gallery())
    }

    @Test func `a gallery is filtered by child, category, tag, date and favourites`() {
        let view = Fixture.view(of: family.given(.artworkFavourited(.sun)).history)
        func found(_ filter: ArtworkFilter) -> [ArtworkID] { view.gallery(filter).artworks.map(\.id) }
        #expect(found(ArtworkFilter()) == [.castle, .letter, .boat, .sun])
        #expect(found(ArtworkFilter(children: [.ben])) == [.letter])
        #expect(found(ArtworkFilter(categories: [.writing, .craft])) == [.letter])
        #expect(found(ArtworkFilter(tags: [Fixture.name("sea")])) == [.boat])
        #expect(
            found(ArtworkFilter(from: Fixture.day("2026-10-11"), through: Fixture.day("2026-11-01"))) == [
                .letter, .boat,
            ])
        #expect(found(ArtworkFilter(favouritesOnly: true)) == [.sun])
        #expect(found(ArtworkFilter(skill: .writing)) == [])
    }

    @Test(.shows("J-111"))
    func `storage has no limit and is told by child, each file once`() throws {
        let view = Fixture.view(
            of: family.after([
                .trashArtwork(.castle), .uploadArtwork(.new, of: .ben, Fixture.artwork(2), ifKnown: .kept),
            ]).history)
        let storage = view.storage()
        #expect(storage.files == 5)
        #expect(storage.bytes == 15_000)
        #expect(storage.bytesInTrash == 4_000)
        #expect(storage.children.map(\.bytes) == [7_000, 10_000])
        #expect(storage.children.map(\.images) == [2, 4])
    }
}
