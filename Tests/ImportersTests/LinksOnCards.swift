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
            try workshop.view.boards.card(workshop.card("Trip").id, name: { _ in "" })?.description == "- [Site](https://example.org)")
        #expect(plan.report == "attachments | Trip | 1; their bytes are not in Planka's answer: a.pdf\n")
    }
}
