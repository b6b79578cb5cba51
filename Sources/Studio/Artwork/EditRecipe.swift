package import Kernel

/// The edits that are applied to an image when it is shown: rotation, mirroring and crop. The original stays as it was
/// uploaded. Requirements B-60, J-708.
///
/// Applied to the image as the camera meant it to be seen: first turned, then mirrored, then cropped. The crop is a
/// part of the picture as it then stands, so that it is the same on every screen and in every size.
package struct EditRecipe: Sendable, Equatable {
    /// The whole of an edge.
    package static let whole = 10_000

    /// Clockwise, 0 to 3.
    package var quarterTurns: Int
    /// Left and right change places.
    package var isMirrored: Bool
    /// Ten-thousandths of the width and the height, from the top left corner.
    package var left: Int
    package var top: Int
    package var width: Int
    package var height: Int

    package init(
        quarterTurns: Int = 0, isMirrored: Bool = false, left: Int = 0, top: Int = 0, width: Int = EditRecipe.whole,
        height: Int = EditRecipe.whole
    ) {
        self.quarterTurns = quarterTurns
        self.isMirrored = isMirrored
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    package static var untouched: EditRecipe { EditRecipe() }

    /// Itself in digits and dashes: no two have the same.
    package var word: String {
        var word = String(quarterTurns) + (isMirrored ? "1" : "0")
        for part in [left, top, width, height] { word += "-" + String(part) }
        return word
    }

    /// True if it can be followed: something is left of the picture, and nothing is asked for outside of it.
    package var isSound: Bool {
        let whole = Self.whole
        return (0...3).contains(quarterTurns) && (0..<whole).contains(left) && (0..<whole).contains(top)
            && (1...whole).contains(width) && (1...whole).contains(height) && left <= whole - width
            && top <= whole - height
    }
}

/// The way to turn a file's pixels for display: mirrored left and right first, then turned clockwise.
package struct Pose: Sendable, Equatable {
    package var isMirrored: Bool
    package var quarterTurns: Int

    package init(isMirrored: Bool, quarterTurns: Int) {
        self.isMirrored = isMirrored
        self.quarterTurns = quarterTurns
    }

    /// Makes the pose of an EXIF orientation; any number outside 1 to 8 leaves the image as it is.
    ///
    /// - Source: CIPA DC-008 (EXIF 2.32), tag 274: where row 0 and column 0 of the pixels belong.
    package init(orientation: Int) {
        switch orientation {
        case 2: self.init(isMirrored: true, quarterTurns: 0)
        case 3: self.init(isMirrored: false, quarterTurns: 2)
        case 4: self.init(isMirrored: true, quarterTurns: 2)
        case 5: self.init(isMirrored: true, quarterTurns: 3)
        case 6: self.init(isMirrored: false, quarterTurns: 1)
        case 7: self.init(isMirrored: true, quarterTurns: 1)
        case 8: self.init(isMirrored: false, quarterTurns: 3)
        default: self.init(isMirrored: false, quarterTurns: 0)
        }
    }

    /// This pose and then the recipe's turns and its mirror, as one pose.
    ///
    /// Mirroring after n turns clockwise is mirroring before n turns the other way.
    package func then(_ recipe: EditRecipe) -> Pose {
        let turns = quarterTurns + recipe.quarterTurns % 4
        guard recipe.isMirrored else { return Pose(isMirrored: isMirrored, quarterTurns: turns % 4) }
        return Pose(isMirrored: !isMirrored, quarterTurns: (8 - turns) % 4)
    }
}

extension ArtImage {
    /// The way to turn the pixels of the original for display.
    package var pose: Pose { Pose(orientation: facts.orientation).then(recipe) }

    /// Width and height of what is seen, in pixels of the original; at least one of each.
    ///
    /// Total: what a foreign journal says beyond the limits is read as the limit.
    package var shownPixels: (width: Int, height: Int) {
        let isOnItsSide = pose.quarterTurns % 2 == 1
        let width = isOnItsSide ? facts.heightPixels : facts.widthPixels
        let height = isOnItsSide ? facts.widthPixels : facts.heightPixels
        return (Self.part(recipe.width, of: width), Self.part(recipe.height, of: height))
    }

    private static func part(_ part: Int, of pixels: Int) -> Int {
        // In 64 bits, since WebAssembly counts in 32; unchecked, since a checked product there needs 128.
        let product = Int64(min(pixels, ImageFacts.pixelsMax)) &* Int64(min(part, EditRecipe.whole))
        return max(1, Int(product / Int64(EditRecipe.whole)))
    }
}

extension EditRecipe: FieldMessage {
    package static var schemaName: StaticString { "EditRecipe" }
    package static var blank: EditRecipe { EditRecipe(width: 0, height: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "quarter_turns", omittable: &quarterTurns)
        coder.field(2, "is_mirrored", omittable: &isMirrored)
        coder.field(3, "left", &left)
        coder.field(4, "top", &top)
        coder.field(5, "width", &width)
        coder.field(6, "height", &height)
    }
}
