/// Finds out what an edit made on one version of a text means on another: the replay at the heart of Eg-walker.
///
/// The walker holds the temporary structure of Gentle & Kleppmann, "Collaborative Text Editing with Eg-walker"
/// (EuroSys 2025, section 3): a sequence of pieces, each in two states, one for the version walked to (`state`, the
/// paper's prepare version) and one for the text with everything merged (`isGone`, its effect version). An edit is
/// handled by *retreating* what its author had not seen, *advancing* what they had (sections 3.2 and 3.3), and
/// applying its runs at their original positions; where the piece stands among the kept ones is where the change
/// belongs in the merged text. It starts at a *critical version* (sections 3.5 and 3.6), one that every later edit
/// builds on; everything before it is one placeholder piece.
///
/// Concurrent insertions at one place are ordered as in the paper's reference implementation (YjsMod with Fugue's
/// right parents, `eg-walker-reference/src/index.ts`, `integrate`); ties go to the smaller `tie`, which for a
/// journal is the revision, since all replicas share its order. See `TextWalker+Places.swift` for how a place is found.
struct TextWalker: Sendable {
    /// A stretch of scalars that were inserted together and have shared their fate so far.
    ///
    /// The pieces form a splay tree in text order, held in one array and linked by index: neighbouring edits find
    /// each other near the root, and nothing ever moves.
    struct Piece: Sendable {
        /// Identity of the first scalar; the others follow. Below `baseLength` for the placeholder.
        var id: Int64
        var length: Int
        /// -1 not inserted yet, 0 visible, n deleted by n edits, in the version walked to.
        var state: Int32 = 0
        /// Deleted in the merged text.
        var isGone = false
        /// The scalar to the left when it was inserted; -1 for the start of the text.
        var originLeft: Int64
        /// The scalar to the right, if that one had the same origin; -1 for none (Fugue).
        var rightParent: Int64
        var tie: Int
        /// The number of origins from the first scalar to the start of the text: 0 for what stands at the start. Each
        /// further scalar of a piece is one deeper.
        var depth: Int

        var parent: Int32 = -1
        var left: Int32 = -1
        var right: Int32 = -1
        /// Of the subtree: pieces, scalars visible in the version walked to, scalars of the merged text.
        var pieceSum: Int32 = 1
        var seenSum = 0
        var keptSum = 0
        /// Of the subtree: pieces inserted in the version walked to, and the least depth.
        var insertedSum: Int32 = 0
        var depthMin = 0

        var seenLength: Int { state == 0 ? length : 0 }
        var keptLength: Int { isGone ? 0 : length }
    }

    /// One edit as the walker remembers it: where it hangs in the graph and what it touched.
    struct Edit: Sendable {
        var parents: Range<Int>
        var inserted: Range<Int64>
        var deleted: Range<Int>
        /// The cost of moving past the edit: each run, and every sixteenth scalar that it deletes.
        var weight: Int
    }

    /// The effect of one run on the merged text. `run` is the index of the run whose insertion it carries, if any.
    struct Effect: Equatable, Sendable {
        var position: Int
        var deleteCount: Int
        var run: Int?
    }

    /// The critical version the walk starts from.
    let baseRevision: Int
    var revision: Int

    var pieces: [Piece] = []
    var root: Int32 = -1
    /// The pieces by identity.
    var index = TextPieceIndex()
    var nextID: Int64
    /// The greatest `tie` so far.
    var newestTie = Int.min
    /// Steps taken in the tree so far: what the walk cost, whatever the machine.
    var steps = 0

    var edits: [Edit] = []
    var parentsStore: [Int] = []
    var deletedStore: [Range<Int64>] = []

    /// The frontier walked to.
    var version: [Int]
    /// The frontier of everything applied.
    var heads: [Int]
    /// Scratch for `move(to:)`, zero between calls: one byte per edit.
    var flags: [UInt8] = []

    init(baseRevision: Int, baseLength: Int) {
        self.baseRevision = baseRevision
        revision = baseRevision
        version = [baseRevision]
        heads = [baseRevision]
        nextID = Int64(baseLength)
        if baseLength > 0 {
            let base = Piece(id: 0, length: baseLength, originLeft: -1, rightParent: -1, tie: 0, depth: 0)
            add(base, after: -1)
        }
    }

    /// Scalars visible in the version walked to.
    var seenLength: Int { root < 0 ? 0 : pieces[Int(root)].seenSum }

    /// Scalars of the text with everything merged.
    var keptLength: Int { root < 0 ? 0 : pieces[Int(root)].keptSum }

    /// Takes in the next edit.
    ///
    /// - Parameters:
    ///   - parents: the frontier its author saw; nil for everything so far.
    ///   - shapes: its runs; cut to fit where they reach outside.
    ///   - tie: orders it among concurrent insertions at the same place.
    ///   - effects: what it comes to on the merged text is appended here, to be applied in order.
    mutating func apply(parents: [Int]?, shapes: [TextShape], tie: Int, effects: inout [Effect]) {
        let parents = parents ?? heads
        move(to: parents)
        revision += 1
        let parentsStart = parentsStore.count
        let deletedStart = deletedStore.count
        let idStart = nextID
        parentsStore.append(contentsOf: parents)
        var weight = 0
        for (index, shape) in shapes.enumerated() {
            let shape = shape.clamped(to: seenLength)
            weight += 1 + shape.deleteCount / 16
            if shape.deleteCount > 0 { delete(shape.deleteCount, at: shape.position, effects: &effects) }
            if shape.insertCount > 0 {
                let position = insert(shape.insertCount, at: shape.position, tie: tie)
                Self.record(insertionOf: index, at: position, in: &effects)
            }
        }
        edits.append(
            Edit(
                parents: parentsStart..<parentsStore.count, inserted: idStart..<nextID,
                deleted: deletedStart..<deletedStore.count, weight: weight))
        flags.append(0)
        heads.removeAll { parents.contains($0) }
        heads.append(revision)
        version.removeAll(keepingCapacity: true)
        version.append(revision)
    }

    private mutating func delete(_ count: Int, at position: Int, effects: inout [Effect]) {
        var remaining = count
        var isContinued = false
        while remaining > 0 {
            var (piece, offset) = find(seen: position)
            if offset > 0 { piece = split(piece, at: offset) }
            if pieces[Int(piece)].length > remaining { _ = split(piece, at: remaining) }
            splay(piece)
            let id = pieces[Int(piece)].id
            let length = pieces[Int(piece)].length
            if !pieces[Int(piece)].isGone {
                let at = keptSum(of: pieces[Int(piece)].left)
                if isContinued, let last = effects.indices.last, effects[last].position == at {
                    effects[last].deleteCount += length
                } else {
                    effects.append(Effect(position: at, deleteCount: length, run: nil))
                    isContinued = true
                }
            }
            pieces[Int(piece)].state = 1
            pieces[Int(piece)].isGone = true
            update(piece)
            deletedStore.append(id..<id + Int64(length))
            remaining -= length
        }
    }

    /// Puts an insertion where its author meant it, among what others put there meanwhile.
    ///
    /// - Returns: its position in the merged text.
    private mutating func insert(_ count: Int, at position: Int, tie: Int) -> Int {
        var left: Int32 = -1
        if position > 0 {
            let (piece, offset) = find(seen: position - 1)
            if offset + 1 < pieces[Int(piece)].length { _ = split(piece, at: offset + 1) }
            left = piece
        }
        let originLeft = left < 0 ? -1 : pieces[Int(left)].id + Int64(pieces[Int(left)].length) - 1

        let next = firstPlaced(after: left)
        let isSibling = next >= 0 && pieces[Int(next)].originLeft == originLeft
        let rightParent = isSibling ? pieces[Int(next)].id : -1

        let depth = left < 0 ? 0 : pieces[Int(left)].depth + pieces[Int(left)].length
        let new = Piece(
            id: nextID, length: count, originLeft: originLeft, rightParent: rightParent, tie: tie, depth: depth)
        nextID += Int64(count)
        let piece = add(new, after: place(for: new, from: left))
        newestTie = max(newestTie, tie)
        return keptSum(of: pieces[Int(piece)].left)
    }

    /// An insertion where the same run has just deleted is one replacement.
    private static func record(insertionOf run: Int, at position: Int, in effects: inout [Effect]) {
        if let last = effects.indices.last, effects[last].run == nil, effects[last].position == position {
            effects[last].run = run
        } else {
            effects.append(Effect(position: position, deleteCount: 0, run: run))
        }
    }
}
