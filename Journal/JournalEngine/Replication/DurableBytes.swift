import Cryptography

/// The bytes of a journal that is open for writing, as far as they are on disk: what a replicator takes from it.
///
/// Pieces in order, each beginning where the one before ended, are the journal: written to files of the same names they
/// open as the same journal with the same chain. They are taken as they stand, encrypted ones too, without a key.
///
/// May be used from any thread, beside the writer. Every call reads files and blocks.
package struct DurableBytes: Sendable {
    private let source: RecordSource

    init(_ source: RecordSource) { self.source = source }

    package var journal: ID16 { source.catalog.active.header.journal }
    /// The directory of the journal.
    package var path: String { source.path.directory }

    /// The chain after the last commit on disk.
    package var head: ChainHead {
        let last = source.catalog.active
        return ChainHead(sequence: last.last, hash: last.chainAfter)
    }

    /// The chain after the record `sequence`; nil when no commit ends there.
    package func chain(after sequence: UInt64) throws(JournalError) -> ChainHash? { try source.chain(after: sequence) }

    /// Where the durable bytes end, in the segment that is written.
    package var end: SegmentPlace {
        let active = source.catalog.active
        return SegmentPlace(segment: active.number, stamp: active.header.stamp, offset: active.dataEnd)
    }

    /// The bytes behind `place`, about `byteCountMax` of them at most; nil when there are none.
    ///
    /// A segment that was rewritten since comes again from its beginning.
    ///
    /// - Parameter place: the end of the piece before; nil for the first of all.
    /// - Throws: `.changing` while a rewritten segment takes the place of the old one: to be asked again.
    package func piece(
        after place: SegmentPlace?, byteCountMax: Int
    ) throws(ReplicationFault) -> SegmentPiece? {
        let segments = source.catalog.all
        var number = place?.segment ?? 1
        guard number >= 1, number <= UInt64(segments.count) else { throw .noSuchPlace }
        var segment = segments[Int(number) - 1]
        var offset = place.map { $0.stamp == segment.header.stamp ? $0.offset : 0 } ?? 0
        var isLast = number == UInt64(segments.count)
        if !isLast, offset > 0, try byteCount(of: segment, isLast: false) == offset {
            number += 1
            segment = segments[Int(number) - 1]
            isLast = number == UInt64(segments.count)
            offset = 0
        }
        let all = try byteCount(of: segment, isLast: isLast)
        guard offset < all else {
            guard offset == all else { throw .noSuchPlace }
            return nil
        }
        let wanted = Int(min(all - offset, UInt64(byteCountMax)))
        let bytes = try read(segment, offset, wanted, isLast: isLast)
        let isWhole = offset + UInt64(wanted) == all
        return SegmentPiece(
            place: SegmentPlace(segment: number, stamp: segment.header.stamp, offset: offset), bytes: bytes,
            head: isWhole ? ChainHead(sequence: segment.last, hash: segment.chainAfter) : nil)
    }

    /// The bytes of a segment that count: all of a sealed one; of another one its frames and, once the journal went on
    /// in the next, the mark that says so.
    private func byteCount(of segment: Segment, isLast: Bool) throws(ReplicationFault) -> UInt64 {
        if segment.isSealed {
            return try withFile(of: segment) { file throws(DiskError) in try file.size() }
        }
        return segment.dataEnd + (isLast ? 0 : UInt64(Self.mark(behind: segment).count))
    }

    private func read(
        _ segment: Segment, _ offset: UInt64, _ count: Int, isLast: Bool
    ) throws(ReplicationFault) -> [UInt8] {
        let fileEnd = segment.isSealed ? .max : segment.dataEnd
        let inFile = offset < fileEnd ? Int(min(UInt64(count), fileEnd - offset)) : 0
        var bytes: [UInt8] = []
        if inFile > 0 {
            bytes = try withFile(of: segment) { file throws(DiskError) in
                var buffer = ByteBuffer(capacity: inFile)
                buffer.advance(try file.readWhole(into: buffer.room(inFile), at: offset))
                return Array(buffer.bytes)
            }
            guard bytes.count == inFile else { throw .changing }
        }
        if bytes.count < count {
            let mark = Self.mark(behind: segment)
            let from = Int(offset + UInt64(bytes.count) - segment.dataEnd)
            bytes += mark[from..<(from + count - bytes.count)]
        }
        return bytes
    }

    private static func mark(behind segment: Segment) -> [UInt8] {
        var buffer = ByteBuffer(capacity: Int(CloseMarker.byteCountMax))
        CloseMarker(
            journal: segment.header.journal, segment: segment.number, generation: segment.header.generation,
            last: segment.last, chain: segment.chainAfter, time: segment.lastTime, nextSegment: segment.number + 1
        ).append(to: &buffer)
        return Array(buffer.bytes)
    }

    /// Opens the file of a segment, if it still is the one that is known.
    private func withFile<Value>(
        of segment: Segment, _ body: (any DiskFile) throws(DiskError) -> Value
    ) throws(ReplicationFault) -> Value {
        let file = try ReplicationFault.calling { () throws(DiskError) in
            try source.disk.open(source.path.segment(segment.number), .reading)
        }
        defer { file.close() }
        let header: SegmentHeader
        do throws(JournalError) { header = try SegmentLoad.header(of: segment.number, in: file).header } catch {
            throw .journal(error)
        }
        guard header == segment.header else { throw .changing }
        return try ReplicationFault.calling { () throws(DiskError) in try body(file) }
    }
}

extension DurableBytes {
    /// Returns whether the engine notes an erasure among the records after `sequence`.
    ///
    /// - Complexity: O(bytes of those records).
    package func tellsOfRedaction(after sequence: UInt64) throws(JournalError) -> Bool {
        var isTold = false
        do {
            try source.forward(from: sequence + 1, through: .max) { header, _ in
                isTold = isTold || header.isOfEngine
                return isTold ? .stop : .next
            }
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("reading fails only with a JournalError, not with \(error)")
        }
        return isTold
    }

    /// Tells one set of keys from another: 32 hexadecimal digits of the ids of the keys of the segments up to `last`.
    package func keyring(through last: UInt64) -> String {
        var ids = ByteBuffer(capacity: 4096)
        for segment in source.catalog.all.prefix(Int(last)) { ids.append(segment.header.keyID ?? .zero) }
        var hasher = SHA256()
        hasher.update(bufferPointer: ids.bytes)
        return Hex.text(of: hasher.finalize().prefix(16))
    }
}

/// Why a piece of a journal cannot be taken.
package enum ReplicationFault: Error, Equatable, Sendable {
    case journal(JournalError)
    /// A segment is being replaced by its rewritten form.
    case changing
    /// Nothing of this journal ends at the place.
    case noSuchPlace

    static func calling<Value>(_ body: () throws(DiskError) -> Value) throws(ReplicationFault) -> Value {
        do throws(DiskError) { return try body() } catch { throw .journal(JournalError(error)) }
    }
}

extension SegmentHeader {
    /// Another one for every rewrite.
    var stamp: UInt64 {
        var bytes = ByteBuffer(capacity: 512)
        append(to: &bytes)
        return bytes.bytes.fixed(UInt64.self, at: 8)
    }
}
