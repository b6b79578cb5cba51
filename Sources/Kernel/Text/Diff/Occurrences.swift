/// The places where a sequence begins in another, found in one walk: repeated beginnings cost nothing twice.
///
/// - Source: Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977.
public struct Occurrences<Element: Equatable>: Sequence, IteratorProtocol {
    private let part: [Element]
    private let whole: [Element]
    /// For each length of a beginning of the part: how much of its end is a beginning again.
    private var borders: [Int]
    private var place = 0
    private var matched = 0

    /// - Parameter part: found nowhere when it is empty.
    /// - Complexity: O(part) here, and O(whole) for all places together.
    public init(of part: [Element], in whole: [Element]) {
        self.part = part
        self.whole = whole
        borders = Array(repeating: 0, count: part.count + 1)
        var border = 0
        for index in part.indices.dropFirst() {
            while border > 0, part[index] != part[border] { border = borders[border] }
            if part[index] == part[border] { border += 1 }
            borders[index + 1] = border
        }
    }

    /// Returns where the part begins next; overlapping places are found as well.
    public mutating func next() -> Int? {
        guard !part.isEmpty else { return nil }
        while place < whole.count {
            while matched > 0, whole[place] != part[matched] { matched = borders[matched] }
            if whole[place] == part[matched] { matched += 1 }
            place += 1
            if matched == part.count {
                matched = borders[matched]
                return place - part.count
            }
        }
        return nil
    }
}
