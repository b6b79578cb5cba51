/// The indexes at the end of a sealed segment. All of them can be rebuilt from the frames before them.
/// - Format: FORMAT.md §7, "Footer".
enum Footer {
    /// Bytes of one row of the frame table.
    private static let runByteCount = 24

    static func appendRuns(_ runs: [Run], to buffer: inout ByteBuffer) {
        var message = ByteBuffer(capacity: 8 + runs.count * runByteCount)
        message.append(fixed: FooterPart.runs.rawValue)
        message.append(fixed: UInt32(runs.count))
        for run in runs {
            message.append(fixed: run.offset)
            message.append(fixed: run.first)
            message.append(fixed: run.time)
        }
        CheckedFrame.append(FrameMagic.footer, message.bytes, to: &buffer)
    }

    static func appendBloom(_ bloom: Bloom, to buffer: inout ByteBuffer) {
        var message = ByteBuffer(capacity: 16 + bloom.words.count * 8)
        message.append(fixed: FooterPart.bloom.rawValue)
        message.append(fixed: Bloom.hashCount)
        for word in bloom.words { message.append(fixed: word) }
        CheckedFrame.append(FrameMagic.footer, message.bytes, to: &buffer)
    }

    /// The runs that hold records of an entity: a chain of links, ascending.
    struct Posting {
        let entity: ID16
        let first: Int
        var latest: Int
    }

    /// A run that holds records of an entity, and where the next one is linked; -1 behind the last.
    struct RunLink {
        let run: UInt32
        var next = -1
    }

    /// - Parameter postings: one for each entity, in any order.
    static func appendEntities(_ postings: [Posting], _ links: [RunLink], to buffer: inout ByteBuffer) {
        let entities = postings.sorted { $0.entity < $1.entity }
        var lists = ByteBuffer(capacity: entities.count * 4)
        var starts: [UInt32] = [0]
        for posting in entities {
            var before: UInt32 = 0
            var link = posting.first
            while link >= 0 {
                lists.append(varint: UInt64(links[link].run - before))
                before = links[link].run
                link = links[link].next
            }
            starts.append(UInt32(lists.count))
        }
        var message = ByteBuffer(capacity: 16 + entities.count * 24)
        message.append(fixed: FooterPart.entities.rawValue)
        message.append(fixed: UInt32(entities.count))
        for posting in entities { message.append(posting.entity) }
        for start in starts { message.append(fixed: start) }
        message.append(lists.bytes)
        CheckedFrame.append(FrameMagic.footer, message.bytes, to: &buffer)
    }

    static func readRuns(
        of segment: Segment, _ trailer: Trailer, in file: any DiskFile
    ) throws(JournalError) -> [Run] {
        let extent = trailer.runsOffset..<trailer.bloomOffset
        return try withPart(.runs, of: segment, extent, in: file) { message throws(Corruption) in
            let count = Int(message.fixed(UInt32.self, at: 4))
            guard count > 0, message.count == 8 + count * runByteCount else { throw .footer }
            var runs: [Run] = []
            runs.reserveCapacity(count)
            for index in 0..<count {
                let at = 8 + index * runByteCount
                let run = Run(
                    offset: message.fixed(UInt64.self, at: at), first: message.fixed(UInt64.self, at: at + 8),
                    time: message.fixed(Int64.self, at: at + 16))
                guard runs.last.map({ $0.offset < run.offset && $0.first < run.first }) ?? true else { throw .footer }
                runs.append(run)
            }
            guard runs[0].offset == segment.dataStart, runs[0].first == segment.header.first,
                runs[count - 1].offset < segment.dataEnd, runs[count - 1].first <= segment.last
            else { throw .footer }
            return runs
        }
    }

    static func readBloom(
        of segment: Segment, _ trailer: Trailer, in file: any DiskFile
    ) throws(JournalError) -> Bloom {
        let extent = trailer.bloomOffset..<trailer.entitiesOffset
        return try withPart(.bloom, of: segment, extent, in: file) { message throws(Corruption) in
            guard message.fixed(UInt32.self, at: 4) == Bloom.hashCount, message.count > 8, message.count % 8 == 0
            else { throw .footer }
            return Bloom(words: stride(from: 8, to: message.count, by: 8).map { message.fixed(UInt64.self, at: $0) })
        }
    }

    /// Reads the entity index.
    static func readEntities(
        of segment: Segment, _ trailer: Trailer, in file: any DiskFile
    ) throws(JournalError) -> CachedIndex {
        let extent = trailer.entitiesOffset..<trailer.offset
        return try withPart(.entities, of: segment, extent, in: file) { message throws(Corruption) in
            _ = try EntityIndex(message)
            return CachedIndex(copying: message, generation: segment.header.generation)
        }
    }

    /// Reads one part of the footer, checks it, and hands its message to `body`.
    private static func withPart<T>(
        _ part: FooterPart, of segment: Segment, _ extent: Range<UInt64>, in file: any DiskFile,
        _ body: (UnsafeRawBufferPointer) throws(Corruption) -> T
    ) throws(JournalError) -> T {
        guard extent.count <= JournalLimits.segmentByteCountMax else {
            throw segment.corrupt(at: extent.lowerBound, .footer)
        }
        var buffer = ByteBuffer(capacity: extent.count)
        try buffer.load(extent, from: file, of: segment)
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.footer, buffer.bytes, messageByteCountMax: JournalLimits.segmentByteCountMax),
            size == extent.count, message.count >= 8, message.fixed(UInt32.self, at: 0) == part.rawValue
        else { throw segment.corrupt(at: extent.lowerBound, .footer) }
        do throws(Corruption) {
            return try body(message)
        } catch {
            throw segment.corrupt(at: extent.lowerBound, error)
        }
    }
}

extension ByteBuffer {
    /// Replaces the content with bytes of a segment that must be there.
    mutating func load(_ extent: Range<UInt64>, from file: any DiskFile, of segment: Segment) throws(JournalError) {
        removeAll()
        let size = Int(extent.upperBound - extent.lowerBound)
        do throws(DiskError) {
            advance(try file.readWhole(into: room(size), at: extent.lowerBound))
        } catch {
            throw JournalError(error)
        }
        guard count == size else {
            throw segment.corrupt(at: extent.lowerBound + UInt64(count), .frame(.truncated))
        }
    }
}
