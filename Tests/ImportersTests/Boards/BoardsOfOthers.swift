import Boards
import Foundation
import Importers
import Kernel
import KernelTesting
import Testing
import Workspace

@Suite("Real Trello boards", .enabled(if: GivenData.isHere, GivenData.absent))
struct BoardsOfOthers {
    static let names = [
        "gorillalabs-dekk", "humberto-zayas-trello-clone", "nextcloud-deck", "strictlybusiness-fda-food-recalls",
        "wekan-wekan",
    ]

    private static func url(_ name: String) -> URL { GivenData.file("boards/trello-\(name).json") }

    /// The file as Foundation's untyped reader sees it.
    private struct File {
        var object: [String: Any]

        init(_ name: String) throws {
            let data = try Data(contentsOf: url(name))
            object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func list(_ key: String) -> [[String: Any]] { object[key] as? [[String: Any]] ?? [] }
        func name(_ object: [String: Any]) -> String { object["name"] as? String ?? "" }
        func place(_ object: [String: Any]) -> Double { object["pos"] as? Double ?? Double(object["pos"] as? Int ?? 0) }
        func id(_ object: [String: Any]) -> String { object["id"] as? String ?? "" }
    }

    @Test(arguments: names)
    func `come in with as many lists, cards, items and comments as they hold`(name: String) throws {
        let file = try File(name)
        var workshop = Workshop()
        let plan = try workshop.importing(Self.url(name))
        #expect(plan.format == .trello)
        #expect(plan.created.boards == 1)
        #expect(plan.created.columns == file.list("lists").count)
        #expect(plan.created.cards == file.list("cards").count)

        let cards = workshop.state.boards.model.cards
        let all = cards.all.map { cards[$0.slot] }
        let items = file.list("checklists").flatMap { $0["checkItems"] as? [[String: Any]] ?? [] }
        #expect(all.reduce(0) { $0 + $1.items.count } == items.count)
        #expect(
            all.reduce(0) { $0 + $1.progress.done } == items.count { $0["state"] as? String == "complete" })
        #expect(
            all.reduce(0) { $0 + $1.comments.count }
                == file.list("actions").count { $0["type"] as? String == "commentCard" })
        let closedLists = Set(file.list("lists").filter { $0["closed"] as? Bool == true }.map(file.id))
        let archived = file.list("cards").count {
            $0["closed"] as? Bool == true || closedLists.contains($0["idList"] as? String ?? "")
        }
        #expect(all.count { $0.flags.isArchived } == archived)
        #expect(all.count { $0.due != nil } == file.list("cards").count { $0["due"] is String })
    }

    @Test(arguments: names)
    func `keep the order of lists and cards`(name: String) throws {
        let file = try File(name)
        var workshop = Workshop()
        try workshop.importing(Self.url(name))
        let model = workshop.state.boards.model
        let board = try #require(model.boards.ids.first)
        let columns = Array(model.columns(of: board).ids)
        let lists = file.list("lists").sorted { file.place($0) < file.place($1) }
        #expect(columns.map { model.columns[$0]?.name.text } == lists.map { trimmed(file.name($0)) })
        for (column, list) in zip(columns, lists) {
            let cards = file.list("cards").filter { $0["idList"] as? String == file.id(list) }
                .sorted { file.place($0) < file.place($1) }
            let found = model.cards(of: column).ids.map { model.cards[$0]?.title.text }
            #expect(found == cards.map { normalFormC(trimmed(file.name($0))) })
        }
    }

    @Test(arguments: names)
    func `come in once`(name: String) throws {
        var workshop = Workshop()
        let plan = try workshop.importing(Self.url(name))
        let again = try workshop.plan(Self.url(name))
        #expect(again.steps == [])
        #expect(again.created == Counts())
        #expect(again.unchanged == 1 + plan.created.columns + plan.created.cards)
        #expect(again.notTaken == plan.notTaken)
    }

    @Test(arguments: names, [true, false])
    func `come back after the import was undone`(name: String, forgetting: Bool) throws {
        var workshop = Workshop()
        let first = try workshop.importing(Self.url(name))
        let before = workshop.view.boards.model
        try workshop.withdraw(since: 0, forgetting: forgetting)
        let second = try workshop.importing(Self.url(name))
        #expect(second.created == first.created)
        #expect(workshop.view.boards.model == before)
    }

    @Test func `keep who said what and when`() throws {
        var workshop = Workshop()
        try workshop.importing(Self.url("gorillalabs-dekk"))
        let (id, card) = try workshop.card("Establish Trello alternative")
        let slot = try #require(workshop.view.boards.model.cards.slot(of: id))
        let said = zip(card.comments, workshop.view.boards.remarks(on: slot)).map { comment, trace in
            "\(trace.made.keyText) \(workshop.view.name(of: trace.maker)): \(comment.text.prefix(40))"
        }
        #expect(said.contains("2015-06-19T10:43:07.215Z Person 1: Die haben kackdreist Trello kopiert und "))
        // Made when its identifier says, which is when the board's log says it was created.
        #expect(workshop.view.boards.provenance(of: slot).made.keyText == "2015-06-19T10:32:37Z")
    }

    @Test(arguments: names)
    func `cut off anywhere are refused in one sentence`(name: String) throws {
        let whole = try Data(contentsOf: Self.url(name))
        let scratch = try Scratch()
        let file = scratch.url.appending(path: "cut.json")
        var chance = Seed(11).chance
        for length in [1, 2, 10] + (0..<25).map({ _ in chance.below(whole.count - 3) }) {
            try whole.prefix(length).write(to: file)
            do {
                let plan = try Workshop().plan(file)
                Issue.record("\(length) bytes gave \(plan.created)")
            } catch let failure as ImportFailure {
                #expect(failure.message.contains(file.path), "\(failure.message)")
                #expect(
                    failure.message.contains("nothing was imported") || failure.message.contains("what can be imported")
                )
            }
        }
    }
}
