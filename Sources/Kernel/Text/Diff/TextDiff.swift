/// The edit a person would have made to turn one text into another, for restoring and importing revisions.
public enum TextDiff {
    /// The runs that turn `old` into `new`, byte by byte: lines first, then words within changed lines.
    ///
    /// Deterministic. Each position refers to the text after the runs before it. At most `TextClock.runsMax`: where more
    /// places differ, those with the least between them are replaced together.
    /// - Complexity: O(bytes) when little changed, and bounded as `SequenceDiff` is.
    public static func runs(from old: String, to new: String) -> [TextRun] {
        let old = [UInt8](old.utf8)
        let new = [UInt8](new.utf8)
        let changed = trimmed(old, new, SequenceDiff.Change(old: 0..<old.count, new: 0..<new.count))
        guard !changed.old.isEmpty || !changed.new.isEmpty else { return [] }
        let atLines = widenedToLines(changed, old, new)

        var exact: [SequenceDiff.Change] = []
        for change in changes(old, new, within: atLines, pieces: TextPieces.lines) {
            for refined in refine(change, old, new) {
                let change = trimmed(old, new, refined)
                if !change.old.isEmpty || !change.new.isEmpty { exact.append(change) }
            }
        }
        var scalars = ScalarCounter(bytes: new)
        return coarsened(exact, to: TextClock.runsMax).map { change in
            TextRun(
                position: scalars.count(upTo: change.new.lowerBound),
                deleteCount: TextBuffer.scalarCount(of: old[change.old]),
                insertion: String(decoding: new[change.new], as: UTF8.self))
        }
    }

    /// At most `countMax` changes, joined where the least stands between them.
    ///
    /// - Complexity: O(n log n) in the changes.
    private static func coarsened(_ changes: [SequenceDiff.Change], to countMax: Int) -> [SequenceDiff.Change] {
        guard changes.count > countMax else { return changes }
        let gaps = changes.indices.dropFirst().map { index in
            (size: changes[index].old.lowerBound - changes[index - 1].old.upperBound, index: index)
        }
        // The widest gaps stay; of two alike, the earlier.
        let widest = gaps.sorted { ($0.size, $1.index) > ($1.size, $0.index) }.prefix(countMax - 1)
        var starts = [0] + widest.map { $0.index }
        starts.sort()
        return starts.indices.map { group in
            let first = changes[starts[group]]
            let last = changes[(group + 1 < starts.count ? starts[group + 1] : changes.count) - 1]
            return SequenceDiff.Change(
                old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
        }
    }

    /// Counts the scalars of a text up to ever later places.
    private struct ScalarCounter {
        let bytes: [UInt8]
        var byte = 0
        var scalar = 0

        mutating func count(upTo end: Int) -> Int {
            scalar += TextBuffer.scalarCount(of: bytes[byte..<end])
            byte = end
            return scalar
        }
    }

    /// The changes by words, unless so little is left of the words that the whole reads better as one replacement.
    private static func refine(
        _ change: SequenceDiff.Change, _ old: [UInt8], _ new: [UInt8]
    ) -> [SequenceDiff.Change] {
        guard !change.old.isEmpty, !change.new.isEmpty else { return [change] }
        let refined = joined(changes(old, new, within: change, pieces: TextPieces.words), old)
        var kept = change.old.count
        for change in refined { kept -= change.old.count }
        return kept * 4 < min(change.old.count, change.new.count) ? [change] : refined
    }

    /// Joins changes with next to nothing between them: "a b" to "x y" is one change.
    private static func joined(_ changes: [SequenceDiff.Change], _ old: [UInt8]) -> [SequenceDiff.Change] {
        var joined: [SequenceDiff.Change] = []
        for change in changes {
            if let last = joined.last, change.old.lowerBound - last.old.upperBound <= 3,
                !old[last.old.upperBound..<change.old.lowerBound].contains(0x0A)
            {
                joined[joined.count - 1] = SequenceDiff.Change(
                    old: last.old.lowerBound..<change.old.upperBound,
                    new: last.new.lowerBound..<change.new.upperBound)
            } else {
                joined.append(change)
            }
        }
        return joined
    }

    /// Compares both parts of `change` piece by piece and gives the differences as byte ranges.
    private static func changes(
        _ old: [UInt8], _ new: [UInt8], within change: SequenceDiff.Change,
        pieces: ([UInt8], Range<Int>) -> [Range<Int>]
    ) -> [SequenceDiff.Change] {
        let oldPieces = pieces(old, change.old)
        let newPieces = pieces(new, change.new)
        let numbers = TextPieces(old: oldPieces, of: old, new: newPieces, of: new)
        return SequenceDiff(from: numbers.old, to: numbers.new).changes.map { found in
            SequenceDiff.Change(
                old: bytes(found.old, of: oldPieces, within: change.old),
                new: bytes(found.new, of: newPieces, within: change.new))
        }
    }

    private static func bytes(_ found: Range<Int>, of pieces: [Range<Int>], within whole: Range<Int>) -> Range<Int> {
        let start = found.lowerBound < pieces.count ? pieces[found.lowerBound].lowerBound : whole.upperBound
        return start..<(found.isEmpty ? start : pieces[found.upperBound - 1].upperBound)
    }

    /// `change` without what both parts begin and end with, cut between scalars.
    private static func trimmed(
        _ old: [UInt8], _ new: [UInt8], _ change: SequenceDiff.Change
    ) -> SequenceDiff.Change {
        let limit = min(change.old.count, change.new.count)
        var start = 0
        while start < limit, old[change.old.lowerBound + start] == new[change.new.lowerBound + start] { start += 1 }
        while start > 0, isInside(old, change.old.lowerBound + start) || isInside(new, change.new.lowerBound + start) {
            start -= 1
        }
        var end = 0
        while end < limit - start, old[change.old.upperBound - end - 1] == new[change.new.upperBound - end - 1] {
            end += 1
        }
        while end > 0, isInside(old, change.old.upperBound - end) || isInside(new, change.new.upperBound - end) {
            end -= 1
        }
        return SequenceDiff.Change(
            old: change.old.lowerBound + start..<change.old.upperBound - end,
            new: change.new.lowerBound + start..<change.new.upperBound - end)
    }

    /// Returns whether byte `index` stands inside a scalar rather than at its start.
    private static func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
        index < bytes.count && TextBuffer.isContinuation(bytes[index])
    }

    /// `change` grown to whole lines, so that lines are compared as a person sees them.
    private static func widenedToLines(
        _ change: SequenceDiff.Change, _ old: [UInt8], _ new: [UInt8]
    ) -> SequenceDiff.Change {
        var before = 0
        while before < change.old.lowerBound, old[change.old.lowerBound - before - 1] != 0x0A { before += 1 }
        var after = 0
        while change.old.upperBound + after < old.count, old[change.old.upperBound + after] != 0x0A { after += 1 }
        if change.old.upperBound + after < old.count { after += 1 }
        return SequenceDiff.Change(
            old: change.old.lowerBound - before..<change.old.upperBound + after,
            new: change.new.lowerBound - before..<change.new.upperBound + after)
    }
}
