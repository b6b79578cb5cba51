/// The part of a text that the *rules* need: its length and its revision, and the shape of recent edits.
///
/// Enough to judge and to merge concurrent edits without holding the text itself. Given the same edits, the clock of a
/// `TextDocument` is always equal to it.
public struct TextClock: Sendable {
    /// The number of revisions back that an edit may be based on.
    public static let windowMax = 4096
    /// The number of scalars that a text may have.
    public static let lengthMax = Limits.textScalarsMax
    /// The number of runs that one edit may have when it is asked for. Journals hold edits with more; they are still applied.
    public static let runsMax = 1_000
    /// The number of diverging heads that a text may have at once.
    public static let frontierMax = 64
    /// The number of edits that are kept at most for merging; reached only when branches run side by side without meeting.
    /// From there on only an edit that saw everything is taken, which lets the window move on.
    public static let branchesMax = 2 * windowMax
    /// The limit on `walked` for a text without edits, and by how much each edit raises it.
    ///
    /// Two branches that are gone on with in turn make the walker leave all of one and go through all of the other each
    /// time, in every replay for ever. Decided before an edit is recorded, the limit keeps a replay linear in the edits.
    public static let walkedMax = 1 << 21
    public static let walkedMaxPerEdit = 1_000

    /// The number of edits so far.
    public internal(set) var revision = 0
    /// The number of scalars after all of them.
    public internal(set) var length: Int
    /// The heads where there are several; empty while the last edit was based on all before it.
    var heads: [Int] = []
    var log: TextShapeLog
    /// The distance that merging has walked between versions so far, as `TextWalker.distance(to:)` counts it.
    var walked = 0
    /// The walker of the concurrent edits in progress, none or one: kept so that a branch of many edits is walked once.
    /// Never part of what the clock *is*: it can be rebuilt from `log` at any time.
    var walkers: [TextWalker] = []

    public init(initialLength: Int) {
        length = max(0, initialLength)
        log = TextShapeLog(length: length)
    }

    /// The parents of an edit whose author has seen everything.
    public var frontier: [Int] { heads.isEmpty ? [revision] : heads }

    /// The oldest revision that an edit can be based on: `windowMax` back, or less where edits had very many runs.
    public var oldestBase: Int { max(log.base.revision, revision - Self.windowMax) }

    /// The parents of an edit whose author saw exactly the first `revision` edits; nil when that is out of the window.
    ///
    /// The base of an undoing or a restoring: the effective runs of edit n refer to the text before and after it.
    public func frontier(at revision: Int) -> [Int]? {
        guard revision <= self.revision, revision >= oldestBase else { return nil }
        if revision == self.revision { return frontier }
        let start = log.start(for: revision)
        var heads = [start.revision]
        var reader = TextShapeLog.Reader(log, from: start)
        while reader.revision < revision, reader.next() {
            if let parents = reader.parents {
                heads.removeAll { parents.contains($0) }
                heads.append(reader.revision)
            } else {
                heads = [reader.revision]
            }
        }
        return heads
    }
}

extension TextClock: Equatable {
    public static func == (left: TextClock, right: TextClock) -> Bool {
        left.revision == right.revision && left.length == right.length && left.heads == right.heads
            && left.log == right.log && left.walked == right.walked
    }
}

// MARK: - Taking edits in

extension TextClock {
    /// Takes `edit` in. Total: what reaches outside the text its author saw is cut to fit, and parents that do not
    /// exist are left out.
    ///
    /// - Complexity: O(runs) for an edit based on everything so far; else O(log n) amortised per run, wherever they stand,
    ///   and per run of the edits that its author had not seen, after rebuilding the walker where none is at hand.
    public mutating func apply(_ edit: TextEdit) { _ = take(edit) }

    /// Takes `edit` in.
    ///
    /// - Returns: what it comes to on the current text; nil for its runs as they stand.
    mutating func take(_ edit: TextEdit) -> [TextWalker.Effect]? {
        if case .one(let parent) = edit.fewParents, isFrontier(parent) { return append(edit.fewRuns) }
        if isFrontier(edit.parents) { return append(edit.fewRuns) }
        let parents = usableParents(of: edit)
        return isFrontier(parents) ? append(edit.fewRuns) : merge(edit.runs, basedOn: parents)
    }

    func isFrontier(_ parent: Int) -> Bool { heads.isEmpty && parent == revision }

    func isFrontier(_ parents: [Int]) -> Bool {
        heads.isEmpty ? parents.count == 1 && parents[0] == revision : parents == heads
    }

    /// Takes in an edit that was based on everything so far: no walker is needed (Eg-walker, section 3.5).
    private mutating func append(_ runs: SmallArray<TextRun>) -> [TextWalker.Effect]? {
        if case .one(let run) = runs, append(TextShape(run)) { return nil }
        return append(runs.array)
    }

    /// Takes in an edit of a single run that was based on everything so far; false, and nothing done, where it reaches
    /// outside the text.
    mutating func append(_ shape: TextShape) -> Bool {
        guard shape.isWithin(length) else { return false }
        beginAppending()
        length += shape.insertCount - shape.deleteCount
        log.appendEdit(of: shape)
        log.endSequentialEdit(revision: revision, length: length)
        return true
    }

    private mutating func beginAppending() {
        revision += 1
        if !heads.isEmpty { heads = [] }
        if !walkers.isEmpty { walkers = [] }
    }

    private mutating func append(_ runs: [TextRun]) -> [TextWalker.Effect]? {
        let lengthBefore = length
        var isWithin = true
        beginAppending()
        log.beginEdit(runCount: runs.count, parents: nil, revision: revision)
        for run in runs {
            var shape = TextShape(run)
            if !shape.isWithin(length) {
                shape = shape.clamped(to: length)
                isWithin = false
            }
            length += shape.insertCount - shape.deleteCount
            log.append(shape)
        }
        log.endSequentialEdit(revision: revision, length: length)
        return isWithin ? nil : Self.effects(of: runs, cutTo: lengthBefore)
    }

    /// Takes in an edit whose author had not seen everything.
    private mutating func merge(_ runs: [TextRun], basedOn parents: [Int]) -> [TextWalker.Effect] {
        let newest = parents[parents.count - 1]
        log.dropMarks(after: newest)
        if walkers.isEmpty || walkers[0].baseRevision > newest { walkers = [walker(for: newest)] }
        walked += walkers[0].distance(to: parents)
        walkers[0].move(to: parents)

        heads = frontier.filter { !parents.contains($0) }
        revision += 1
        if !heads.isEmpty { heads.append(revision) }
        log.beginEdit(runCount: runs.count, parents: parents, revision: revision)
        var shapes: [TextShape] = []
        shapes.reserveCapacity(runs.count)
        var seen = walkers[0].seenLength
        for run in runs {
            let shape = TextShape(run).clamped(to: seen)
            seen += shape.insertCount - shape.deleteCount
            log.append(shape)
            shapes.append(shape)
        }
        var effects: [TextWalker.Effect] = []
        walkers[0].apply(parents: parents, shapes: shapes, tie: revision, effects: &effects)
        length = walkers[0].keptLength
        return effects
    }

    /// The parents of `edit` that exist, ascending; everything so far when none does.
    private func usableParents(of edit: TextEdit) -> [Int] {
        let usable = edit.parents.filter { $0 >= log.base.revision && $0 <= revision }.sorted()
        return usable.isEmpty ? frontier : usable
    }

    /// Returns the effects of `runs` on a text of `length` scalars, cut to fit.
    private static func effects(of runs: [TextRun], cutTo length: Int) -> [TextWalker.Effect] {
        var length = length
        var effects: [TextWalker.Effect] = []
        for (index, run) in runs.enumerated() {
            let shape = TextShape(run).clamped(to: length)
            length += shape.insertCount - shape.deleteCount
            effects.append(TextWalker.Effect(position: shape.position, deleteCount: shape.deleteCount, run: index))
        }
        return effects
    }

    /// A walker that has taken in everything since the newest critical version at or before `revision`.
    func walker(for revision: Int) -> TextWalker {
        let start = log.start(for: revision)
        var walker = TextWalker(baseRevision: start.revision, baseLength: start.length)
        var reader = TextShapeLog.Reader(log, from: start)
        var ignored: [TextWalker.Effect] = []
        while reader.next() {
            walker.apply(
                parents: reader.parents, shapes: reader.shapes, tie: reader.revision, effects: &ignored)
            ignored.removeAll(keepingCapacity: true)
        }
        return walker
    }
}

/// Unicode scalars in `text`: its bytes that continue nothing.
public func scalarCount(_ text: String) -> Int { text.withUTF8Bytes { TextBuffer.scalarCount(of: $0) } }
