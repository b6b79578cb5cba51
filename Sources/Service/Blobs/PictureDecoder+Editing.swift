import Importers
import Publishing
import Studio

extension PictureDecoder {
    /// A picture as a person edited it. Turned first, then mirrored, then cropped, as the recipe says it: a step after the other,
    /// each in a process of its own.
    ///
    /// - Parameter upright: makes a PNG of a picture, turned as its camera says.
    func edited(_ bytes: [UInt8], _ recipe: EditRecipe, upright: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        guard recipe.isSound else { throw Self.undecodable }
        var bytes = try upright(bytes)
        func step(_ operation: String, _ words: String...) throws {
            bytes = try run(over: bytes, ["/usr/bin/vips", operation, "stdin", ".png[compression=1]"] + words)
        }
        if recipe.quarterTurns > 0 { try step("rot", "d\(90 * recipe.quarterTurns)") }
        if recipe.isMirrored { try step("flip", "horizontal") }
        guard let head = PictureHead(bytes) else { throw Self.undecodable }
        func pixels(_ part: Int, of whole: Int) -> Int { whole * part / EditRecipe.whole }
        let (left, top) = (pixels(recipe.left, of: head.widthPixels), pixels(recipe.top, of: head.heightPixels))
        let width = max(1, pixels(recipe.width, of: head.widthPixels))
        let height = max(1, pixels(recipe.height, of: head.heightPixels))
        if width < head.widthPixels || height < head.heightPixels {
            try step("crop", "\(left)", "\(top)", "\(width)", "\(height)")
        }
        return bytes
    }

    /// A picture for a page: as its person edited it, in the colours of the web, and without what a camera wrote into it.
    ///
    /// - Throws: `PictureDecoder.undecodable`, among others, for one that cannot be shown.
    func published(_ bytes: [UInt8], as order: PictureOrder) throws -> PublishedPicture {
        guard let head = PictureHead(bytes), head.widthPixels * head.heightPixels <= PictureHead.decodedPixelsMax else {
            throw Self.undecodable
        }
        var bytes = bytes
        if order.recipe != .untouched {
            bytes = try edited(bytes, order.recipe) {
                try run(over: $0, ["/usr/bin/vipsthumbnail", "stdin", "--size", "100000x100000>", "-o", ".png[compression=1]"])
            }
        }
        let form = order.isPNG ? ".png[strip,compression=3]" : ".jpg[Q=88,strip,optimize-coding,background=255]"
        bytes = try run(
            over: bytes,
            [
                "/usr/bin/vipsthumbnail", "stdin", "--size", "\(order.sideMax)x\(order.sideMax)>", "--export-profile", "srgb",
                "-o", form,
            ])
        guard let made = PictureHead(bytes) else { throw Self.undecodable }
        return PublishedPicture(widthPixels: made.widthPixels, heightPixels: made.heightPixels, bytes: bytes)
    }
}
