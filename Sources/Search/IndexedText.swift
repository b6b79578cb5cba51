import Kernel
import Workspace

/// The text of one thing as the index holds it: folded as `Folding` does it, so that comparing bytes is enough.
///
/// UTF-8 without NUL, and with one noncharacter alone, which stands between two pieces, so that nothing is found across
/// their border.
struct IndexedText {
    /// Title, tags, body and files, each ended by NUL.
    private(set) var bytes: [UInt8] = []
    /// Where the title and the tags end, their NUL included.
    let titleEnd: Int
    let tagsEnd: Int

    /// Stands for NUL.
    private static let nul: Unicode.Scalar = "\u{1FFFE}"
    /// Between two pieces.
    static let border: Unicode.Scalar = "\u{4FFFE}"

    init(title: [UInt8], tags: [UInt8], body: [UInt8], files: [UInt8]) {
        bytes.reserveCapacity(title.count + tags.count + body.count + files.count + IndexedTexts.partCount)
        bytes += title
        bytes.append(0)
        titleEnd = bytes.count
        bytes += tags
        bytes.append(0)
        tagsEnd = bytes.count
        bytes += body
        bytes.append(0)
        bytes += files
        bytes.append(0)
    }

    /// - Complexity: O(bytes).
    init(of text: SearchText, _ folding: Folding) {
        var (tags, body, files): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for piece in text.pieces {
            switch piece.field {
            case .tag: Self.add(piece.text, to: &tags, folding)
            case .file: Self.add(piece.text, to: &files, folding)
            default: Self.add(piece.text, to: &body, folding)
            }
        }
        self.init(title: Self.folded(text.title, folding), tags: tags, body: body, files: files)
    }

    /// A title alone.
    init(title: Name, _ folding: Folding) {
        self.init(title: Self.folded(title, folding), tags: [], body: [], files: [])
    }

    /// `letters` of a query as they stand in the index.
    static func sought(_ letters: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        for letter in letters { append(letter, to: &bytes) }
        return bytes
    }

    private static func folded(_ title: Name, _ folding: Folding) -> [UInt8] {
        var bytes: [UInt8] = []
        add(title.text, to: &bytes, folding)
        return bytes
    }

    private static func add(_ text: String, to bytes: inout [UInt8], _ folding: Folding) {
        let text = Array(text.utf8)
        bytes.reserveCapacity(bytes.count + text.count + 4)
        if !bytes.isEmpty { append(border, to: &bytes) }
        folding.forEachLetter(in: text) { letter, _ in append(letter, to: &bytes) }
    }

    private static func append(_ letter: UInt32, to bytes: inout [UInt8]) {
        if letter < 0x80, letter > 0 {
            bytes.append(UInt8(letter))
        } else if letter == 0 {
            append(nul, to: &bytes)
        } else if letter & 0xFFFE == 0xFFFE {
            append("\u{FFFD}", to: &bytes)
        } else if let scalar = Unicode.Scalar(letter) {
            append(scalar, to: &bytes)
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
    }
}
