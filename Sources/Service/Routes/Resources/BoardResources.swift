import Boards
import HTTPTypes
import Hummingbird
import Kernel
import Workspace

extension RouteTable {
    /// Boards, columns and cards, made and changed in one request each.
    static let boardResources: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/boards", "createBoard", "Opens a board.", .commands, headers: [idempotencyKey],
            body: [
                FieldShape("title", name, "What it is called."),
                FieldShape(
                    "columns", .texts(countMax: 100, bytesMax: Name.bytesMax),
                    "Its columns; \(DefaultColumns.names.joined(separator: ", ")) by default."
                ).optional,
                FieldShape("board", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ], answer: .json(.created), furtherStatuses: [409]
        ) { call in
            let board: BoardID = try call.fresh("board")
            let title = try call.body.requiredName("title")
            let given = try call.body.names("columns")
            let names = call.body.has("columns") ? given : DefaultColumns.names.map { Name(recorded: $0) }
            let runtime = call.pool.runtime
            return try await call.change(
                .board(board, making: .board(board, title: title, columns: names)) { view in
                    guard view.boards.existing(board) == nil else { return [] }
                    return [
                        .boards(.openBoard(board, title: title, columns: names.map { NewColumn(id: runtime.mint(), name: $0) }))
                    ]
                })
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/boards/{board}", "changeBoard", "Renames, pins or archives a board.", .commands,
            headers: [ifMatch],
            body: [
                FieldShape("title", name, "What it is called.").optional,
                FieldShape("pinned", .flag, "True to keep it at the top of the lists.").optional,
                FieldShape("archived", .flag, "True to put it out of the way.").optional,
            ], answer: .json(.ok), furtherStatuses: [412]
        ) { call in
            let board: BoardID = try call.identifier("board")
            let (title, said) = (try call.body.name("title"), call.body)
            return try await call.change(
                .board(board) { _ in
                    var commands: [BoardCommand] = []
                    if said.has("archived"), !said.flag("archived") { commands.append(.unarchiveBoard(board)) }
                    if let title { commands.append(.retitleBoard(board, to: title)) }
                    if said.has("pinned") { commands.append(said.flag("pinned") ? .pinBoard(board) : .unpinBoard(board)) }
                    if said.flag("archived") { commands.append(.archiveBoard(board)) }
                    return commands.map { .boards($0) }
                })
        },
        Route(
            .delete, "/v1/workspaces/{workspace}/boards/{board}", "trashBoard", "Puts a board into the trash.", .commands,
            headers: [ifMatch], answer: .nothing, furtherStatuses: [412]
        ) { call in
            let board: BoardID = try call.identifier("board")
            return try await call.remove(.boards, board.entity, .boards(.trashBoard(board)))
        },
        Route(
            .post, "/v1/workspaces/{workspace}/boards/{board}/columns", "createColumn",
            "Adds a column to a board, last or just before another; the board is answered.", .commands,
            headers: [idempotencyKey],
            body: [
                FieldShape("name", name, "What it is called."),
                FieldShape("before", .identifier, "The column that it stands before.").optional,
                FieldShape("column", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ], answer: .json(.ok), furtherStatuses: [409]
        ) { call in
            let board: BoardID = try call.identifier("board")
            let column: ColumnID = try call.fresh("column")
            let (name, next): (Name, ColumnID?) = (try call.body.requiredName("name"), call.body.identifier("before"))
            return try await call.change(
                .board(board, making: .column(column, on: board, name: name, before: next)) { view in
                    guard view.boards.existing(column) == nil else { return [] }
                    return [.boards(.addColumn(column, to: board, name: name, above: next))]
                })
        },
        Route(
            .post, "/v1/workspaces/{workspace}/cards", "createCard", "Adds a card, last in its column.", .commands,
            headers: [idempotencyKey],
            body: [
                FieldShape("title", name, "What it is called."),
                FieldShape("column", .identifier, "Where it goes; else the first column of the board.").optional,
                FieldShape("board", .identifier, "Else the first board.").optional,
                FieldShape("card", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ] + cardFields, answer: .json(.created), furtherStatuses: [409]
        ) { call in
            let card: CardID = try call.fresh("card")
            let title = try call.body.requiredName("title")
            let (column, board): (ColumnID?, BoardID?) = (call.body.identifier("column"), call.body.identifier("board"))
            let said = call.body
            return try await call.change(
                .card(card, making: said.making(card, titled: title, column, board)) { view in
                    guard view.boards.existing(card) == nil else { return [] }
                    let begin = board.map { view.boards.firstColumn(of: $0) } ?? view.boards.firstColumn(preferring: nil)
                    guard let target = column ?? begin else {
                        throw ProblemDocument(
                            .notFound, "noSuchThing", "there is no board to add it to; say column or board", field: "board")
                    }
                    let made: BoardCommand = .addCard(
                        card, to: target, title: title, description: said.text("description") ?? "", above: nil)
                    return ([made] + said.cardFacts(of: card, tagged: [])).map { .boards($0) }
                })
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/cards/{card}", "changeCard",
            "Changes or moves a card: what is left out stays. Of a text only what differs is recorded.", .commands,
            headers: [ifMatch],
            body: [
                FieldShape("title", name, "What it is called.").optional,
                FieldShape("column", .identifier, "Where it goes, last.").optional,
                FieldShape("archived", .flag, "True to put it out of the way.").optional,
            ] + cardFields, answer: .json(.ok), furtherStatuses: [412]
        ) { call in
            let card: CardID = try call.identifier("card")
            let (title, said) = (try call.body.name("title"), call.body)
            return try await call.change(
                .card(card) { view in
                    guard let known = view.boards.existing(card), let document = view.boards.description(of: card) else {
                        throw ProblemDocument.noSuchThing("card")
                    }
                    var commands: [BoardCommand] = []
                    if said.has("archived"), !said.flag("archived") { commands.append(.unarchiveCard(card)) }
                    if let title { commands.append(.retitleCard(card, to: title)) }
                    if let text = said.text("description") {
                        let runs = TextDiff.runs(from: document.string, to: text)
                        if !runs.isEmpty {
                            commands.append(.describeCard(card, TextEdit(parents: document.clock.frontier, runs: runs)))
                        }
                    }
                    if let column: ColumnID = said.identifier("column"), column != known.column {
                        commands.append(.moveCard(card, to: column, above: nil))
                    }
                    commands += said.cardFacts(of: card, tagged: known.tags)
                    if said.flag("archived") { commands.append(.archiveCard(card)) }
                    return commands.map { .boards($0) }
                })
        },
        Route(
            .delete, "/v1/workspaces/{workspace}/cards/{card}", "trashCard", "Puts a card into the trash.", .commands,
            headers: [ifMatch], answer: .nothing, furtherStatuses: [412]
        ) { call in
            let card: CardID = try call.identifier("card")
            return try await call.remove(.boards, card.entity, .boards(.trashCard(card)))
        },
    ]

    private static let cardFields = [
        FieldShape("description", body, "Its text, in Markdown.").optional,
        FieldShape("due", .day, "The day that it is due; null for none.").optional,
        FieldShape("priority", .word(Priority.allCases.map { spelled($0.fieldName) }), "How urgent it is.").optional,
        FieldShape("tags", tags, "All of its tags, without colours.").optional,
    ]
}

extension Fields {
    /// The commands for everything that a body says of a card besides its title, its text and its place.
    ///
    /// - Parameter tagged: the tags that it has.
    fileprivate func cardFacts(of card: CardID, tagged: [CardTag]) -> [BoardCommand] {
        var commands: [BoardCommand] = []
        if has("due") || isNull("due") { commands.append(.scheduleCard(card, due: due)) }
        if let priority { commands.append(.prioritiseCard(card, priority)) }
        if has("tags") {
            let labels = texts("tags")
            let gone = tagged.filter { !labels.contains($0.label) }
            let new = labels.filter { label in !tagged.contains { $0.label == label } }.map {
                CardTag(colour: .none, label: $0)
            }
            if !gone.isEmpty { commands.append(.untagCard(card, gone)) }
            if !new.isEmpty { commands.append(.tagCard(card, new)) }
        }
        return commands
    }

    private var due: Due? { day("due").map { Due(day: $0) } }

    private var priority: Priority? {
        text("priority").flatMap { word in Priority.allCases.first { spelled($0.fieldName) == word } }
    }

    /// The making of a card, by everything that a body says of it.
    fileprivate func making(_ card: CardID, titled title: Name, _ column: ColumnID?, _ board: BoardID?) -> Making {
        .card(
            card, title: title, description: text("description") ?? "", column: column, board: board, due: due,
            priority: priority ?? .none, labels: texts("tags"))
    }
}

extension ResourceChange {
    fileprivate static func board(
        _ board: BoardID, making: Making? = nil, _ commands: @escaping @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) -> ResourceChange {
        ResourceChange(
            area: .boards, thing: board.entity, making: making, commands: commands,
            reading: { $0.boards.board(board, name: $0.name) }, path: "/boards/" + board.text)
    }

    fileprivate static func card(
        _ card: CardID, making: Making? = nil, _ commands: @escaping @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) -> ResourceChange {
        ResourceChange(
            area: .boards, thing: card.entity, making: making, commands: commands,
            reading: { $0.boards.card(card, name: $0.name) }, path: "/cards/" + card.text)
    }
}
