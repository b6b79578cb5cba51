package import Kernel

/// A point in history.
package enum Moment: Hashable, Sendable {
    /// Right after the record of this sequence number.
    case sequence(UInt64)
    /// Right after everything that had happened by this time.
    case time(Instant)
}
