import Kernel

/// What the head of a picture says about it: its size, which way up it is, when it was taken. Nothing is decoded.
struct PictureFacts: Sendable, Equatable {
    var kind: PictureKind
    /// As stored, before it is turned the way `orientation` says.
    var widthPixels: Int
    var heightPixels: Int
    var orientation = 1
    var taken: CalendarDay?
    /// True if the end that every file of its kind has is there.
    var isWhole = true

    init(kind: PictureKind, widthPixels: Int, heightPixels: Int, notes: CameraNotes = CameraNotes(), isWhole: Bool) {
        self.kind = kind
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
        orientation = notes.orientation
        taken = notes.taken
        self.isWhole = isWhole
    }

    /// Nil when `bytes` are no picture of a kind that is known, or its size is not where its kind has it.
    init?(_ bytes: [UInt8]) {
        guard let kind = PictureKind(bytes) else { return nil }
        let found: PictureFacts? =
            switch kind {
            case .jpeg: PictureFacts(jpeg: bytes)
            case .png: PictureFacts(png: bytes)
            case .gif: PictureFacts(gif: bytes)
            case .webP: PictureFacts(webP: bytes)
            case .bmp: PictureFacts(bmp: bytes)
            case .heic, .avif: PictureFacts(boxed: bytes, kind)
            case .tiff: PictureFacts(tiff: bytes)
            }
        guard let found, found.widthPixels > 0, found.heightPixels > 0 else { return nil }
        self = found
    }
}

extension PictureFacts {
    /// Source: ITU-T T.81, B.1.1: segments with a marker and a length, up to the frame header.
    private init?(jpeg bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        var notes: CameraNotes?
        var told: CalendarDay?  // By XMP.
        var at = 2
        while let marker = reader.big16(at) {
            guard marker >> 8 == 0xFF else {  // Bytes between segments, which every viewer passes over.
                at += 1
                continue
            }
            let code = marker & 0xFF
            if code == 0xFF {  // Fill bytes.
                at += 1
                continue
            }
            if code <= 0x01 || (0xD0...0xD7).contains(code) {  // No marker, or one without a length.
                at += 2
                continue
            }
            guard let length = reader.big16(at + 2), length >= 2, code != 0xDA, code != 0xD9 else { return nil }
            if code == 0xE1, notes == nil, reader.has("Exif\0\0", at: at + 4) {
                notes = CameraNotes(block: reader.slice(at + 10, count: length - 8))
            }
            if code == 0xE1, reader.has(XMPPacket.jpegMark, at: at + 4) {
                let mark = XMPPacket.jpegMark.utf8.count
                told = told ?? XMPPacket.taken(reader.slice(at + 4 + mark, count: length - 2 - mark))
            }
            let isFrame = (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code)
            if isFrame {
                guard let height = reader.big16(at + 5), let width = reader.big16(at + 7) else { return nil }
                let end = bytes.suffix(1024)
                let endsWell = zip(end, end.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
                // A film may follow the end of the picture: that of a "motion photo".
                let isWhole = endsWell || Self.hasEnd(jpeg: reader, from: at + 2 + length)
                self.init(
                    kind: .jpeg, widthPixels: width, heightPixels: height, notes: notes ?? CameraNotes(),
                    isWhole: isWhole)
                taken = taken ?? told
                return
            }
            at += 2 + length
        }
        return nil
    }

    /// Returns whether the marker of the end follows the segments and scans from `start` on.
    private static func hasEnd(jpeg reader: ByteReader, from start: Int) -> Bool {
        var at = start
        while let marker = reader.big16(at) {
            let code = marker & 0xFF
            // Within a scan, FF is followed by zero, by a restart or by more fill.
            if marker >> 8 != 0xFF || code == 0xFF {
                at += 1
            } else if code == 0xD9 {
                return true
            } else if code <= 0x01 || (0xD0...0xD8).contains(code) {
                at += 2
            } else {
                guard let length = reader.big16(at + 2), length >= 2 else { return false }
                at += 2 + length
            }
        }
        return false
    }

    /// Source: W3C, Portable Network Graphics, 11.2.2: the first chunk is the header.
    private init?(png bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        guard reader.big32(8) == 13, reader.has("IHDR", at: 12), let width = reader.big32(16),
            let height = reader.big32(20)
        else { return nil }
        var notes = CameraNotes()
        var texts = PNGText()
        var told: CalendarDay?  // By a text.
        var isWhole = false
        var at = 8
        while let length = reader.big32(at) {
            for type in ["tEXt", "zTXt", "iTXt"] where told == nil && reader.has(type, at: at + 4) {
                told = texts.taken(type, reader.slice(at + 8, count: length))
            }
            if reader.has("eXIf", at: at + 4) { notes = CameraNotes(block: reader.slice(at + 8, count: length)) }
            if reader.has("IEND", at: at + 4) {
                isWhole = true
                break
            }
            at += 12 + length
        }
        self.init(kind: .png, widthPixels: width, heightPixels: height, notes: notes, isWhole: isWhole)
        taken = taken ?? told
    }

    /// Source: CompuServe, GIF89a, section 18: the logical screen.
    private init?(gif bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        guard let width = reader.little16(6), let height = reader.little16(8) else { return nil }
        self.init(kind: .gif, widthPixels: width, heightPixels: height, isWhole: bytes.suffix(16).contains(0x3B))
        taken = Self.taken(gif: reader)
    }

    /// The XMP packet of an application extension. Source: CompuServe, GIF89a, sections 20 to 26.
    private static func taken(gif reader: ByteReader) -> CalendarDay? {
        func tableBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
        func end(ofBlocksAt start: Int) -> Int {
            var at = start
            while let size = reader.byte(at), size > 0 { at += 1 + size }
            return at + 1
        }
        var at = 13 + tableBytes(reader.byte(10) ?? 0)
        while let kind = reader.byte(at) {
            switch kind {
            case 0x21:
                if reader.byte(at + 1) == 0xFF, reader.has("XMP DataXMP", at: at + 3) {
                    return XMPPacket.taken(reader.slice(at + 14, count: XMPPacket.bytesMax))
                }
                at = end(ofBlocksAt: at + 2)
            case 0x2C: at = end(ofBlocksAt: at + 11 + tableBytes(reader.byte(at + 9) ?? 0))
            default: return nil
            }
        }
        return nil
    }

    /// Source: Google, WebP Container Specification; RFC 9649.
    private init?(webP bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        let size: (width: Int, height: Int)
        if reader.has("VP8X", at: 12), let width = reader.little24(24), let height = reader.little24(27) {
            size = (width + 1, height + 1)
        } else if reader.has("VP8L", at: 12), reader.byte(20) == 0x2F, let low = reader.little16(21),
            let high = reader.little16(23)
        {
            let packed = low | high << 16
            size = ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
        } else if reader.has("VP8 ", at: 12), reader.little24(23) == 0x2A_019D, let width = reader.little16(26),
            let height = reader.little16(28)
        {
            size = (width & 0x3FFF, height & 0x3FFF)
        } else {
            return nil
        }
        var notes = CameraNotes()
        var told: CalendarDay?  // By XMP.
        var at = 12
        while let length = reader.little32(at + 4) {
            if reader.has("XMP ", at: at) { told = XMPPacket.taken(reader.slice(at + 8, count: length)) }
            if reader.has("EXIF", at: at) {
                // Some programs repeat the mark of a JPEG.
                let mark = reader.has("Exif\0\0", at: at + 8) ? 6 : 0
                notes = CameraNotes(block: reader.slice(at + 8 + mark, count: length - mark))
            }
            at += 8 + length + length % 2
        }
        let isWhole = (reader.little32(4) ?? 0) + 8 <= bytes.count
        self.init(kind: .webP, widthPixels: size.width, heightPixels: size.height, notes: notes, isWhole: isWhole)
        taken = taken ?? told
    }

    /// Source: Microsoft, BITMAPFILEHEADER and BITMAPINFOHEADER. A negative height means that it stands upside down.
    private init?(bmp bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        guard let header = reader.little32(14), header >= 40, let width = reader.little32(18),
            let height = reader.little32(22)
        else { return nil }
        self.init(
            kind: .bmp, widthPixels: width, heightPixels: Int(Int32(truncatingIfNeeded: height).magnitude),
            isWhole: (reader.little32(2) ?? 0) <= bytes.count)
    }

    /// Source: Adobe, TIFF Revision 6.0, section 2: the first directory, wherever it lies; its entries for width (256),
    /// length (257), orientation (274) and XMP (700).
    private init?(tiff bytes: [UInt8]) {
        let reader = ByteReader(bytes)
        let isLittle = bytes[0] == UInt8(ascii: "I")
        func short(_ at: Int) -> Int? { isLittle ? reader.little16(at) : reader.big16(at) }
        func long(_ at: Int) -> Int? { isLittle ? reader.little32(at) : reader.big32(at) }
        guard let directory = long(4), let count = short(directory) else { return nil }
        var values: [Int: Int] = [:]
        for index in 0..<count {
            let at = directory + 2 + 12 * index
            guard let tag = short(at), let type = short(at + 2) else { break }
            values[tag] = type == 3 ? short(at + 8) : long(at + 8)
        }
        guard let width = values[256], let height = values[257] else { return nil }
        var notes = CameraNotes(block: bytes.prefix(CameraNotes.blockBytesMax))
        if let orientation = values[274], (1...8).contains(orientation) { notes.orientation = orientation }
        self.init(kind: .tiff, widthPixels: width, heightPixels: height, notes: notes, isWhole: true)
        if let packet = values[700] { taken = taken ?? XMPPacket.taken(reader.slice(packet, count: XMPPacket.bytesMax)) }
    }

    /// HEIF and AVIF: what the primary image says; `BoxedPicture` reads it.
    private init?(boxed bytes: [UInt8], _ kind: PictureKind) {
        let picture = BoxedPicture(bytes)
        guard let size = picture.size else { return nil }
        self.init(
            kind: kind, widthPixels: size.width, heightPixels: size.height, notes: picture.notes,
            isWhole: picture.isWhole)
    }
}
