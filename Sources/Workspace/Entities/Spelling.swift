/// Names that somebody may have meant who misspelled one.
package enum Spelling {
    /// Returns those of `choices` that are spelled most nearly like `word`, the nearest first: at most three, within two slips
    /// of a finger, or one where the word is short.
    ///
    /// - Complexity: O(choices × letters).
    package static func nearest<Choice>(
        to word: String, among choices: [Choice], by name: (Choice) -> String
    ) -> [Choice] {
        let wanted = [Unicode.Scalar](word.unicodeScalars)
        guard wanted.count >= 3 else { return [] }
        let slipsMax = wanted.count < 6 ? 1 : 2
        var near: [(slips: Int, index: Int)] = []
        for (index, choice) in choices.enumerated() {
            if let count = slips(wanted, [Unicode.Scalar](name(choice).unicodeScalars), max: slipsMax) {
                near.append((count, index))
            }
        }
        near.sort { a, b in a.slips != b.slips ? a.slips < b.slips : a.index < b.index }
        return near.prefix(3).map { choices[$0.index] }
    }

    /// Returns the number of letters that are missing, added, exchanged or swapped with a neighbour; nil for more than `max`.
    ///
    /// - Complexity: O(letters × `max`).
    /// - Source: the restricted edit distance of F. Damerau, "A technique for computer detection and correction of spelling
    ///   errors" (1964), within a band as in E. Ukkonen, "Algorithms for approximate string matching" (1985).
    private static func slips(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], max: Int) -> Int? {
        guard a.count - b.count <= max, b.count - a.count <= max else { return nil }
        var before: [Int] = []
        var last = [Int](0...b.count)
        for i in 0..<a.count {
            var row = [Int](repeating: max + 1, count: b.count + 1)
            row[0] = i + 1
            for j in Swift.max(0, i - max)..<Swift.max(Swift.max(0, i - max), min(b.count, i + max + 1)) {
                var least = min(last[j] + (a[i] == b[j] ? 0 : 1), min(last[j + 1], row[j]) + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                row[j + 1] = least
            }
            (before, last) = (last, row)
        }
        return last[b.count] <= max ? last[b.count] : nil
    }
}
