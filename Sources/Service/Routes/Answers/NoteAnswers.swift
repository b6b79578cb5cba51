import Kernel
import Notes

extension AnswerShapes {
    static let notes: [String: JSONShape] = [
        "listFolders": .object([
            "notes": .number, "total": .number, "folders": .list(.named("FolderNode")),
            "clashes": .optional(.list(folderClash)),
        ]),
        "showFolder": folder,
        "listFolderNotes": noteList,
        "listNotes": noteList,
        "showNote": note,
        "createNote": note,
        "changeNote": note,
        "createFolder": folder,
        "changeFolder": folder,
    ]

    /// Folders beside each other under one name, with the commands that merge them.
    private static let folderClash: JSONShape = .object([
        "name": .text, "parent": .orNull(.id), "folders": .list(.id),
        "merges": .list(.object(["type": .text, "folder": .id, "into": .id])),
    ])

    static let noteComponents: [String: JSONShape] = [
        "FolderNode": .object([
            "id": .id, "name": .text, "notes": .number, "total": .number, "folders": .list(.named("FolderNode")),
        ]),
        "NoteLine": noteLine,
        "Drawing": drawing,
    ]

    private static let folder: JSONShape = .fields(
        ["id": .id, "name": .text, "parent": .orNull(.id), "path": .text, "trashed": .flag],
        .touched("created"), .touched("updated"),
        ["notes": .number, "totalNotes": .number, "totalFolders": .number, "files": attachedFiles])

    /// The folder is null for all notes.
    private static let noteList: JSONShape = .object([
        "folder": .orNull(.id), "count": .number, "notes": .list(.named("NoteLine")),
    ])

    private static let noteLine: JSONShape = .fields(
        ["id": .id, "title": .text, "path": .text], .touched("updated"),
        [
            "snippet": .text, "words": .number, "tags": .list(.text), "pinned": .flag, "ink": .flag, "attachments": .flag,
            "checklist": .flag, "tasks": .optional(.number), "tasksDone": .optional(.number),
        ])

    private static let note: JSONShape = .fields(
        [
            "id": .id, "title": .text, "folder": .orNull(.id), "path": .text, "tags": .list(.text), "pinned": .flag,
            "trashed": .flag,
        ],
        .touched("created"), .touched("updated"),
        [
            "opened": .optional(.moment), "parents": .list(.number), "words": .number, "length": .number,
            "tasks": .optional(.number), "tasksDone": .optional(.number), "ink": .list(.named("Drawing")),
            "files": attachedFiles, "body": .text,
        ])

    private static let stateOfInk = JSONShape.like("^[0-9a-f]{16}$")

    private static let drawing: JSONShape = .object([
        "id": .id, "state": stateOfInk, "recognised": .optional(recognition), "strokes": .list(stroke),
    ])

    private static let recognition: JSONShape = .object([
        "text": .text, "recogniser": .text, "version": .text, "language": .orNull(.text), "state": stateOfInk,
        "current": .flag,
        "lines": .optional(
            .list(
                .object([
                    "left": .number, "top": .number, "width": .number, "height": .number, "confidence": .number,
                    "others": .list(.text),
                ]))),
    ])

    private static let stroke: JSONShape = .object([
        "id": .id, "tool": .words(InkTool.self), "colour": .number, "width": .number, "points": .bytes,
    ])
}
