// Finding a scalar in the chunks.

extension TextBuffer {
    /// The place of scalar `position`, looked for from the last edit or from the start, whichever is nearer.
    ///
    /// - Precondition: `position` is within the text.
    func place(of position: Int) -> Place {
        if chunks.count == 1, chunks[0].isASCII { return Place(chunk: 0, start: 0, scalar: position, byte: position) }
        var place = position < last.start / 2 ? Place() : last
        while position < place.start { stepBackward(&place) }
        while place.chunk < chunks.count, position > place.start + chunks[place.chunk].scalarCount {
            stepForward(&place)
        }
        guard place.chunk < chunks.count else { return place }
        let scalar = position - place.start
        place.byte = byteOffset(of: scalar, near: place)
        place.scalar = scalar
        return place
    }

    func stepForward(_ place: inout Place) {
        place.start += chunks[place.chunk].scalarCount
        place.chunk += 1
        place.scalar = 0
        place.byte = 0
    }

    func stepBackward(_ place: inout Place) {
        place.chunk -= 1
        place.start -= chunks[place.chunk].scalarCount
        place.scalar = 0
        place.byte = 0
    }

    /// The byte offset of `scalar` in the chunk of `place`, counted from `place` or an end, whichever is nearest.
    func byteOffset(of scalar: Int, near place: Place) -> Int {
        if chunks[place.chunk].isASCII { return scalar }
        let chunk = chunks[place.chunk]
        var at = (scalar: 0, byte: 0)
        if scalar > place.scalar / 2 { at = (place.scalar, place.byte) }
        if chunk.scalarCount - scalar < abs(scalar - at.scalar) { at = (chunk.scalarCount, chunk.bytes.count) }
        while at.scalar < scalar {
            at.byte += Self.sequenceLength(leadingWith: chunk.bytes[at.byte])
            at.scalar += 1
        }
        while at.scalar > scalar {
            at.byte -= 1
            if !Self.isContinuation(chunk.bytes[at.byte]) { at.scalar -= 1 }
        }
        return at.byte
    }

    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }

    static func sequenceLength(leadingWith byte: UInt8) -> Int {
        switch byte {
        case 0..<0b1000_0000: 1
        case 0..<0b1110_0000: 2
        case 0..<0b1111_0000: 3
        default: 4
        }
    }

    /// Returns the number of scalars in well-formed `utf8`: its bytes that are not continuation bytes.
    static func scalarCount(of utf8: some Sequence<UInt8>) -> Int {
        var count = 0
        for byte in utf8 { count &+= isContinuation(byte) ? 0 : 1 }
        return count
    }

    /// The same in the form that a compiler makes vector instructions of.
    static func scalarCount(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = utf8.baseAddress else { return 0 }
        var count = 0
        for index in 0..<utf8.count { count &+= Int(~(base[index] >> 7) & 1 | base[index] >> 6 & 1) }
        return count
    }
}
