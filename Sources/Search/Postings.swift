import Foundation

/// The rows that hold a sought text, as far as it is known, and the question to put to their texts for the rest.
struct Postings: Sendable {
    /// Of each row whether it can hold it.
    private(set) var bits: [Bool]
    /// Of these the ones that may hold it and may not; nil where none is open.
    private(set) var open: [Bool]?
    /// The question for the texts of open rows; nil where only the things themselves can answer it.
    private let question: Question?

    /// A question about a text.
    enum Question: Sendable {
        case holds(IndexedBytes.Needle)
        case titleHolds(IndexedBytes.Needle)
        case beginsWord(IndexedBytes.Needle)

        /// Nil where the folded text cannot say it.
        func answer(_ text: IndexedBytes) -> Bool? {
            switch self {
            case .holds(let sought): text.holds(sought)
            case .titleHolds(let sought): text.titleHolds(sought)
            case .beginsWord(let sought): text.beginsWord(with: sought)
            }
        }
    }

    /// - Parameter open: of `bits`; nil for none of them.
    init(_ bits: [Bool], open: [Bool]? = nil, asking question: Question? = nil) {
        self.bits = bits
        self.open = open.flatMap { $0.contains(true) ? $0 : nil }
        self.question = question
    }

    /// Adds rows that are known to hold it, or to come close enough.
    mutating func add(_ rows: [Int]) {
        for row in rows where row < bits.count {
            bits[row] = true
            open?[row] = false
        }
        if open?.contains(true) == false { open = nil }
    }

    /// True if every row is known.
    var isSettled: Bool { open == nil }

    /// Returns whether a row holds it; nil where that is open.
    func isMet(by row: Int) -> Bool? {
        guard row < bits.count, bits[row] else { return false }
        return open?[row] ?? false ? nil : true
    }

    /// Returns whether a row holds it, its text being asked where that is open.
    func isMet(by row: Int, in texts: IndexedTexts) -> Bool? {
        isMet(by: row) ?? question.flatMap { question in texts.with(row) { question.answer($0) } ?? false }
    }

    /// Asks the texts of some rows, on all cores where they are many. What is open of other rows counts as known from then on:
    /// they must not be looked at any more.
    ///
    /// - Parameter rows: each once.
    /// - Complexity: O(bytes of the texts of those that are open).
    mutating func settle(_ rows: [Int], in texts: IndexedTexts) {
        guard var left = open, question != nil else { return }
        let asked = rows.filter { $0 < left.count && left[$0] }
        let answers = Self.onAllCores(asked.count) { [self] in isMet(by: asked[$0], in: texts) }
        var isAnyOpen = false
        for (row, answer) in zip(asked, answers) {
            left[row] = answer == nil
            isAnyOpen = isAnyOpen || answer == nil
            if answer == false { bits[row] = false }
        }
        open = isAnyOpen ? left : nil
    }

    /// Texts that one core takes at a time: less is not worth another's waking up.
    private static let shareCount = 2_048

    private static func onAllCores(_ count: Int, _ answer: @Sendable (Int) -> Bool?) -> [Bool?] {
        [Bool?](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each share fills places of its own.
            nonisolated(unsafe) let answers = buffer
            let shares = (count + shareCount - 1) / shareCount
            DispatchQueue.concurrentPerform(iterations: shares) { share in
                for index in share * shareCount..<min(count, (share + 1) * shareCount) {
                    answers.initializeElement(at: index, to: answer(index))
                }
            }
            initialized = count
        }
    }
}
