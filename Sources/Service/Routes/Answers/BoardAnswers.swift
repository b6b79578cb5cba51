import Boards
import Kernel

extension AnswerShapes {
    static let boards: [String: JSONShape] = [
        "listBoards": .list(boardLine),
        "showBoard": board,
        "createBoard": board,
        "changeBoard": board,
        "createColumn": board,
        "createCard": .named("Card"),
        "changeCard": .named("Card"),
        "showArchive": archive,
        "showCard": .named("Card"),
        "intentAddCard": .named("Card"),
        "intentMoveCard": .named("Card"),
        "showDue": .object(["days": .list(.object(["day": .day, "cards": .list(dueCard)]))]),
        "showTop3": .object(["board": .id, "title": .text, "cards": .list(nextCard)]),
    ]

    static let boardComponents: [String: JSONShape] = [
        "Card": card,
        "CardLine": cardLine,
        "ColumnOfCards": .object(["id": .id, "name": .text, "cards": .list(.named("CardLine"))]),
        "ColouredTag": .object(["colour": .orNull(.words(CardColour.self, without: [.none])), "label": .text]),
    ]

    private static let boardLine: JSONShape = .fields(
        ["id": .id, "title": .text, "archived": .flag, "pinned": .flag, "columns": .number, "cards": .number],
        .touched("updated"))

    private static let board: JSONShape = .fields(
        ["id": .id, "title": .text, "state": .state], .touched("updated"),
        ["columns": .list(.named("ColumnOfCards"))])

    /// The archive: archived cards, archived columns with theirs, and columns that were deleted. Their boards and columns are
    /// named by their titles.
    private static let archive: JSONShape = .object([
        "id": .id, "title": .text,
        "cards": .list(.object(["id": .id, "title": .text, "column": .text, "board": .text])),
        "archivedColumns": .optional(.list(.named("ColumnOfCards"))),
        "columns": .list(.object(["id": .id, "name": .text, "board": .text, "cards": .number])),
    ])

    /// A day, or a minute of it with its zone.
    private static let due = JSONShape.orNull(.like("^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}( .+)?)?$"))

    private static let cardLine: JSONShape = .object([
        "id": .id, "title": .text, "due": due, "priority": .words(Priority.self), "tags": .list(.named("ColouredTag")),
        "done": .number, "items": .number, "comments": .number, "excerpt": .text,
    ])

    private static let dueCard: JSONShape = .object([
        "board": .id, "boardTitle": .text, "columnName": .text, "card": .named("CardLine"),
    ])

    private static let nextCard: JSONShape = .object([
        "id": .id, "title": .text, "column": .text, "due": due, "priority": .words(Priority.self),
    ])

    private static let card: JSONShape = .fields(
        [
            "id": .id, "title": .text, "state": .state, "board": .orNull(.id), "boardTitle": .text, "column": .id,
            "columnName": .text, "columnState": .optional(.word([spelled(Lifecycle.archived.fieldName)])), "due": due,
            "priority": .words(Priority.self), "tags": .list(.named("ColouredTag")),
        ],
        .touched("added"), .touched("updated"),
        [
            "parents": .list(.number), "checklists": .list(checklist), "comments": .list(comment), "files": attachedFiles,
            "description": .text,
        ])

    private static let checklist: JSONShape = .object([
        "name": .text, "items": .list(.object(["id": .id, "text": .text, "done": .flag])),
    ])

    private static let comment: JSONShape = .object([
        "id": .id, "author": .text, "made": .moment, "reworded": .optional(.moment), "text": .text,
    ])
}
