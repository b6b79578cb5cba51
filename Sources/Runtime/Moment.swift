package import Kernel

/// A point in history: how `--at` and `--until` name one.
package enum Moment: Hashable, Sendable {
    /// Right after the record of this sequence number.
    case sequence(UInt64)
    /// Right after everything that had happened by this time.
    case time(Instant)

    /// A sequence number, or a time in RFC 3339; a date alone means its midnight in UTC.
    package init?(text: String) {
        if let sequence = UInt64(text) {
            self = .sequence(sequence)
        } else if let instant = Instant(text: text) {
            self = .time(instant)
        } else {
            return nil
        }
    }
}
