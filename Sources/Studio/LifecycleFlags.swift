package import Kernel

/// The state of a child, an artwork, an album or a story: two flags that do not exclude each other.
package struct LifecycleFlags: Sendable, Equatable {
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false

    package init() {}

    package var isLive: Bool { !isTrashed && !isWithdrawn }

    /// The state that readers see.
    package var lifecycle: Lifecycle {
        if isWithdrawn { return .withdrawn }
        return isTrashed ? .trashed : .live
    }
}

extension LifecycleFlags: FieldMessage {
    package static var schemaName: StaticString { "StudioStanding" }
    package static var blank: LifecycleFlags { LifecycleFlags() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "is_trashed", &isTrashed)
        coder.field(2, "is_withdrawn", &isWithdrawn)
    }
}
