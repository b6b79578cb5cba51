// Moving the walker between versions of the graph.

extension TextWalker {
    /// Makes `state` of every piece what the author of an edit with these parents saw (sections 3.2 and 3.3).
    mutating func move(to parents: [Int]) {
        guard parents != version else { return }
        let (retreating, advancing) = difference(from: version, to: parents)
        // Far moves, as between long branches, touch so many pieces that summing up once is cheaper than each time.
        let isFar = (retreating.count + advancing.count) * 8 > pieces.count
        for revision in retreating { adjust(revision, by: -1, isSumming: !isFar) }
        for revision in advancing { adjust(revision, by: 1, isSumming: !isFar) }
        if isFar {
            steps += pieces.count
            balance()
        }
        version.removeAll(keepingCapacity: true)
        version.append(contentsOf: parents)
    }

    /// Returns the cost of moving to the version with these parents, wherever the walk started: the weight of the edits to
    /// retreat and to advance.
    ///
    /// - Complexity: O(revisions newer than the newest common one).
    mutating func distance(to parents: [Int]) -> Int {
        guard parents != version else { return 0 }
        let (retreating, advancing) = difference(from: version, to: parents)
        var sum = 0
        for revision in retreating { sum += edits[revision - baseRevision - 1].weight }
        for revision in advancing { sum += edits[revision - baseRevision - 1].weight }
        return sum
    }

    /// Returns whether each of these revisions brings something that the others do not contain.
    mutating func isFrontier(_ parents: [Int]) -> Bool {
        guard parents.count > 1 else { return !parents.isEmpty }
        for (index, parent) in parents.enumerated() {
            var others = parents
            others.remove(at: index)
            guard parent > baseRevision, difference(from: others, to: [parent]).onlyThere.contains(parent) else {
                return false
            }
        }
        return true
    }

    /// Insertion and deletion are both counted in `state`, so taking back and redoing are one addition each.
    private mutating func adjust(_ revision: Int, by step: Int32, isSumming: Bool) {
        let edit = edits[revision - baseRevision - 1]
        adjust(edit.inserted, by: step, isSumming: isSumming)
        for index in edit.deleted { adjust(deletedStore[index], by: step, isSumming: isSumming) }
    }

    private mutating func adjust(_ range: Range<Int64>, by step: Int32, isSumming: Bool) {
        guard !range.isEmpty else { return }
        var place = index.place(of: range.lowerBound)
        while let piece = index.piece(at: place, below: range.upperBound) {
            steps += 1
            if isSumming { splay(piece) }
            pieces[Int(piece)].state += step
            if isSumming { update(piece) }
            place = index.place(after: place)
        }
    }

    /// The revisions contained in one version and not in the other, each newest first.
    ///
    /// - Complexity: O(revisions newer than the newest common one).
    private mutating func difference(
        from here: [Int], to there: [Int]
    ) -> (onlyHere: [Int], onlyThere: [Int]) {
        var onlyHere: [Int] = []
        var onlyThere: [Int] = []
        var unshared = 0
        var lowest = flags.count
        var index = -1
        for revision in here {
            mark(revision, 0b01, unshared: &unshared, lowest: &lowest)
            index = max(index, revision - baseRevision - 1)
        }
        for revision in there {
            mark(revision, 0b10, unshared: &unshared, lowest: &lowest)
            index = max(index, revision - baseRevision - 1)
        }
        while unshared > 0 {
            let flag = flags[index]
            flags[index] = 0
            if flag != 0 {
                if flag != 0b11 {
                    unshared -= 1
                    if flag == 0b01 { onlyHere.append(index + baseRevision + 1) }
                    if flag == 0b10 { onlyThere.append(index + baseRevision + 1) }
                }
                for parent in edits[index].parents {
                    mark(parentsStore[parent], flag, unshared: &unshared, lowest: &lowest)
                }
            }
            index -= 1
        }
        if lowest <= index { for clearing in lowest...index { flags[clearing] = 0 } }
        return (onlyHere, onlyThere)
    }

    private mutating func mark(_ revision: Int, _ flag: UInt8, unshared: inout Int, lowest: inout Int) {
        let index = revision - baseRevision - 1
        guard index >= 0 else { return }
        let before = flags[index]
        let after = before | flag
        guard after != before else { return }
        flags[index] = after
        lowest = min(lowest, index)
        if after != 0b11 { unshared += 1 } else if before != 0 { unshared -= 1 }
    }
}
