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
        for parent in edit.parents { mix(UInt64(bitPattern: Int64(parent))) }
        for run in edit.runs {
            mix(UInt64(bitPattern: Int64(run.position)))
            mix(UInt64(bitPattern: Int64(run.deleteCount)))
            for byte in run.insertion.utf8 { mix(UInt64(byte)) }
            mix(0x100)
        }
    }

    private mutating func mix(_ value: UInt64) { word = (word ^ value) &* 0x100_0000_01B3 }
}
