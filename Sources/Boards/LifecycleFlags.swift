package import Kernel

/// The state of a board, a column or a card: three flags that do not exclude each other, so that a card trashed from
/// the archive goes back into the archive.
package struct LifecycleFlags: Sendable, Equatable {
    package var isArchived = false
    /// In the trash; of a column: deleted.
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false

    package init() {}

    package var isLive: Bool { !isArchived && !isTrashed && !isWithdrawn }

    /// The one that a reader is told.
    package var lifecycle: Lifecycle {
        if isWithdrawn { return .withdrawn }
        if isTrashed { return .trashed }
        return isArchived ? .archived : .live
    }
}
