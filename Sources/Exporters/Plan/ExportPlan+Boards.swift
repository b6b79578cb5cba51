import Boards
import Kernel

extension ExportPlan {
    /// Each board as one JSON file.
    ///
    /// - Returns: the boards with their places among the files: their links are rewritten once all paths are known.
    mutating func addBoards(_ view: BoardsView) -> [(file: BoardFile, place: Int)] {
        var boards: [(file: BoardFile, place: Int)] = []
        for (id, slot) in view.model.boards.all {
            let board = view.model.boards[slot]
            guard !board.flags.isWithdrawn, selection.holds(id) else { continue }
            let folder = directory(board.flags.isTrashed ? Self.trash + "/Boards" : "Boards")
            let path = take(board.title.text, ending: BoardFile.ending, in: folder)
            var file = BoardFile(id, in: view)
            keepSelected(of: &file)
            addFiles(of: &file, view.model, beside: path)
            paths[id.entity] = path
            for column in file.columns {
                paths[column.id.value.entity] = path
                for card in column.cards { paths[card.id.value.entity] = path }
            }
            boards.append((file, reserve(path, modified: file.updated.time.value)))
            report.boards += 1
            if file.trashed { report.inTrash += 1 }
            for column in file.columns {
                report.cards += column.cards.count
                report.inTrash += column.cards.count { $0.trashed }
            }
        }
        return boards
    }

    /// Now that every path is known: links by identifier in descriptions and comments lead to the files.
    mutating func rewriteLinks(of boards: inout [(file: BoardFile, place: Int)]) throws {
        let all = Set(files.map(\.path))
        for board in boards.indices {
            let place = boards[board].place
            for column in boards[board].file.columns.indices {
                for card in boards[board].file.columns[column].cards.indices {
                    rewriteLinks(of: &boards[board].file.columns[column].cards[card], in: files[place].path, all)
                }
            }
            files[place].content = .text(try boards[board].file.text())
        }
    }

    private func rewriteLinks(of card: inout BoardFile.Card, in board: String, _ all: Set<String>) {
        let held = card.files.map { ($0.facts.name, $0.facts.file) }
        let (led, named) = NoteLinks.rewritten(card.description, of: board, files: held, isThere: all.contains)
        let (text, links) = NoteLinks.rewritten(led, of: board, to: paths)
        if !links.isEmpty || !named.isEmpty { (card.description, card.links) = (text, links + named) }
        for index in card.comments.indices {
            let (text, links) = NoteLinks.rewritten(card.comments[index].text, of: board, to: paths)
            if !links.isEmpty { (card.comments[index].text, card.comments[index].links) = (text, links) }
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
    private mutating func addFiles(of board: inout BoardFile, _ model: BoardsModel, beside path: String) {
        var folder: String?
        for column in board.columns.indices {
            for index in board.columns[column].cards.indices {
                let card = board.columns[column].cards[index]
                for file in model.cards[card.id.value]?.files ?? IndexedList() where !file.isDetached {
                    let place =
                        folder
                        ?? take(lastName(path).dropping(BoardFile.ending), ending: ".files", in: parentPath(path))
                    if folder == nil { directories.append(place) }
                    folder = place
                    guard let kept = addBlob(file.file, in: place, modified: card.updated.time.value) else { continue }
                    paths[file.id.entity] = kept
                    board.columns[column].cards[index].files.append(
                        .init(id: Written(file.id), facts: OpenFileFacts(file.file, at: kept)))
                    report.attachments += 1
                }
            }
        }
    }
}
