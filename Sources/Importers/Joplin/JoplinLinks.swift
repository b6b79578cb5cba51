/// Where a text of Joplin speaks of other items: `:/` and 32 hexadecimal digits, as the address of a link or a picture.
struct JoplinLinks {
    private struct Place {
        var range: Range<Int>
        var id: String
    }

    private let bytes: [UInt8]
    private var places: [Place] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        var at = 0
        var isInFence = false
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let inner = bytes[at..<end].drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
            if inner.starts(with: "```".utf8) || inner.starts(with: "~~~".utf8) {
                isInFence.toggle()
            } else if !isInFence {
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
        while at + 34 <= line.upperBound {
            let isOne =
                bytes[at] == UInt8(ascii: ":") && bytes[at + 1] == UInt8(ascii: "/") && at > line.lowerBound
                && "(\"'< ".utf8.contains(bytes[at - 1]) && JoplinItem.isIdentifier(bytes[(at + 2)..<(at + 34)])
            if isOne {
                places.append(
                    Place(range: at..<(at + 34), id: String(decoding: bytes[(at + 2)..<(at + 34)], as: UTF8.self)))
                at += 34
            } else {
                at += 1
            }
        }
    }
}
