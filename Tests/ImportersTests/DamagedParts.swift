import Boards
import Foundation
import Notes
import Testing
import Workspace

@testable import Importers

/// One damaged value, name or line never refuses the whole, and what is left out is in the report.
@Suite("A damaged part never refuses the whole")
struct DamagedParts {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func trello(_ changes: [String: Any]) throws -> URL {
        let card: [String: Any] = [
            "id": "c1", "name": "Paint", "idList": "l1", "desc": "white", "closed": false, "pos": 1, "labels": [],
        ]
        var board: [String: Any] = [
            "id": "b1", "name": "House", "lists": [["id": "l1", "name": "To do", "closed": false, "pos": 1]],
            "cards": [card],
        ]
        for (key, value) in changes { board[key] = value }
        return try scratch.file("board.json", json(board))
    }

    private func json(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
    }

    private func card(_ values: [String: Any]) -> [String: Any] {
        ["id": "c2", "name": "Sand", "idList": "l1"].merging(values) { $1 }
    }

    @Test func `a value of another kind is left out and named, and the board comes in (F06)`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(
            try trello([
                "cards": [
                    card(["desc": NSNull(), "idLabels": ["x", NSNull()], "due": 5]), card(["id": NSNull()]), NSNull(),
                    card(["id": "c3", "closed": "maybe", "pos": "7"]),
                ]
            ]))
        #expect(plan.created.cards == 2)
        let why = plan.notTaken.filter { $0.what == "values" }.map(\.why).joined()
        for place in ["cards[0].idLabels[1]", "cards[1]", "cards[2]", "cards[3].closed"] {
            #expect(why.contains(place), "\(place): \(plan.notTaken)")
        }
    }

    @Test func `a line of a Focalboard archive that cannot be read is named, and the others come in (F06, F29)`() throws {
        let board: [String: Any] = [
            "id": "b", "type": "board", "title": "FB", "createAt": 1_700_000_000_000,
            "cardProperties": [["id": "n1", "name": "Points", "type": "number", "options": []]],
        ]
        func card(_ id: String, _ points: Any) -> [String: Any] {
            [
                "id": id, "parentId": "b", "boardId": "b", "type": "card", "title": id, "createAt": 1_700_000_000_000,
                "fields": ["properties": ["n1": points], "contentOrder": [NSNull()], "cardOrder": [NSNull()]],
            ]
        }
        var lines = try [["version": 1, "date": 1_700_000_000_000] as [String: Any], ["type": "board", "data": board]].map(json)
        lines += try [card("one", 5), card("two", "7")].map { try json(["type": "block", "data": $0]) }
        lines.append("{\"type\":\"block\",\"data\":{\"parentId\":")
        var workshop = Workshop()
        let plan = try workshop.importing(try scratch.file("fb.jsonl", lines.joined(separator: "\n")))
        #expect(plan.created.cards == 2)
        #expect(plan.notTaken.contains { $0.what == "block" && $0.at == "line 5" }, "\(plan.notTaken)")
        let texts = workshop.cardDescriptions
        #expect(texts["one"]?.contains("Points: 5") == true && texts["two"]?.contains("Points: 7") == true, "\(texts)")
    }

    @Test func `a name that is too long or missing loses nothing but itself (F15)`() throws {
        let long = Array(repeating: "word", count: 200).joined(separator: " ")
        var workshop = Workshop()
        let plan = try workshop.importing(
            try trello([
                "name": String(repeating: "x", count: 300),
                "lists": [["id": "l1", "name": NSNull()], ["id": "l2", "name": " "]],
                "cards": [
                    card(["name": long, "desc": "the rest"]), card(["id": "c4", "name": NSNull(), "idList": "l2"]),
                ],
            ]))
        #expect(plan.created.cards == 2 && plan.created.columns == 2 && plan.created.boards == 1)
        let cards = workshop.cardDescriptions
        let cut = try #require(cards.first { $0.key.hasPrefix("word word") })
        #expect(cut.key.count <= 500 && cut.value == long + "\n\nthe rest")
        #expect(cards["Untitled"] == "")
        #expect(plan.notTaken.count >= 4, "\(plan.notTaken)")
    }

    @Test func `a label, a checklist or a comment that is too long takes nothing else with it (F15)`() throws {
        let long = Array(repeating: "word", count: 200).joined(separator: " ")
        let said = String(repeating: "ä", count: 40_000)
        var workshop = Workshop()
        let items = [["id": "i1", "name": "one"], ["id": "i2", "name": "two"]]
        let comment: [String: Any] = ["text": said, "card": ["id": "c2"]]
        let url = try trello([
            "labels": [
                ["id": "x", "name": long, "color": "red"], ["id": "y", "name": "good\nlabel", "color": "blue"],
            ],
            "cards": [card(["idLabels": ["x", "y"]])],
            "checklists": [["id": "k1", "idCard": "c2", "name": long, "checkItems": items]],
            "actions": [["id": "m1", "type": "commentCard", "date": "2020-01-01T00:00:00Z", "data": comment]],
        ])
        let plan = try workshop.importing(url)
        let made = try workshop.card("Sand").card
        #expect(made.tags.map(\.colour) == [.red, .blue])
        #expect(made.tags.map(\.label)[0].count > 200 && made.tags.map(\.label)[1] == "good label")
        #expect(made.items.map(\.text.text) == ["one", "two"])
        #expect(made.comments.map(\.text).joined() == said)
        #expect(plan.notTaken.map(\.what) == ["end of a label", "end of a checklist's name"], "\(plan.notTaken)")
        #expect(try workshop.plan(url).steps == [])
    }

    @Test func `a name that is null refuses no board, and a number may be a text (F06)`() throws {
        var workshop = Workshop()
        let board =
            #"{"_format":"wekan-board-1.0.0","_id":"b","title":null,"lists":[{"_id":"l","title":null}],"cards":[]}"#
        #expect(try workshop.importing(scratch.file("wk.json", board)).created.columns == 1)
        let note = #"{"title":null,"textContent":"t","isTrashed":false,"createdTimestampUsec":"1300000000000000"}"#
        let keep = try scratch.write(["Keep/n.json": note], below: "keep")
        #expect(try workshop.importing(keep, format: .keep).created.notes == 1)
    }

    @Test func `a note whose content is never closed does not take the next one with it (F05)`() throws {
        func note(_ title: String, _ end: String = "</en-note>]]></content>") -> String {
            "<note><title>\(title)</title><content><![CDATA[<en-note>text of \(title)\(end)</note>"
        }
        let export = "<en-export>" + note("One") + note("Bad", "") + note("Two") + "</en-export>"
        var workshop = Workshop()
        let plan = try workshop.importing(scratch.file("Home.enex", export))
        #expect(workshop.notesByPath == ["Home/One": "text of One", "Home/Two": "text of Two"])
        #expect(plan.notTaken.map(\.at) == ["Bad"])
    }

    @Test func `bytes that are not UTF-8 are named, and the other notes come in (F05)`() throws {
        let text =
            "<en-export><note><title>One</title><content><![CDATA[<en-note>a?b</en-note>]]></content></note></en-export>"
        let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
        let root = try scratch.write(["Home.enex": Data(bytes)], below: "in")
        var workshop = Workshop()
        let plan = try workshop.importing(root.appending(path: "Home.enex"))
        #expect(workshop.notesByPath == ["Home/One": "a\u{FFFD}b"])
        #expect(plan.notTaken.map(\.what) == ["text"])
    }

    @Test func `a line that is too long for one stroke is several, each of which one can hold (F01, F15)`() {
        let far = StrokePoints.coordinateMax
        var line = InkDocument.Line()
        line.points = (0..<50_000).map { at in
            let side = at % 2 == 0 ? far : -far
            return .init(
                x: side, y: -side, pressure: at % 2 * 0xFFFF, tiltX: side > 0 ? 90 : -90, time: side > 0 ? 0 : far)
        }
        #expect(StrokePoints(packed: StrokePoints(line.points).packed) == nil, "it is too long as it is")
        let pieces = InkNoteWriter.pieces(of: line)
        #expect(pieces.count == 2)
        #expect(pieces.allSatisfy { StrokePoints(packed: StrokePoints($0.points).packed) != nil })
        // Where one ends the next begins.
        #expect(pieces[0].points + pieces[1].points.dropFirst() == line.points)
        line.points.removeLast(line.points.count - 2)
        #expect(InkNoteWriter.pieces(of: line) == [line])
    }
}
