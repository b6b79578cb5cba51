/// The pieces of a walker by the identity of their first scalar, ascending, in blocks.
///
/// In blocks, so that cutting a piece moves one block's entries and not those of all pieces after it.
struct TextPieceIndex: Sendable {
    static let blockMax = 256

    struct Entry: Sendable {
        var id: Int64
        var piece: Int32
    }

    struct Place: Sendable {
        var block: Int
        var offset: Int
    }

    /// The first identity of each block.
    private var starts: [Int64] = []
    /// None is empty.
    private var blocks: [[Entry]] = []

    /// Adds a piece.
    ///
    /// - Complexity: O(log pieces + `blockMax` + pieces / `blockMax` where a block is full).
    mutating func insert(_ piece: Int32, id: Int64) {
        let entry = Entry(id: id, piece: piece)
        guard !blocks.isEmpty else { return addBlock([entry], at: 0) }
        let place = place(of: id)
        let block = max(0, place.block)
        if blocks[block].count >= Self.blockMax {
            // Identities mostly ascend: then the full block stays as it is and a new one begins.
            guard block < blocks.count - 1 || place.offset < blocks[block].count - 1 else {
                return addBlock([entry], at: blocks.count)
            }
            let half = blocks[block].count / 2
            addBlock(Array(blocks[block][half...]), at: block + 1)
            blocks[block].removeLast(blocks[block].count - half)
            return insert(piece, id: id)
        }
        blocks[block].insert(entry, at: place.offset + 1)
        starts[block] = blocks[block][0].id
    }

    private mutating func addBlock(_ entries: [Entry], at block: Int) {
        blocks.insert(entries, at: block)
        starts.insert(entries[0].id, at: block)
    }

    /// The place of the last piece whose first identity is at most `id`; before the first of all where there is none.
    func place(of id: Int64) -> Place {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= id { low = middle + 1 } else { high = middle }
        }
        let block = low - 1
        guard block >= 0 else { return Place(block: -1, offset: -1) }
        low = 0
        high = blocks[block].count
        while low < high {
            let middle = (low + high) / 2
            if blocks[block][middle].id <= id { low = middle + 1 } else { high = middle }
        }
        return Place(block: block, offset: low - 1)
    }

    func piece(at place: Place) -> Int32 { blocks[place.block][place.offset].piece }

    /// The piece at `place` if its first identity is below `limit`; nil behind the last of all.
    func piece(at place: Place, below limit: Int64) -> Int32? {
        guard place.block < blocks.count else { return nil }
        let entry = blocks[place.block][place.offset]
        return entry.id < limit ? entry.piece : nil
    }

    func place(after place: Place) -> Place {
        place.offset + 1 < blocks[place.block].count
            ? Place(block: place.block, offset: place.offset + 1) : Place(block: place.block + 1, offset: 0)
    }
}
