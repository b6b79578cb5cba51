// Looking at the bytes of a text in one piece: walking its UTF-8 view costs several times as much.

extension String {
    /// Calls `body` with the UTF-8 bytes of this text.
    @inline(__always)
    public func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}

/// Returns whether both are the same bytes. `==` asks whether they are equal to a reader, which costs more and says another thing.
public func sameBytes(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return a.withUTF8Bytes { left in
        b.withUTF8Bytes { right in
            for index in 0..<left.count where left[index] != right[index] { return false }
            return true
        }
    }
}
