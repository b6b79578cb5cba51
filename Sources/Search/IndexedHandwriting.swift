import Kernel
import Workspace

/// The words of handwriting in each row that has any: a recogniser errs by a letter, so they are compared and not looked up.
struct IndexedHandwriting: Sendable {
    private var words: [Int: [[UInt32]]] = [:]

    /// Takes in what is written by hand in a row; nil for a row without a text.
    mutating func put(_ row: Int, _ text: SearchText?) {
        var found: Set<[UInt32]> = []
        for piece in text?.pieces ?? [] where piece.field == .handwriting {
            found.formUnion(HandwrittenWords(Array(piece.text.utf8)).words.map(\.letters))
        }
        words[row] = found.isEmpty ? nil : Array(found)
    }

    /// The rows with a word that differs from `letters` by one letter at most, in no order.
    ///
    /// - Complexity: O(words of all handwriting).
    func rows(near letters: [UInt32]) -> [Int] {
        words.filter { $0.value.contains { HandwrittenWords.isNear($0, letters) } }.map(\.key)
    }
}
