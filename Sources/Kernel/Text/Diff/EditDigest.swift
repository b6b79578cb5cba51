/// Tells one text edit from another in eight bytes, so that a rule can be quiet when the same edit is sent twice.
///
/// - Source: FNV-1a, 64 bits (Fowler, Noll, Vo). Enough to tell a repeated edit; nothing is ever found by it.
public struct EditDigest: Hashable, Sendable {
    public var word: UInt64

    public init(word: UInt64) { self.word = word }

    /// Of no edit.
    public static var none: EditDigest { EditDigest(word: 0) }

    /// - Complexity: O(inserted bytes).
    public init(of edit: TextEdit) {
        word = 0xCBF2_9CE4_8422_2325
        switch edit.fewParents {
        case .one(let parent): mix(UInt64(bitPattern: Int64(parent)))
        case .many(let parents): for parent in parents { mix(UInt64(bitPattern: Int64(parent))) }
        }
        switch edit.fewRuns {
        case .one(let run): mix(run)
        case .many(let runs): for run in runs { mix(run) }
        }
    }

    private mutating func mix(_ run: TextRun) {
        mix(UInt64(bitPattern: Int64(run.position)))
        mix(UInt64(bitPattern: Int64(run.deleteCount)))
        word = run.insertion.withUTF8Bytes { bytes in
            var digest = self
            for byte in bytes { digest.mix(UInt64(byte)) }
            return digest.word
        }
        mix(0x100)
    }

    private mutating func mix(_ value: UInt64) { word = (word ^ value) &* 0x100_0000_01B3 }
}
