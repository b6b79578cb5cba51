/// Recomputes the chain while the entries of a journal pass by, in whatever frames they lie.
struct ChainWalk: ~Copyable {
    private(set) var hash: ChainHash
    private var link: ChainLink?
    private var kept: ChainHash?
    private var scratch = ByteBuffer(capacity: 512)
    private(set) var commitCount: UInt64 = 0
    /// Something was redacted, or a record of the engine passed.
    private(set) var concernsRedaction = false

    init(from hash: ChainHash) { self.hash = hash }

    mutating func add(_ step: EntryReader.Step, _ reader: borrowing EntryReader) {
        switch step {
        case .commit(.open(let message, let salt)):
            link = ChainLink(after: hash, salt: salt, commit: message, scratch: &scratch)
        case .commit(.kept(_, _, let hash)):
            link = nil
            kept = hash
            concernsRedaction = true
        case .commit(.repeated), .end:
            return
        case .record:
            link?.add(reader.entry)
            if reader.header.isOfEngine { concernsRedaction = true }
            if reader.remaining == 0 { finishCommit() }
        }
    }

    /// Takes record entries of the current commit that stand one behind the other, all at once: hashing a stretch costs
    /// much less than hashing its pieces.
    ///
    /// - Parameter isEnd: the last of them is the last of its commit.
    mutating func add(records: UnsafeRawBufferPointer, isEnd: Bool, isAnyOfEngine: Bool) {
        link?.add(records)
        if isAnyOfEngine { concernsRedaction = true }
        if isEnd { finishCommit() }
    }

    private mutating func finishCommit() {
        if let link { hash = link.hash() } else if let kept { hash = kept }
        link = nil
        kept = nil
        commitCount += 1
    }
}
