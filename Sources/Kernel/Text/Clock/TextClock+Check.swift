// Judging an edit before it is recorded.

extension TextClock {
    /// Judges `edit` against the text its author saw. Nothing changes.
    ///
    /// - Throws: the first rule that forbids it.
    /// - Complexity: as `apply`; for an edit not based on everything so far also a copy of the walker.
    public func check(_ edit: TextEdit) throws(TextRefusal) {
        guard edit.runs.count <= Self.runsMax else { throw .tooManyRuns }
        guard edit.runs.contains(where: { !$0.isEmpty }) else { throw .emptyEdit }
        if isFrontier(edit.parents) {
            try checkLength(Self.length(after: edit.runs, on: length))
            return
        }
        try checkParents(edit.parents)
        let newest = edit.parents[edit.parents.count - 1]
        let isReusable = !walkers.isEmpty && walkers[0].baseRevision <= newest
        var walker = isReusable ? walkers[0] : walker(for: newest)
        guard walker.isFrontier(edit.parents) else { throw .notAFrontier }
        guard walked + walker.distance(to: edit.parents) <= Self.walkedMax + Self.walkedMaxPerEdit * revision else {
            throw .tooManyBranches
        }
        walker.move(to: edit.parents)
        try checkLength(Self.length(after: edit.runs, on: walker.seenLength))
        var effects: [TextWalker.Effect] = []
        walker.apply(parents: edit.parents, shapes: edit.runs.map(TextShape.init), tie: revision + 1, effects: &effects)
        try checkLength(walker.keptLength)
    }

    private func checkParents(_ parents: [Int]) throws(TextRefusal) {
        guard let newest = parents.last else { throw .notAFrontier }
        for index in parents.indices.dropFirst() {
            guard parents[index - 1] < parents[index] else { throw .notAFrontier }
        }
        guard newest <= revision else { throw .unknownRevision(newest) }
        guard parents[0] >= 0 else { throw .unknownRevision(parents[0]) }
        guard parents[0] >= oldestBase else { throw .baseTooOld(revision: parents[0], oldest: oldestBase) }
        let isReplayable = revision - log.start(for: newest).revision < Self.branchesMax
        guard isReplayable, log.bytes.count <= TextShapeLog.bytesMax else {
            throw .baseTooOld(revision: parents[0], oldest: log.start(after: newest)?.revision ?? revision)
        }
        let remaining = frontier.filter { !parents.contains($0) }
        guard remaining.count < Self.frontierMax else { throw .tooManyBranches }
    }

    private func checkLength(_ length: Int) throws(TextRefusal) {
        guard length <= Self.lengthMax else { throw .tooLong(length: length) }
    }

    /// Returns the length in scalars of a text of `length` scalars after `runs`.
    private static func length(after runs: [TextRun], on length: Int) throws(TextRefusal) -> Int {
        var length = length
        for (index, run) in runs.enumerated() {
            let shape = TextShape(run)
            guard shape.isWithin(length) else { throw .outOfBounds(run: index, length: length) }
            length += shape.insertCount - shape.deleteCount
        }
        return length
    }
}
