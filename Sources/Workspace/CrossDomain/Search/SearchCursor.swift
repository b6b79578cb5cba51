package import Kernel

/// Where a thing stands among what a search found: a place among keys and not a count of rows.
package struct SearchKey: Sendable, Equatable {
    package var score: Int64
    package var updated: Instant
    package var entity: EntityID

    package init(score: Int64, updated: Instant, entity: EntityID) {
        self.score = score
        self.updated = updated
        self.entity = entity
    }

    /// The better first, of equals what was changed last, and then by identifier: an order without ties.
    package func precedes(_ other: SearchKey) -> Bool {
        if score != other.score { return score > other.score }
        if updated != other.updated { return updated > other.updated }
        return entity < other.entity
    }
}

/// The end of a page of hits, and the order it ended in.
///
/// The rank of a thing depends on all others and on itself. So all pages have one order, that of the record of
/// the first page: what was found all the time is seen once, whatever is written between two pages.
package struct SearchCursor: Sendable, Equatable {
    /// The last record in the order.
    package var sequence: UInt64
    package var ranking: SearchRanking
    /// The last that was seen.
    package var last: SearchKey

    package init(sequence: UInt64, ranking: SearchRanking, last: SearchKey) {
        self.sequence = sequence
        self.ranking = ranking
        self.last = last
    }
}

/// The meaning of scores. Two rankings have nothing to do with each other.
package enum SearchRanking: Sendable, Equatable {
    /// Where and how often what is sought stands in the thing: that of reading everything.
    case places
    /// The ranking of an index.
    case weights(SearchBasis)
}

/// The facts that an index weighs hits by besides their own texts. It is taken from a sample, or from all that has ever been
/// there: a caller that weighs the same again must pass it.
package struct SearchBasis: Sendable, Equatable {
    /// When anything was changed last.
    package var newest: Instant
    /// The rarity of each text of the query, in its order; empty where the query has only one.
    package var rarities: [Float]

    package init(newest: Instant, rarities: [Float] = []) {
        self.newest = newest
        self.rarities = rarities
    }
}

extension SearchCursor {
    /// The longest `text`.
    package static let textBytesMax = 1 + 8 * (placeWords + basisWords + SearchQuery.conditionsMax)

    /// Halves of sequence number, score, time and identifier.
    private static let placeWords = 10
    /// Halves of the time that a basis holds.
    private static let basisWords = 2

    /// For a client to hand back as it is: a version, and words of four bytes as hexadecimal digits.
    package var text: String {
        var words: [UInt32] = []
        func add(_ double: UInt64) { words += [UInt32(double >> 32), UInt32(truncatingIfNeeded: double)] }
        add(sequence)
        add(UInt64(bitPattern: last.score))
        add(UInt64(bitPattern: last.updated.microseconds))
        add(last.entity.hi)
        add(last.entity.lo)
        if case .weights(let basis) = ranking {
            add(UInt64(bitPattern: basis.newest.microseconds))
            for rarity in basis.rarities { words.append(rarity.bitPattern) }
        }
        var bytes: [UInt8] = []
        for word in words {
            for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return "t" + hexText(bytes)
    }

    /// Reads what `text` writes. Nil for anything else.
    package init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.first == UInt8(ascii: "t"), digits.count % 8 == 1, digits.count <= Self.textBytesMax else {
            return nil
        }
        var words: [UInt32] = []
        for (index, digit) in digits.dropFirst().enumerated() {
            guard let value = hexValue(digit) else { return nil }
            if index % 8 == 0 { words.append(0) }
            words[words.count - 1] = words[words.count - 1] << 4 | UInt32(value)
        }
        func double(_ at: Int) -> UInt64 { UInt64(words[at]) << 32 | UInt64(words[at + 1]) }
        let ranking: SearchRanking
        if words.count == Self.placeWords {
            ranking = .places
        } else {
            guard words.count >= Self.placeWords + Self.basisWords else { return nil }
            var basis = SearchBasis(newest: Instant(microseconds: Int64(bitPattern: double(Self.placeWords))))
            for word in words[(Self.placeWords + Self.basisWords)...] {
                let rarity = Float(bitPattern: word)
                guard rarity.isFinite, rarity >= 0 else { return nil }
                basis.rarities.append(rarity)
            }
            ranking = .weights(basis)
        }
        let key = SearchKey(
            score: Int64(bitPattern: double(2)), updated: Instant(microseconds: Int64(bitPattern: double(4))),
            entity: EntityID(hi: double(6), lo: double(8)))
        self.init(sequence: double(0), ranking: ranking, last: key)
    }
}
