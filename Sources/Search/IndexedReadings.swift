import Kernel
import Workspace

/// The words that programs read in the handwriting and pictures of each row: they err by a letter, so words are compared and not
/// looked up.
struct IndexedReadings: Sendable {
    private var words: [Int: [[UInt32]]] = [:]

    /// Takes in what was read in a row; nil for a row without a text.
    mutating func put(_ row: Int, _ text: SearchText?) {
        var found: Set<[UInt32]> = []
        for piece in text?.pieces ?? [] where piece.field.isRead {
            found.formUnion(ReadWords(Array(piece.text.utf8)).words.map(\.letters))
        }
        words[row] = found.isEmpty ? nil : Array(found)
    }

    /// The rows with a word that differs from `letters` by one letter at most, in no order.
    ///
    /// - Complexity: O(words that were read).
    func rows(near letters: [UInt32]) -> [Int] {
        words.filter { $0.value.contains { ReadWords.isNear($0, letters) } }.map(\.key)
    }
}
