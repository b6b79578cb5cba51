/// Lets memory fetch what the next records will change before they are posted.
///
/// The data of an event lies anywhere in tens of megabytes, and a processor that posts one event after the other waits for
/// each line of it. Here the records of a short stretch are looked at together, one pointer further at a time: those reads do
/// not depend on each other, so a processor has many of them under way at once. Nothing is decided by what is read.
public struct Prefetcher: Sendable {
    /// Records of one stretch: enough reads to overlap, and few enough that nothing is pushed out of the cache again.
    public static let recordsMax = 32

    public struct Coming: Sendable {
        public var tag: UInt16
        public var subject: EntityID
        /// Where it probably lies in the table of its domain's most numerous things; -1 where that is not to be seen.
        public var place = -1
    }

    /// Those of one domain.
    public var coming: [Coming] = []
    /// Made of everything that was read, so that no compiler leaves the reading out.
    public var residue = 0

    public init() { coming.reserveCapacity(Self.recordsMax) }

    public mutating func removeAll() { coming.removeAll(keepingCapacity: true) }

    public mutating func append(_ tag: UInt16, about subject: EntityID) {
        coming.append(Coming(tag: tag, subject: subject))
    }

    /// Looks for each of those to come in the index of `table`.
    @inline(__always)
    public mutating func glance<Kind, Entry>(into table: borrowing Table<Kind, Entry>) {
        for index in coming.indices { coming[index].place = table.glance(at: coming[index].subject.as(Kind.self)) }
    }

    /// Reads something of each entry that is there.
    @inline(__always)
    public mutating func read<Entry>(
        _ entries: borrowing PagedArray<Entry>, where isWanted: (UInt16) -> Bool = { _ in true },
        _ body: (UnsafePointer<Entry>) -> Int
    ) {
        var sum = residue
        for index in coming.indices where isWanted(coming[index].tag) {
            sum ^= entries.peek(at: coming[index].place, body) ?? 0
        }
        residue = sum
    }
}
