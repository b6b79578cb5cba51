import Accounts
import Boards
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Studio
import Workspace

extension RouteTable {
    /// The routes that a voice, a shortcut or a script calls in one request. Requirements P-205 to P-207.
    static let intents: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/intents/add-card", "intentAddCard",
            "Adds a card as one says it: Call school tomorrow !high #family.", .commands,
            body: [
                FieldShape("title", .text(bytesMax: FieldShape.textBytesMax), "The words."),
                FieldShape("column", .identifier, "Where it goes; else the first column of the board.").optional,
                FieldShape("board", .identifier, "Else one's primary board, else the first one.").optional,
                FieldShape("card", .identifier, "Its identifier, so that asking twice makes one.").optional,
                FieldShape("today", .day, "The day where the person is; else where it is in UTC.").optional,
            ], answer: .json(.created)
        ) { try await $0.addCard() },
        Route(
            .post, "/v1/workspaces/{workspace}/intents/move-card", "intentMoveCard",
            "Puts a card last in a column of its board.", .commands,
            body: [
                FieldShape("card", .identifier, "Which card."),
                FieldShape("column", .identifier, "Where it goes."),
            ], answer: .json(.ok)
        ) { call in
            let (card, column) = (
                try call.body.given("card", CardID.self), try call.body.given("column", ColumnID.self)
            )
            return try await call.changingCard(card, .ok) { _ in [.boards(.moveCard(card, to: column, above: nil))] }
        },
        Route(
            .get, "/v1/workspaces/{workspace}/intents/cards", "intentFindCards",
            "The cards with a tag, or one nested below it, those changed last first.", .reads([.boards]),
            query: [FieldShape("tag", .text(bytesMax: Name.bytesMax), "The tag.")] + searchPaged
        ) { call in
            do { return try await call.find(SearchQuery(cardsTagged: [Name(call.query.required("tag"))])) } catch let fault
                as NameFault
            {
                throw ProblemDocument(.badRequest, "badParameter", fault.message, field: "tag")
            }
        },
    ]
}

extension Fields {
    /// An identifier that its shape requires.
    fileprivate func given<Kind>(
        _ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self
    ) throws(ProblemDocument) -> Identifier<Kind> {
        guard let id: Identifier<Kind> = identifier(name) else {
            throw ProblemDocument(.unprocessableContent, "missingField", "\(name) is missing", field: name)
        }
        return id
    }
}

extension Call {
    fileprivate func addCard() async throws -> Response {
        let card: CardID = body.identifier("card") ?? pool.runtime.mint()
        let preferences = accounts.model.existing(try signedIn().user)?.preferences
        let phrase = CardPhrase(
            body.required("title"), today: body.day("today") ?? now.day(inZone: preferences?.zone),
            zone: preferences?.zone ?? "")
        let (column, board): (ColumnID?, BoardID?) = (body.identifier("column"), body.identifier("board"))
        let primary = preferences?.primaryBoard.map { $0.as(Board.self) }
        return try await changingCard(card, .created) { view in
            // Asked for again, it is there with all that was done to it since.
            guard view.boards.existing(card) == nil else { return [] }
            let begin = board.map { view.boards.firstColumn(of: $0) } ?? view.boards.firstColumn(preferring: primary)
            guard let target = column ?? begin else {
                throw ProblemDocument(
                    .notFound, "noSuchThing", "there is no board to add it to; say column or board", field: "board")
            }
            let commands: [BoardCommand]
            do throws(NameFault) { commands = try phrase.commands(for: card, in: target) } catch {
                throw ProblemDocument(.unprocessableContent, "badName", error.message, field: "title")
            }
            return commands.map { WorkspaceCommand.boards($0) }
        }
    }

    /// Has commands decided and journaled for the caller, and answers with the card as it is then.
    ///
    /// Nobody numbers them, so they are not of the device that asks: one of its numbers would be used up, and its next
    /// command taken for a repeated one.
    ///
    /// - Throws: the policy's denial, the rules' refusal; nothing is changed then.
    fileprivate func changingCard(
        _ card: CardID, _ status: HTTPResponse.Status,
        _ commands: @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) async throws -> Response {
        let (id, caller) = (try workspace(), try signedIn())
        let sender = Sender(
            caller.principal, actor: caller.author.actor, name: accounts.model.existing(caller.user)?.name)
        let author = Author(actor: sender.actor, device: pool.device)
        return try await using(id) { workspace in
            // Who may not read boards learns nothing of which there are.
            let authorizer = WorkspaceAuthorizer(of: id, given: accounts)
            try authorizer.check(
                caller.principal, [RequiredPermission(.read, .boards), RequiredPermission(.write, .boards)], at: now)
            let outcome = try await workspace.perform(by: caller.principal, through: authorizer, as: author, commands)
            let (after, sequence, _) = try await workspace.durableView()
            // A request that changed nothing leaves nothing behind, not even a name. The change is on disk: where the
            // name of its author cannot be written, that does not fail the request, and the next change brings it.
            if case .done = outcome { _ = try? await workspace.introduce(sender, on: author.device) }
            guard let reading = try await rendering(id, { after.boards.card(card, name: after.name) }) else {
                throw ProblemDocument(.notFound, "noSuchThing", "there is no such card to be seen; look in the trash")
            }
            var headers: HTTPFields = [:]
            if let name = Self.sequenceHeader { headers[name] = String(sequence) }
            return .json(status, headers: headers) { reading.write(to: &$0) }
        }
    }
}
