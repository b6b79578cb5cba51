package import Kernel

/// A plan, whose items have an order and may stand under each other, or a list, which goes by creation time.
/// Requirements O-161, O-210, O-212.
package struct ItemCollection: Sendable, Equatable {
    /// Collections in one workspace, trashed ones included.
    package static let countMax = 10_000
    /// Items in one collection, trashed ones included.
    package static let itemsMax = 10_000
    /// Levels of a plan.
    package static let depthMax = 32

    package var name: Name
    /// True of a plan.
    package var isStructured: Bool
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false

    package init(name: Name, isStructured: Bool) {
        self.name = name
        self.isStructured = isStructured
    }

    package var isLive: Bool { !isTrashed && !isWithdrawn }
    package var lifecycle: Lifecycle { isWithdrawn ? .withdrawn : isTrashed ? .trashed : .live }
    /// `plan` or `list`.
    package var kindWord: String { isStructured ? "plan" : "list" }
}
