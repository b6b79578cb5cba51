/// Looks for damage in a picture without decoding it: parts that are missing, go beyond their end, or do not agree with their
/// checksums.
///
/// It sees a picture that was cut off or overwritten, and not every changed byte: within the scan of a JPEG or the codes of a GIF
/// nearly all bytes are allowed.
struct PictureStructure {
    private let bytes: [UInt8]
    private let reader: ByteReader

    /// A clause about the first fault; nil where there is none, and for kinds that only their decoder knows.
    static func fault(in bytes: [UInt8], _ kind: PictureKind) -> String? {
        let structure = PictureStructure(bytes)
        return switch kind {
        case .jpeg: structure.jpegFault
        case .png: structure.pngFault
        case .gif: structure.gifFault
        case .webP: structure.webPFault
        case .bmp, .heic, .avif, .tiff: nil
        }
    }

    /// Returns whether `fault` says something of pictures of this kind.
    static func isKnown(_ kind: PictureKind) -> Bool {
        switch kind {
        case .jpeg, .png, .gif, .webP: true
        case .bmp, .heic, .avif, .tiff: false
        }
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        reader = ByteReader(bytes)
    }

    private static let noImage = "it holds no image"
    private static let noEnd = "its end is missing"

    private func beyond(_ what: String, _ at: Int) -> String {
        "its \(what) at byte \(at) goes beyond the end of the file"
    }

    // MARK: - JPEG

    /// Source: ITU-T T.81, B.1 and B.2: segments, and scans of coded data in which markers are restarts only.
    private var jpegFault: String? {
        var (at, scanCount) = (2, 0)
        while let code = nextMarker(&at) {
            switch code {
            case 0x00, 0x01, 0xD0...0xD8: at += 2
            case 0xD9: return scanCount > 0 ? nil : Self.noImage
            default:
                guard let length = reader.big16(at + 2), length >= 2, at + 2 + length <= bytes.count else {
                    return beyond("segment", at)
                }
                at += 2 + length
                guard code == 0xDA else { continue }
                scanCount += 1
                if let fault = fault(inScanAt: &at) { return fault }
            }
        }
        return Self.noEnd
    }

    /// Goes on to the next marker, over everything else.
    private func nextMarker(_ at: inout Int) -> UInt8? {
        while at < bytes.count, let next = bytes[at...].firstIndex(of: 0xFF), next + 1 < bytes.count {
            at = next
            if bytes[at + 1] != 0xFF { return bytes[at + 1] }
            at += 1
        }
        return nil
    }

    /// Goes on to the marker that ends the scan.
    private func fault(inScanAt at: inout Int) -> String? {
        var restartCount: UInt8 = 0
        while let code = nextMarker(&at) {
            switch code {
            case 0x00: break
            case 0xD0...0xD7:
                guard code == 0xD0 + restartCount % 8 else {
                    return "a restart of its scan at byte \(at) is out of order"
                }
                restartCount = (restartCount + 1) % 8
            case 0x01...0xBF, 0xD8: return "its scan is interrupted at byte \(at)"
            default: return nil
            }
            at += 2
        }
        return Self.noEnd
    }

    // MARK: - PNG

    /// Source: W3C, Portable Network Graphics, 5.3: chunks with a length, a name and a checksum.
    private var pngFault: String? {
        var at = 8
        var holdsImage = false
        while let length = reader.big32(at) {
            let name = String(decoding: reader.slice(at + 4, count: 4), as: UTF8.self)
            guard name.utf8.count == 4, name.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
                return "at byte \(at) is not a chunk"
            }
            guard let checksum = reader.big32(at + 8 + length) else { return beyond("chunk \(name)", at) }
            guard checksum == Int(CRC32.of(bytes[at + 4..<at + 8 + length])) else {
                return "its chunk \(name) at byte \(at) does not agree with its checksum"
            }
            if name == "IDAT" { holdsImage = true }
            if name == "IEND" { return holdsImage ? nil : Self.noImage }
            at += 12 + length
        }
        return Self.noEnd
    }

    // MARK: - GIF

    /// Source: CompuServe, GIF89a, sections 15 to 27.
    private var gifFault: String? {
        func tableBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
        var at = 13 + tableBytes(reader.byte(10) ?? 0)
        var holdsImage = false
        while let kind = reader.byte(at) {
            let start = at
            switch kind {
            case 0x3B: return holdsImage ? nil : Self.noImage
            case 0x00: at += 1  // Some programs end a block twice.
            case 0x21: at = end(ofBlocksAt: at + 2)
            case 0x2C:
                let data = at + 10 + tableBytes(reader.byte(at + 9) ?? 0)
                guard let codeBits = reader.byte(data), (1...11).contains(codeBits) else {
                    return "its image at byte \(at) begins with no size of codes"
                }
                holdsImage = true
                at = end(ofBlocksAt: data + 1)
            default: return "at byte \(at) is not a block"
            }
            if at > bytes.count { return beyond(kind == 0x2C ? "image" : "block", start) }
        }
        return Self.noEnd
    }

    /// One byte beyond the end where the blocks do not end.
    private func end(ofBlocksAt start: Int) -> Int {
        var at = start
        while let size = reader.byte(at), size > 0 { at += 1 + size }
        return at + 1
    }

    // MARK: - WebP

    /// Source: RFC 9649; for the head of an image RFC 6386, 9.1, and Google, WebP Lossless Bitstream, 3.
    private var webPFault: String? {
        let end = min(8 + (reader.little32(4) ?? 0), bytes.count)
        var at = 12
        var holdsImage = false
        while at + 8 <= end, let length = reader.little32(at + 4) {
            let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
            guard at + 8 + length <= end else { return beyond("chunk \(name)", at) }
            switch name {
            case "VP8 ":
                let tag = reader.little24(at + 8) ?? 0
                guard length >= 10, tag & 1 == 0, reader.little24(at + 11) == 0x2A_019D, tag >> 5 <= length - 10 else {
                    return "its image at byte \(at) does not begin as one"
                }
                holdsImage = true
            case "VP8L":
                guard length >= 5, reader.byte(at + 8) == 0x2F else {
                    return "its image at byte \(at) does not begin as one"
                }
                holdsImage = true
            case "ANMF": holdsImage = true
            default: break
            }
            at += 8 + length + length % 2
        }
        return holdsImage ? nil : Self.noImage
    }
}
