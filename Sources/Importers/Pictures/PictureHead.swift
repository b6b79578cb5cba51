package import Kernel

/// What a picture says about itself, for whoever serves it: its kind by its first bytes, its size, which way up it is and
/// when it was taken. Nothing is decoded.
package struct PictureHead: Sendable, Equatable {
    /// Pixels of a picture that is decoded at all; one with more is kept as it came, and cannot be shown smaller.
    package static let decodedPixelsMax = 100_000_000

    /// Returns whether a picture of this size is decoded.
    static func isDecoded(_ facts: PictureFacts) -> Bool {
        let (pixels, isTooMany) = facts.widthPixels.multipliedReportingOverflow(by: facts.heightPixels)
        return !isTooMany && pixels <= decodedPixelsMax
    }

    private let facts: PictureFacts

    /// Nil when `bytes` are no picture of a kind that is known.
    package init?(_ bytes: [UInt8]) {
        guard let facts = PictureFacts(bytes) else { return nil }
        self.facts = facts
    }

    package var mediaType: String { facts.kind.mediaType }
    /// As stored, before it is turned the way `orientation` says.
    package var widthPixels: Int { facts.widthPixels }
    package var heightPixels: Int { facts.heightPixels }
    /// As the camera held it: 1 to 8, as EXIF has it.
    package var orientation: Int { facts.orientation }
    package var taken: CalendarDay? { facts.taken }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("mediaType", mediaType)
            json.field("widthPixels", widthPixels)
            json.field("heightPixels", heightPixels)
            json.field("orientation", orientation)
            json.field("taken", taken?.text)
        }
    }
}
