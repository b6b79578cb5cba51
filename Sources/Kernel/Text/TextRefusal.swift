/// Why an edit cannot be taken into a text.
public enum TextRefusal: Error, Equatable, Sendable {
    /// No run changes anything.
    case emptyEdit
    /// `parents` is empty, unsorted, holds a revision twice, or names one that another parent already contains.
    case notAFrontier
    /// `parents` names a revision this text has not reached.
    case unknownRevision(Int)
    /// The edit is based on a revision whose surroundings are no longer kept; `oldest` is the first still usable.
    /// The author must take the current text and make the change there.
    case baseTooOld(revision: Int, oldest: Int)
    /// More diverging edits are waiting to be merged than `TextClock.frontierMax`, or merging has walked further
    /// between them than `TextClock.walkedMax` allows.
    case tooManyBranches
    /// More runs than `TextClock.runsMax`.
    case tooManyRuns
    /// Run number `run` (from 0) reaches outside the text its author saw, `length` scalars at that point.
    case outOfBounds(run: Int, length: Int)
    /// The text would be longer than `TextClock.lengthMax` scalars.
    case tooLong(length: Int)
}
