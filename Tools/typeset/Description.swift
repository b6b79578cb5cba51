/// A description of pages as it comes in on standard input (Sources/Publishing/Publishing.md, "What typeset reads").
struct Description {
    var title = ""
    var author = ""
    var language = "en"
    /// RFC 3339; empty where it is not to be told.
    var created = ""
    var isSerif = false
    var form = Form.pages
    /// At the foot of numbered pages, before the number.
    var foot = ""
    var elements: [Element] = []
    /// Drawings and pictures that a text in Markdown names by their addresses.
    private var drawings: [String: Ink] = [:]
    private var pictures: [String: Picture] = [:]

    enum Form {
        /// A4 as PDF.
        case pages
        /// A film as YUV4MPEG2.
        case frames(width: Int, height: Int, perSecond: Int, held: Int, faded: Int)
        /// Texts in Markdown as HTML.
        case words([String])
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        var reader = DescriptionReader(bytes)
        let first = try reader.line()
        if first == ["daybook-words", "1"] {
            form = .words(try Self.texts(&reader))
            return
        }
        guard first == ["daybook-pages", "1"] else { throw Fault("this is not a description of pages of version 1") }
        while !reader.isAtEnd { try read(&reader) }
        guard !elements.isEmpty else { throw Fault("there is nothing to be set") }
    }

    private static func texts(_ reader: inout DescriptionReader) throws(Fault) -> [String] {
        var texts: [String] = []
        while !reader.isAtEnd {
            let words = try reader.line()
            guard words.first == "markdown", words.count == 2 else { throw reader.fault("no such line: \(words.first ?? "")") }
            texts.append(try reader.text(words, 1))
        }
        return texts
    }

    private mutating func read(_ reader: inout DescriptionReader) throws(Fault) {
        let words = try reader.line()
        switch words.first {
        case "title": title = try reader.text(words, 1)
        case "author": author = try reader.text(words, 1)
        case "foot": foot = try reader.text(words, 1)
        case "language" where words.count == 2: language = words[1]
        case "created" where words.count == 2: created = words[1]
        case "serif" where words.count == 1: isSerif = true
        case "frames" where words.count == 6:
            form = .frames(
                width: try reader.number(words, 1), height: try reader.number(words, 2), perSecond: try reader.number(words, 3),
                held: try reader.number(words, 4), faded: try reader.number(words, 5))
        case "page" where words.count == 2: elements.append(.page(isNumbered: words[1] == "numbered"))
        case "place" where words.count == 2: elements.append(.place(permille: try reader.number(words, 1)))
        case "space" where words.count == 2: elements.append(.space(points: try reader.number(words, 1)))
        case "rule" where words.count == 1: elements.append(.rule)
        case "text" where words.count == 5:
            guard let style = TextStyle(rawValue: words[1]), let alignment = Alignment(rawValue: words[2]) else {
                throw reader.fault("no such style or alignment: \(words[1]) \(words[2])")
            }
            let level = try reader.number(words, 3)
            elements.append(.text(style, alignment, level: level, markup: try reader.text(words, 4)))
        case "picture" where words.count == 6: elements.append(.picture(try picture(words, &reader)))
        case "row" where words.count == 3: try row(words, &reader)
        case "drawing" where words.count == 7: try drawing(words, &reader)
        case "image" where words.count == 7:
            let name = words[6]
            pictures[name] = try picture(Array(words.dropLast()), &reader)
        case "markdown" where words.count == 2:
            let reading = MarkdownReading(drawings: drawings, pictures: pictures)
            elements += reading.elements(of: try reader.text(words, 1))
        default: throw reader.fault("no such line: \(words.first ?? "")")
        }
    }

    /// `picture jpeg 800 600 500 BYTES`.
    private func picture(_ words: [String], _ reader: inout DescriptionReader) throws(Fault) -> Picture {
        let (width, height) = (try reader.number(words, 2), try reader.number(words, 3))
        guard width > 0, height > 0, width <= 1 << 14, height <= 1 << 14, ["jpeg", "png"].contains(words[1]) else {
            throw reader.fault("a picture of \(width) × \(height) pixels as \(words[1]) cannot be set")
        }
        let bytes = try reader.payload(words, 5)
        return Picture(
            widthPixels: width, heightPixels: height, heightPermilleMax: try reader.number(words, 4),
            isJPEG: words[1] == "jpeg", bytes: bytes)
    }

    /// `row head 3`, then three lines `cell 400 left BYTES` or `bar 400 750`.
    private mutating func row(_ words: [String], _ reader: inout DescriptionReader) throws(Fault) {
        var cells: [Cell] = []
        for _ in 0..<(try reader.number(words, 2)) {
            let cell = try reader.line()
            switch cell.first {
            case "cell" where cell.count == 4:
                guard let alignment = Alignment(rawValue: cell[2]) else { throw reader.fault("no such alignment: \(cell[2])") }
                let width = try reader.number(cell, 1)
                cells.append(Cell(widthPermille: width, content: .text(alignment, markup: try reader.text(cell, 3))))
            case "bar" where cell.count == 3:
                cells.append(
                    Cell(widthPermille: try reader.number(cell, 1), content: .bar(permille: try reader.number(cell, 2))))
            default: throw reader.fault("no such cell: \(cell.first ?? "")")
            }
        }
        elements.append(.row(isHead: words[1] == "head", cells))
    }

    /// `drawing LEFT TOP WIDTH HEIGHT LINES ADDRESS`, then so many lines: `stroke RRGGBBAA over|multiply` and
    /// `line WIDTH X Y X Y…`.
    private mutating func drawing(_ words: [String], _ reader: inout DescriptionReader) throws(Fault) {
        var ink = Ink(
            left: try reader.number(words, 1), top: try reader.number(words, 2), width: try reader.number(words, 3),
            height: try reader.number(words, 4))
        for _ in 0..<(try reader.number(words, 5)) {
            let line = try reader.line()
            switch line.first {
            case "stroke" where line.count == 3:
                guard let colour = UInt32(line[1], radix: 16) else { throw reader.fault("no colour: \(line[1])") }
                ink.strokes.append(Ink.Stroke(colour: colour, isMultiplied: line[2] == "multiply"))
            case "line" where line.count >= 4 && line.count.isMultiple(of: 2) && !ink.strokes.isEmpty:
                var points: [(x: Int, y: Int)] = []
                for place in stride(from: 2, to: line.count, by: 2) {
                    points.append((try reader.number(line, place), try reader.number(line, place + 1)))
                }
                ink.strokes[ink.strokes.count - 1].lines.append(Ink.Line(width: try reader.number(line, 1), points: points))
            default: throw reader.fault("no such part of a drawing: \(line.first ?? "")")
            }
        }
        drawings[words[6]] = ink
    }
}

/// The reason why nothing was set, in one sentence.
struct Fault: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// Lines of words, some of them followed by as many bytes as their last number says and a line feed.
struct DescriptionReader {
    private let bytes: [UInt8]
    private var at = 0
    private var lineNumber = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }

    func fault(_ text: String) -> Fault { Fault("line \(lineNumber) of the description: \(text)") }

    mutating func line() throws(Fault) -> [String] {
        lineNumber += 1
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) else { throw fault("it has no end") }
        defer { at = end + 1 }
        return bytes[at..<end].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ words: [String], _ index: Int) throws(Fault) -> Int {
        guard words.indices.contains(index), let number = Int(words[index]) else { throw fault("a number is missing") }
        return number
    }

    mutating func payload(_ words: [String], _ index: Int) throws(Fault) -> [UInt8] {
        let count = try number(words, index)
        guard count >= 0, count < bytes.count - at, bytes[at + count] == UInt8(ascii: "\n") else {
            throw fault("there are not \(count) bytes behind it")
        }
        defer { at += count + 1 }
        return Array(bytes[at..<at + count])
    }

    mutating func text(_ words: [String], _ index: Int) throws(Fault) -> String {
        let bytes = try payload(words, index)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("a text is not UTF-8") }
        return text
    }
}
