import Foundation
import Importers
import Kernel
import KernelTesting
import Testing

@Suite("F14: attachments that are only an address")
struct LinksOnCards {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    @Test mutating func `links of Trello stand below the description; files without bytes are reported`() throws {
        let url = try scratch.file(
            "b.json",
            """
            {"id": "b1", "name": "B", "lists": [{"id": "l1", "name": "L"}], "cards": [{"id": "c1", "name": "Trip",
            "idList": "l1", "desc": "Plan", "attachments": [
            {"name": "A [hotel]", "url": "https://example.org/a b", "isUpload": false},
            {"name": "", "url": "https://example.org/c", "isUpload": false},
            {"name": "map.pdf", "url": "https://trello.com/1/cards/map.pdf", "isUpload": true}]}]}
            """)
        let plan = try workshop.importing(url)
        #expect(
            try workshop.view.boards.card(workshop.card("Trip").id, name: { _ in "" })?.description
                == "Plan\n\n- [A \\[hotel\\]](https://example.org/a%20b)\n- [https://example.org/c](https://example.org/c)")
        #expect(plan.report == "attachments | Trip | 1; their bytes are not in Trello's file: map.pdf\n")
        #expect(try workshop.plan(url).steps == [])
    }

    @Test mutating func `attachments of old exports of Trello, which do not say what they are, are links`() throws {
        let url = try scratch.file(
            "b.json",
            """
            {"id": "b1", "name": "B", "lists": [{"id": "l1", "name": "L"}], "cards": [{"id": "c1", "name": "Trip",
            "idList": "l1", "attachments": [
            {"name": "Hotel", "url": "https://example.org/h"}, {"name": "https://example.org/n"},
            {"name": "a.pdf", "url": "https://example.org/a.pdf", "bytes": 12},
            {"name": "b.pdf", "url": "https://trello-attachments.s3.amazonaws.com/1/2/b.pdf", "bytes": null},
            {"name": "c.pdf", "url": "https://trello.com/1/cards/1/attachments/2/download/c.pdf"},
            {"name": "d", "url": "file:///d"}, {"name": "e"}, {"name": "f", "url": "https://example.org/f", "bytes": "0"}]}]}
            """)
        let plan = try workshop.importing(url)
        #expect(
            workshop.cardDescriptions["Trip"] == """
                - [Hotel](https://example.org/h)
                - [https://example.org/n](https://example.org/n)
                - [a.pdf](https://example.org/a.pdf)
                - [b.pdf](https://trello-attachments.s3.amazonaws.com/1/2/b.pdf)
                - [c.pdf](https://trello.com/1/cards/1/attachments/2/download/c.pdf)
                - [f](https://example.org/f)
                """)
        #expect(
            plan.report
                == "attachments | Trip | 5; their bytes are not in Trello's file: a.pdf, b.pdf, c.pdf, d, e\n")
        #expect(try workshop.plan(url).steps == [])
    }

    @Test mutating func `attachments of Planka 1, which does not say what they are, are links`() throws {
        let url = try scratch.file(
            "p.json",
            """
            {"item": {"id": "b1", "name": "B"}, "included": {"lists": [{"id": "l1", "name": "L", "type": "active"}],
            "cards": [{"id": "c1", "listId": "l1", "name": "Trip"}], "attachments": [
            {"cardId": "c1", "name": "Site", "data": {"url": "https://example.org"}},
            {"cardId": "c1", "name": "a.pdf", "url": "https://planka.example.org/attachments/1/a.pdf"},
            {"cardId": "c1", "name": "b.pdf", "url": "/attachments/1/b.pdf"}]}}
            """)
        let plan = try workshop.importing(url, format: .planka)
        #expect(
            workshop.cardDescriptions["Trip"] == """
                - [Site](https://example.org)
                - [a.pdf](https://planka.example.org/attachments/1/a.pdf)
                """)
        #expect(plan.report == "attachments | Trip | 2; their bytes are not in Planka's answer: a.pdf, b.pdf\n")
    }

    @Test mutating func `links of Planka stand there too`() throws {
        let url = try scratch.file(
            "p.json",
            """
            {"item": {"id": "b1", "name": "B"}, "included": {"lists": [{"id": "l1", "name": "L", "type": "active"}],
            "cards": [{"id": "c1", "listId": "l1", "name": "Trip"}], "attachments": [
            {"cardId": "c1", "name": "Site", "type": "link", "data": {"url": "https://example.org"}},
            {"cardId": "c1", "name": "a.pdf", "type": "file", "data": {"size": "12"}}]}}
            """)
        let plan = try workshop.importing(url, format: .planka)
        #expect(
            try workshop.view.boards.card(workshop.card("Trip").id, name: { _ in "" })?.description
                == "- [Site](https://example.org)")
        #expect(plan.report == "attachments | Trip | 1; their bytes are not in Planka's answer: a.pdf\n")
    }

    @Test(arguments: [
        (
            ImportFormat.wekan,
            """
            {"_format": "wekan-board-1.0.0", "_id": "b1", "title": "B", "lists": [{"_id": "l1", "title": "L"}],
            "cards": [{"_id": "c1", "title": "Trip", "listId": "l1"}], "attachments": [
            {"_id": "a1", "cardId": "c1", "name": "Site", "url": "https://example.org"},
            {"_id": "a2", "cardId": "c1", "name": "a.pdf"}]}
            """, "- [Site](https://example.org)", "attachments | Trip | 1; their bytes are not in the file: a.pdf\n"
        ),
        (
            .deck,
            """
            {"boards": [{"id": 1, "title": "B", "stacks": [{"id": 1, "title": "L", "cards": [{"id": 1, "title": "Trip",
            "attachments": [{"id": 1, "data": "https://example.org"}, {"id": 2, "data": "a.pdf"}]}]}]}]}
            """, "- [https://example.org](https://example.org)",
            "attachments | Trip | 1; their bytes are not in Deck's file: a.pdf\n"
        ),
        (
            .focalboard,
            """
            {"type": "board", "data": {"id": "b1", "title": "B"}}
            {"type": "block", "data": {"id": "c1", "boardId": "b1", "parentId": "b1", "type": "card", "title": "Trip"}}
            {"type": "block", "data": {"id": "x1", "boardId": "b1", "parentId": "c1", "type": "bookmark", "createAt": 1,
            "title": "https://example.org"}}
            {"type": "block", "data": {"id": "x2", "boardId": "b1", "parentId": "c1", "type": "image", "createAt": 2,
            "title": "Site", "fields": {"fileId": "https://example.org/a"}}}
            {"type": "block", "data": {"id": "x3", "boardId": "b1", "parentId": "c1", "type": "image", "createAt": 3,
            "fields": {"fileId": "a.png"}}}
            """, "[https://example.org](https://example.org)\n\n[Site](https://example.org/a)\n",
            "image | Trip | its bytes are not in the archive: a.png\n"
        ),
    ])
    mutating func `links of WeKan, Deck and Focalboard stand there too`(
        format: ImportFormat, source: String, description: String, report: String
    ) throws {
        // One line for each block of Focalboard.
        let lines = source.replacingOccurrences(of: ",\n", with: ", ")
        let plan = try workshop.importing(scratch.file("b.json", lines), format: format)
        #expect(workshop.cardDescriptions["Trip"] == description)
        #expect(plan.report == report)
    }
}
