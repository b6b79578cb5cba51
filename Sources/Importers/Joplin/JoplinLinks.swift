/// Where a text of Joplin speaks of other items: `:/` and 32 hexadecimal digits, or `joplin://` and an identifier, as the
/// address of a link, a picture or an attribute of HTML. Fenced code is read as `MarkdownScan` reads it.
struct JoplinLinks {
    private struct Place {
        var range: Range<Int>
        var id: String
    }

    private let bytes: [UInt8]
    private var places: [Place] = []

    /// - Parameter isPage: whether the text is HTML, where no line opens a fenced block of code.
    init(_ text: String, isPage: Bool) {
        bytes = Array(text.utf8)
        var at = 0
        var fence: MarkdownScan.Fence?
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes[at..<end]
            if let open = fence {
                if open.isClosed(by: line) { fence = nil }
            } else if !isPage, let opened = MarkdownScan.Fence(opening: line) {
                fence = opened
            } else {
                find(in: at..<end)
            }
            at = end + 1
        }
    }

    /// Each once, in the order of the text.
    var identifiers: [String] {
        var seen: Set<String> = []
        return places.map(\.id).filter { seen.insert($0).inserted }
    }

    /// The text with the addresses that `address` gives; where it gives none, as it was.
    func text(_ address: (String) -> String?) -> String {
        var out: [UInt8] = []
        var at = 0
        for place in places {
            guard let address = address(place.id) else { continue }
            out += bytes[at..<place.range.lowerBound]
            out += address.utf8
            at = place.range.upperBound
        }
        return String(decoding: out + bytes[at...], as: UTF8.self)
    }

    private mutating func find(in line: Range<Int>) {
        var at = line.lowerBound
        while at < line.upperBound {
            if let (range, id) = place(at: at, in: line) {
                places.append(Place(range: range, id: id))
                at = range.upperBound
            } else {
                at += 1
            }
        }
    }

    /// The address that begins at `at`, behind what an address stands behind.
    private func place(at: Int, in line: Range<Int>) -> (Range<Int>, String)? {
        guard at > line.lowerBound, "(\"'< =".utf8.contains(bytes[at - 1]) else { return nil }
        for scheme in Self.schemes {
            let start = at + scheme.count
            guard start + 32 <= line.upperBound, bytes[at..<start].elementsEqual(scheme) else { continue }
            let id = bytes[start..<(start + 32)]
            if JoplinItem.isIdentifier(id) { return (at..<(start + 32), String(decoding: id, as: UTF8.self)) }
        }
        return nil
    }

    /// The prefixes of an item's address. Joplin copies the longer ones as external links.
    private static let schemes: [[UInt8]] = [
        ":/", "joplin://", "joplin://x-callback-url/openNote?id=",
    ].map { Array($0.utf8) }
}
