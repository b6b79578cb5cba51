/// The state that belongs to the current writer: the segment, and when to leave it.
///
/// `@unchecked Sendable`: reached only by the holder of the turn (`WriterState.isWriting`), which is taken and given back under
/// the monitor's lock; so there is one at a time, and each sees what the one before did.
final class ExclusiveWriterState: @unchecked Sendable {
    /// A key that was made for a segment which then could not be; the next attempt takes it.
    typealias SpareKey = (id: ID16, key: SecretKey)

    var active: ActiveSegment
    /// The size at which to roll next.
    var rollAt: UInt64
    var spare: SpareKey?

    init(_ active: consuming ActiveSegment, rollAt: UInt64) {
        self.active = active
        self.rollAt = rollAt
    }

    var isFull: Bool { active.used >= rollAt }
}
