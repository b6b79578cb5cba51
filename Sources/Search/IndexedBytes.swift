import Glibc
import Workspace

/// The text of one thing as bytes, where somebody keeps it: title, tags, body and files, each ended by NUL, which no text here
/// holds, so that nothing is found across the border of two.
struct IndexedBytes {
    private let bytes: UnsafeRawBufferPointer
    private let titleEnd: Int
    private let tagsEnd: Int

    /// Letters to be looked for: at least one.
    struct Needle: Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate let first: Unicode.Scalar
        /// Where in it the two bytes are that are looked for before the others.
        fileprivate let probes: (Int, Int)

        init(_ letters: [UInt8]) {
            bytes = letters
            first = String(decoding: letters, as: UTF8.self).unicodeScalars.first ?? "\0"
            let rarest = letters.indices.sorted { Self.rank(letters[$0]) > Self.rank(letters[$1]) }
            probes = (rarest.first ?? 0, rarest.dropFirst().first ?? rarest.first ?? 0)
        }

        /// Returns whether a word begins where these letters stand behind another; nil where folded text cannot say it.
        func beginsWord(behind before: Unicode.Scalar) -> Bool? {
            // `ß` is two of these; what is beyond the Cyrillic letters may be a part of what was taken apart.
            if before == "s" && first == "s" || before.value >= Self.foldedAsOneEnd { return nil }
            return WordStart.isOne(at: first, behind: before)
        }

        /// Below, each scalar folds to one letter, but for the doubled `s`.
        private static let foldedAsOneEnd: UInt32 = 0x530

        /// The characters that texts have most of, the commonest first; all others are rarer.
        private static let common = Array(" etaoinsrhldcumfpgwybvk".utf8)

        private static func rank(_ byte: UInt8) -> Int { common.firstIndex(of: byte) ?? common.count }
    }

    private static let titleWeight = 8.0
    private static let tagWeight = 4.0

    fileprivate init(_ bytes: UnsafeRawBufferPointer, titleEnd: Int, tagsEnd: Int) {
        self.bytes = bytes
        self.titleEnd = titleEnd
        self.tagsEnd = tagsEnd
    }

    /// Without the ends of the parts.
    var byteCount: Int { bytes.count - IndexedTexts.partCount }

    var all: UnsafeRawBufferPointer { bytes }
    var title: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<titleEnd]) }

    /// The same text, byte by byte.
    func isEqual(to other: IndexedBytes) -> Bool {
        titleEnd == other.titleEnd && tagsEnd == other.tagsEnd && bytes.elementsEqual(other.bytes)
    }

    /// Returns whether the letters stand anywhere in it.
    func holds(_ sought: Needle) -> Bool { place(of: sought, from: 0, to: bytes.count) != nil }

    func titleHolds(_ sought: Needle) -> Bool { place(of: sought, from: 0, to: titleEnd) != nil }

    /// Returns the weighted count of the letters in it, a title's times eight and a tag's times four; places may overlap.
    func weightedCount(of sought: Needle) -> Double {
        var count = 0.0
        var from = 0
        while let place = place(of: sought, from: from, to: bytes.count) {
            count += place < titleEnd ? Self.titleWeight : place < tagsEnd ? Self.tagWeight : 1
            from = place + 1
        }
        return count
    }

    /// Returns whether a word begins with the letters somewhere; nil where the folded text cannot say it and the thing's own has to be
    /// read: behind a letter whose folding may be the second half of one scalar.
    func beginsWord(with sought: Needle) -> Bool? {
        var isOpen = false
        var from = 0
        while let place = place(of: sought, from: from, to: bytes.count) {
            switch beginsWord(at: place, with: sought) {
            case true?: return true
            case false?: break
            case nil: isOpen = true
            }
            from = place + 1
        }
        return isOpen ? nil : false
    }

    private func beginsWord(at place: Int, with sought: Needle) -> Bool? {
        guard place > 0, bytes[place - 1] != 0, let before = Self.scalar(before: place, in: bytes) else { return true }
        return before == IndexedText.border ? true : sought.beginsWord(behind: before)
    }

    /// The letter that ends at a place behind another.
    static func scalar(before place: Int, in bytes: UnsafeRawBufferPointer) -> Unicode.Scalar? {
        if bytes[place - 1] < 0x80 { return Unicode.Scalar(bytes[place - 1]) }
        var start = place - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.first
    }

    /// Where the letters stand first, from a place on and before another. Looks at sixteen places at once for two of them.
    ///
    /// - Source: W. Muła, "SIMD-friendly algorithms for substring searching", "Generic SIMD".
    private func place(of sought: Needle, from: Int, to end: Int) -> Int? {
        typealias Places = SIMD16<UInt8>
        return sought.bytes.withUnsafeBytes { letters -> Int? in
            guard let base = bytes.baseAddress, let wanted = letters.baseAddress else { return nil }
            let stop = end - letters.count + 1
            let (first, second) = sought.probes
            let (firsts, seconds) = (Places(repeating: letters[first]), Places(repeating: letters[second]))
            var at = from
            while at + 16 <= stop {
                let hits = unsafeBitCast(
                    (base.loadUnaligned(fromByteOffset: at + first, as: Places.self) .== firsts)
                        .& (base.loadUnaligned(fromByteOffset: at + second, as: Places.self) .== seconds),
                    to: SIMD2<UInt64>.self)
                if hits[0] | hits[1] != 0 {
                    for half in 0..<2 {
                        var places = UInt64(littleEndian: hits[half])
                        while places != 0 {
                            let offset = places.trailingZeroBitCount / 8
                            let place = at + half * 8 + offset
                            if memcmp(base + place, wanted, letters.count) == 0 { return place }
                            places &= ~(0xFF << UInt64(offset * 8))
                        }
                    }
                }
                at += 16
            }
            while at < stop {
                if memcmp(base + at, wanted, letters.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }
}

/// The texts of many rows, one behind the other, so that looking through them is reading memory in order.
struct IndexedTexts: Sendable {
    private var bytes: [UInt8] = []
    /// By row.
    private var places: [Place] = []
    /// Bytes of texts that are not there any more.
    private var unused = 0

    static let partCount = 4

    /// Where a text begins and, from there, its parts end; nothing where there is none.
    private struct Place {
        var start = 0
        var titleEnd: UInt32 = 0
        var tagsEnd: UInt32 = 0
        var end: UInt32 = 0
    }

    init() {}

    /// Of all texts, of which up to half may be in no use any more.
    var byteCount: Int { bytes.count }

    /// One alone, in row 0.
    init(_ text: IndexedText) { put(text, at: 0) }

    /// Puts a text in the place of what was there of a row; nil for none.
    ///
    /// - Complexity: O(bytes of the text); now and then, when half of all bytes are in no use any more, O(all bytes).
    mutating func put(_ text: IndexedText?, at row: Int) {
        while places.count <= row { places.append(Place()) }
        unused += Int(places[row].end)
        places[row] = text.map { append($0) } ?? Place()
        if unused > bytes.count / 2 { compact() }
    }

    private mutating func append(_ text: IndexedText) -> Place {
        let needed = bytes.count + text.bytes.count
        // By an eighth, not to twice as much: it is most of what is kept.
        if needed > bytes.capacity { bytes.reserveCapacity(needed + needed / 8) }
        let place = Place(
            start: bytes.count, titleEnd: UInt32(text.titleEnd), tagsEnd: UInt32(text.tagsEnd),
            end: UInt32(text.bytes.count))
        bytes += text.bytes
        return place
    }

    private mutating func compact() {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count - unused)
        for row in places.indices {
            let start = places[row].start
            places[row].start = kept.count
            kept.append(contentsOf: bytes[start..<start + Int(places[row].end)])
        }
        bytes = kept
        unused = 0
    }

    /// Returns the result of `body` on the text of a row; nil where there is none.
    func with<Result>(_ row: Int, _ body: (IndexedBytes) -> Result) -> Result? {
        guard row < places.count, places[row].end > 0 else { return nil }
        let place = places[row]
        return bytes.withUnsafeBytes { bytes in
            let text = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.start + Int(place.end)])
            return body(IndexedBytes(text, titleEnd: Int(place.titleEnd), tagsEnd: Int(place.tagsEnd)))
        }
    }
}
