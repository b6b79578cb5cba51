/// One contiguous change to a text: at `position` remove `deleteCount` scalars, then put `insertion` there.
///
/// Positions and counts are in Unicode scalars. Compared by UTF-8 bytes, not by canonical equivalence: "é" as one
/// scalar and "é" as two are different insertions.
package struct TextRun: Sendable, Equatable {
    package var position: Int
    package var deleteCount: Int
    package var insertion: String

    package init(position: Int, deleteCount: Int, insertion: String) {
        self.position = position
        self.deleteCount = deleteCount
        self.insertion = insertion
    }

    package static func == (left: TextRun, right: TextRun) -> Bool {
        left.position == right.position && left.deleteCount == right.deleteCount
            && left.insertion.utf8.elementsEqual(right.insertion.utf8)
    }

    /// Whether applying it changes nothing anywhere.
    package var isEmpty: Bool { deleteCount == 0 && insertion.utf8.isEmpty }
}
