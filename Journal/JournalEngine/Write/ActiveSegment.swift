/// The segment that is being written: a file to which only the holder of the writer's turn appends.
///
/// Not copyable, because two writers would tear it.
/// - Format: FORMAT.md §3, "The active segment".
struct ActiveSegment: ~Copyable {
    let header: SegmentHeader
    let file: any DiskFile
    /// The name that leads to the file.
    let path: String
    let dataStart: UInt64
    /// Where the next frame goes.
    private(set) var used: UInt64
    /// Where each piece of pre-written room ends, ascending; the last one is the end of the file.
    private(set) var boundaries: [UInt64]
    private(set) var last: UInt64
    private(set) var time: Int64
    private(set) var chain: ChainHash
    private(set) var runs: [Run]
    private var encoder: CommitEncoder
    /// Room was made since the high-water mark was last written.
    private(set) var hasGrown = false

    init(
        header: SegmentHeader, file: any DiskFile, path: String, dataStart: UInt64, used: UInt64, boundaries: [UInt64],
        last: UInt64, time: Int64, chain: ChainHash, runs: [Run], salts: consuming Salts, key: SecretKey?
    ) {
        self.header = header
        self.file = file
        self.path = path
        self.dataStart = dataStart
        self.used = used
        self.boundaries = boundaries
        self.last = last
        self.time = time
        self.chain = chain
        self.runs = runs
        encoder = CommitEncoder(salts, under: key)
    }

    /// The segment as readers may see it now.
    var snapshot: Segment {
        Segment(
            header: header, dataStart: dataStart, dataEnd: used, last: last, lastTime: time, chainAfter: chain,
            trailer: nil, runs: runs)
    }

    /// Checks that the file still has its name: otherwise its lock keeps nobody out, and what is written is lost with it.
    ///
    /// - Throws: `.displaced`; any other error where the disk cannot tell.
    func checkName() throws(JournalError) {
        let isFound: Bool
        do throws(DiskError) {
            isFound = try file.isFound(at: path)
        } catch {
            throw JournalError(error)
        }
        guard isFound else { throw .displaced(path: path) }
    }

    /// Writes commits as one group: one `pwrite`, one `fdatasync`. They are durable when this returns.
    mutating func append(_ group: [QueuedCommit]) throws(WriteFailure) {
        encoder.removeAll()
        var newRuns: [Run] = []
        for commit in group {
            let offset = used + UInt64(encoder.frames.count)
            let previous = newRuns.last?.offset ?? runs.last?.offset
            if previous.map({ offset - $0 >= UInt64(JournalLimits.runByteCountTarget) }) ?? true {
                newRuns.append(Run(offset: offset, first: commit.receipt.first, time: commit.receipt.time))
            }
            encoder.append(commit, to: header, groupFirst: group[0].receipt.first)
        }
        let end = used + UInt64(encoder.frames.count)
        try reserve(through: end)
        let rest = close(at: end)
        let chain = try write(after: chain)
        used = end
        boundaries = rest
        last = group[group.count - 1].receipt.last
        time = group[group.count - 1].receipt.time
        self.chain = chain
        runs += newRuns
    }

    /// Writes a mark where the next frame would go, and returns once it is on disk. A later append overwrites it.
    ///
    /// The smallest data frame is longer than a mark and the padding header after it, so nothing of the mark remains.
    mutating func writeMark(nextSegment: UInt64 = 0) throws(WriteFailure) {
        encoder.removeAll()
        let mark = CloseMarker(
            journal: header.journal, segment: header.segment, generation: header.generation, last: last, chain: chain,
            time: time, nextSegment: nextSegment)
        mark.append(to: &encoder.frames)
        let end = used + UInt64(encoder.frames.count)
        try reserve(through: end)
        _ = close(at: end)
        _ = try write(after: chain)
    }

    /// Says outside the segment how far it is on disk.
    mutating func writeHighWaterMark(_ disk: any Disk, _ path: JournalPath) throws(JournalError) {
        try HighWaterMark(of: self).write(disk, path)
        hasGrown = false
    }

    /// Makes sure that a mark can be written without more room.
    mutating func reserveForMark() throws(WriteFailure) { try reserve(through: used + CloseMarker.byteCountMax) }

    /// Returns the chain after the group, which is hashed while the disk writes.
    private mutating func write(after chain: ChainHash) throws(WriteFailure) -> ChainHash {
        do throws(DiskError) {
            try file.writeWhole(encoder.frames.bytes, at: used)
            try file.beginSyncWhole(of: used..<used + UInt64(encoder.frames.count))
            let next = encoder.chain(after: chain)
            try file.syncData()
            return next
        } catch {
            throw .broken(error)
        }
    }

    /// Adds to the frames what makes the room after `end` a skippable frame again, and says where rooms end then.
    private mutating func close(at end: UInt64) -> [UInt64] {
        var rest = Array(boundaries.drop { $0 < end })
        guard let boundary = rest.first else { return [] }
        let room = boundary - end
        if room == 0 {
            // The next piece begins right here and has a header of its own.
            rest.removeFirst()
        } else if room >= UInt64(Padding.headByteCount) {
            Padding.append(byteCount: room, to: &encoder.frames)
        } else {
            // Too little for a header before the next piece: the header reaches into it and replaces its header,
            // of which `room` bytes would remain behind ours.
            rest.removeFirst()
            Padding.append(byteCount: rest[0] - end, to: &encoder.frames)
            encoder.frames.appendZeros(Int(room))
        }
        return rest
    }

    /// Makes sure that a write up to `end` leaves no or enough room for a padding header.
    ///
    /// New room is zeros behind a header of its own, synced before use, so that the commits written into it later
    /// change no metadata.
    private mutating func reserve(through end: UInt64) throws(WriteFailure) {
        let fileEnd = boundaries.last ?? used
        if end == fileEnd || end + UInt64(Padding.headByteCount) <= fileEnd { return }
        let missing = end + UInt64(Padding.headByteCount) - fileEnd
        let grown = min(max(fileEnd, UInt64(JournalLimits.chunkByteCountMin)), UInt64(JournalLimits.chunkByteCountMax))
        let newEnd = (fileEnd + max(missing, grown) + 4095) & ~4095
        try extend(fileEnd..<newEnd)
        boundaries.append(newEnd)
        hasGrown = true
    }

    private func extend(_ room: Range<UInt64>) throws(WriteFailure) {
        do throws(DiskError) {
            try file.writeRoom(room)
        } catch {
            guard error.isShortage else { throw .broken(error) }
            do throws(DiskError) {
                try file.truncate(to: room.lowerBound)
            } catch {
                throw .broken(error)
            }
            throw .shortage(error)
        }
        do throws(DiskError) {
            try file.sync()
        } catch {
            // Whatever its number says, a failed sync is no mere shortage.
            throw .broken(error)
        }
    }
}

/// The kind of a failed write, which decides whether writing may go on.
enum WriteFailure: Error, Equatable {
    /// There was no room; nothing that counts was changed, and later writes may succeed.
    case shortage(DiskError)
    /// The state of the disk is unknown; the file must not be written again.
    case broken(DiskError)

    var cause: DiskError {
        switch self {
        case .shortage(let error), .broken(let error): error
        }
    }
}
