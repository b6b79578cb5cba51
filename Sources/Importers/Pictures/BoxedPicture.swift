/// The primary image of a HEIF or AVIF file: its size, which way up it is, and what the camera noted.
///
/// Source: ISO/IEC 23008-12 (`ispe`, `irot`, `imir`, `clap`, `pitm`, `ipma`, `iinf`); ISO/IEC 14496-12 (boxes, `iloc`).
struct BoxedPicture {
    private(set) var size: (width: Int, height: Int)?
    private(set) var notes = CameraNotes()
    /// True if the last box ends where the file does.
    private(set) var isWhole = false

    private let reader: ByteReader
    private var properties: [(type: String, box: Range<Int>)] = []
    private var boxes: [String: Range<Int>] = [:]

    init(_ bytes: [UInt8]) {
        reader = ByteReader(bytes)
        var boxes: [String: Range<Int>] = [:]
        var properties: [(type: String, box: Range<Int>)] = []
        isWhole = reader.eachBox(in: 0..<bytes.count) { type, meta in
            guard type == "meta", boxes.isEmpty else { return }
            // `meta` is a full box: four bytes of version and flags come first.
            reader.eachBox(in: (meta.lowerBound + 4)..<max(meta.lowerBound + 4, meta.upperBound)) { type, box in
                boxes[type] = boxes[type] ?? box
                guard type == "iprp" else { return }
                reader.eachBox(in: box) { type, list in
                    boxes[type] = boxes[type] ?? list
                    guard type == "ipco", properties.isEmpty else { return }
                    reader.eachBox(in: list) { type, box in properties.append((type, box)) }
                }
            }
        }
        self.boxes = boxes
        self.properties = properties
        readProperties()
        if let block = exif() { notes.taken = CameraNotes(block: block).taken }
        if notes.taken == nil { notes.taken = XMPPacket.taken(xmp()) }
    }

    // MARK: - Properties

    /// Those of the primary image, in their order; all that there are where the file does not say whose they are.
    private mutating func readProperties() {
        let own = (primary.flatMap(associated) ?? []).compactMap {
            properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil
        }
        let isOwn = own.contains { $0.type == "ispe" }
        var turn = PictureTurn.upright
        for (type, box) in isOwn ? own : properties {
            switch type {
            case "ispe":
                // The largest, since tiles and previews are smaller.
                guard let width = reader.big32(box.lowerBound + 4), let height = reader.big32(box.lowerBound + 8),
                    width > size?.width ?? 0 || height > size?.height ?? 0
                else { continue }
                size = (width, height)
            case "clap": if isOwn { crop(to: box) }
            case "irot": if let turns = reader.byte(box.lowerBound) { turn.rotateLeft(turns & 3) }
            case "imir": if let axis = reader.byte(box.lowerBound) { turn.mirror(upDown: axis & 1 == 0) }
            default: break
            }
        }
        notes.orientation = turn.orientation
    }

    /// The clean aperture: width and height as fractions.
    private mutating func crop(to box: Range<Int>) {
        guard let size, let width = reader.big32(box.lowerBound), let widthPart = reader.big32(box.lowerBound + 4),
            let height = reader.big32(box.lowerBound + 8), let heightPart = reader.big32(box.lowerBound + 12),
            widthPart > 0, heightPart > 0
        else { return }
        let cropped = (width: width / widthPart, height: height / heightPart)
        guard (1...size.width).contains(cropped.width), (1...size.height).contains(cropped.height) else { return }
        self.size = cropped
    }

    private var primary: Int? {
        guard let box = boxes["pitm"], let version = reader.byte(box.lowerBound) else { return nil }
        return version == 0 ? reader.big16(box.lowerBound + 4) : reader.big32(box.lowerBound + 4)
    }

    /// The properties of an item, as places in `ipco` that count from 1.
    private func associated(with item: Int) -> [Int]? {
        guard let box = boxes["ipma"], let version = reader.byte(box.lowerBound),
            let flags = reader.byte(box.lowerBound + 3), let count = reader.big32(box.lowerBound + 4)
        else { return nil }
        let (idBytes, placeBytes) = (version < 1 ? 2 : 4, flags & 1 == 1 ? 2 : 1)
        var at = box.lowerBound + 8
        var left = count
        while left > 0, at < box.upperBound, let number = reader.byte(at + idBytes) {
            let id = idBytes == 2 ? reader.big16(at) : reader.big32(at)
            let start = at + idBytes + 1
            if id == item {
                return (0..<number).compactMap { index in
                    placeBytes == 2
                        ? reader.big16(start + 2 * index).map { $0 & 0x7FFF } : reader.byte(start + index).map { $0 & 0x7F }
                }
            }
            at = start + placeBytes * number
            left -= 1
        }
        return nil
    }

    // MARK: - What the camera noted

    /// The first item of the type `Exif`, from its small TIFF on.
    private func exif() -> ArraySlice<UInt8>? {
        guard let item = item("Exif"), let start = place(of: item), let skipped = reader.big32(start) else { return nil }
        var at = start + 4 + skipped
        // Some programs leave the mark of a JPEG in it, and do not count it.
        if reader.has("Exif\0\0", at: at) { at += 6 }
        let block = reader.slice(at, count: CameraNotes.blockBytesMax)
        return block.isEmpty ? nil : block
    }

    /// The first item that its media type calls XMP.
    private func xmp() -> ArraySlice<UInt8> {
        guard let item = item("mime", mediaType: "application/rdf+xml"), let start = place(of: item) else { return [] }
        return reader.slice(start, count: XMPPacket.bytesMax)
    }

    private func item(_ wanted: String, mediaType: String? = nil) -> Int? {
        guard let box = boxes["iinf"], let version = reader.byte(box.lowerBound) else { return nil }
        var found: Int?
        let start = box.lowerBound + (version == 0 ? 6 : 8)
        reader.eachBox(in: start..<max(start, box.upperBound)) { type, entry in
            guard found == nil, type == "infe", let version = reader.byte(entry.lowerBound), version >= 2 else { return }
            let idBytes = version == 2 ? 2 : 4
            let kind = entry.lowerBound + 4 + idBytes + 2
            guard reader.has(wanted, at: kind) else { return }
            if let mediaType {
                // A name that is mostly empty, ended by zero, comes between.
                let words = reader.slice(kind + 4, count: max(0, entry.upperBound - kind - 4)).split(separator: 0)
                guard words.contains(where: { $0.elementsEqual(mediaType.utf8) }) else { return }
            }
            found = idBytes == 2 ? reader.big16(entry.lowerBound + 4) : reader.big32(entry.lowerBound + 4)
        }
        return found
    }

    /// Where the first bytes of an item lie in the file.
    private func place(of item: Int) -> Int? {
        guard let box = boxes["iloc"], let version = reader.byte(box.lowerBound),
            let sizes = reader.byte(box.lowerBound + 4), let more = reader.byte(box.lowerBound + 5)
        else { return nil }
        let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 4, sizes & 15, more >> 4)
        let indexBytes = version == 0 ? 0 : more & 15
        let idBytes = version < 2 ? 2 : 4
        var at = box.lowerBound + 6
        guard var left = number(at, idBytes) else { return nil }
        at += idBytes
        while left > 0, at < box.upperBound, let id = number(at, idBytes) {
            at += idBytes
            var method = 0
            if version > 0 {
                method = (reader.big16(at) ?? 0) & 15
                at += 2
            }
            at += 2  // The file that it lies in: this one.
            guard let base = number(at, baseBytes), let extents = reader.big16(at + baseBytes) else { return nil }
            at += baseBytes + 2
            if id == item {
                guard extents > 0, let offset = number(at + indexBytes, offsetBytes) else { return nil }
                switch method {
                case 0: return base + offset
                case 1: return boxes["idat"].map { $0.lowerBound + base + offset }
                default: return nil
                }
            }
            at += extents * (indexBytes + offsetBytes + lengthBytes)
            left -= 1
        }
        return nil
    }

    /// A number of 0, 2, 4 or 8 bytes; nil where it lies outside or is larger than any file.
    private func number(_ at: Int, _ count: Int) -> Int? {
        switch count {
        case 0: return 0
        case 2: return reader.big16(at)
        case 4: return reader.big32(at)
        case 8:
            guard let high = reader.big32(at), high == 0 else { return nil }
            return reader.big32(at + 4)
        default: return nil
        }
    }
}

/// How a picture is turned and mirrored to be seen, step by step, and the orientation of EXIF that says the same.
struct PictureTurn {
    /// Where the axes of the picture lead: x' = xx·x + xy·y, y' = yx·x + yy·y, with y downwards.
    private var xx = 1
    private var xy = 0
    private var yx = 0
    private var yy = 1

    static let upright = PictureTurn()

    /// Turns by quarters against the clock.
    mutating func rotateLeft(_ quarters: Int) {
        for _ in 0..<quarters { (xx, xy, yx, yy) = (yx, yy, -xx, -xy) }
    }

    mutating func mirror(upDown: Bool) {
        if upDown { (yx, yy) = (-yx, -yy) } else { (xx, xy) = (-xx, -xy) }
    }

    var orientation: Int {
        switch (xx, xy, yx, yy) {
        case (-1, 0, 0, 1): 2
        case (-1, 0, 0, -1): 3
        case (1, 0, 0, -1): 4
        case (0, 1, 1, 0): 5
        case (0, -1, 1, 0): 6
        case (0, -1, -1, 0): 7
        case (0, 1, -1, 0): 8
        default: 1
        }
    }
}
