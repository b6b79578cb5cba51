import Archives
import Exporters
import Kernel

/// A book as EPUB 3.3: pages of XHTML and pictures in a ZIP whose first file says what it is (OCF, section 4.3).
struct EPUBFile {
    private let identifier: String
    private let title: String
    private let language: String
    private let made: Instant
    private var pages: [(name: String, heading: String, xhtml: String)] = []
    private var pictures: [(name: String, bytes: [UInt8])] = []

    init(identifier: String, title: String, language: String, made: Instant) {
        self.identifier = identifier
        self.title = title
        self.language = language
        self.made = made
    }

    /// - Parameter body: XHTML, escaped already.
    mutating func add(name: String, heading: String, body: String) {
        pages.append((name, heading, xhtml(heading, body)))
    }

    /// - Returns: the path that pages name it by.
    mutating func add(_ picture: PublishedPicture, number: Int) -> String {
        let name = "picture-\(number).jpg"
        pictures.append((name, picture.bytes))
        return name
    }

    /// - Throws: `PublishingFailure.archive`.
    func bytes() throws(PublishingFailure) -> [UInt8] {
        let output = Output()
        do throws(ArchiveWriter.Problem) {
            let writer = try ArchiveWriter(.zip, blockBytes: 1 << 16) { bytes in
                output.bytes.append(contentsOf: bytes)
                return true
            }
            try add("mimetype", Array("application/epub+zip".utf8), isStored: true, to: writer)
            try add("META-INF/container.xml", Array(Self.container.utf8), to: writer)
            try add("EPUB/book.opf", Array(package.utf8), to: writer)
            try add("EPUB/nav.xhtml", Array(navigation.utf8), to: writer)
            try add("EPUB/style.css", Array(Self.style.utf8), to: writer)
            for page in pages { try add("EPUB/\(page.name).xhtml", Array(page.xhtml.utf8), to: writer) }
            for picture in pictures { try add("EPUB/\(picture.name)", picture.bytes, isStored: true, to: writer) }
            try writer.close()
        } catch {
            throw .archive(error.text)
        }
        guard let plain = PlainFirstEntry.of(output.bytes) else { throw .archive("its first file is not as it should be") }
        return plain
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private func add(
        _ name: String, _ bytes: [UInt8], isStored: Bool = false, to writer: ArchiveWriter
    ) throws(ArchiveWriter.Problem) {
        try writer.begin(
            name, byteCount: UInt64(bytes.count), seconds: made.microseconds / 1_000_000, isStored: isStored)
        try writer.append(bytes)
    }

    // MARK: - Its parts

    private static let container = """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
        </container>

        """

    private static let style = """
        body { font-family: serif; line-height: 1.5; margin: 0 5%; }
        figure { margin: 0 0 1em; text-align: center; break-inside: avoid; }
        img { max-width: 100%; max-height: 80vh; }
        figcaption, .subtitle, .small { color: #555; text-align: center; }
        h1 { text-align: center; margin-top: 25%; }

        """

    private var package: String {
        let items =
            pages.map { "<item id=\"\($0.name)\" href=\"\($0.name).xhtml\" media-type=\"application/xhtml+xml\"/>" }
            + pictures.enumerated().map { "<item id=\"picture-\($0 + 1)\" href=\"\($1.name)\" media-type=\"image/jpeg\"/>" }
        let modes = pictures.isEmpty ? ["textual"] : ["textual", "visual"]
        let features =
            ["structuralNavigation", "tableOfContents", "readingOrder"] + (pictures.isEmpty ? [] : ["alternativeText"])
        let access =
            modes.map { "<meta property=\"schema:accessMode\">\($0)</meta>" }
            + ["<meta property=\"schema:accessModeSufficient\">textual</meta>"]
            + features.map { "<meta property=\"schema:accessibilityFeature\">\($0)</meta>" }
            + [
                "<meta property=\"schema:accessibilityHazard\">none</meta>",
                "<meta property=\"schema:accessibilitySummary\">Every picture has its title as words.</meta>",
            ]
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\(language)">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">\(text(identifier))</dc:identifier>
            <dc:title>\(text(title))</dc:title>
            <dc:language>\(language)</dc:language>
            <meta property="dcterms:modified">\(wholeSeconds(made))</meta>
            \(access.joined(separator: "\n"))
            </metadata>
            <manifest>
            <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="style" href="style.css" media-type="text/css"/>
            \(items.joined(separator: "\n"))
            </manifest>
            <spine>\(pages.map { "<itemref idref=\"\($0.name)\"/>" }.joined())</spine>
            </package>

            """
    }

    private var navigation: String {
        let links = pages.map { "<li><a href=\"\($0.name).xhtml\">\(text($0.heading))</a></li>" }.joined(separator: "\n")
        return xhtml(title, "<nav epub:type=\"toc\"><h2>\(text(title))</h2>\n<ol>\n\(links)\n</ol></nav>\n")
    }

    private func xhtml(_ heading: String, _ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="\(language)" xml:lang="\(language)">
        <head><title>\(text(heading))</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
        <body>
        \(body)</body>
        </html>

        """
    }

    private func text(_ words: String) -> String { MarkupEscaping.page.escaped(words) }
}

/// Makes the first file of a ZIP, which is stored, as OCF asks for it: no extra field, its size and checksum before its bytes.
/// libarchive writes both otherwise; all other entries stay as it wrote them.
enum PlainFirstEntry {
    private static let localHead = 30
    private static let descriptor = 16
    private static let entryHead = 46
    private static let endHead = 22

    /// Nil where it is another kind of file.
    static func of(_ zip: [UInt8]) -> [UInt8]? {
        guard zip.starts(with: [0x50, 0x4B, 3, 4]), zip.count > localHead + descriptor + endHead else { return nil }
        let (nameCount, extraCount) = (number(zip, 26, 2), number(zip, 28, 2))
        let content = localHead + nameCount + extraCount
        let end = zip.count - endHead
        guard zip[end...].starts(with: [0x50, 0x4B, 5, 6]) else { return nil }
        let directory = number(zip, end + 16, 4)
        guard directory + entryHead <= end, zip[directory...].starts(with: [0x50, 0x4B, 1, 2]),
            number(zip, directory + 10, 2) == 0
        else { return nil }
        let byteCount = number(zip, directory + 24, 4)
        let next = content + byteCount + descriptor
        guard next <= directory else { return nil }
        let saved = extraCount + descriptor
        var out = Array(zip[..<(localHead + nameCount)])
        put(0, &out, 28, 2)
        put(number(zip, 6, 2) & ~8, &out, 6, 2)
        // Checksum and both sizes, as the list at the end has them.
        out.replaceSubrange(14..<26, with: zip[(directory + 16)..<(directory + 28)])
        out += zip[content..<(content + byteCount)]
        out += zip[next...]
        // The list: every other file lies further to the front by what was left out.
        var at = directory - saved
        put(number(out, at + 8, 2) & ~8, &out, at + 8, 2)
        while at + entryHead <= out.count - endHead, out[at...].starts(with: [0x50, 0x4B, 1, 2]) {
            let place = number(out, at + 42, 4)
            if place > 0 { put(place - saved, &out, at + 42, 4) }
            at += entryHead + number(out, at + 28, 2) + number(out, at + 30, 2) + number(out, at + 32, 2)
        }
        guard at == out.count - endHead else { return nil }
        put(directory - saved, &out, at + 16, 4)
        return out
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }

    private static func put(_ value: Int, _ bytes: inout [UInt8], _ at: Int, _ count: Int) {
        for index in 0..<count { bytes[at + index] = UInt8(value >> (8 * index) & 0xFF) }
    }
}
