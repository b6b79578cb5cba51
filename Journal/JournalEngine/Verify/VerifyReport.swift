/// What a full check of a journal found.
package struct VerifyReport: Sendable, Equatable {
    package var segments = 0
    package var records: UInt64 = 0
    package var commits: UInt64 = 0
    /// The chain after the last commit, recomputed from the first.
    package var chainHead: ChainHead
    package var damage: [Damage] = []

    package var ok: Bool { damage.isEmpty }

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
            return place + "; records \(sequences.lowerBound) to \(sequences.upperBound) are affected"
        }
    }
}

/// How far a full check has come.
package struct VerifyProgress: Sendable, Equatable {
    package let segmentsDone: Int
    package let segments: Int
    package let records: UInt64
}
