/// The sealed segments of a journal that a repair writes, one after the other.
struct RepairedSegments: ~Copyable {
    private let journal: ID16
    private let files: SegmentFile
    private let options: JournalOptions
    private var open: OpenSegment?
    private var nextNumber: UInt64 = 1
    /// Bytes of entries in the open segment.
    private var byteCount = 0

    private struct OpenSegment: ~Copyable {
        let file: any DiskFile
        let name: String
        var writer: SealedSegmentWriter
    }

    init(_ journal: ID16, _ files: SegmentFile, _ options: JournalOptions) {
        self.journal = journal
        self.files = files
        self.options = options
    }

    /// Begins a commit, in a new segment when the last one is full.
    ///
    /// - Parameters:
    ///   - chain: the chain before the commit.
    ///   - time: the time of the commit before.
    mutating func add(
        commit entry: UnsafeRawBufferPointer, _ header: borrowing RecordHeader, after chain: ChainHash, time: Int64
    ) throws(JournalError) {
        if byteCount >= options.segmentByteCountTarget { try close(chain: chain) }
        if open == nil { try begin(header.commitFirst, chain, time) }
        open?.writer.add(commit: entry, header)
        byteCount += entry.count
    }

    mutating func add(
        record entry: UnsafeRawBufferPointer, _ header: borrowing RecordHeader
    ) throws(JournalError) {
        do throws(DiskError) {
            try open?.writer.add(record: entry, header)
        } catch {
            throw JournalError(error)
        }
        byteCount += entry.count
    }

    /// Ends the last segment, and makes the empty one that a program will go on in.
    mutating func finish(next first: UInt64, chain: ChainHash, time: Int64) throws(JournalError) {
        try close(chain: chain)
        let key = try options.keyring?.make()
        do throws(WriteFailure) {
            try files.create(header(first, chain, time, generation: 0, key?.id)).file.close()
            // Last, as when a journal is made: what says it exists is there when all else is.
            try files.write(Identity(journal: journal).bytes, as: JournalPath.identity)
        } catch {
            throw JournalError(error.cause)
        }
    }

    private func header(
        _ first: UInt64, _ chain: ChainHash, _ time: Int64, generation: UInt32, _ keyID: ID16?
    ) -> SegmentHeader {
        SegmentHeader(
            journal: journal, segment: nextNumber, generation: generation, first: first, chainBefore: chain,
            timeBefore: time, created: options.now(), keyID: keyID)
    }

    private mutating func begin(_ first: UInt64, _ chain: ChainHash, _ time: Int64) throws(JournalError) {
        let name = files.path.segment(nextNumber)
        // Before the segment, as everywhere: no segment ever names a key that a crash can take away.
        let key = try options.keyring?.make()
        do throws(DiskError) {
            let file = try files.disk.open(name + JournalPath.temporarySuffix, .creating)
            let writer = try SealedSegmentWriter(
                header(first, chain, time, generation: 1, key?.id), under: key?.key, salts: Salts(options.entropy),
                to: file)
            open = OpenSegment(file: file, name: name, writer: writer)
        } catch {
            throw JournalError(error)
        }
        nextNumber += 1
        byteCount = 0
    }

    private mutating func close(chain: ChainHash) throws(JournalError) {
        guard var segment = open.take() else { return }
        defer { segment.file.close() }
        do throws(DiskError) {
            _ = try segment.writer.finish(chain: chain)
        } catch {
            throw JournalError(error)
        }
        do throws(WriteFailure) {
            try files.commit(segment.file, segment.name + JournalPath.temporarySuffix, as: segment.name)
        } catch {
            throw JournalError(error.cause)
        }
    }
}
