import Boards
import Kernel

extension ExportPlan {
    /// Each board as one JSON file.
    mutating func addBoards(_ view: BoardsView) throws {
        for (id, slot) in view.arrangement.boards.all {
            let board = view.arrangement.boards[slot]
            guard !board.standing.isWithdrawn, selection.holds(id) else { continue }
            let folder = directory(board.standing.isTrashed ? Self.trash + "/Boards" : "Boards")
            let path = take(board.title.text, ending: BoardFile.ending, in: folder)
            var file = BoardFile(id, in: view)
            keepSelected(of: &file)
            addFiles(of: &file, view.arrangement, beside: path)
            paths[id.entity] = path
            for column in file.columns {
                paths[column.id.value.entity] = path
                for card in column.cards { paths[card.id.value.entity] = path }
            }
            try add(file, at: path, modified: file.updated.time.value)
            report.boards += 1
            if file.trashed { report.inTrash += 1 }
            for column in file.columns {
                report.cards += column.cards.count
                report.inTrash += column.cards.count { $0.trashed }
            }
        }
    }

    /// Of a board around chosen cards, only these.
    private func keepSelected(of board: inout BoardFile) {
        board.columns.removeAll { !selection.holds($0.id.value) }
        for column in board.columns.indices {
            board.columns[column].cards.removeAll { !selection.takes($0.id.value) }
        }
    }

    /// The files of all its cards, in one directory beside the board.
    private mutating func addFiles(of board: inout BoardFile, _ arrangement: Arrangement, beside path: String) {
        var folder: String?
        for column in board.columns.indices {
            for index in board.columns[column].cards.indices {
                let card = board.columns[column].cards[index]
                for file in arrangement.cards[card.id.value]?.files ?? [] where !file.isDetached {
                    let place =
                        folder
                        ?? take(lastName(path).dropping(BoardFile.ending), ending: ".files", in: parentPath(path))
                    if folder == nil { directories.append(place) }
                    folder = place
                    let kept = addBlob(file.file, in: place, modified: card.updated.time.value)
                    board.columns[column].cards[index].files.append(
                        .init(id: Written(file.id), facts: OpenFileFacts(file.file, at: kept)))
                    report.attachments += 1
                }
            }
        }
    }
}
