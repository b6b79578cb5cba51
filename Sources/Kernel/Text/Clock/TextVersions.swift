/// The versions of a text that its single authors saw, out of one walk over its edits.
///
/// Everything up to the newest revision that all versions have in common, and that nothing was written beside, is merged once; from
/// there a walker goes from version to version (Gentle & Kleppmann, "Collaborative Text Editing with Eg-walker", 2025, section 3).
public struct TextVersions {
    private let base: Int
    private let count: Int
    private var walker: TextWalker
    /// The scalars by identity: those of the base text, and what each run inserted.
    private var scalars: [Unicode.Scalar]
    /// The parents of the edits after the base.
    private var parents: [[Int]] = []

    /// - Parameters:
    ///   - edits: all of them; edit number n has the revision n + 1.
    ///   - revisions: the versions that will be asked for, by their newest edit.
    /// - Complexity: as merging all edits once.
    public init(_ initial: String, _ edits: [TextEdit], for revisions: [Int]) {
        count = edits.count
        let newest = revisions.min() ?? edits.count
        base = Self.commonBase(of: edits, atMost: max(0, min(newest, edits.count)))
        var document = TextDocument(initial)
        for edit in edits[..<base] { document.merge(edit) }
        scalars = Array(document.string.unicodeScalars)
        walker = TextWalker(baseRevision: base, baseLength: scalars.count)
        var ignored: [TextWalker.Effect] = []
        for number in base..<edits.count {
            let edit = edits[number]
            let usable = edit.parents.filter { $0 >= base && $0 <= number }.sorted()
            parents.append(usable.isEmpty ? walker.heads : usable)
            let shapes = edit.runs.map(TextShape.init)
            walker.apply(parents: parents[number - base], shapes: shapes, tie: number + 1, effects: &ignored)
            ignored.removeAll(keepingCapacity: true)
            for run in edit.runs { scalars += run.insertion.unicodeScalars }
        }
    }

    /// The newest revision up to `most` that every later edit was based on, with everything before it.
    private static func commonBase(of edits: [TextEdit], atMost most: Int) -> Int {
        // The oldest parent of the edits after each revision.
        var oldest = [Int](repeating: .max, count: edits.count + 1)
        for number in stride(from: edits.count, to: 0, by: -1) {
            // One that names no parent of its own was based on everything before it.
            let own = edits[number - 1].parents.filter { $0 >= 0 && $0 < number }.min() ?? number - 1
            oldest[number - 1] = min(oldest[number], own)
        }
        var found = 0
        var heads = [0]
        for number in 0...most {
            if number > 0 {
                let own = edits[number - 1].parents.filter { $0 >= 0 && $0 < number }
                heads.removeAll { own.isEmpty || own.contains($0) }
                heads.append(number)
            }
            if heads.count == 1, oldest[number] >= number { found = number }
        }
        return found
    }

    /// The text of edit `revision` and what it was based on, without what others wrote beside it; 0 is the initial text. Nil where
    /// there is no such edit, or where it lies before what all versions have in common.
    ///
    /// - Complexity: O(text), and moving from the version before.
    public mutating func text(seenFrom revision: Int) -> String? {
        guard revision >= base, revision <= count else { return nil }
        return text(at: [revision])
    }

    /// The text with the edits alone that all of these revisions were based on. Nil as above.
    ///
    /// - Complexity: O(revisions × edits after the base).
    public mutating func text(seenFromEach revisions: [Int]) -> String? {
        var common = [Bool](repeating: true, count: count - base + 1)
        for revision in revisions {
            guard revision >= base, revision <= count else { return nil }
            var seen = [Bool](repeating: false, count: common.count)
            seen[revision - base] = true
            for number in stride(from: revision, to: base, by: -1) where seen[number - base] {
                for parent in parents[number - base - 1] { seen[parent - base] = true }
            }
            for number in common.indices { common[number] = common[number] && seen[number] }
        }
        // The newest of them: those that no other of them was based on.
        var isNewest = common
        for number in common.indices.dropFirst() where common[number] {
            for parent in parents[number - 1] { isNewest[parent - base] = false }
        }
        let newest = isNewest.indices.filter { isNewest[$0] }.map { $0 + base }
        return text(at: newest.isEmpty ? [base] : newest)
    }

    /// The text that somebody sees who has seen all of these. Nil as above.
    public mutating func text(withAll revisions: [Int]) -> String? {
        guard revisions.allSatisfy({ $0 >= base && $0 <= count }) else { return nil }
        return text(at: revisions)
    }

    /// The text with everything merged.
    public mutating func merged() -> String { text(at: walker.heads.sorted()) }

    private mutating func text(at version: [Int]) -> String {
        walker.move(to: version)
        var text = ""
        var piece = walker.first
        while piece >= 0 {
            let here = walker.pieces[Int(piece)]
            if here.state == 0 {
                for scalar in scalars[Int(here.id)..<Int(here.id) + here.length] { text.unicodeScalars.append(scalar) }
            }
            piece = walker.successor(of: piece)
        }
        return text
    }
}
