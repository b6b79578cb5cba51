import Kernel
import Notes

// Handwriting and pictures of pages are read by programs, which err by a letter: words in them are found where one letter is another,
// is missing or is one too many, behind everything that holds the word itself. Requirement T-104.

extension SearchPlan {
    /// Letters of a word that a reading may differ from by one: shorter words are too much like others.
    private static let nearLettersMin = 4

    /// The letters that a condition may be met by nearly: those of one word, sought anywhere.
    package static func nearLetters(of condition: Condition) -> [UInt32]? {
        guard case .text(let sought, let letters, _) = condition, !sought.startsWord, letters.count >= nearLettersMin,
            ReadWords.isOne(letters)
        else { return nil }
        return letters
    }

    /// Returns whether a word that was read from a thing's handwriting or pictures differs from a condition's by one letter.
    ///
    /// - Complexity: O(letters that were read).
    func isNear(_ condition: Condition, _ referent: EntityRef) -> Bool {
        guard let letters = Self.nearLetters(of: condition) else { return false }
        func holds(_ text: String) -> Bool {
            ReadWords(Array(text.utf8)).words.contains { ReadWords.isNear($0.letters, letters) }
        }
        for held in files[referent.entity] ?? [] {
            guard let read = held.read else { continue }
            if Self.readings(read.text, read.lines.map { $0.others }).contains(where: holds) { return true }
        }
        guard case .note(let id) = referent, let slot = view.notes.notes.slot(of: id) else { return false }
        for (_, recognition) in view.notes.notes[slot].recognised {
            if Self.readings(recognition.text, recognition.lines.map { $0.others }).contains(where: holds) { return true }
        }
        return false
    }

    /// All that a drawing or a picture may say.
    private static func readings(_ text: String, _ others: [[String]]) -> [String] { [text] + others.flatMap { $0 } }

    /// A line that was read: where its text starts in the whole, in Unicode scalars, the reading that holds what is sought, and
    /// the ranges of it in that reading.
    private typealias FoundLine = (number: Int, start: Int, bytes: [UInt8], ranges: [Range<Int>])

    /// Of each line the reading that holds what is sought: as it is shown, another one, or one that nearly does.
    private static func lines(
        _ texts: [String], _ others: [[String]], _ found: ([UInt8]) -> [Range<Int>], near: [[UInt32]]
    ) -> [FoundLine] {
        guard texts.count == others.count else { return [] }
        var lines: [FoundLine] = []
        var start = 0
        for (number, text) in texts.enumerated() {
            defer { start += text.unicodeScalars.count + 1 }
            let readings = ([text] + others[number]).map { Array($0.utf8) }
            let hits = readings.map { ($0, found($0)) } + readings.map { ($0, ReadWords.ranges(in: $0, near: near)) }
            if let (bytes, ranges) = hits.first(where: { !$0.1.isEmpty }) { lines.append((number, start, bytes, ranges)) }
        }
        return lines
    }

    /// The passages of a note's handwriting in which something was found: line by line where they are known.
    ///
    /// - Parameter found: the ranges of what is sought, in Unicode scalars.
    func handwritten(in referent: EntityRef, _ found: ([UInt8]) -> [Range<Int>]) -> [Passage] {
        guard case .note(let id) = referent, let slot = view.notes.notes.slot(of: id) else { return [] }
        let near = nearLetters
        var passages: [Passage] = []
        for (ink, recognition) in view.notes.notes[slot].recognised {
            let others = recognition.lines.map { $0.others }
            let lines = Self.lines(recognition.textLines, others, found, near: near)
            for hit in lines {
                let line = recognition.lines[hit.number]
                var passage = Passage.cut(.handwriting, hit.bytes, around: hit.ranges[0], hit.ranges)
                passage.start += hit.start
                passage.place = Passage.Place(
                    on: .drawing(ink.entity), left: line.left, top: line.top, width: line.width, height: line.height)
                passages.append(passage)
            }
            if !lines.isEmpty { continue }
            for text in Self.readings(recognition.text, others) {
                let bytes = Array(text.utf8)
                var ranges = found(bytes)
                if ranges.isEmpty { ranges = ReadWords.ranges(in: bytes, near: near) }
                guard let first = ranges.first else { continue }
                passages.append(Passage.cut(.handwriting, bytes, around: first, ranges))
                break
            }
        }
        return passages
    }

    /// The passages of a thing's pictures in which something was found, one for each line.
    ///
    /// - Parameter found: the ranges of what is sought, in Unicode scalars.
    func pictured(in referent: EntityRef, _ found: ([UInt8]) -> [Range<Int>]) -> [Passage] {
        let near = nearLetters
        var passages: [Passage] = []
        for held in files[referent.entity] ?? [] {
            guard let read = held.read else { continue }
            for hit in Self.lines(read.textLines, read.lines.map { $0.others }, found, near: near) {
                let line = read.lines[hit.number]
                var passage = Passage.cut(.picture, hit.bytes, around: hit.ranges[0], hit.ranges)
                passage.start += hit.start
                passage.place = Passage.Place(
                    on: .file(held.id.entity, width: read.width, height: read.height), left: line.left, top: line.top,
                    width: line.width, height: line.height)
                passages.append(passage)
            }
        }
        return passages
    }

    /// The words of all conditions that may be met by nearly.
    private var nearLetters: [[UInt32]] {
        clauses.filter { !$0.isExcluding }.flatMap { $0.choices.compactMap { Self.nearLetters(of: $0) } }
    }
}

/// The words of a text that a program read, folded as a query is.
package struct ReadWords: Sendable {
    package struct Word: Sendable, Equatable {
        package var letters: [UInt32]
        /// Where it stands, in Unicode scalars.
        package var range: Range<Int>
    }

    package private(set) var words: [Word] = []

    /// - Parameter bytes: UTF-8.
    /// - Complexity: O(bytes).
    package init(_ bytes: [UInt8]) {
        var isOpen = false
        Folding.standard.forEachLetter(in: bytes) { letter, scalar in
            guard Self.isOfWord(letter) else {
                isOpen = false
                return
            }
            if isOpen {
                words[words.count - 1].letters.append(letter)
                words[words.count - 1].range = words[words.count - 1].range.lowerBound..<scalar + 1
            } else {
                words.append(Word(letters: [letter], range: scalar..<scalar + 1))
                isOpen = true
            }
        }
    }

    /// Returns whether folded letters are one word, and nothing else.
    static func isOne(_ letters: [UInt32]) -> Bool { letters.allSatisfy { isOfWord($0) } }

    private static func isOfWord(_ letter: UInt32) -> Bool { Unicode.Scalar(letter).map { WordStart.isOfWord($0) } ?? false }

    /// Returns whether two words are equal but for one letter: another, missing, or one too many.
    ///
    /// - Complexity: O(letters).
    package static func isNear(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        let (short, long) = a.count <= b.count ? (a, b) : (b, a)
        guard long.count - short.count <= 1 else { return false }
        var start = 0
        while start < short.count, short[start] == long[start] { start += 1 }
        var (left, right) = (short.count, long.count)
        while left > start, right > start, short[left - 1] == long[right - 1] { (left, right) = (left - 1, right - 1) }
        return left - start <= 1 && right - start <= 1
    }

    /// Where words stand that are near one of `sought`, in Unicode scalars.
    static func ranges(in bytes: [UInt8], near sought: [[UInt32]]) -> [Range<Int>] {
        if sought.isEmpty { return [] }
        return ReadWords(bytes).words.filter { word in sought.contains { isNear(word.letters, $0) } }.map { $0.range }
    }
}
