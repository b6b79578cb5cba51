import Kernel

extension Ink {
    /// Returns the text that stands in place of the drawing: an image in CommonMark, so that typed and drawn content share one
    /// flow and any other program shows at least that something is there. Requirement T-101.
    package static func anchor(_ id: InkID) -> String { "![ink](ink:" + id.text + ")" }

    /// The same text with spaces in place of all anchors, so that nothing moves: nobody wrote an anchor as a word.
    ///
    /// - Complexity: O(text).
    package static func withoutAnchors(_ text: [UInt8]) -> [UInt8] {
        let start = Array("![ink](ink:".utf8)
        let byteCount = start.count + 36 + 1
        var text = text
        var at = 0
        while at + byteCount <= text.count {
            let end = at + byteCount
            guard text[at] == start[0], text[at..<(at + start.count)].elementsEqual(start), text[end - 1] == UInt8(ascii: ")")
            else {
                at += 1
                continue
            }
            for index in at..<end { text[index] = UInt8(ascii: " ") }
            at = end
        }
        return text
    }
}
