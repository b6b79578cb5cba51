extension DiskFile {
    /// Fills a stretch of the file with padding: a header and zeros.
    func writeRoom(_ room: Range<UInt64>) throws(DiskError) {
        let pieceByteCount: UInt64 = 1 << 20
        var piece = ByteBuffer(capacity: Int(min(UInt64(room.count), pieceByteCount)))
        Padding.append(byteCount: UInt64(room.count), to: &piece)
        piece.appendZeros(piece.capacity - piece.count)
        var at = room.lowerBound
        while at < room.upperBound {
            let size = Int(min(room.upperBound - at, UInt64(piece.count)))
            try writeWhole(piece.bytes.slice(0..<size), at: at)
            if at == room.lowerBound { piece.store(UInt64(0), at: 0) }
            at += UInt64(size)
        }
    }
}
