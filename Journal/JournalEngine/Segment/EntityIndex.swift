/// The index from an entity to the runs of a sealed segment that hold its records. A view into the footer's bytes.
/// - Format: FORMAT.md §7, "Entity index".
struct EntityIndex {
    private let message: UnsafeRawBufferPointer
    let count: Int
    private var startsOffset: Int { 8 + count * 16 }
    private var listsOffset: Int { startsOffset + (count + 1) * 4 }

    init(_ message: UnsafeRawBufferPointer) throws(Corruption) {
        self.message = message
        count = Int(message.fixed(UInt32.self, at: 4))
        guard message.count >= 8 + count * 20 + 4 else { throw .footer }
    }

    func entity(_ index: Int) -> ID16 { message.id16(at: 8 + index * 16) }

    /// The runs of the entity at `index`, ascending.
    func runs(at index: Int) throws(Corruption) -> [UInt32] {
        let start = Int(message.fixed(UInt32.self, at: startsOffset + index * 4))
        let end = Int(message.fixed(UInt32.self, at: startsOffset + index * 4 + 4))
        guard start < end, listsOffset + end <= message.count, let base = message.baseAddress else { throw .footer }
        var at = base + listsOffset + start
        let stop = base + listsOffset + end
        var runs: [UInt32] = []
        var run: UInt64 = 0
        while at < stop {
            let step = try Varint.read(&at, stop)
            guard runs.isEmpty || step > 0, step <= UInt64(UInt32.max) else { throw .footer }
            run += step
            guard let value = UInt32(exactly: run) else { throw .footer }
            runs.append(value)
        }
        return runs
    }

    /// The runs that hold records of `entity`; none when it has none.
    /// - Complexity: O(log entities).
    func runs(of entity: ID16) throws(Corruption) -> [UInt32] {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self.entity(middle) < entity { low = middle + 1 } else { high = middle }
        }
        return low < count && self.entity(low) == entity ? try runs(at: low) : []
    }
}
