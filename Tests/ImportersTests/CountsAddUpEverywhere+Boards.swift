import Boards
import Exporters
import Foundation
import Importers
import Kernel
import Notes
import Testing
import Workspace

extension CountsAddUpEverywhere {
    /// A board with twins, strays and what was deleted there, as each program writes it.
    func board(_ format: ImportFormat) throws -> Sample {
        let (text, lists, cards, comments, items, labels, files) =
            switch format {
            case .trello: (Self.trello, 3, 4, 4, 2, 2, 1)
            case .wekan: (Self.wekan, 2, 2, 3, 3, 2, 3)
            case .planka: (Self.planka, 3, 3, 2, 3, 2, 2)
            case .focalboard: (Self.focalboard, 2, 5, 3, 2, 0, 1)
            default: (Self.deck, 2, 4, 2, 0, 0, 2)
            }
        let kinds = [
            Kind(what: "lists", held: lists, lines: ["list"]) { counts, _ in counts.columns },
            Kind(what: "cards", held: cards, lines: ["card", "card template", "value"]) { counts, _ in counts.cards },
            Kind(what: "comments", held: comments, lines: ["comment", "comments"]) { _, workshop in
                workshop.sum { $0.comments.count }
            },
            Kind(what: "items", held: items, lines: ["checklist item", "checklist items", "checkbox"]) { _, workshop in
                workshop.sum { $0.items.count }
            },
            Kind(what: "labels", held: labels, lines: ["labels"]) { _, workshop in workshop.sum { $0.tags.count } },
            Kind(what: "files", held: files, lines: ["attachments", "image"]) { counts, _ in counts.attachments },
        ]
        return Sample(
            url: try scratch(file: format == .focalboard ? "b.jsonl" : "b.json", text),
            kinds: kinds.filter { $0.held > 0 }
        ) { $0.boards + $0.columns + $0.cards }
    }

    private static let trello = """
        {"id": "b1", "name": "B", "lists": [{"id": "l1", "name": "L"}, {"id": "l1", "name": "Twin"}, {"id": "l2", "name": ""}],
        "cards": [{"id": "c1", "name": "A", "idList": "l1", "idLabels": ["x"], "attachments": [{"name": "a.pdf"}]},
        {"id": "c1", "name": "Twin", "idList": "l1"}, {"id": "c2", "name": "Lost", "idList": "nowhere"}, null],
        "labels": [{"id": "x", "name": "Red", "color": "red"}, {"id": "y", "name": "Unused", "color": "blue"}],
        "checklists": [{"id": "k1", "idCard": "c1", "name": "K", "checkItems": [{"id": "i1", "name": "one"},
        {"id": "i1", "name": "twin"}]}],
        "actions": [{"id": "m1", "type": "commentCard", "data": {"text": "hi", "card": {"id": "c1"}}},
        {"id": "m1", "type": "commentCard", "data": {"text": "twin", "card": {"id": "c1"}}},
        {"id": "m2", "type": "commentCard", "data": {"text": "stray", "card": {"id": "gone"}}},
        {"id": "m3", "type": "commentCard", "data": {"text": "no card"}}, {"id": "m4", "type": "updateCard"}]}
        """

    private static let wekan = """
        {"_format": "wekan-board-1.0.0", "_id": "b1", "title": "B", "lists": [{"_id": "l1", "title": "L"},
        {"_id": "l1", "title": "Twin"}], "cards": [{"_id": "c1", "title": "A", "listId": "l1", "labelIds": ["x"]},
        {"_id": "c2", "title": "Lost"}], "labels": [{"_id": "x", "name": "X", "color": "red"},
        {"_id": "y", "name": "Unused", "color": "blue"}], "comments": [{"_id": "m1", "cardId": "c1", "text": "hi"},
        {"_id": "m2", "cardId": "c1"}, {"_id": "m3", "cardId": "gone", "text": "stray"}],
        "checklists": [{"_id": "k1", "cardId": "c1", "title": "K"}],
        "checklistItems": [{"_id": "i1", "checklistId": "k1", "title": "one"},
        {"_id": "i2", "checklistId": "gone", "title": "stray"}, {"_id": "i3", "title": "of none"}],
        "attachments": [{"_id": "a1", "cardId": "c1", "name": "a.txt", "file": "AAAA"},
        {"_id": "a2", "cardId": "c1", "name": "b.txt"}, {"_id": "a3", "cardId": "gone", "name": "c.txt", "file": "AAAA"}]}
        """

    private static let planka = """
        {"item": {"id": "b1", "name": "B"}, "included": {"lists": [{"id": "l1", "name": "L", "type": "active"},
        {"id": "la", "type": "archive"}, {"id": "lt", "type": "trash"}],
        "cards": [{"id": "c1", "listId": "l1", "name": "A"}, {"id": "c2", "listId": "lt", "name": "Gone"},
        {"id": "c3", "listId": "nowhere", "name": "Lost"}], "labels": [{"id": "x", "name": "X"}, {"id": "y", "name": "Unused"}],
        "cardLabels": [{"cardId": "c1", "labelId": "x"}], "taskLists": [{"id": "t1", "cardId": "c1", "name": "T"}],
        "tasks": [{"id": "i1", "taskListId": "t1", "name": "one"}, {"id": "i2", "taskListId": "gone", "name": "stray"},
        {"id": "i3", "name": "of none"}],
        "comments": [{"id": "m1", "cardId": "c1", "text": "hi"}, {"id": "m2", "cardId": "gone", "text": "stray"}],
        "attachments": [{"cardId": "c1", "name": "a.pdf", "type": "file"}, {"cardId": "gone", "name": "b.pdf", "type": "file"}]}}
        """

    private static let focalboard = [
        #"{"type": "board", "data": {"id": "b1", "title": "B", "cardProperties": [{"id": "st", "name": "S", "type": "select","#
            + #" "options": [{"id": "o1", "value": "One"}, {"id": "o2", "value": "Two"}]}]}}"#,
        block("c1", "card", "b1", #""title": "A", "fields": {"properties": {"st": "o1"}}"#),
        block("c2", "card", "b1", #""title": "Template", "fields": {"isTemplate": true}"#),
        block("c3", "card", "b1", #""title": "Gone", "deleteAt": 5"#),
        block("c4", "card", "other", #""title": "Elsewhere""#),
        block("c1", "card", "b1", #""title": "Twin", "fields": {"properties": {"st": "o1"}}"#),
        block("m1", "comment", "c1", #""title": "hi""#), block("m1", "comment", "c1", #""title": "twin""#),
        block("m2", "comment", "gone", #""title": "stray""#), block("i1", "checkbox", "c1", #""title": "one""#),
        block("i2", "checkbox", "gone", #""title": "stray""#),
        block("f1", "image", "c1", #""fields": {"fileId": "a.png"}"#),
    ].joined(separator: "\n")

    private static func block(_ id: String, _ type: String, _ parent: String, _ more: String) -> String {
        #"{"type": "block", "data": {"id": "\#(id)", "type": "\#(type)", "parentId": "\#(parent)", \#(more)}}"#
    }

    private static let deck = """
        {"boards": [{"id": 1, "title": "B", "stacks": [{"id": 1, "title": "L", "cards": [{"id": 1, "title": "A",
        "comments": [{"id": 1, "message": "hi"}, {"id": 2}],
        "attachments": [{"id": 1, "data": "a.txt", "contentBase64": "AAAA"}, {"id": 2, "data": "b.txt"}]},
        {"id": 2, "title": "Gone", "deletedAt": 5}, {"id": 1, "title": "Twin"}]},
        {"id": 2, "title": "Bin", "deletedAt": 5, "cards": [{"id": 3, "title": "Below"}]}]}]}
        """

    /// An export of our own, of which one text and one file are gone and one file was changed.
    func daybook() throws -> Sample {
        var workshop = Workshop()
        let vault = try scratch(files: [
            "a.md": "a", "b.md": "b", "x.txt": "x", "y.txt": "y", "z.txt": "z", "in/c.md": "c",
        ])
        try workshop.importing(vault)
        try workshop.importing(board(.deck).url)
        let target = vault.deletingLastPathComponent().appending(path: "out")
        _ = try WorkspaceExport.export(workshop.view, to: target) { digest in
            try #require([[120], [121], [122], [0, 0, 0]].first { sha256($0) == digest })
        }
        try FileManager.default.removeItem(at: target.appending(path: "Notes/vault/b.md"))
        try FileManager.default.removeItem(at: target.appending(path: "Notes/vault/x.txt"))
        try Data("other".utf8).write(to: target.appending(path: "Notes/vault/y.txt"))
        return Sample(
            url: target,
            kinds: [
                Kind(what: "notes", held: 3, lines: ["note"]) { counts, _ in counts.notes },
                Kind(what: "folders", held: 2, lines: ["folder"]) { counts, _ in counts.folders },
                Kind(what: "files", held: 4, lines: ["file"]) { counts, _ in counts.attachments },
                Kind(what: "cards", held: 1, lines: ["card"]) { counts, _ in counts.cards },
                Kind(what: "comments", held: 1, lines: ["comment"]) { _, workshop in workshop.sum { $0.comments.count }
                },
            ]
        ) { $0.notes + $0.folders + $0.boards + $0.cards + $0.attachments - 1 }
    }
}

extension Workshop {
    /// Over all cards.
    fileprivate func sum(_ count: (Card) -> Int) -> Int {
        let cards = state.boards.model.cards
        return cards.all.reduce(0) { $0 + count(cards[$1.slot]) }
    }
}
