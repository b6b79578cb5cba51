package import Kernel

/// The handwriting of a drawing as text, so that it can be searched and read aloud. Requirement N-010.
///
/// Any device that can recognise handwriting does so; the journal keeps what it found, and which strokes it had read.
/// A drawing has one recognition, the latest. When strokes are added or erased afterwards it stays, from an older state.
package struct Recognition: Sendable, Equatable {
    /// Lines as they were read; empty when there was no handwriting.
    package var text: String
    /// The program that read it, and its version.
    package var recogniser: Name
    package var version: Name
    /// The language that was read, as a tag of BCP 47 such as `de-AT`; nil when nobody said.
    package var language: String?
    /// The drawing as it was when it was read.
    package var state: InkDigest
    /// Where each line of the text stands, and what else it may be; none where the recogniser did not say.
    package var lines: [Line]

    package init(
        text: String, recogniser: Name, version: Name, language: String? = nil, state: InkDigest, lines: [Line] = []
    ) {
        self.text = text
        self.recogniser = recogniser
        self.version = version
        self.language = language
        self.state = state
        self.lines = lines
    }

    /// One line of the text: the box around its strokes, in hundredths of a point, and further readings of it. Requirement T-104.
    package struct Line: Sendable, Equatable {
        package var left: Int
        package var top: Int
        package var width: Int
        package var height: Int
        /// Of 1,000, as sure as the recogniser says it is.
        package var confidence: Int
        /// They are searched, and not shown.
        package var others: [String]

        package init(left: Int, top: Int, width: Int, height: Int, confidence: Int, others: [String] = []) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
            self.confidence = confidence
            self.others = others
        }

        /// By bytes, as `Recognition`.
        package static func == (a: Line, b: Line) -> Bool {
            guard a.left == b.left, a.top == b.top, a.width == b.width, a.height == b.height, a.confidence == b.confidence,
                a.others.count == b.others.count
            else { return false }
            for (one, other) in zip(a.others, b.others) where !one.utf8.elementsEqual(other.utf8) { return false }
            return true
        }
    }

    /// The lines of the text; none of an empty one.
    package var textLines: [String] {
        text.utf8.isEmpty ? [] : text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Unicode scalars of the text and of all further readings.
    var length: Int {
        var length = text.unicodeScalars.count
        for line in lines { for other in line.others { length += other.unicodeScalars.count } }
        return length
    }

    /// Unicode scalars that may be recognised in one drawing: ten densely written pages.
    package static let textScalarsMax = 40_000
    /// Bytes of the longest tag that RFC 5646 asks programs to keep.
    package static let languageBytesMax = 35

    /// By bytes: two texts that Unicode calls equivalent are two texts here.
    package static func == (a: Recognition, b: Recognition) -> Bool {
        a.state == b.state && a.recogniser == b.recogniser && a.version == b.version
            && (a.language == nil) == (b.language == nil)
            && (a.language ?? "").utf8.elementsEqual((b.language ?? "").utf8) && a.text.utf8.elementsEqual(b.text.utf8)
            && a.lines == b.lines
    }

    /// Returns whether `tag` has the form of a language tag: parts of one to eight letters and digits, with hyphens between.
    static func isLanguage(_ tag: String) -> Bool {
        guard tag.utf8.count <= languageBytesMax else { return false }
        var length = 0
        for byte in tag.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                length += 1
                guard length <= 8 else { return false }
            case UInt8(ascii: "-"):
                guard length > 0 else { return false }
                length = 0
            default: return false
            }
        }
        return length > 0
    }

    private static let lineGraphemesMax = 100

    /// Its beginning, in quotation marks and on one line.
    var line: String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar.value < 0x20 ? " " : scalar) }
        let whole = trimmed(String(scalars))
        let start = String(whole.prefix(Self.lineGraphemesMax))
        return "\u{201C}" + start + (start.utf8.count < whole.utf8.count ? "\u{2026}" : "") + "\u{201D}"
    }

    /// The program that read it, such as `Scribble 3.1, de`.
    var source: String { recogniser.text + " " + version.text + (language.map { ", " + $0 } ?? "") }
}

/// Tells one state of a drawing from another: the strokes that are seen in it, in eight bytes.
///
/// Strokes are never rewritten, so that which of them are seen is all there is to know. Where strokes were erased and
/// have come back, the drawing is in the state it was in.
/// - Format: FNV-1a of 64 bits over the identifiers of the strokes that are not erased, 16 bytes each, in ascending order;
///   the first byte is the highest. A client may ask for it or reckon it.
/// - Source: Fowler, Noll, Vo. Enough to notice that something changed; nothing is found or proved by it.
package struct InkDigest: Hashable, Sendable {
    package var word: UInt64

    package init(word: UInt64) { self.word = word }

    /// - Complexity: O(strokes × log strokes).
    package init(of strokes: [StrokeID]) {
        word = 0xCBF2_9CE4_8422_2325
        for stroke in strokes.sorted() {
            mix(stroke.hi)
            mix(stroke.lo)
        }
    }

    private mutating func mix(_ part: UInt64) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 8
            word = (word ^ (part >> shift & 0xFF)) &* 0x100_0000_01B3
        }
    }

    package static let byteCount = 8

    /// The highest first.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
        return bytes
    }

    package init(bytes: [UInt8]) {
        word = 0
        for byte in bytes { word = word << 8 | UInt64(byte) }
    }

    package var text: String { hexText(bytes) }
}

extension InkDigest: FieldValue {
    package static var blank: InkDigest { InkDigest(word: 0) }

    package mutating func code<C: Coder>(_ number: Int, _ name: StaticString, in coder: inout C) {
        var bytes = bytes
        coder.blob(number, name, &bytes)
        coder.demand(bytes.count == Self.byteCount, "the state of a drawing, as eight bytes")
        self = InkDigest(bytes: bytes)
    }
}

extension Recognition: FieldMessage {
    package static var schemaName: StaticString { "Recognition" }
    package static var blank: Recognition {
        Recognition(text: "", recogniser: .blank, version: .blank, state: .blank)
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "text", &text)
        coder.field(2, "recogniser", &recogniser)
        coder.field(3, "version", &version)
        coder.field(4, "language", &language)
        coder.field(5, "state", &state)
        coder.field(6, "lines", omittable: &lines)
    }
}

extension Recognition.Line: FieldMessage {
    package static var schemaName: StaticString { "RecognisedLine" }
    package static var blank: Recognition.Line { Recognition.Line(left: 0, top: 0, width: 0, height: 0, confidence: 0) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        // A drawing may reach beyond the corner that it was begun from.
        var (x, y) = (Int64(left), Int64(top))
        coder.field(1, "left", &x)
        coder.field(2, "top", &y)
        (left, top) = (Int(clamping: x), Int(clamping: y))
        coder.field(3, "width", &width)
        coder.field(4, "height", &height)
        coder.field(5, "confidence", &confidence)
        coder.field(6, "others", &others)
    }
}

extension Table where Kind == Stroke, Entry == Bool {
    /// The drawing as it is: the entries say which strokes are erased.
    package var digest: InkDigest {
        var seen: [StrokeID] = []
        for (id, isErased) in zip(ids, entries) where !isErased { seen.append(id) }
        return InkDigest(of: seen)
    }
}
