import Boards

extension ExportPlan {
    /// Each board as one JSON file.
    mutating func addBoards(_ view: BoardsView) throws {
        for (id, slot) in view.arrangement.boards.all {
            let board = view.arrangement.boards[slot]
            guard !board.standing.isWithdrawn else { continue }
            let folder = directory(board.standing.isTrashed ? Self.trash + "/Boards" : "Boards")
            let path = take(board.title.text, ending: BoardFile.ending, in: folder)
            let file = BoardFile(id, in: view)
            try add(file, at: path, modified: file.updated.time.value)
            report.boards += 1
            if file.trashed { report.inTrash += 1 }
            for column in file.columns {
                report.cards += column.cards.count
                report.inTrash += column.cards.count { $0.trashed }
            }
        }
    }
}
