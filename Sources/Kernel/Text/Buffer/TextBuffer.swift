/// A text as it is held while it is edited: UTF-8 in chunks, addressed by Unicode scalar.
///
/// A chunk is one contiguous array, so an insertion moves a few kilobytes at most, and a note below the chunk size is
/// a single array of exactly its bytes. Where a chunk is all ASCII, scalar and byte offsets are the same number; else
/// the place of the last edit is remembered and counting starts from there.
///
/// - Invariant: no chunk is empty, and chunks are cut between scalars.
public struct TextBuffer: Sendable {
    struct Chunk: Sendable, Equatable {
        var bytes: [UInt8]
        var scalarCount: Int
        var isASCII: Bool { bytes.count == scalarCount }

        init(bytes: [UInt8], scalarCount: Int) {
            self.bytes = bytes
            self.scalarCount = scalarCount
        }

        /// Grows by an eighth where an array on its own would double: most notes are a single chunk.
        mutating func insert(_ utf8: UnsafeBufferPointer<UInt8>, scalars: Int, at byte: Int) {
            let needed = bytes.count + utf8.count
            if needed > bytes.capacity { bytes.reserveCapacity(needed + max(24, needed / 8)) }
            if byte == bytes.count {
                bytes.append(contentsOf: utf8)
            } else {
                bytes.insert(contentsOf: utf8, at: byte)
            }
            scalarCount += scalars
        }
    }

    /// A place in the text: a chunk, the scalars before that chunk, and the offset inside it in both units.
    ///
    /// The end of a chunk and the start of the next are the same place; `chunk` is `chunks.count` at most.
    struct Place: Sendable {
        var chunk = 0
        var start = 0
        var scalar = 0
        var byte = 0
    }

    /// Chunks are built at this size and split when they reach twice of it.
    static let chunkBytes = 4096

    public private(set) var scalarCount = 0
    public private(set) var utf8Count = 0
    var chunks: [Chunk] = []

    /// The place of the last edit, from which the next one is looked for.
    var last = Place()

    public init(_ text: String) {
        text.withUTF8Bytes { append($0) }
    }

    /// The text of `utf8`, as `String(decoding:as:)` reads it, without making one where it is all ASCII.
    init(decoding utf8: UnsafeBufferPointer<UInt8>) {
        self.init("")
        var bits: UInt8 = 0
        for byte in utf8 { bits |= byte }
        guard bits < 0x80 else {
            String(decoding: utf8, as: UTF8.self).withUTF8Bytes { append($0) }
            return
        }
        let pieceBytes = utf8.count > 2 * Self.chunkBytes ? Self.chunkBytes : max(1, utf8.count)
        chunks.reserveCapacity((utf8.count + pieceBytes - 1) / pieceBytes)
        for start in stride(from: 0, to: utf8.count, by: pieceBytes) {
            let piece = [UInt8](UnsafeBufferPointer(rebasing: utf8[start..<min(start + pieceBytes, utf8.count)]))
            chunks.append(Chunk(bytes: piece, scalarCount: piece.count))
        }
        scalarCount = utf8.count
        utf8Count = utf8.count
    }
}

// MARK: - Editing

extension TextBuffer {
    /// Removes `deleteCount` scalars at `position` and puts `insertion` there; what reaches outside is cut to fit.
    ///
    /// - Returns: the number of scalars inserted.
    /// - Complexity: O(chunk size + chunks between this edit and the last one).
    @discardableResult
    public mutating func replace(at position: Int, deleteCount: Int, with insertion: String) -> Int {
        let added = Kernel.scalarCount(insertion)
        replace(at: position, deleteCount: deleteCount, with: insertion, of: added)
        return added
    }

    /// The same where it is known how many scalars the insertion has.
    mutating func replace(at position: Int, deleteCount: Int, with insertion: String, of insertedScalars: Int) {
        let position = min(max(0, position), scalarCount)
        let deleteCount = min(max(0, deleteCount), scalarCount - position)
        var place = place(of: position)
        if deleteCount > 0 { place = delete(deleteCount, from: place) }
        guard insertedScalars > 0 else { return }
        insertion.withUTF8Bytes { insert($0, scalars: insertedScalars, at: place) }
    }

    /// - Returns: where the text after the removed scalars now begins.
    private mutating func delete(_ count: Int, from place: Place) -> Place {
        var remaining = count
        var place = place
        scalarCount -= count
        while remaining > 0 {
            if place.scalar == chunks[place.chunk].scalarCount {
                stepForward(&place)
                continue
            }
            let removed = min(remaining, chunks[place.chunk].scalarCount - place.scalar)
            let end = byteOffset(of: place.scalar + removed, near: place)
            utf8Count -= end - place.byte
            remaining -= removed
            if removed == chunks[place.chunk].scalarCount {
                chunks.remove(at: place.chunk)
            } else {
                chunks[place.chunk].bytes.removeSubrange(place.byte..<end)
                chunks[place.chunk].scalarCount -= removed
            }
        }
        if place.chunk < chunks.count { joinIfSmall(&place) }
        last = place
        return place
    }

    private mutating func insert(_ utf8: UnsafeBufferPointer<UInt8>, scalars added: Int, at place: Place) {
        let byteCount = utf8.count
        var place = place
        if place.chunk == chunks.count {
            guard let before = chunks.last, before.bytes.count < Self.chunkBytes else { return append(utf8) }
            place = Place(
                chunk: place.chunk - 1, start: place.start - before.scalarCount, scalar: before.scalarCount,
                byte: before.bytes.count)
        }
        chunks[place.chunk].insert(utf8, scalars: added, at: place.byte)
        scalarCount += added
        utf8Count += byteCount
        place.scalar += added
        place.byte += byteCount
        last = place
        if chunks[place.chunk].bytes.count > 2 * Self.chunkBytes { splitLast() }
    }

    private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard !utf8.isEmpty else { return }
        let bytes = [UInt8](utf8)
        let pieces = Self.pieces(of: bytes)
        chunks.append(contentsOf: pieces)
        for piece in pieces { scalarCount += piece.scalarCount }
        utf8Count += bytes.count
    }

    private mutating func splitLast() {
        chunks.replaceSubrange(last.chunk...last.chunk, with: Self.pieces(of: chunks[last.chunk].bytes))
        last.scalar = 0
        last.byte = 0
    }

    /// Joins the chunk at `place` with the one before when both are small, so that deleting leaves no crumbs.
    private mutating func joinIfSmall(_ place: inout Place) {
        guard place.chunk > 0 else { return }
        let before = chunks[place.chunk - 1]
        guard before.bytes.count + chunks[place.chunk].bytes.count < Self.chunkBytes / 2 else { return }
        let joined = chunks.remove(at: place.chunk)
        place.chunk -= 1
        place.start -= before.scalarCount
        place.scalar += before.scalarCount
        place.byte += before.bytes.count
        chunks[place.chunk].bytes.append(contentsOf: joined.bytes)
        chunks[place.chunk].scalarCount += joined.scalarCount
    }

    /// Cuts `bytes` between scalars into chunks of about `chunkBytes`; one chunk when it is below twice of that.
    private static func pieces(of bytes: [UInt8]) -> [Chunk] {
        guard bytes.count > 2 * chunkBytes else {
            return [Chunk(bytes: bytes, scalarCount: bytes.withUnsafeBufferPointer { scalarCount(of: $0) })]
        }
        var pieces: [Chunk] = []
        var start = 0
        while start < bytes.count {
            var end = min(start + chunkBytes, bytes.count)
            while end < bytes.count, isContinuation(bytes[end]) { end += 1 }
            let piece = [UInt8](bytes[start..<end])
            pieces.append(Chunk(bytes: piece, scalarCount: scalarCount(of: piece)))
            start = end
        }
        return pieces
    }
}
