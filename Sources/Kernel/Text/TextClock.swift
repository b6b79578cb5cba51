/// What the *rules* need of a text: how long it is, at which revision, and the shape of recent edits.
///
/// Enough to judge and to merge concurrent edits without holding the text itself.
package struct TextClock: Sendable, Equatable {
    /// How many revisions back an edit may be based on.
    package static let windowMax = 4096
    /// How many scalars a text may have.
    package static let lengthMax = 2_000_000
    /// How many runs one edit may have.
    package static let runsMax = 65_536
    /// How many diverging heads a text may have at once.
    package static let frontierMax = 64

    /// The number of edits so far.
    package private(set) var revision = 0
    /// The number of scalars after all of them.
    package private(set) var length: Int

    package init(initialLength: Int) {
        length = max(0, initialLength)
    }

    /// The parents of an edit whose author has seen everything.
    package var frontier: [Int] { [revision] }

    /// Judges `edit` against the text its author saw. Nothing changes.
    package func check(_ edit: TextEdit) throws(TextRefusal) {
        guard edit.runs.contains(where: { !$0.isEmpty }) else { throw .emptyEdit }
        guard edit.runs.count <= Self.runsMax else { throw .tooManyRuns }
        guard edit.parents == frontier else { throw .notAFrontier }
        var length = length
        for (index, run) in edit.runs.enumerated() {
            guard run.position >= 0, run.deleteCount >= 0, run.position <= length,
                run.deleteCount <= length - run.position
            else { throw .outOfBounds(run: index, length: length) }
            length += run.insertion.unicodeScalars.count - run.deleteCount
        }
        guard length <= Self.lengthMax else { throw .tooLong(length: length) }
    }

    /// Takes `edit` in. Total: what reaches outside the text is cut to fit.
    package mutating func apply(_ edit: TextEdit) {
        revision += 1
        for run in edit.runs {
            let position = min(max(0, run.position), length)
            length -= min(max(0, run.deleteCount), length - position)
            length += run.insertion.unicodeScalars.count
        }
    }
}
