/// A run without its content: all that merging needs to know of an edit that is already in the text.
struct TextShape: Equatable, Sendable {
    var position: Int
    var deleteCount: Int
    var insertCount: Int

    init(position: Int, deleteCount: Int, insertCount: Int) {
        self.position = position
        self.deleteCount = deleteCount
        self.insertCount = insertCount
    }

    init(_ run: TextRun) {
        position = run.position
        deleteCount = run.deleteCount
        insertCount = scalarCount(run.insertion)
    }

    /// The same change cut to what a text of `length` scalars allows.
    func clamped(to length: Int) -> TextShape {
        let position = min(max(0, position), length)
        let deleteCount = min(max(0, deleteCount), length - position)
        return TextShape(position: position, deleteCount: deleteCount, insertCount: insertCount)
    }

    func isWithin(_ length: Int) -> Bool {
        position >= 0 && position <= length && deleteCount >= 0 && deleteCount <= length - position
    }
}
