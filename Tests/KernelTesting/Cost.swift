import CCountedMalloc

/// The cost of some work, in counts that are the same on every machine: pieces of memory that the calling thread asked for, and
/// their bytes. Work that takes no memory is not seen.
package struct Cost: Sendable {
    package var allocations: Int
    package var bytes: Int

    /// True if counts are available; a sanitizer has an allocator of its own.
    package static let isCounted: Bool = {
        let begin = counted_malloc_cost().calls
        return withExtendedLifetime([1, 2, 3].map { [$0] }) { counted_malloc_cost().calls > begin }
    }()

    /// Whether the code under test is optimised: a debug build allocates where nothing needs to be.
    package static var isOptimized: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    package init(of work: () throws -> Void) rethrows {
        let begin = counted_malloc_cost()
        try work()
        let end = counted_malloc_cost()
        allocations = Int(end.calls - begin.calls)
        bytes = Int(end.bytes - begin.bytes)
    }

    /// The factor by which this is larger than `small`, by the count that grew most. Counts below the floors are noise: a cache
    /// that is filled once, a table that doubles.
    package func growth(from small: Cost) -> Double {
        max(
            Double(allocations) / Double(max(small.allocations, 200)), Double(bytes) / Double(max(small.bytes, 32_768)))
    }
}

/// Returns the factor by which `read` costs more over eight times as much: about eight where everything is looked at once,
/// about 64 where it is looked at again for everything else.
///
/// - Parameter make: makes the input of `read`; not counted.
package func costGrowth<Given>(
    from size: Int, _ make: (Int) throws -> Given, _ read: (Given) throws -> Void
) rethrows -> Double {
    let (small, large) = (try make(size), try make(8 * size))
    // Work that is done once on first use is not part of it.
    try read(small)
    let first = try Cost { try read(small) }
    return try Cost { try read(large) }.growth(from: first)
}
