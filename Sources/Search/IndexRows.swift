import Kernel
import Workspace

/// All things that are indexed, as of one record: which thing each row is, what the views say of it, its text, and which rows
/// hold each word.
struct IndexRows: Sendable {
    private(set) var facts: IndexFacts
    private(set) var memory: IndexMemory
    private(set) var readings: IndexedReadings
    /// The row of each thing.
    private var rows: [EntityID: Int]
    /// The record up to which everything here reaches.
    private(set) var sequence: UInt64

    /// Takes in everything that has ever been there.
    ///
    /// - Parameters:
    ///   - sequence: the record up to which the texts reach.
    ///   - check: asked between two things; what it throws ends it.
    /// - Complexity: O(bytes of all texts).
    init<Failure: Error>(
        of texts: SearchTexts, through sequence: UInt64, check: () throws(Failure) -> Void
    ) throws(Failure) {
        let folding = Folding.standard
        var (referents, rows, memory): ([EntityRef?], [EntityID: Int], IndexMemory) = ([], [:], IndexMemory())
        var readings = IndexedReadings()
        try texts.forEach { text throws(Failure) in
            try check()
            rows[text.referent.entity] = referents.count
            memory.add(referents.count, IndexedText(of: text, folding))
            readings.put(referents.count, text)
            referents.append(text.referent)
        }
        memory.trim()
        (self.rows, self.memory, self.sequence) = (rows, memory, sequence)
        self.readings = readings
        facts = IndexFacts(referents, in: texts.view)
    }

    init(of texts: SearchTexts, through sequence: UInt64) { self.init(of: texts, through: sequence) {} }

    /// Writes again what events about `subjects` may have changed.
    ///
    /// - Parameter sequence: the record up to which the texts reach, the last of those events.
    /// - Returns: the number of things that were written.
    /// - Complexity: O(bytes of their texts); where one of them may hold others O(rows) besides.
    mutating func take(_ subjects: [EntityID], of texts: SearchTexts, through sequence: UInt64) -> Int {
        let folding = Folding.standard
        var written: [Int] = []
        for subject in subjects {
            guard let referent = texts.changed(by: subject), let text = texts.text(of: referent) else {
                if let row = rows.removeValue(forKey: subject) {
                    memory.put(row, nil)
                    readings.put(row, nil)
                }
                continue
            }
            let row = rows[referent.entity] ?? facts.append(referent)
            rows[referent.entity] = row
            memory.put(row, IndexedText(of: text, folding))
            readings.put(row, text)
            written.append(row)
        }
        facts.look(at: written, about: subjects, in: texts.view)
        self.sequence = sequence
        return written.count
    }

    /// The number of rows, some of which may belong to things that are not there any more.
    var count: Int { facts.referents.count }

    /// Bytes of what is kept: texts, and words without their rows.
    var byteCount: Int { memory.byteCount }
}
