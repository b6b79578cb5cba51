package import Kernel

/// Where a page of hits ended: a place among keys and not a count of rows, so that nothing is seen twice when other
/// things come or go meanwhile.
///
/// Ranks compare a thing with all others, so a page that is asked for after changes may begin a little off when many
/// things changed.
package struct SearchCursor: Sendable, Equatable {
    package var score: Int64
    package var updated: Instant
    package var entity: EntityID

    package init(score: Int64, updated: Instant, entity: EntityID) {
        self.score = score
        self.updated = updated
        self.entity = entity
    }

    /// The better first, of equals what was changed last, and then by identifier: an order without ties.
    package func precedes(_ other: SearchCursor) -> Bool {
        if score != other.score { return score > other.score }
        if updated != other.updated { return updated > other.updated }
        return entity < other.entity
    }
}

extension SearchCursor {
    /// For a client to hand back as it is: a version and thirty-two bytes as hexadecimal digits.
    package var text: String {
        var bytes: [UInt8] = []
        for word in [UInt64(bitPattern: score), UInt64(bitPattern: updated.microseconds)] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        var text = "s" + hexText(bytes)
        for digit in entity.text.unicodeScalars where digit != "-" { text.unicodeScalars.append(digit) }
        return text
    }

    /// Reads what `text` writes. Nil for anything else.
    package init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 65, digits[0] == UInt8(ascii: "s") else { return nil }
        var words: [UInt64] = [0, 0]
        for (index, digit) in digits[1..<33].enumerated() {
            guard let value = hexValue(digit) else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        guard let entity = EntityID(text: String(decoding: digits[33...], as: UTF8.self)) else { return nil }
        self.init(
            score: Int64(bitPattern: words[0]), updated: Instant(microseconds: Int64(bitPattern: words[1])),
            entity: entity)
    }
}
