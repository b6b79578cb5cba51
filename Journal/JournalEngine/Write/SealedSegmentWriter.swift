import LZ4

/// Packs the entries of a segment into large frames and writes the footer behind them.
struct SealedSegmentWriter: ~Copyable {
    private let header: SegmentHeader
    private let key: SecretKey?
    private var salts: Salts
    private let file: any DiskFile
    private var offset: UInt64 = 0
    private let dataStart: UInt64
    private var content = ByteBuffer(capacity: JournalLimits.sealedFrameByteCountTarget * 2)
    /// A frame before it is encrypted.
    private var plain = ByteBuffer(capacity: 16)
    private var frame = ByteBuffer(capacity: JournalLimits.sealedFrameByteCountTarget * 2)
    /// The number of bytes of the content that are its place.
    private var placeByteCount = 0
    /// The entry of the commit that is passing, with its length.
    private var commit = ByteBuffer(capacity: 256)
    private var isCommitWritten = false
    private var footer: FooterBuilder

    /// - Parameter key: the key that the header names; nil when it names none.
    init(
        _ header: SegmentHeader, under key: SecretKey?, salts: consuming Salts, to file: any DiskFile
    ) throws(DiskError) {
        precondition((key == nil) == (header.keyID == nil), "a header names the key of its frames")
        self.header = header
        self.key = key
        self.salts = salts
        self.file = file
        footer = FooterBuilder(header)
        header.append(to: &frame)
        dataStart = UInt64(frame.count)
        try write()
    }

    /// Takes the next commit entry, with its length.
    mutating func add(commit entry: UnsafeRawBufferPointer, _ header: borrowing RecordHeader) {
        commit.removeAll()
        commit.append(entry)
        isCommitWritten = false
        footer.addCommit(header)
    }

    /// Takes the next record entry, with its length.
    mutating func add(record entry: UnsafeRawBufferPointer, _ record: borrowing RecordHeader) throws(DiskError) {
        let more = entry.count + (isCommitWritten ? 0 : commit.count)
        if content.count > 0, content.count + more > JournalLimits.sealedFrameByteCountTarget { try flush() }
        if content.count == 0 {
            footer.beginRun(at: offset, record)
            FrameAddress(
                journal: header.journal, segment: header.segment, generation: header.generation,
                first: record.sequence, groupFirst: record.sequence,
                continues: isCommitWritten ? record.commitFirst : 0
            ).append(to: &content)
            placeByteCount = content.count
            // A frame that begins inside a commit repeats it, for readers that start here.
            content.append(commit.bytes)
        } else if !isCommitWritten {
            content.append(commit.bytes)
        }
        isCommitWritten = true
        content.append(entry)
        footer.addRecord(record)
    }

    /// Writes the last frame and the footer. The file still needs to be synced.
    mutating func finish(chain: ChainHash) throws(DiskError) -> Segment {
        if content.count > 0 { try flush() }
        let trailer = footer.append(to: &frame, header, dataEnd: offset, chain: chain)
        try write()
        return Segment(header: header, dataStart: dataStart, trailer: trailer)
    }

    private mutating func flush() throws(DiskError) {
        if let key {
            plain.removeAll()
            plain.append(lz4FrameOf: content.bytes, .thorough)
            EncryptedFrame.append(
                plain.bytes, place: content.bytes.slice(0..<placeByteCount), under: key, nonce: salts.nextNonce(),
                to: &frame)
        } else {
            frame.append(lz4FrameOf: content.bytes, .thorough)
        }
        content.removeAll()
        try write()
    }

    private mutating func write() throws(DiskError) {
        try file.writeWhole(frame.bytes, at: offset)
        offset += UInt64(frame.count)
        frame.removeAll()
    }
}

extension Sealer {
    /// Copies the entries of `segment`, but for what `changes` take, and proves on the way that the chain is what it was.
    func write(
        _ segment: Segment, as header: SegmentHeader, under key: SecretKey?, _ changes: SegmentChanges?,
        to file: any DiskFile
    ) throws -> Segment {
        var writer = try SealedSegmentWriter(header, under: key, salts: Salts(options.entropy), to: file)
        var walk = ChainWalk(from: header.chainBefore)
        var changed = ByteBuffer(capacity: 256)
        var pass = try source.open(segment)
        for run in pass.runs.indices {
            _ = try pass.forEachFrame(ofRun: run) { reader, _ in
                while true {
                    let step = try reader.next()
                    walk.add(step, reader)
                    switch step {
                    case .end: return .next
                    case .commit(.repeated): continue
                    case .commit(let proof):
                        let first = reader.header.commitFirst
                        if let changes, let kept = changes.kept[first] {
                            changed.removeAll()
                            changes.append(proof, kept: kept, first: first, to: &changed)
                            writer.add(commit: changed.bytes, reader.header)
                        } else {
                            writer.add(commit: reader.entry, reader.header)
                        }
                    case .record:
                        if let by = changes?.redactor(of: reader.header) {
                            changed.removeAll()
                            Entries.append(reader.header, redactedBy: by, to: &changed)
                            try writer.add(record: changed.bytes, reader.header)
                        } else {
                            try writer.add(record: reader.entry, reader.header)
                        }
                    }
                }
            }
        }
        guard walk.hash == segment.chainAfter else { throw segment.corrupt(at: segment.dataStart, .chain) }
        return try writer.finish(chain: walk.hash)
    }
}
