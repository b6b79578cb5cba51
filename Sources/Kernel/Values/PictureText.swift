/// The text that a program read from a picture of a page, so that it can be searched and shown where it stands.
///
/// A picture has one, the latest. The bytes of a picture never change, so that it never becomes outdated.
public struct PictureText: Sendable, Equatable {
    /// Unicode scalars of all lines and of their further readings.
    public static let scalarsMax = 40_000
    /// Pixels of the longer side that lines are measured in.
    public static let sideMax = 65_536

    /// Lines as they were read, from top to bottom; empty where there was no writing.
    public var text: String
    /// The program that read it, and its version.
    public var reader: Name
    public var version: Name
    /// Pixels of the picture as it was read: places of lines are in it.
    public var width: Int
    public var height: Int
    /// One for each line of the text.
    public var lines: [Line]

    /// The box around one line, in pixels, and further readings of it. Requirement T-104.
    public struct Line: Sendable, Equatable {
        public var left: Int
        public var top: Int
        public var width: Int
        public var height: Int
        /// Of 1,000, as sure as the reader says it is.
        public var confidence: Int
        /// They are searched, and not shown.
        public var others: [String]

        public init(left: Int, top: Int, width: Int, height: Int, confidence: Int, others: [String] = []) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
            self.confidence = confidence
            self.others = others
        }

        /// By bytes, as the text itself.
        public static func == (a: Line, b: Line) -> Bool {
            a.left == b.left && a.top == b.top && a.width == b.width && a.height == b.height && a.confidence == b.confidence
                && a.others.elementsEqual(b.others) { $0.utf8.elementsEqual($1.utf8) }
        }
    }

    public init(text: String, reader: Name, version: Name, width: Int, height: Int, lines: [Line]) {
        self.text = text
        self.reader = reader
        self.version = version
        self.width = width
        self.height = height
        self.lines = lines
    }

    /// By bytes: two texts that Unicode calls equivalent are two texts here.
    public static func == (a: PictureText, b: PictureText) -> Bool {
        a.text.utf8.elementsEqual(b.text.utf8) && a.reader == b.reader && a.version == b.version && a.width == b.width
            && a.height == b.height && a.lines == b.lines
    }

    /// The lines of the text; none of an empty one.
    public var textLines: [String] {
        text.utf8.isEmpty ? [] : text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// A rule that a text breaks.
    public enum Fault: Sendable, Equatable {
        case tooLong(scalars: Int)
        /// It says of another number of lines where they stand than its text has.
        case linesMismatched(lines: Int, boxes: Int)
        /// A box lies outside of the picture.
        case outside

        public var message: String {
            switch self {
            case .tooLong(let scalars):
                "the text of a picture has " + String(scalars) + " characters and may have "
                    + String(PictureText.scalarsMax) + "; read parts of it"
            case .linesMismatched(let lines, let boxes):
                "the text of a picture has " + String(lines) + " lines and " + String(boxes) + " boxes; give one for each"
            case .outside: "a line lies outside of its picture; measure it in the pixels that are given with it"
            }
        }
    }

    /// The first rule that it breaks; nil for a sound one.
    public var fault: Fault? {
        var scalars = text.unicodeScalars.count
        for line in lines { for other in line.others { scalars += other.unicodeScalars.count } }
        if scalars > Self.scalarsMax { return .tooLong(scalars: scalars) }
        let count = textLines.count
        if count != lines.count { return .linesMismatched(lines: count, boxes: lines.count) }
        guard (0...Self.sideMax).contains(width), (0...Self.sideMax).contains(height) else { return .outside }
        for line in lines {
            guard line.left >= 0, line.top >= 0, (0...Self.sideMax).contains(line.width),
                (0...Self.sideMax).contains(line.height), line.left <= width - line.width,
                line.top <= height - line.height, (0...1_000).contains(line.confidence)
            else { return .outside }
        }
        return nil
    }

    private static let shownGraphemesMax = 100

    /// Its beginning, in quotation marks and on one line.
    public var line: String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar.value < 0x20 ? " " : scalar) }
        let whole = trimmed(String(scalars))
        let start = String(whole.prefix(Self.shownGraphemesMax))
        return "\u{201C}" + start + (start.utf8.count < whole.utf8.count ? "\u{2026}" : "") + "\u{201D}"
    }

    /// Writes its fields as the views show it.
    public func writeFields(to json: inout JSONWriter) {
        json.field("text", text)
        json.field("reader", reader.text)
        json.field("version", version.text)
        json.field("width", width)
        json.field("height", height)
        json.key("lines")
        json.array(lines) { json, line in
            json.object { json in
                json.field("left", line.left)
                json.field("top", line.top)
                json.field("width", line.width)
                json.field("height", line.height)
                json.field("confidence", line.confidence)
                json.key("others")
                json.array(line.others) { $0.value($1) }
            }
        }
    }
}

extension PictureText: FieldMessage {
    public static var schemaName: StaticString { "PictureText" }
    public static var blank: PictureText {
        PictureText(text: "", reader: .blank, version: .blank, width: 0, height: 0, lines: [])
    }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "text", &text)
        coder.field(2, "reader", &reader)
        coder.field(3, "version", &version)
        coder.field(4, "width", &width)
        coder.field(5, "height", &height)
        coder.field(6, "lines", &lines)
    }
}

extension PictureText.Line: FieldMessage {
    public static var schemaName: StaticString { "PictureLine" }
    public static var blank: PictureText.Line { PictureText.Line(left: 0, top: 0, width: 0, height: 0, confidence: 0) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "left", &left)
        coder.field(2, "top", &top)
        coder.field(3, "width", &width)
        coder.field(4, "height", &height)
        coder.field(5, "confidence", &confidence)
        coder.field(6, "others", omittable: &others)
    }
}
