import Kernel
import KernelTesting
import Studio
import Testing

@Suite("The images of an artwork")
struct ImagesOfAnArtwork {
    let family = Fixture.spec

    @Test(.shows("J-104"))
    func `one is added at the end, or above another`() {
        family.when(.addImage(.boat, Fixture.image(7), above: nil))
            .then(.imageAdded(.boat, Fixture.image(7), at: Fixture.rank(3)))
        let between = family.after([.addImage(.boat, Fixture.image(7), above: .image(3))])
        #expect(between.state.model.artworks[.boat]?.shownImages.map(\.facts.id) == [.image(2), .image(7), .image(3)])
        family.when(.addImage(.boat, Fixture.image(2), above: nil)).thenNothing()
        var other = Fixture.image(2)
        other.widthPixels = 1
        family.when(.addImage(.boat, other, above: nil)).thenRefused(.imageTaken(.image(2)))
        family.when(.addImage(.boat, Fixture.image(7), above: .image(1))).thenRefused(.noSuchImage(.image(1)))
        family.when(.addImage(.new, Fixture.image(7), above: nil)).thenRefused(.noSuchArtwork(.new))
    }

    @Test func `they are put in order by naming the one behind`() {
        family.when(.moveImage(.boat, .image(3), above: .image(2)))
            .then(.imageMoved(.boat, .image(3), to: Rank.between(nil, Fixture.rank(1))))
        family.when(.moveImage(.boat, .image(2), above: .image(3))).thenNothing()
        family.when(.moveImage(.boat, .image(3), above: nil)).thenNothing()
        family.when(.moveImage(.boat, .image(3), above: .image(3))).thenNothing()
        family.when(.moveImage(.boat, .image(1), above: nil)).thenRefused(.noSuchImage(.image(1)))
    }

    @Test(.shows("J-112"))
    func `one is removed and brought back to its place, and the last one stays`() {
        family.when(.removeImage(.boat, .image(2))).then(.imageRemoved(.boat, .image(2)))
        family.when(.removeImage(.sun, .image(1))).thenRefused(.lastImage(.sun))
        family.when(.returnImage(.boat, .image(2))).thenNothing()
        family.when(.removeImage(.boat, .image(9))).thenRefused(.noSuchImage(.image(9)))
        let removed = family.given(.imageRemoved(.boat, .image(2)))
        removed.when(.returnImage(.boat, .image(2))).then(.imageReturned(.boat, .image(2)))
        removed.when(.moveImage(.boat, .image(2), above: nil)).thenRefused(.noSuchImage(.image(2)))
        let back = removed.given(.imageReturned(.boat, .image(2)))
        #expect(back.state.model.artworks[.boat] == family.state.model.artworks[.boat])
    }

    @Test func `a twenty-first is refused, and so is bringing one back beside twenty`() {
        var full = family
        for number in 100..<118 {
            full = full.given(.imageAdded(.boat, Fixture.image(number), at: Fixture.rank(number - 90)))
        }
        full.when(.addImage(.boat, Fixture.image(200), above: nil)).thenRefused(.tooMany(.images, max: 20))
        full.given(.imageRemoved(.boat, .image(2)), .imageAdded(.boat, Fixture.image(200), at: Fixture.rank(40)))
            .when(.returnImage(.boat, .image(2))).thenRefused(.tooMany(.images, max: 20))
    }

    @Test(.shows("B-60", "J-708"))
    func `an edit is a recipe and leaves the original as it came`() throws {
        let recipe = EditRecipe(quarterTurns: 1, isMirrored: true, left: 1_000, top: 0, width: 5_000, height: 10_000)
        family.when(.editImage(.boat, .image(2), recipe)).then(.imageEdited(.boat, .image(2), recipe))
        family.when(.editImage(.boat, .image(2), .untouched)).thenNothing()
        family.when(.editImage(.boat, .image(9), recipe)).thenRefused(.noSuchImage(.image(9)))

        let edited = family.given(.imageEdited(.boat, .image(2), recipe))
        let image = try #require(edited.state.model.artworks[.boat]?.shownImages.first)
        #expect(image.facts == Fixture.image(2))
        #expect(image.shownPixels == (width: 1_500, height: 4_000))
        edited.when(.editImage(.boat, .image(2), .untouched)).then(.imageEdited(.boat, .image(2), .untouched))
    }

    @Test(arguments: [
        EditRecipe(quarterTurns: 4), EditRecipe(left: -1), EditRecipe(width: 0), EditRecipe(top: 10_000, height: 1),
        EditRecipe(left: 5_000, width: 5_001), EditRecipe(height: 10_001), EditRecipe(left: .max, width: 1),
    ])
    func `an edit that nobody could follow is refused`(recipe: EditRecipe) {
        family.when(.editImage(.boat, .image(2), recipe)).thenRefused(.badRecipe)
    }

    @Test func `adding one is undone by withdrawing it, and adding it again brings it back`() throws {
        let added = family.given(.imageAdded(.boat, Fixture.image(7), at: Fixture.rank(3)))
        let undo = try StudioDecider.compensation(
            for: added.history[added.history.count - 1], before: family.state, now: added.state, inverse: nil)
        #expect(undo == [.imageWithdrawn(.boat, .image(7))])
        let undone = added.given(undo)
        let view = Fixture.view(of: undone.history)
        #expect(view.artwork(.boat, name: Fixture.name(of:))?.removedImages.isEmpty == true)
        undone.when(.returnImage(.boat, .image(7))).thenRefused(.noSuchImage(.image(7)))
        let back = undone.after([.addImage(.boat, Fixture.image(7), above: .image(2))])
        #expect(back.state.model.artworks[.boat]?.shownImages.map(\.facts.id) == [.image(7), .image(2), .image(3)])
    }
}

/// A picture of two rows and three columns in which every pixel can be told from the others.
private struct Pixels: Equatable {
    var rows: [[Int]]

    static let upright = Pixels(rows: [[1, 2, 3], [4, 5, 6]])

    var mirrored: Pixels { Pixels(rows: rows.map { $0.reversed() }) }
    var transposed: Pixels {
        Pixels(rows: (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column] } })
    }
    /// Clockwise.
    var turned: Pixels { transposed.mirrored }

    func shown(by pose: Pose) -> Pixels {
        var shown = pose.isMirrored ? mirrored : self
        for _ in 0..<pose.quarterTurns { shown = shown.turned }
        return shown
    }

    func shown(by recipe: EditRecipe) -> Pixels {
        var shown = self
        for _ in 0..<recipe.quarterTurns { shown = shown.turned }
        return recipe.isMirrored ? shown.mirrored : shown
    }

    /// As the file of a camera has them: its row 0 and its column 0 lie on these sides of what is upright.
    ///
    /// - Source: CIPA DC-008 (EXIF 2.32), tag 274.
    func stored(orientation: Int) -> Pixels {
        let sides = [
            "top left", "top right", "bottom right", "bottom left", "left top", "right top", "right bottom",
            "left bottom",
        ][orientation - 1].split(separator: " ")
        var stored = self
        if sides[0] == "left" || sides[0] == "right" { stored = stored.transposed }
        if sides[0] == "bottom" || sides[0] == "right" { stored.rows.reverse() }
        if sides[1] == "bottom" || sides[1] == "right" { stored = stored.mirrored }
        return stored
    }
}

@Suite("How an image is turned to be seen")
struct HowAnImageIsTurned {
    @Test(.shows("J-708"), arguments: 1...8)
    func `all eight orientations of EXIF stand upright`(orientation: Int) {
        let stored = Pixels.upright.stored(orientation: orientation)
        #expect(stored.shown(by: Pose(orientation: orientation)) == .upright)
    }

    @Test(.shows("J-708"), arguments: 1...8)
    func `a recipe turns and mirrors what stands upright`(orientation: Int) {
        let stored = Pixels.upright.stored(orientation: orientation)
        for turns in 0..<4 {
            for isMirrored in [false, true] {
                let recipe = EditRecipe(quarterTurns: turns, isMirrored: isMirrored)
                let pose = Pose(orientation: orientation).then(recipe)
                #expect((0...3).contains(pose.quarterTurns))
                #expect(stored.shown(by: pose) == Pixels.upright.shown(by: recipe))
            }
        }
    }
}
