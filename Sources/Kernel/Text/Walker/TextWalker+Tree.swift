// The splay tree of pieces (Sleator & Tarjan 1985), in one array, linked by index; -1 is none.

extension TextWalker {
    /// Adds `piece` right after another one (-1: before all) and makes it the root.
    ///
    /// - Complexity: amortised O(log pieces).
    @discardableResult
    mutating func add(_ piece: Piece, after: Int32) -> Int32 {
        let new = Int32(pieces.count)
        pieces.append(piece)
        if after < 0 {
            link(root, asRightOf: new)
        } else {
            splay(after)
            link(pieces[Int(after)].right, asRightOf: new)
            pieces[Int(after)].right = -1
            update(after)
            pieces[Int(new)].left = after
            pieces[Int(after)].parent = new
        }
        root = new
        update(new)
        index.insert(new, id: piece.id)
        return new
    }

    private mutating func link(_ child: Int32, asRightOf parent: Int32) {
        pieces[Int(parent)].right = child
        if child >= 0 { pieces[Int(child)].parent = parent }
    }

    /// Cuts a piece so that its first `offset` scalars stay and the rest is a piece of its own.
    ///
    /// - Returns: the rest.
    mutating func split(_ piece: Int32, at offset: Int) -> Int32 {
        var rest = pieces[Int(piece)]
        rest.id += Int64(offset)
        rest.length -= offset
        rest.originLeft = rest.id - 1
        rest.rightParent = -1
        rest.depth += offset
        rest.left = -1
        rest.right = -1
        rest.parent = -1
        splay(piece)
        pieces[Int(piece)].length = offset
        update(piece)
        return add(rest, after: piece)
    }

    /// The piece that holds scalar number `position` of the version walked to, and the offset in it.
    ///
    /// - Precondition: `position` is below `seenLength`.
    mutating func find(seen position: Int) -> (piece: Int32, offset: Int) {
        var position = position
        var at = root
        while true {
            steps += 1
            let piece = pieces[Int(at)]
            let before = piece.left < 0 ? 0 : pieces[Int(piece.left)].seenSum
            if position < before {
                at = piece.left
            } else if position < before + piece.seenLength {
                splay(at)
                return (at, position - before)
            } else {
                position -= before + piece.seenLength
                at = piece.right
            }
        }
    }

    /// The piece that holds the scalar `id`.
    func piece(of id: Int64) -> Int32 { index.piece(at: index.place(of: id)) }

    /// Returns the number of pieces before `piece`; -1 for none.
    mutating func rank(of piece: Int32) -> Int {
        guard piece >= 0 else { return -1 }
        splay(piece)
        let left = pieces[Int(piece)].left
        return left < 0 ? 0 : Int(pieces[Int(left)].pieceSum)
    }

    func keptSum(of piece: Int32) -> Int { piece < 0 ? 0 : pieces[Int(piece)].keptSum }

    var first: Int32 {
        var at = root
        while at >= 0, pieces[Int(at)].left >= 0 { at = pieces[Int(at)].left }
        return at
    }

    /// The last piece of all; -1 for none.
    var last: Int32 {
        var at = root
        while at >= 0, pieces[Int(at)].right >= 0 { at = pieces[Int(at)].right }
        return at
    }

    /// The piece before `piece`, which becomes the root; -1 for none.
    mutating func predecessor(of piece: Int32) -> Int32 {
        splay(piece)
        var at = pieces[Int(piece)].left
        while at >= 0, pieces[Int(at)].right >= 0 { at = pieces[Int(at)].right }
        return at
    }

    func successor(of piece: Int32) -> Int32 {
        var at = pieces[Int(piece)].right
        if at >= 0 {
            while pieces[Int(at)].left >= 0 { at = pieces[Int(at)].left }
            return at
        }
        var child = piece
        at = pieces[Int(piece)].parent
        while at >= 0, pieces[Int(at)].right == child {
            child = at
            at = pieces[Int(at)].parent
        }
        return at
    }

    /// Recomputes the sums of `piece` from its children.
    mutating func update(_ piece: Int32) {
        let own = pieces[Int(piece)]
        var pieceSum: Int32 = 1
        var seenSum = own.seenLength
        var keptSum = own.keptLength
        var insertedSum: Int32 = own.state >= 0 ? 1 : 0
        var depthMin = own.depth
        if own.left >= 0 {
            pieceSum += pieces[Int(own.left)].pieceSum
            seenSum += pieces[Int(own.left)].seenSum
            keptSum += pieces[Int(own.left)].keptSum
            insertedSum += pieces[Int(own.left)].insertedSum
            depthMin = min(depthMin, pieces[Int(own.left)].depthMin)
        }
        if own.right >= 0 {
            pieceSum += pieces[Int(own.right)].pieceSum
            seenSum += pieces[Int(own.right)].seenSum
            keptSum += pieces[Int(own.right)].keptSum
            insertedSum += pieces[Int(own.right)].insertedSum
            depthMin = min(depthMin, pieces[Int(own.right)].depthMin)
        }
        pieces[Int(piece)].pieceSum = pieceSum
        pieces[Int(piece)].seenSum = seenSum
        pieces[Int(piece)].keptSum = keptSum
        pieces[Int(piece)].insertedSum = insertedSum
        pieces[Int(piece)].depthMin = depthMin
    }

    /// Brings `piece` to the root.
    mutating func splay(_ piece: Int32) {
        while pieces[Int(piece)].parent >= 0 {
            let parent = pieces[Int(piece)].parent
            let grandparent = pieces[Int(parent)].parent
            if grandparent >= 0 {
                let isStraight =
                    (pieces[Int(grandparent)].left == parent) == (pieces[Int(parent)].left == piece)
                rotate(isStraight ? parent : piece)
            }
            rotate(piece)
        }
        root = piece
    }

    /// Swaps `piece` with its parent, keeping the order.
    private mutating func rotate(_ piece: Int32) {
        steps += 1
        let parent = pieces[Int(piece)].parent
        let grandparent = pieces[Int(parent)].parent
        let isLeft = pieces[Int(parent)].left == piece
        let inner = isLeft ? pieces[Int(piece)].right : pieces[Int(piece)].left
        if isLeft {
            pieces[Int(parent)].left = inner
            pieces[Int(piece)].right = parent
        } else {
            pieces[Int(parent)].right = inner
            pieces[Int(piece)].left = parent
        }
        if inner >= 0 { pieces[Int(inner)].parent = parent }
        pieces[Int(parent)].parent = piece
        pieces[Int(piece)].parent = grandparent
        if grandparent >= 0 {
            if pieces[Int(grandparent)].left == parent {
                pieces[Int(grandparent)].left = piece
            } else {
                pieces[Int(grandparent)].right = piece
            }
        }
        update(parent)
        update(piece)
    }

    /// Builds the tree anew, as flat as it can be, with all sums right.
    ///
    /// - Complexity: O(pieces).
    mutating func balance() {
        var order: [Int32] = []
        order.reserveCapacity(pieces.count)
        var piece = first
        while piece >= 0 {
            order.append(piece)
            piece = successor(of: piece)
        }
        root = build(order[...])
        if root >= 0 { pieces[Int(root)].parent = -1 }
    }

    private mutating func build(_ order: ArraySlice<Int32>) -> Int32 {
        guard !order.isEmpty else { return -1 }
        let middle = (order.startIndex + order.endIndex) / 2
        let piece = order[middle]
        let left = build(order[..<middle])
        let right = build(order[(middle + 1)...])
        pieces[Int(piece)].left = left
        pieces[Int(piece)].right = right
        if left >= 0 { pieces[Int(left)].parent = piece }
        if right >= 0 { pieces[Int(right)].parent = piece }
        update(piece)
        return piece
    }
}
