/// The findings of a full check of a journal.
package struct VerifyReport: Sendable, Equatable {
    package var segments = 0
    package var records: UInt64 = 0
    package var commits: UInt64 = 0
    /// The chain after the last commit, recomputed from the first.
    package var chainHead: ChainHead
    package var damage: [Damage] = []
    /// Only what needs no key was checked: `records` and `chainHead` are what marks and footers say of themselves.
    package var isWithoutKeys = false
    /// Without keys: the place at the end where a write was torn, or acknowledged records are damaged. Which of the two
    /// takes the key to tell.
    package var doubt: Damage?
    /// The high-water mark that vouches for the end of the journal, or the lack of one.
    package var highWaterMark = MarkCondition.absent
    /// The redactions, in the order in which they happened.
    package var redactions: [Redaction] = []

    package var ok: Bool { damage.isEmpty }

    /// The state of the file `REACHED`.
    package enum MarkCondition: Sendable, Equatable {
        case absent, damaged, ofAnotherJournal
        /// It is of this journal, and was compared with it.
        case compared

        /// For people, where nothing vouches for the end of a journal that has been written; nil where something does.
        package var words: String? {
            switch self {
            case .absent, .compared: nil
            case .damaged:
                "REACHED is damaged, so nothing beside the segments says how far the journal came; it is written again when the "
                    + "journal is next opened for writing and closed"
            case .ofAnotherJournal:
                "REACHED belongs to another journal, so nothing beside the segments says how far this one came; it is written "
                    + "again when the journal is next opened for writing and closed"
            }
        }
    }

    /// The records that one note names as redacted. The journal proves that this is all, and that the rest is unchanged.
    package struct Redaction: Sendable, Equatable {
        /// The note.
        package let sequence: UInt64
        /// Server time in microseconds since 1970.
        package let time: Int64
        package let recordCount: UInt64
        /// All of it is gone. If not, and nothing is damaged, it is under way: opening for writing takes it to its end.
        package let isFinished: Bool
    }

    /// Something that is not as it was written.
    package struct Damage: Sendable, Equatable {
        package let segment: UInt64
        package let byteOffset: UInt64
        /// The records that cannot be read; nil when all can.
        package let sequences: ClosedRange<UInt64>?
        package let corruption: Corruption

        /// For people: what is damaged, where, and what is lost by it.
        package var words: String {
            let place = "segment \(segment), byte \(byteOffset): \(corruption.words)"
            guard let sequences else { return place + "; no record is lost" }
            if sequences.upperBound == .max { return place + "; records from \(sequences.lowerBound) on are affected" }
            if sequences.count == 1 { return place + "; record \(sequences.lowerBound) is affected" }
            return place + "; records \(sequences.lowerBound) to \(sequences.upperBound) are affected"
        }
    }
}

/// The progress of a full check.
package struct VerifyProgress: Sendable, Equatable {
    package let segmentsDone: Int
    package let segments: Int
    package let records: UInt64
}
