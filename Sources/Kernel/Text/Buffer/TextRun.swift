/// One contiguous change to a text: at `position` remove `deleteCount` scalars, then put `insertion` there.
///
/// Positions and counts are in Unicode scalars. Compared by UTF-8 bytes, not by canonical equivalence: "é" as one
/// scalar and "é" as two are different insertions.
public struct TextRun: Sendable, Equatable {
    public var position: Int
    public var deleteCount: Int
    public var insertion: String

    public init(position: Int, deleteCount: Int, insertion: String) {
        self.position = position
        self.deleteCount = deleteCount
        self.insertion = insertion
    }

    public static func == (left: TextRun, right: TextRun) -> Bool {
        left.position == right.position && left.deleteCount == right.deleteCount
            && sameBytes(left.insertion, right.insertion)
    }

    /// True if applying it changes nothing anywhere.
    public var isEmpty: Bool { deleteCount == 0 && insertion.utf8.isEmpty }
}
