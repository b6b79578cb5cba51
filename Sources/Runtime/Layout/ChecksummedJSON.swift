import Foundation

/// A small JSON file whose first field is a checksum of the rest, so that a flipped bit is noticed.
///
/// ```
/// {"checksum":"5f0c…16 digits",…}
/// ```
/// The checksum is the first eight bytes of the SHA-256 of `{` and all that follows the comma behind it. Readers of before
/// it skip it as a field that they do not know. A file without one was written before: it is taken where it has no field
/// but those of its kind, so that a flipped bit in the checksum's own name is noticed too.
/// - Format: FORMAT.md §14.
package enum ChecksummedJSON {
    private static let head = Array(#"{"checksum":""#.utf8)
    private static let digitCount = 16

    /// Returns the object with its checksum in front.
    ///
    /// - Precondition: an object with a field, which begins with its brace.
    package static func marked(_ json: [UInt8]) -> [UInt8] {
        precondition(json.count > 2 && json[0] == UInt8(ascii: "{"), "only an object with a field is marked")
        return head + checksum(json) + Array("\",".utf8) + json.dropFirst()
    }

    /// Returns false for bytes that are not what was written.
    ///
    /// - Parameter fields: all that a file of this kind without a checksum may have.
    package static func isSound(_ bytes: [UInt8], fields: Set<String>) -> Bool {
        guard bytes.starts(with: head) else {
            guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return false }
            return fields.isSuperset(of: object.keys)
        }
        let rest = bytes.dropFirst(head.count)
        guard rest.count > digitCount + 2, rest.dropFirst(digitCount).starts(with: Array("\",".utf8)) else { return false }
        return rest.prefix(digitCount).elementsEqual(checksum([UInt8(ascii: "{")] + rest.dropFirst(digitCount + 2)))
    }

    private static func checksum(_ json: [UInt8]) -> [UInt8] {
        Array(Digest(of: json).text.utf8.prefix(digitCount))
    }
}
