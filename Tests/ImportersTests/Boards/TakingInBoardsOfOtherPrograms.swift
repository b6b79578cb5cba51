import Boards
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Taking in boards of other programs", .shows("B-30"))
struct TakingInBoardsOfOtherPrograms {
    private let scratch: Scratch
    private var workshop = Workshop()

    init() throws { scratch = try Scratch() }

    static let kinds = ["wekan", "wekan-table", "planka", "planka-1", "deck", "focalboard"]

    /// Writes the sample of one kind; `change` is what somebody does to its text at the source.
    private func file(_ kind: String, _ change: (String) -> String = { $0 }) throws -> URL {
        func json(_ object: Any) throws -> String {
            let data = try JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
        switch kind {
        case "wekan": return try scratch.file("garden.json", change(json(BoardSamples.wekan)))
        case "wekan-table": return try scratch.file("table.csv", change(BoardSamples.table))
        case "planka": return try scratch.file("holiday.json", change(json(BoardSamples.planka)))
        case "planka-1": return try scratch.file("old.json", change(json(BoardSamples.planka1)))
        case "deck": return try scratch.file("deck.json", change(json(BoardSamples.deck)))
        default:
            let lines = try BoardSamples.focalboard.map { try json($0) }.joined(separator: "\n") + "\n"
            return try scratch.file("books.jsonl", change(lines))
        }
    }

    @Test(arguments: kinds)
    mutating func `takes columns, cards and all that stands on them, and says what stays there`(kind: String) throws {
        let plan = try workshop.importing(file(kind))
        #expect(kind.hasPrefix(plan.format.rawValue))
        try expectGolden(workshop.boardsText + "\nNot taken over:\n" + plan.report, "boards/\(kind).txt")
    }

    @Test(arguments: kinds)
    mutating func `takes each thing once`(kind: String) throws {
        let first = try workshop.importing(file(kind))
        let again = try workshop.plan(file(kind))
        #expect(again.steps == [])
        #expect(again.created == Counts())
        #expect(again.unchanged == first.created.boards + first.created.columns + first.created.cards)
    }

    @Test(arguments: kinds, [true, false])
    mutating func `brings everything back after the import was undone`(kind: String, forgetting: Bool) throws {
        let first = try workshop.importing(file(kind))
        let before = workshop.view.boards.model
        try workshop.withdraw(since: 0, forgetting: forgetting)
        let second = try workshop.importing(file(kind))
        #expect(second.created == first.created)
        #expect(workshop.view.boards.model == before)
    }

    @Test(
        arguments: [
            ("wekan", "Sow tomatoes", "Sow beans"), ("wekan-table", "2020-05-07", "2020-05-08"),
            ("planka", "Passports", "Papers"), ("deck", "Two holes.", "Three holes."),
            ("focalboard", "Jane Austen", "J. Austen"),
        ])
    mutating func `changes only what changed there`(kind: String, old: String, new: String) throws {
        try workshop.importing(file(kind))
        let before = workshop.boardsText
        let plan = try workshop.importing(file(kind) { $0.replacingOccurrences(of: old, with: new) })
        #expect(plan.changed == 1)
        #expect(plan.created == Counts())
        #expect(workshop.boardsText == before.replacingOccurrences(of: old, with: new))
    }

    @Test(arguments: ["wekan", "planka", "deck"])
    mutating func `that are cut off are refused in one sentence`(kind: String) throws {
        let whole = try Data(contentsOf: file(kind))
        let cut = scratch.url.appending(path: "cut.json")
        for length in [1, 20, whole.count / 2, whole.count - 1] {
            try whole.prefix(length).write(to: cut)
            let failure = #expect(throws: ImportFailure.self) { try workshop.plan(cut) }
            #expect(failure?.message.contains("it stops before its JSON is closed") == true)
        }
    }

    @Test(
        arguments: [
            ("{\"version\":1,\"date\":5}\n{\"type\":\"board\",\"data\":{}}", "line 2"),
            ("{\"version\":1,\"date\":5}\n", "there is no board among them"),
        ])
    mutating func `that are damaged are refused with the line`(text: String, place: String) throws {
        let failure = #expect(throws: ImportFailure.self) { try workshop.plan(scratch.file("broken.jsonl", text)) }
        #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
    }

    /// F03: what the source says of the last change, on a card with nothing on it and on one with a comment.
    @Test(arguments: [
        (
            ImportFormat.trello,
            #"{"id":"b","name":"B","lists":[{"id":"l","name":"L"}],"cards":[{"id":"4d4a29720000000000000001","name":"A","#
                + #""idList":"l","dateLastActivity":"2019-08-07T06:05:04.000Z"}]}"#
        ),
        (
            .wekan,
            #"{"_format":"wekan-board-1.0.0","_id":"b","title":"B","lists":[{"_id":"l","title":"L"}],"cards":[{"_id":"c","#
                + #""title":"A","listId":"l","createdAt":"2011-02-03T04:05:06Z","modifiedAt":"2018-01-01T00:00:00Z","#
                + #""dateLastActivity":"2019-08-07T06:05:04Z"}]}"#
        ),
        (
            .planka,
            #"{"item":{"id":"b","name":"B"},"included":{"lists":[{"id":"l","name":"L"}],"cards":[{"id":"c","name":"A","#
                + #""listId":"l","createdAt":"2011-02-03T04:05:06Z","updatedAt":"2019-08-07T06:05:04Z"}],"comments":[{"#
                + #""id":"m","cardId":"c","text":"said","createdAt":"2012-01-01T00:00:00Z"}]}}"#
        ),
        (
            .deck,
            #"{"boards":[{"id":1,"title":"B","stacks":[{"id":1,"title":"L","cards":[{"id":1,"title":"A","createdAt":1296705906,"#
                + #""lastModified":1565157904}]}]}]}"#
        ),
        (
            .focalboard,
            #"{"type":"board","data":{"id":"b","title":"B"}}"# + "\n"
                + #"{"type":"block","data":{"id":"c","type":"card","parentId":"b","title":"A","createAt":1296705906000,"#
                + #""updateAt":1500000000000}}"# + "\n"
                + #"{"type":"block","data":{"id":"t","type":"text","parentId":"c","title":"T","updateAt":1565157904000}}"#
        ),
    ])
    mutating func `F03: a card keeps when it was made and when it was changed last`(
        format: ImportFormat, text: String
    ) throws {
        let url = try scratch.file("board.json", text)
        for _ in 0..<2 {
            #expect(try workshop.importing(url, format: format).created.cards == 1)
            let trace = try trace(of: "A")
            #expect(trace.made.keyText == "2011-02-03T04:05:06Z")
            #expect(trace.updated.keyText == "2019-08-07T06:05:04Z")
            #expect(try workshop.plan(url, format: format).steps == [])
            // After its undo and another import it is the same.
            try workshop.withdraw(since: 0)
        }
    }

    @Test mutating func `F03: what changed there since has the time of the last change there`() throws {
        func board(_ text: String, _ time: String) throws -> URL {
            try scratch.file(
                "board.json",
                #"{"id":"b","name":"B","lists":[{"id":"l","name":"L"}],"cards":[{"id":"c","name":"A","idList":"l","desc":"\#(text)","#
                    + #""dateLastActivity":"\#(time)"}]}"#)
        }
        try workshop.importing(try board("one", "2019-08-07T06:05:04Z"))
        try workshop.importing(try board("two", "2020-01-02T03:04:05Z"))
        #expect(try trace(of: "A").updated.keyText == "2020-01-02T03:04:05Z")
    }

    private func trace(of title: String) throws -> BoardsView.Provenance {
        let id = try workshop.card(title).id
        return workshop.view.boards.provenance(of: try #require(workshop.view.boards.model.cards.slot(of: id)))
    }

    @Test mutating func `a quote that is never closed is refused`() throws {
        let failure = #expect(throws: ImportFailure.self) {
            try workshop.plan(scratch.file("open.csv", "Title,Description,Stage\n\"Paint,,To do\n"))
        }
        #expect(failure?.message.contains("a quote is not closed") == true)
    }

    @Test mutating func `an archive of Focalboard brings its pictures along`() throws {
        let lines = try BoardSamples.focalboard.map { line in
            String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
        }
        let root = try scratch.write(
            ["version.json": "{}", "bo/board.jsonl": lines.joined(separator: "\n"), "bo/7.png": "seven"])
        let plan = try workshop.importing(root)
        #expect(plan.format == .focalboard)
        let (id, card) = try workshop.card("Emma")
        #expect(card.files.map(\.file.name.text) == ["7.png"])
        #expect(plan.blobs.map(\.digest) == [sha256(Array("seven".utf8))])
        #expect(workshop.view.boards.description(of: id)?.string.contains("![image](7.png)") == true)
        #expect(try workshop.plan(root).steps == [])
    }

    @Test mutating func `a file that was taken off here stays off`() throws {
        try workshop.importing(file("wekan"))
        let (id, card) = try workshop.card("Sow tomatoes")
        try workshop.perform(.detachFile(id, try #require(card.files.first?.id)))
        try workshop.importing(file("wekan") { $0.replacingOccurrences(of: "Which kind?", with: "Which?") })
        #expect(try workshop.card("Sow tomatoes").card.files.map(\.isDetached) == [true])
    }

    @Test mutating func `another name makes a second set`() throws {
        try workshop.importing(file("deck"))
        let plan = try workshop.importing(file("deck"), into: "Flat")
        #expect(plan.created.boards == 2)
        let model = workshop.state.boards.model
        #expect(
            model.boards.ids.map { model.boards[$0]?.title.text } == [
                "Kitchen", "Empty", "Flat: Kitchen", "Flat: Empty",
            ])
    }
}

@Suite("Real boards of other programs", .enabled(if: GivenData.isHere, GivenData.absent), .shows("B-30"))
struct RealBoardsOfOtherPrograms {
    static let names = ["nextcloud-deck-export.json", "wekan-board-import.csv", "focalboard-jsonl.zip"]

    @Test(arguments: names)
    func `come in once, with a report`(name: String) throws {
        let url = GivenData.file("boards/\(name)")
        var workshop = Workshop()
        let plan = try workshop.importing(url)
        #expect(!plan.notTaken.isEmpty)
        let again = try workshop.plan(url)
        #expect(again.steps == [])
        #expect(again.notTaken == plan.notTaken)
    }

    @Test func `of Deck keep stacks, cards, labels and due dates in their places`() throws {
        var workshop = Workshop()
        let plan = try workshop.importing(GivenData.file("boards/nextcloud-deck-export.json"))
        #expect(plan.format == .deck)
        let model = workshop.state.boards.model
        let outline = model.boards.ids.map { board in
            (model.boards[board]?.title.text ?? "") + ": "
                + model.columns(of: board).ids.map { column in
                    let titles = model.cards(of: column).ids.compactMap { model.cards[$0]?.title.text }
                    return (model.columns[column]?.name.text ?? "") + " " + titles.joined(separator: ", ")
                }.joined(separator: "; ")
        }
        #expect(
            outline == [
                "My test board: A 1, 2, 3; B 4, 5, 6; C ",
                "Shared board: ToDo Write tests, Write blog post, Announce feature, 🎉 Party; In progress Write feature; "
                    + "Done Plan feature, Design feature",
            ])
        #expect(try workshop.card("4").card.tags.map(\.text) == ["green: L2", "blue: L4", "pink: L1"])
        #expect(try workshop.card("1").card.due?.text == "2050-07-24 22:00 Z")
    }

    @Test func `of WeKan as a table have a card for every row`() throws {
        let url = GivenData.file("boards/wekan-board-import.csv")
        let rows = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        var workshop = Workshop()
        let plan = try workshop.importing(url)
        #expect(plan.format == .wekan)
        #expect(plan.created.cards == rows.count)
        #expect(plan.created.columns == 4)
        let first = try workshop.card("Test card 1").card
        #expect(first.due?.text == "2020-05-06")
        #expect(first.tags.map(\.text) == ["blue: Marketing"])
    }

    @Test func `have as many boards, cards and checked items as the archive`() throws {
        let url = GivenData.file("boards/focalboard-jsonl.zip")
        let text = String(decoding: try output(of: "unzip", "-p", url.path), as: UTF8.self)
        let blocks = try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object?["data"] as? [String: Any])
        }
        func fields(_ block: [String: Any]) -> [String: Any] { block["fields"] as? [String: Any] ?? [:] }
        let templates = Set(
            blocks.filter { $0["type"] as? String == "card" && fields($0)["isTemplate"] as? Bool == true }
                .compactMap { $0["id"] as? String })
        let cards = blocks.count { $0["type"] as? String == "card" } - templates.count
        let done = blocks.count { block in
            block["type"] as? String == "checkbox" && fields(block)["value"] as? Bool == true
                && !templates.contains(block["parentId"] as? String ?? "")
        }
        var workshop = Workshop()
        let plan = try workshop.importing(url)
        #expect(plan.created.boards == 10)
        #expect(plan.created.cards == cards)
        let made = workshop.state.boards.model.cards
        #expect(made.all.reduce(0) { $0 + made[$1.slot].progress.done } == done)
    }
}
