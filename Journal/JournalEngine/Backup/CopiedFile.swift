/// One file of a journal that is being copied: what it is called, how long it is, and its bytes, piece by piece.
package struct CopiedFile: Sendable {
    package let name: String
    package let byteCount: UInt64
    /// Two files of a journal with the same name, length and stamp are the same file: it need not be copied again. Nil
    /// where the bytes may become more.
    package let stamp: String?
    /// The segment's header; nil for a file that is not a segment.
    private let header: SegmentHeader?
    private let content: Content

    private enum Content: Sendable {
        case bytes([UInt8])
        /// A file that is only appended to, up to `end`, and a mark of our own behind it.
        case begun(any DiskFile, end: UInt64, mark: [UInt8])
        /// A sealed segment: opened when it is its turn, since a journal may have more of them than a process files.
        case sealed(any Disk, path: String)
    }

    static let pieceByteCount = 1 << 20

    init(name: String, bytes: [UInt8]) {
        self.name = name
        byteCount = UInt64(bytes.count)
        stamp = nil
        header = nil
        content = .bytes(bytes)
    }

    /// The frames of a segment that is not sealed, closed by a mark. Keeps the file.
    private init(_ segment: Segment, next: UInt64, in file: any DiskFile) {
        var buffer = ByteBuffer(capacity: Int(CloseMarker.byteCountMax))
        CloseMarker(
            journal: segment.header.journal, segment: segment.number, generation: segment.header.generation,
            last: segment.last, chain: segment.chainAfter, time: segment.lastTime, nextSegment: next
        ).append(to: &buffer)
        name = JournalPath.name(ofSegment: segment.number)
        byteCount = segment.dataEnd + UInt64(buffer.count)
        stamp = nil
        header = segment.header
        content = .begun(file, end: segment.dataEnd, mark: Array(buffer.bytes))
    }

    /// A whole sealed segment.
    private init(_ segment: Segment, byteCount: UInt64, at path: String, on disk: any Disk) {
        name = JournalPath.name(ofSegment: segment.number)
        self.byteCount = byteCount
        // A rewrite has another generation in its header, and another key where there are keys.
        var bytes = ByteBuffer(capacity: 512)
        segment.header.append(to: &bytes)
        stamp = Hex.text(of: bytes.bytes.slice(8..<16)) + "-\(segment.chainAfter)"
        header = segment.header
        content = .sealed(disk, path: path)
    }

    /// Calls `body` with the bytes in order.
    ///
    /// - Throws: what `body` throws; `CopyFailure.changed` when the file was rewritten since the copy was taken; or
    ///   `.journal` when it cannot be read.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch content {
        case .bytes(let bytes): try bytes.withUnsafeBytes(body)
        case .begun(let file, let end, let mark):
            try Self.read(file, end, body)
            try mark.withUnsafeBytes(body)
        case .sealed(let disk, let path):
            let file = try CopyFailure.calling { () throws(DiskError) in try disk.open(path, .reading) }
            defer { file.close() }
            let found = try header.map { header in
                try CopyFailure.asking { () throws(JournalError) in
                    try SegmentLoad.header(of: header.segment, in: file).header
                }
            }
            guard found == header else { throw CopyFailure.changed }
            try Self.read(file, byteCount, body)
        }
    }

    private static func read(
        _ file: any DiskFile, _ end: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var buffer = ByteBuffer(capacity: pieceByteCount)
        var at: UInt64 = 0
        while at < end {
            buffer.removeAll()
            let wanted = Int(min(end - at, UInt64(pieceByteCount)))
            let room = buffer.room(wanted)
            let count = try CopyFailure.calling { () throws(DiskError) in try file.readWhole(into: room, at: at) }
            guard count == wanted else { throw CopyFailure.changed }
            buffer.advance(count)
            try body(buffer.bytes)
            at += UInt64(count)
        }
    }

    func close() {
        if case .begun(let file, _, _) = content { file.close() }
    }
}

extension CopiedFile {
    /// A segment as it is to be copied; nil when the last one ends elsewhere by now.
    ///
    /// - Parameter next: the segment that goes on where this one ends; 0 for none.
    static func held(
        _ known: Segment, next: UInt64, in source: RecordSource
    ) throws(JournalError) -> CopiedFile? {
        let disk = source.disk
        let name = source.path.segment(known.number)
        let file: any DiskFile
        let size: UInt64
        do throws(DiskError) {
            file = try disk.open(name, .reading)
            size = try file.size()
            // What a reader found may be in the page cache alone. A power cut could take it from the journal, which would
            // then go on otherwise than its copy.
            if next == 0 { try file.syncData() }
        } catch {
            throw error.isMissing ? .missingSegment(known.number) : JournalError(error)
        }
        let (header, start) = try SegmentLoad.header(of: known.number, in: file)
        if header == known.header, !known.isSealed { return CopiedFile(known, next: next, in: file) }
        defer { file.close() }
        if header == known.header { return CopiedFile(known, byteCount: size, at: name, on: disk) }
        guard next > 0, header.generation > known.header.generation else { return nil }
        let rewritten = try SegmentLoad.sealed(
            header, dataStart: start, in: file, key: { () throws(JournalError) in try source.key(of: header) })
        guard rewritten.last == known.last, rewritten.chainAfter == known.chainAfter else { return nil }
        return CopiedFile(rewritten, byteCount: size, at: name, on: disk)
    }

    /// Returns whether the segment is what it was when it was copied, or the same but for having been sealed.
    func isUnchanged(_ disk: any Disk, _ path: JournalPath) throws(JournalError) -> Bool {
        guard let header else { return true }
        let file: any DiskFile
        do throws(DiskError) {
            file = try disk.open(path.segment(header.segment), .reading)
        } catch {
            throw error.isMissing ? .missingSegment(header.segment) : JournalError(error)
        }
        defer { file.close() }
        var found = try SegmentLoad.header(of: header.segment, in: file).header
        if header.generation == 0, found.generation == 1 { found.generation = 0 }
        return found == header
    }
}

/// Why a journal cannot be copied now.
package enum CopyFailure: Error, Equatable, Sendable {
    case journal(JournalError)
    /// Records are being erased from it, or were when its process ended: that must be finished first.
    case unsettled(path: String)
    /// It was rewritten while it was copied; taken again, it will succeed.
    case changed
}

extension CopyFailure {
    static func asking<Value>(_ body: () throws(JournalError) -> Value) throws(CopyFailure) -> Value {
        do throws(JournalError) { return try body() } catch { throw .journal(error) }
    }

    static func calling<Value>(_ body: () throws(DiskError) -> Value) throws(CopyFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw .journal(JournalError(error)) }
    }

    /// The sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .journal(let error): error.message
        case .unsettled(let path):
            "Something is being erased from \(path), or was when the machine stopped; open it for writing to let it "
                + "finish, and try again."
        case .changed: "The journal was rewritten while it was copied, again and again; try again later."
        }
    }
}
