/// Takes out of a WebP what a camera wrote: libvips 8.14 keeps EXIF and XMP in one whatever it is told.
///
/// A WebP is a RIFF file: `RIFF`, the size of what follows, `WEBP`, then chunks of a name, a size and as many bytes, and one
/// more where that is odd. The first, `VP8X`, says in a byte of flags which others there are.
///
/// - Source: Google, "WebP Container Specification"; RFC 9649.
enum PlainWebP {
    private static let headBytes = 12
    private static let exifAndXMP: UInt8 = 0b0000_1100

    /// Returns the same picture without its EXIF and XMP; nil for bytes that are not a WebP from beginning to end.
    ///
    /// - Complexity: O(bytes).
    static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= headBytes, bytes[..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8)
        else { return nil }
        var plain = Array(bytes[..<headBytes])
        var at = headBytes
        while at < bytes.count {
            guard at + 8 <= bytes.count else { return nil }
            let name = bytes[at..<at + 4]
            let size = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
            let end = at + 8 + size + size % 2
            guard end <= bytes.count else { return nil }
            let isOfCamera = name.elementsEqual("EXIF".utf8) || name.elementsEqual("XMP ".utf8)
            if !isOfCamera { plain += bytes[at..<end] }
            if name.elementsEqual("VP8X".utf8), size > 0 { plain[plain.count - (end - at) + 8] &= ~exifAndXMP }
            at = end
        }
        let size = UInt32(plain.count - 8)
        for index in 0..<4 { plain[4 + index] = UInt8(size >> (8 * UInt32(index)) & 0xFF) }
        return plain
    }
}
