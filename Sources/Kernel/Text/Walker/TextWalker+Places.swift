// The place of an insertion among what others inserted at the same place meanwhile.
//
// The order is that of `integrate` in the reference implementation, which `scannedPlace` is, piece by piece. Its cost is
// the number of pieces at the place, for each insertion: an edit of some thousand runs at one place made every replay
// take seconds. Where ties ascend, as those of a journal do, its outcome follows from the shape of the sequence:
//
// 1. The pieces in text order are the preorder of the tree of left origins: an insertion goes right after its origin or
//    after the whole subtree of one of its siblings, so what descends from a scalar stands right after it, in one stretch.
// 2. A piece that is inserted in a version has its origin inserted in it too. Hence the stretch that is scanned (from
//    `left` to the first inserted piece) holds subtrees of siblings, whole, and then at most pieces that do not descend
//    from the origin, at the first of which the scan ends.
// 3. A right parent is a sibling further right. Of the last sibling in the stretch it is therefore none, or the sibling
//    that ends the stretch, or one beyond that; the right parent of the new piece is the one that ends it or none. So the
//    scan takes the last sibling's subtree to be before the new piece (`isScanning` is false), the tie being greater.
//
// The new piece therefore stands last in the stretch, right before the first piece that is inserted or that does not descend from the
// origin, which is the first one not deeper than the origin. Two sums in the tree find it.
extension TextWalker {
    /// The piece after which `new` belongs (-1 for the start), given the piece its origin ends.
    ///
    /// - Complexity: amortised O(log pieces) where `new.tie` is not below any earlier one; else O(pieces at the place).
    mutating func place(for new: Piece, from left: Int32) -> Int32 {
        guard new.tie >= newestTie else { return scannedPlace(for: new, from: left) }
        let end = firstPlaced(after: left, orAtDepth: new.depth - 1)
        guard end >= 0 else { return last }
        return predecessor(of: end)
    }

    /// The same, as the reference implementation finds it, for ties in any order.
    mutating func scannedPlace(for new: Piece, from left: Int32) -> Int32 {
        var destination = left
        var isScanning = false
        var rightRank: Int?
        var other = left < 0 ? first : successor(of: left)
        while other >= 0, pieces[Int(other)].state < 0 {
            let sibling = pieces[Int(other)]
            if sibling.originLeft == new.originLeft {
                if sibling.rightParent == new.rightParent {
                    if new.tie < sibling.tie { break }
                    isScanning = false
                } else if new.rightParent < 0 || sibling.rightParent < 0 {
                    isScanning = new.rightParent < 0
                } else {
                    let rank = rightRank ?? rank(of: piece(of: new.rightParent))
                    rightRank = rank
                    isScanning = self.rank(of: piece(of: sibling.rightParent)) < rank
                }
            } else if left >= 0, sibling.originLeft < 0 || rank(of: piece(of: sibling.originLeft)) < rank(of: left) {
                break
            }
            if !isScanning { destination = other }
            other = successor(of: other)
            steps += 1
        }
        return destination
    }

    /// The first piece after `left` (-1: of all) that is inserted in the version walked to, or whose depth is at most
    /// `depth`; -1 for none.
    ///
    /// - Complexity: amortised O(log pieces).
    mutating func firstPlaced(after left: Int32, orAtDepth depth: Int = .min) -> Int32 {
        var at = root
        if left >= 0 {
            splay(left)
            at = pieces[Int(left)].right
        }
        guard at >= 0, holdsPlaced(at, depth) else { return -1 }
        while true {
            steps += 1
            let piece = pieces[Int(at)]
            if piece.left >= 0, holdsPlaced(piece.left, depth) {
                at = piece.left
            } else if piece.state >= 0 || piece.depth <= depth {
                splay(at)
                return at
            } else {
                at = piece.right
            }
        }
    }

    private func holdsPlaced(_ subtree: Int32, _ depth: Int) -> Bool {
        pieces[Int(subtree)].insertedSum > 0 || pieces[Int(subtree)].depthMin <= depth
    }
}
