// Reading the whole text or a part of it.

extension TextBuffer {
    /// - Complexity: O(bytes); one allocation.
    public var string: String {
        if chunks.count == 1 { return String(decoding: chunks[0].bytes, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8Count)
        for chunk in chunks { bytes.append(contentsOf: chunk.bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The `count` scalars from `start`, cut to what there is.
    ///
    /// - Complexity: O(bytes of the part + chunks).
    public func string(from start: Int, count: Int) -> String {
        let start = min(max(0, start), scalarCount)
        var remaining = min(max(0, count), scalarCount - start)
        var place = place(of: start)
        var bytes: [UInt8] = []
        while remaining > 0 {
            let taken = min(remaining, chunks[place.chunk].scalarCount - place.scalar)
            let end = byteOffset(of: place.scalar + taken, near: place)
            bytes.append(contentsOf: chunks[place.chunk].bytes[place.byte..<end])
            remaining -= taken
            stepForward(&place)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The longest beginning of at most `maxBytes` UTF-8 bytes that ends between scalars, for previews and cards.
    public func prefix(utf8 maxBytes: Int) -> String {
        var bytes: [UInt8] = []
        for chunk in chunks {
            var room = maxBytes - bytes.count
            if room >= chunk.bytes.count {
                bytes.append(contentsOf: chunk.bytes)
                continue
            }
            while room > 0, Self.isContinuation(chunk.bytes[room]) { room -= 1 }
            if room > 0 { bytes.append(contentsOf: chunk.bytes[..<room]) }
            break
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Calls `body` with the UTF-8 bytes of the text in order, in pieces cut between scalars, without joining them.
    public func forEachUTF8Piece<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        for chunk in chunks { try body(chunk.bytes) }
    }
}

extension TextBuffer: Equatable {
    /// Returns whether both hold the same bytes, however they are cut into chunks.
    public static func == (left: TextBuffer, right: TextBuffer) -> Bool {
        guard left.utf8Count == right.utf8Count else { return false }
        if left.chunks == right.chunks { return true }
        var other = right.chunks.makeIterator()
        var piece = ArraySlice<UInt8>()
        for chunk in left.chunks {
            var rest = chunk.bytes[...]
            while !rest.isEmpty {
                if piece.isEmpty { piece = other.next()?.bytes[...] ?? [] }
                let count = min(rest.count, piece.count)
                guard count > 0, rest.prefix(count) == piece.prefix(count) else { return false }
                rest = rest.dropFirst(count)
                piece = piece.dropFirst(count)
            }
        }
        return true
    }
}
