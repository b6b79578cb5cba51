import Kernel

/// Text chunks of a PNG that hold what a camera noted: an EXIF block in hexadecimal, or an XMP packet.
///
/// Source: W3C, Portable Network Graphics, 11.3.4; ImageMagick, `coders/png.c` ("Raw profile type"); Adobe, XMP Specification,
/// part 3, 1.1.5.
struct PNGText {
    private static let chunkBytesMax = 4 * CameraNotes.blockBytesMax
    /// Chunks of metadata that are looked into: each may unpack to much more than it is.
    private var left = 8

    /// The day that a `tEXt`, `zTXt` or `iTXt` chunk says the picture was taken on.
    mutating func taken(_ type: String, _ chunk: ArraySlice<UInt8>) -> CalendarDay? {
        let parts = chunk.prefix(80).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let keyword = String(decoding: parts[0], as: UTF8.self)
        let isXMP = keyword == "XML:com.adobe.xmp" || keyword == "Raw profile type xmp"
        guard isXMP || keyword == "Raw profile type exif" || keyword == "Raw profile type APP1" else { return nil }
        guard left > 0 else { return nil }
        left -= 1
        guard let text = Self.text(type, chunk.dropFirst(parts[0].count + 1)) else { return nil }
        if keyword == "XML:com.adobe.xmp" { return XMPPacket.taken(text) }
        guard let profile = Self.profile(text) else { return nil }
        if isXMP { return XMPPacket.taken(profile) }
        let xmp = Array(XMPPacket.jpegMark.utf8)
        if profile.starts(with: xmp) { return XMPPacket.taken(profile.dropFirst(xmp.count)) }
        let exif = Array("Exif\0\0".utf8)
        return CameraNotes(block: profile.starts(with: exif) ? profile.dropFirst(exif.count) : profile).taken
    }

    /// The text behind the keyword, unpacked.
    private static func text(_ type: String, _ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        switch type {
        case "tEXt": return rest
        case "zTXt": return rest.first == 0 ? inflated(rest.dropFirst()) : nil
        default:
            // Whether it is packed, by which method; then a language and a translated keyword, each ended by zero.
            let head = rest.dropFirst(2)
            let parts = head.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let isPacked = rest.first else { return nil }
            return isPacked == 0 ? parts[2] : inflated(parts[2])
        }
    }

    /// A zlib stream, unpacked as the gzip that has the same content; libarchive does not check its end.
    private static func inflated(_ zlib: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard zlib.count > 6, zlib.count <= chunkBytesMax else { return nil }
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        let gzip = head + zlib.dropFirst(2).dropLast(4) + [UInt8](repeating: 0, count: 8)
        // Metadata that cannot be unpacked says nothing; the picture is taken without it.
        guard let text = try? ArchiveReader.gunzipped(gzip, path: "a text of a picture") else { return nil }
        return text[...]
    }

    /// The bytes of a raw profile: a line with its name, one with its length, then hexadecimal digits.
    private static func profile(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard lines.count == 3 else { return nil }
        let digits = lines[2].prefix(2 * CameraNotes.blockBytesMax).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }[...]
    }
}
