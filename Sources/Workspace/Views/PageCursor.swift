package import Kernel

/// Where in a list a page ended: what the list is sorted by, and the identifier of the thing it ended with.
///
/// A place among keys and not a count of rows: whatever comes and goes between two pages, nothing that was there all the
/// time is skipped or seen twice.
package struct PageCursor: Sendable, Equatable {
    /// Smaller ones first, the first number deciding.
    package var ranks: [Int64]
    /// Then by its bytes.
    package private(set) var name: [UInt8]
    /// Then by this.
    package var id: EntityID
    /// Of two that are equal so far, the one that was minted later stands first.
    package var isLaterFirst = false

    package static let sizeUsual = 100
    package static let sizes = 1...500
    /// Bytes of a name that count: all that a name can have. Paths can be longer; those that are equal so far tell apart by
    /// identifier.
    package static let nameBytesMax = Name.bytesMax
    private static let ranksMax = 4
    /// Two digits for each byte of the name, and what the ranks, the identifier and the signs between them take at most.
    package static let textBytesMax = 2 * nameBytesMax + 128

    package static let parameters = [
        FieldShape("after", .text(bytesMax: textBytesMax), "Where the page before ended, as its Link says.").optional,
        FieldShape("limit", .number(sizes), "How many there are on a page; 100 by default.").optional,
    ]

    /// For what stands as a cursor and is none.
    package static let fault = ViewFault("after", "after must be a cursor as the Link of a page has it")

    package init(ranks: [Int64] = [], name: String = "", id: EntityID, isLaterFirst: Bool = false) {
        self.ranks = ranks
        self.name = Array(name.utf8.prefix(Self.nameBytesMax))
        self.id = id
        self.isLaterFirst = isLaterFirst
    }

    /// Of lists with the newest first, and what is pinned before that.
    package init(isPinned: Bool = false, instant: Instant, id: EntityID, isLaterFirst: Bool = false) {
        self.init(ranks: [isPinned ? 0 : 1, ~instant.microseconds], id: id, isLaterFirst: isLaterFirst)
    }

    /// Of lists with the last day first, and of one day what was minted later.
    package init(day: CalendarDay, id: EntityID) {
        self.init(ranks: [~Int64(day.daysSinceEpoch)], id: id, isLaterFirst: true)
    }

    /// Of trees of names such as `house/kitchen`: what is within one follows it.
    package init(nested name: String) {
        self.init(id: EntityID(hi: 0, lo: 0))
        self.name = name.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
    }

    package func precedes(_ other: PageCursor) -> Bool {
        for (own, others) in zip(ranks, other.ranks) where own != others { return own < others }
        if name != other.name { return name.lexicographicallyPrecedes(other.name) }
        return isLaterFirst || other.isLaterFirst ? id > other.id : id < other.id
    }

    /// `1.-1764000000000001:6b6974:0190…`, for a client to hand back as it is.
    package var text: String { joined(ranks.map { String($0) }, ".") + ":" + hexText(name) + ":" + id.text }

    package init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let id = EntityID(text: String(decoding: parts[2], as: UTF8.self)) else { return nil }
        var ranks: [Int64] = []
        if !parts[0].isEmpty {
            for part in parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
                guard let rank = Int64(String(decoding: part, as: UTF8.self)), ranks.count < Self.ranksMax else {
                    return nil
                }
                ranks.append(rank)
            }
        }
        let digits = Array(parts[1])
        guard digits.count % 2 == 0, digits.count <= 2 * Self.nameBytesMax else { return nil }
        var name: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
            name.append(UInt8(truncatingIfNeeded: high << 4 | low))
        }
        self.init(ranks: ranks, id: id)
        self.name = name
    }
}

extension PageCursor {
    /// Returns the part of a list that is asked for: the items after the cursor, and no more than a page holds.
    ///
    /// - Parameter size: nil for all that comes after the cursor.
    /// - Returns: the page, and the cursor of the next one where there is more.
    /// - Throws: `fault`, where `after` is not a cursor.
    /// - Complexity: O(items × log).
    package static func page<Item>(
        of items: [Item], after: String?, size: Int?, by key: (Item) -> PageCursor
    ) throws(ViewFault) -> (items: [Item], next: String?) {
        guard after != nil || size != nil else { return (items, nil) }
        var rest = items.map { (key: key($0), item: $0) }
        if let after {
            guard let cursor = PageCursor(text: after) else { throw fault }
            rest.removeAll { !cursor.precedes($0.key) }
        }
        rest.sort { $0.key.precedes($1.key) }
        let page = rest.prefix(size ?? rest.count)
        return (page.map { $0.item }, rest.count > page.count ? page.last?.key.text : nil)
    }
}

extension ViewRequest {
    /// The page of a list that the query asks for.
    mutating func page<Item>(of items: [Item], by key: (Item) -> PageCursor) throws(ViewFault) -> [Item] {
        let (page, next) = try PageCursor.page(
            of: items, after: query.text("after"), size: query.number("limit") ?? pageSize, by: key)
        self.next = next
        total = items.count
        return page
    }
}
