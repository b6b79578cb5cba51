/// A set of records: ranges of sequence numbers in ascending order, apart from each other.
struct SequenceSet: Sendable, Equatable {
    private(set) var ranges: [ClosedRange<UInt64>] = []

    init() {}

    /// In any order, overlapping or not.
    init(_ any: [ClosedRange<UInt64>]) {
        for range in any.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// Adds a number greater than all others.
    mutating func append(_ number: UInt64) {
        if let last = ranges.last, last.upperBound + 1 == number {
            ranges[ranges.count - 1] = last.lowerBound...number
        } else {
            ranges.append(number...number)
        }
    }

    /// Adds numbers greater than all others.
    mutating func append(_ range: ClosedRange<UInt64>) {
        if let last = ranges.last, last.upperBound + 1 == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound...range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// The records that are not in `other`. Linear in both.
    func subtracting(_ other: SequenceSet) -> SequenceSet {
        var rest = SequenceSet()
        var index = 0
        for range in ranges {
            var start = range.lowerBound
            while index < other.ranges.count, other.ranges[index].upperBound < start { index += 1 }
            var next = index
            while next < other.ranges.count, other.ranges[next].lowerBound <= range.upperBound {
                if start < other.ranges[next].lowerBound { rest.append(start...(other.ranges[next].lowerBound - 1)) }
                start = other.ranges[next].upperBound + 1
                next += 1
            }
            if start <= range.upperBound { rest.append(start...range.upperBound) }
        }
        return rest
    }

    /// The records that are in `other` too. Linear in both.
    func intersection(_ other: SequenceSet) -> SequenceSet { subtracting(subtracting(other)) }

    func contains(_ number: UInt64) -> Bool {
        let index = firstIndex(endingAtOrAfter: number)
        return index < ranges.count && ranges[index].lowerBound <= number
    }

    func overlaps(_ other: ClosedRange<UInt64>) -> Bool {
        let index = firstIndex(endingAtOrAfter: other.lowerBound)
        return index < ranges.count && ranges[index].lowerBound <= other.upperBound
    }

    private func firstIndex(endingAtOrAfter number: UInt64) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
