/// The kinds of pictures that are recognised, by the bytes that they begin with and not by their names.
enum PictureKind: Sendable {
    case jpeg, png, gif, webP, heic, avif, tiff, bmp

    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at offset: Int) -> Bool {
            bytes.count >= offset + text.utf8.count
                && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webP
        } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
            self = .avif
        } else if has("ftypmif1", at: 4) || has("ftypmiaf", at: 4), Self.brands(bytes).contains("avif") {
            self = .avif
        } else if has("ftyphei", at: 4) || has("ftyphev", at: 4) || has("ftypmif1", at: 4) {
            self = .heic
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if has("BM", at: 0), bytes.count > 26 {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The brands that an ISO file says it can be read as. Source: ISO/IEC 14496-12, `ftyp`.
    private static func brands(_ bytes: [UInt8]) -> [String] {
        guard let size = ByteReader(bytes).big32(0), size <= 256, size <= bytes.count else { return [] }
        return stride(from: 16, to: size - 3, by: 4).map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
    }

    var ending: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webP: "webp"
        case .heic: "heic"
        case .avif: "avif"
        case .tiff: "tiff"
        case .bmp: "bmp"
        }
    }

    /// The common name of the format.
    var name: String {
        switch self {
        case .webP: "WebP"
        default: ending == "jpg" ? "JPEG" : ending.uppercased()
        }
    }

    var mediaType: String { "image/" + (self == .jpeg ? "jpeg" : ending) }
}
