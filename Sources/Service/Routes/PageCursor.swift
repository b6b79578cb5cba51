import Kernel

/// Where in a list a page ended: what the list is sorted by, and the identifier of the thing it ended with.
///
/// A place among keys and not a count of rows: whatever comes and goes between two pages, nothing that was there all the
/// time is skipped or seen twice.
struct PageCursor: Sendable, Equatable {
    /// Smaller ones first, the first number deciding.
    var ranks: [Int64]
    /// Then by its bytes.
    private(set) var name: [UInt8]
    /// Then by this.
    var id: EntityID
    /// Of two that are equal so far, the one that was minted later stands first.
    var isLaterFirst = false

    static let sizeUsual = 100
    static let sizes = 1...500
    /// Bytes of a name that count: all that a name can have. Paths can be longer; those that are equal so far tell apart by
    /// identifier.
    static let nameBytesMax = Name.bytesMax
    private static let ranksMax = 4
    /// Two digits for each byte of the name, and what the ranks, the identifier and the signs between them take at most.
    static let textBytesMax = 2 * nameBytesMax + 128

    static let parameters = [
        FieldShape("after", .text(bytesMax: textBytesMax), "Where the page before ended, as its Link says.").optional,
        FieldShape("limit", .number(sizes), "How many there are on a page; 100 unless said.").optional,
    ]

    /// For what stands as a cursor and is none.
    static let problem = ProblemDocument(
        .badRequest, "badParameter", "after must be a cursor as the Link of a page has it", field: "after")

    init(ranks: [Int64] = [], name: String = "", id: EntityID, isLaterFirst: Bool = false) {
        self.ranks = ranks
        self.name = Array(name.utf8.prefix(Self.nameBytesMax))
        self.id = id
        self.isLaterFirst = isLaterFirst
    }

    /// Of lists with the newest first, and what is pinned before that.
    init(isPinned: Bool = false, instant: Instant, id: EntityID, isLaterFirst: Bool = false) {
        self.init(ranks: [isPinned ? 0 : 1, ~instant.microseconds], id: id, isLaterFirst: isLaterFirst)
    }

    /// Of lists with the last day first, and of one day what was minted later.
    init(day: CalendarDay, id: EntityID) {
        self.init(ranks: [~Int64(day.daysSinceEpoch)], id: id, isLaterFirst: true)
    }

    /// Of trees of names such as `house/kitchen`: what is within one follows it.
    init(nested name: String) {
        self.init(id: EntityID(hi: 0, lo: 0))
        self.name = name.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
    }

    func precedes(_ other: PageCursor) -> Bool {
        for (own, others) in zip(ranks, other.ranks) where own != others { return own < others }
        if name != other.name { return name.lexicographicallyPrecedes(other.name) }
        return isLaterFirst || other.isLaterFirst ? id > other.id : id < other.id
    }

    /// `1.-1764000000000001:6b6974:0190…`, for a client to hand back as it is.
    var text: String { ranks.map(String.init).joined(separator: ".") + ":" + hexText(name) + ":" + id.text }

    init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let id = EntityID(text: String(parts[2])) else { return nil }
        var ranks: [Int64] = []
        if !parts[0].isEmpty {
            for part in parts[0].split(separator: ".", omittingEmptySubsequences: false) {
                guard let rank = Int64(part), ranks.count < Self.ranksMax else { return nil }
                ranks.append(rank)
            }
        }
        let digits = Array(parts[1].utf8)
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

extension Viewing {
    /// The part of a list that is asked for: what comes after the cursor, and no more than a page holds.
    ///
    /// - Complexity: O(items × log).
    mutating func page<Item>(of items: [Item], by key: (Item) -> PageCursor) throws -> [Item] {
        let size = call.query.number("limit") ?? PageCursor.sizeUsual
        var rest = items.map { (key: key($0), item: $0) }
        if let text = call.query.text("after") {
            guard let cursor = PageCursor(text: text) else { throw PageCursor.problem }
            rest.removeAll { !cursor.precedes($0.key) }
        }
        rest.sort { $0.key.precedes($1.key) }
        let page = rest.prefix(size)
        next = rest.count > size ? page.last?.key.text : nil
        return page.map { $0.item }
    }
}

extension Call {
    /// The same of a list by sequence number: after which one, and how many.
    func sequencePage() throws -> (after: UInt64, size: Int) {
        var after: UInt64 = 0
        if let text = query.text("after") {
            guard let sequence = UInt64(text) else { throw PageCursor.problem }
            after = sequence
        }
        return (after, query.number("limit") ?? PageCursor.sizeUsual)
    }
}
