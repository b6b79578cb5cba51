import Boards
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Taking in a Trello board")
struct TakingInABoard {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    static let colourless = "5f0000000000000000000c02"

    /// A board with one of everything; `change` is what somebody does to it in Trello.
    private func file(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> URL {
        var board: [String: Any] = [
            "id": "5f0000000000000000000001", "name": "House", "desc": "All about the house", "closed": false,
            "lists": [
                ["id": "5f0000000000000000000b02", "name": "Done", "closed": false, "pos": 200],
                ["id": "5f0000000000000000000b01", "name": "To do", "closed": false, "pos": "100.5"],
                ["id": "5f0000000000000000000b03", "name": "Old", "closed": true, "pos": "bottom"],
            ],
            "labels": [
                ["id": "l1", "name": "Money", "color": "green_dark"], ["id": "l2", "name": "", "color": "red"],
                ["id": "l3", "name": "Plain", "color": NSNull()], ["id": "l4", "name": "", "color": NSNull()],
            ],
            "cards": [
                [
                    "id": "5f0000000000000000000c01", "name": "Buy paint", "idList": "5f0000000000000000000b01",
                    "pos": 2,
                    "desc": "Two tins.\nBlue.\n", "due": "2026-12-24T17:30:00.000Z", "dueComplete": true,
                    "closed": false,
                    "idLabels": ["l1", "l2", "l3", "l4"], "idMembers": ["m1", "m2"], "idChecklists": ["k1", "k2"],
                    "attachments": [["name": "tin.jpg", "url": "https://example.org/tin.jpg", "isUpload": true]],
                    "customFieldItems": [["id": "x"]], "start": "2026-12-01T00:00:00.000Z", "badges": ["comments": 5],
                ],
                [
                    "id": Self.colourless, "name": "Call\nthe plumber", "idList": "5f0000000000000000000b01",
                    "pos": "top",
                    "closed": true,
                ],
                [
                    "id": "5f0000000000000000000c03", "name": "In the old list", "idList": "5f0000000000000000000b03",
                    "pos": 1,
                ],
                ["id": "5f0000000000000000000c04", "name": "Nowhere", "idList": "gone", "pos": 1],
                [
                    "id": "5f0000000000000000000c05", "name": String(repeating: "x", count: 501),
                    "idList": "5f0000000000000000000b01",
                ],
            ],
            "checklists": [
                [
                    "id": "k2", "idCard": "5f0000000000000000000c01", "name": "Checklist", "pos": 2,
                    "checkItems": [["id": "i3", "name": "Third", "state": "incomplete", "pos": 1]],
                ],
                [
                    "id": "k1", "idCard": "5f0000000000000000000c01", "name": "Checklist", "pos": 1,
                    "checkItems": [
                        ["id": "i2", "name": "Second", "state": "incomplete", "pos": 9],
                        ["id": "i1", "name": "First", "state": "complete", "pos": 1],
                    ],
                ],
            ],
            "actions": [
                [
                    "id": "a2", "type": "commentCard", "date": "2026-01-02T10:00:00.000Z", "idMemberCreator": "m1",
                    "memberCreator": ["fullName": "Ada", "username": "ada"],
                    "data": ["text": "Which blue?", "card": ["id": "5f0000000000000000000c01"]],
                ],
                ["id": "a1", "type": "updateCard", "date": "2026-01-01T10:00:00.000Z", "data": ["text": NSNull()]],
            ],
        ]
        change(&board)
        let file = scratch.url.appending(path: "board.json")
        try JSONSerialization.data(withJSONObject: board).write(to: file)
        return file
    }

    /// Changes one card of the board.
    private func card(_ id: String, _ values: [String: Any]) -> (inout [String: Any]) -> Void {
        { board in
            board["cards"] = (board["cards"] as? [[String: Any]] ?? []).map { card in
                card["id"] as? String == id ? card.merging(values) { $1 } : card
            }
        }
    }

    private static let paint = "5f0000000000000000000c01"

    @Test mutating func `takes lists, cards and all that stands on them`() throws {
        let plan = try workshop.importing(file())
        let model = workshop.state.boards.model
        let board = try #require(model.boards.ids.first)
        #expect(model.boards[board]?.title.text == "House")
        #expect(
            model.columns(of: board).ids.map { model.columns[$0]?.name.text } == ["To do", "Done", "Old"])
        #expect(plan.created.cards == 4)

        let (id, paint) = try workshop.card("Buy paint")
        #expect(workshop.view.boards.description(of: id)?.string == "Two tins.\nBlue.\n")
        #expect(
            paint.due == Due(day: try #require(CalendarDay(text: "2026-12-24")), minuteOfDay: 17 * 60 + 30, zone: "Z"))
        #expect(
            Set(paint.tags) == [
                CardTag(colour: .green, label: "Money"), CardTag(colour: .red, label: ""),
                CardTag(colour: .none, label: "Plain"),
            ])
        #expect(paint.checklists.names == ["Checklist", "Checklist 2"])
        #expect(paint.itemsByChecklist[0].map { "\($0.text.text) \($0.isDone)" } == ["First true", "Second false"])
        #expect(paint.itemsByChecklist[1].map(\.text.text) == ["Third"])
        #expect(paint.comments.map(\.text) == ["Which blue?"])
        // "top" stands above everything; archived cards keep their places.
        let plumber = try workshop.card("Call the plumber").card
        #expect(plumber.rank < paint.rank)
        #expect(plumber.flags.isArchived)
        #expect(try workshop.card("In the old list").card.flags.isArchived)
        #expect(!paint.flags.isArchived)
    }

    @Test mutating func `says everything that stays in Trello`() throws {
        let plan = try workshop.plan(file())
        try expectGolden(
            plan.notTaken.map { "\($0.what) | \($0.at) | \($0.why)" }.joined(separator: "\n") + "\n",
            "what-stays-in-trello.txt")
    }

    @Test mutating func `changes only what changed there`() throws {
        try workshop.importing(file())
        let (id, _) = try workshop.card("Buy paint")
        try workshop.perform(.retitleCard(id, to: Name("Buy the paint")))
        try workshop.perform(.prioritiseCard(id, .high))
        let plan = try workshop.importing(file(card(Self.paint, ["due": "2027-01-01T00:00:00.000Z"])))
        #expect(plan.changed == 1)
        let (_, paint) = try workshop.card("Buy the paint")
        #expect(paint.priority == .high)
        #expect(paint.due?.day.text == "2027-01-01")
    }

    @Test mutating func `merges a description changed there and here`() throws {
        try workshop.importing(file())
        let (id, _) = try workshop.card("Buy paint")
        let mine = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 3, insertion: "Three")])
        try workshop.perform(.describeCard(id, mine))
        try workshop.importing(file(card(Self.paint, ["desc": "Two tins.\nBlue.\nAnd brushes.\n"])))
        #expect(workshop.view.boards.description(of: id)?.string == "Three tins.\nBlue.\nAnd brushes.\n")
        let again = try workshop.plan(file(card(Self.paint, ["desc": "Two tins.\nBlue.\nAnd brushes.\n"])))
        #expect(again.steps == [])
    }

    @Test mutating func `moves, unarchives, relabels and rewords as it was done there`() throws {
        try workshop.importing(file())
        let (id, _) = try workshop.card("Buy paint")
        try workshop.perform(.tagCard(id, [CardTag(colour: .pink, label: "Mine")]))
        try workshop.importing(
            file { board in
                card(
                    Self.paint, ["idList": "5f0000000000000000000b02", "idLabels": ["l2"], "name": "Buy green paint"])(
                        &board)
                card(Self.colourless, ["closed": false])(&board)
                var actions = board["actions"] as? [[String: Any]] ?? []
                actions[0]["data"] = ["text": "Which green?", "card": ["id": Self.paint]]
                board["actions"] = actions
            })
        let (_, paint) = try workshop.card("Buy green paint")
        #expect(workshop.state.boards.model.columns[paint.column]?.name.text == "Done")
        #expect(Set(paint.tags) == [CardTag(colour: .red, label: ""), CardTag(colour: .pink, label: "Mine")])
        #expect(paint.comments.map(\.text) == ["Which green?"])
        #expect(try !workshop.card("Call the plumber").card.flags.isArchived)
    }

    @Test mutating func `adds new lists and cards where they stand there`() throws {
        try workshop.importing(file())
        try workshop.importing(
            file { board in
                board["lists"] =
                    (board["lists"] as? [[String: Any]] ?? []) + [["id": "n1", "name": "Doing", "pos": 150]]
                board["cards"] =
                    (board["cards"] as? [[String: Any]] ?? []) + [
                        ["id": "n2", "name": "Between", "idList": "5f0000000000000000000b01", "pos": 1]
                    ]
            })
        let model = workshop.state.boards.model
        let board = try #require(model.boards.ids.first)
        let columns = Array(model.columns(of: board).ids)
        #expect(columns.map { model.columns[$0]?.name.text } == ["To do", "Doing", "Done", "Old"])
        let cards = model.cards(of: columns[0]).ids.map { model.cards[$0]?.title.text }
        #expect(cards.prefix(3) == ["Call the plumber", "Between", "Buy paint"])
    }

    @Test mutating func `deletes nothing that is gone there, and brings back nothing that was deleted here`() throws {
        try workshop.importing(file())
        let (id, _) = try workshop.card("In the old list")
        try workshop.perform(.trashCard(id))
        let plan = try workshop.importing(
            file { board in
                board["cards"] = (board["cards"] as? [[String: Any]] ?? []).filter { $0["id"] as? String != Self.paint }
            })
        #expect(plan.steps == [])
        #expect(try workshop.card("Buy paint").card.flags.isLive)
        #expect(try workshop.card("In the old list").card.flags.isTrashed)
    }

    @Test mutating func `is a second board under another name`() throws {
        try workshop.importing(file())
        let plan = try workshop.importing(file(), into: "Copy of the house")
        #expect(plan.created.boards == 1)
        #expect(plan.created.cards == 4)
        let model = workshop.state.boards.model
        #expect(model.boards.ids.map { model.boards[$0]?.title.text } == ["House", "Copy of the house"])
    }

    @Test(
        arguments: [
            (#"{"lists": {}, "cards": [], "id": "x", "name": "y"}"#, "lists"),
            (#"{"lists": [], "cards": [], "id": "x"}"#, "its outermost object: “name” is missing"),
            (#"{"lists": [], "cards": [}"#, "not valid JSON"),
            (#"{"lists": [], "cards": [{"id": "x"}"#, "its end, after 35 bytes: it stops before its JSON is closed"),
            (#"{"lists": [], "cards": [], "name": "a \" b ]}"#, "it stops before its JSON is closed"),
        ])
    func `that is damaged is refused with the place`(json: String, place: String) throws {
        let file = try scratch.file("broken.json", json)
        do {
            _ = try workshop.plan(file)
            Issue.record("was taken")
        } catch let failure as ImportFailure {
            #expect(failure.message.contains(place), "\(failure.message)")
            #expect(failure.message.contains(file.path))
        }
    }
}
