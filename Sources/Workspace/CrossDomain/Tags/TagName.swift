package import Kernel

// A tag is a path: `house/garden` is nested in `house`. Case and composition make no difference between two tags.
extension Name {
    /// Of `a/b/c` the tags `a` and `a/b`.
    package var nestedIn: [Name] {
        var above: [Name] = []
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated()
        where byte == UInt8(ascii: "/") && index > 0 && index + 1 < bytes.count {
            above.append(Name(recorded: String(decoding: bytes[..<index], as: UTF8.self)))
        }
        return above
    }

    /// Returns the rest after `tag` when this is `tag` itself or nested below it; nil when it is neither.
    package func rest(below tag: Name) -> String? {
        let (mine, other) = (parts, tag.parts)
        guard mine.count >= other.count else { return nil }
        for (part, above) in zip(mine, other)
        where !Name(recorded: part).clashKey.utf8.elementsEqual(Name(recorded: above).clashKey.utf8) {
            return nil
        }
        var rest = ""
        for part in mine.dropFirst(other.count) { rest += "/" + part }
        return rest
    }

    private var parts: [String] {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: Array($0), as: UTF8.self) }
    }
}
