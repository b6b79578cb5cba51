import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Filling an album")
struct FillingAnAlbum {
    /// With the sun and the boat in it, in this order.
    let family = Fixture.spec.given(
        .albumCreated(.summer, name: Fixture.name("Summer"), filter: nil),
        .albumArtworkAdded(.summer, .sun, at: Fixture.rank(1)), .albumArtworkAdded(.summer, .boat, at: Fixture.rank(2)))
    let ours = ArtworkFilter(children: [.mia], tags: [Fixture.name("sea")])

    @Test(.shows("J-206"))
    func `one is created, renamed, trashed and restored`() {
        Fixture.spec.when(.createAlbum(.summer, name: Fixture.name("Summer")))
            .then(.albumCreated(.summer, name: Fixture.name("Summer"), filter: nil))
        family.when(.renameAlbum(.summer, to: Fixture.name("Sea"))).then(
            .albumRenamed(.summer, name: Fixture.name("Sea")))
        family.when(.trashAlbum(.summer)).then(.albumTrashed(.summer))
        family.given(.albumTrashed(.summer)).when(.restoreAlbum(.summer)).then(.albumRestored(.summer))

        family.when(.createAlbum(.summer, name: Fixture.name("Again"))).thenNothing()
        family.when(.renameAlbum(.summer, to: Fixture.name("Summer"))).thenNothing()
        family.when(.restoreAlbum(.summer)).thenNothing()
        family.when(.restoreAlbum(.smart)).thenRefused(.noSuchAlbum(.smart))

        family.when(.createAlbum(.smart, name: Fixture.name(""))).thenRefused(.badName(.empty))
        family.when(.renameAlbum(.smart, to: Fixture.name("x"))).thenRefused(.noSuchAlbum(.smart))
        family.given(.albumTrashed(.summer)).when(.renameAlbum(.summer, to: Fixture.name("x")))
            .thenRefused(.albumInTrash(.summer, Fixture.name("Summer")))
    }

    @Test func `one whose creation was undone comes back with what it held`() {
        family.given(.albumWithdrawn(.summer)).when(.createAlbum(.summer, name: Fixture.name("Sea")))
            .then(.albumRenamed(.summer, name: Fixture.name("Sea")), .albumReinstated(.summer))
        let back = family.given(.albumWithdrawn(.summer)).after([.createAlbum(.summer, name: Fixture.name("Sea"))])
        #expect(shown(back) == [.sun, .boat])
        family.given(.albumWithdrawn(.summer)).when(.createSmartAlbum(.summer, name: Fixture.name("Sea"), filter: ours))
            .thenRefused(.albumIsNotSmart(.summer, Fixture.name("Summer")))
    }

    @Test(.shows("J-206"))
    func `an artwork is added at the end or above another, once`() {
        family.when(.addToAlbum(.summer, .castle, above: nil)).then(
            .albumArtworkAdded(.summer, .castle, at: Fixture.rank(3)))
        #expect(shown(family.after([.addToAlbum(.summer, .castle, above: .boat)])) == [.sun, .castle, .boat])
        family.when(.addToAlbum(.summer, .sun, above: nil)).thenNothing()
        family.when(.addToAlbum(.summer, .castle, above: .letter)).thenRefused(.notInAlbum(.letter))
        family.when(.addToAlbum(.summer, .new, above: nil)).thenRefused(.noSuchArtwork(.new))
        family.when(.addToAlbum(.smart, .sun, above: nil)).thenRefused(.noSuchAlbum(.smart))
        family.given(.artworkTrashed(.castle)).when(.addToAlbum(.summer, .castle, above: nil))
            .thenRefused(.artworkInTrash(.castle))
    }

    @Test(.shows("J-206"))
    func `artworks are put in order by naming the one behind`() {
        #expect(shown(family.after([.moveInAlbum(.summer, .boat, above: .sun)])) == [.boat, .sun])
        family.when(.moveInAlbum(.summer, .sun, above: .boat)).thenNothing()
        family.when(.moveInAlbum(.summer, .boat, above: nil)).thenNothing()
        family.when(.moveInAlbum(.summer, .castle, above: nil)).thenRefused(.notInAlbum(.castle))
        family.when(.moveInAlbum(.summer, .sun, above: .castle)).thenRefused(.notInAlbum(.castle))
    }

    @Test func `one is taken out, and added again where it is asked for`() {
        family.when(.removeFromAlbum(.summer, .sun)).then(.albumArtworkRemoved(.summer, .sun))
        let without = family.given(.albumArtworkRemoved(.summer, .sun))
        #expect(shown(without) == [.boat])
        without.when(.removeFromAlbum(.summer, .sun)).thenNothing()
        #expect(shown(without.after([.addToAlbum(.summer, .sun, above: nil)])) == [.boat, .sun])
        family.when(.removeFromAlbum(.summer, .castle)).thenRefused(.notInAlbum(.castle))
    }

    @Test(.shows("B-62"))
    func `the trash keeps membership and place`() {
        let away = family.given(.albumArtworkAdded(.summer, .castle, at: Fixture.rank(3))).after([.trashArtwork(.boat)])
        #expect(shown(away) == [.sun, .castle])
        // Moving others meanwhile takes nothing from it.
        let moved = away.after([.moveInAlbum(.summer, .castle, above: .sun)])
        #expect(shown(moved.after([.restoreArtwork(.boat)])) == [.castle, .sun, .boat])
        #expect(shown(away.after([.restoreArtwork(.boat)])) == [.sun, .boat, .castle])
        #expect(
            shown(away.after([.trashAlbum(.summer), .restoreArtwork(.boat), .restoreAlbum(.summer)])) == [
                .sun, .boat, .castle,
            ])
        let child = family.after([.trashChild(.mia)])
        #expect(shown(child) == [])
        #expect(shown(child.after([.restoreChild(.mia)])) == [.sun, .boat])
    }

    @Test(.shows("J-206"))
    func `a smart album shows what its filter lets through, and is filled by nobody`() {
        let smart = family.after([.createSmartAlbum(.smart, name: Fixture.name("At sea"), filter: ours)])
        #expect(shown(smart, .smart) == [.boat])
        #expect(shown(smart.after([.tagArtwork(.sun, [Fixture.name("sea")])]), .smart) == [.boat, .sun])
        let all = ArtworkFilter(categories: [.writing, .drawing, .writing])
        smart.when(.refilterAlbum(.smart, all))
            .then(.albumRefiltered(.smart, ArtworkFilter(categories: [.drawing, .writing])))
        smart.when(.refilterAlbum(.smart, ours)).thenNothing()
        smart.when(.addToAlbum(.smart, .sun, above: nil)).thenRefused(.albumIsSmart(.smart, Fixture.name("At sea")))
        smart.when(.removeFromAlbum(.smart, .boat)).thenRefused(.albumIsSmart(.smart, Fixture.name("At sea")))
        family.when(.refilterAlbum(.summer, ours)).thenRefused(.albumIsNotSmart(.summer, Fixture.name("Summer")))
        let backwards = ArtworkFilter(from: Fixture.day("2026-02-01"), through: Fixture.day("2026-01-01"))
        smart.when(.refilterAlbum(.smart, backwards)).thenRefused(.badFilter)
        let much = ArtworkFilter(tags: (0...ArtworkFilter.choicesMax).map { Fixture.name("tag \($0)") })
        smart.when(.refilterAlbum(.smart, much)).thenRefused(.tooMany(.choices, max: ArtworkFilter.choicesMax))
    }

    private func shown(_ spec: Spec<StudioDecider>, _ album: AlbumID = .summer) -> [ArtworkID] {
        Fixture.view(of: spec.history).album(album, name: Fixture.name(of:))?.artworks.map(\.id) ?? []
    }
}
