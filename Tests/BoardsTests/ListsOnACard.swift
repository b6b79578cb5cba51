import Boards
import Kernel
import KernelTesting
import Testing

@Suite("A checklist on a card")
struct AChecklistOnACard {
    let spec = Fixture.spec.withChecklist
    let text = Fixture.name("Ladder")
    let ladder: ChecklistItemID = Fixture.id(43)

    @Test(.shows("P-110"))
    func `items are added to the card's one list, or to a named one`() {
        spec.when(.addItem(.paint, ladder, text: text, checklist: "", above: nil))
            .then(.itemAdded(.paint, ladder, text: text, checklist: "", at: Fixture.rank(3)))
        spec.when(.addItem(.paint, ladder, text: text, checklist: "  Shop ", above: .tape))
            .then(
                .itemAdded(.paint, ladder, text: text, checklist: "Shop", at: Rank.between(nil, Fixture.rank(1))))
        spec.when(.addItem(.paint, ladder, text: text, checklist: "New", above: nil))
            .then(.itemAdded(.paint, ladder, text: text, checklist: "New", at: Fixture.rank(1)))
        spec.when(.addItem(.paint, .tape, text: text, checklist: "", above: nil)).thenNothing()
    }

    @Test func `adding is refused without a text, and beside an item of another list`() {
        spec.when(.addItem(.paint, ladder, text: .blank, checklist: "", above: nil)).thenRefused(.badName(.empty))
        spec.when(.addItem(.paint, ladder, text: text, checklist: "", above: .tape))
            .thenRefused(.itemElsewhere(.tape, Fixture.name("Tape")))
        spec.when(.addItem(.paint, ladder, text: text, checklist: "", above: ladder)).thenRefused(.noSuchItem(ladder))
        spec.when(.addItem(.tulips, ladder, text: text, checklist: "", above: nil)).thenRefused(.noSuchCard(.tulips))
    }

    @Test func `adding is refused beyond the limit`() {
        let full = spec.given(
            (0..<UInt64(Card.itemsMax - 3)).map {
                .itemAdded(.paint, Fixture.id(1_000 + $0), text: text, checklist: "", at: Fixture.rank(3))
            })
        full.when(.addItem(.paint, ladder, text: text, checklist: "", above: nil))
            .thenRefused(.tooMany(.items, max: Card.itemsMax))
    }

    @Test(.shows("P-110"))
    func `progress is n of m`() throws {
        let view = Fixture.view(of: spec.given(.itemChecked(.paint, .brush), .itemRemoved(.paint, .tape)).history)
        let progress = try #require(view.model.cards[.paint]).progress
        #expect(progress == (1, 2))
    }

    @Test(.shows("P-110"))
    func `items are ticked off and reopened`() {
        spec.when(.checkItem(.paint, .brush)).then(.itemChecked(.paint, .brush))
        spec.when(.uncheckItem(.paint, .brush)).thenNothing()
        let done = spec.given(.itemChecked(.paint, .brush))
        done.when(.checkItem(.paint, .brush)).thenNothing()
        done.when(.uncheckItem(.paint, .brush)).then(.itemUnchecked(.paint, .brush))
    }

    @Test func `items are reworded`() {
        spec.when(.rewordItem(.paint, .brush, to: text)).then(.itemReworded(.paint, .brush, text: text))
        spec.when(.rewordItem(.paint, .brush, to: Fixture.name("Find the brush"))).thenNothing()
        spec.when(.rewordItem(.paint, .brush, to: .blank)).thenRefused(.badName(.empty))
    }

    @Test(.shows("P-110"))
    func `items are put in order within their list`() throws {
        spec.when(.moveItem(.paint, .brush, above: .measure))
            .then(.itemMoved(.paint, .brush, to: Rank.between(nil, Fixture.rank(1))))
        spec.when(.moveItem(.paint, .brush, above: nil)).thenNothing()
        spec.when(.moveItem(.paint, .brush, above: .brush)).thenNothing()
        spec.when(.moveItem(.paint, .brush, above: .tape)).thenRefused(.itemElsewhere(.tape, Fixture.name("Tape")))
        let after = spec.after([.moveItem(.paint, .brush, above: .measure)])
        let card = try #require(after.state.model.cards[.paint])
        #expect(card.itemsByChecklist[0].map(\.id) == [.brush, .measure])
        #expect(card.itemsByChecklist[1].map(\.id) == [.tape])
    }

    @Test func `items are removed, and a removed one cannot be changed`() {
        spec.when(.removeItem(.paint, .brush)).then(.itemRemoved(.paint, .brush))
        let gone = spec.given(.itemRemoved(.paint, .brush))
        gone.when(.removeItem(.paint, .brush)).thenNothing()
        for command: BoardCommand in [
            .checkItem(.paint, .brush), .uncheckItem(.paint, .brush), .rewordItem(.paint, .brush, to: text),
            .moveItem(.paint, .brush, above: nil),
        ] {
            gone.when(command).thenRefused(.noSuchItem(.brush))
        }
        spec.when(.removeItem(.paint, ladder)).thenRefused(.noSuchItem(ladder))
    }

    @Test func `nothing of it changes while the card is in the trash`() {
        let gone = spec.given(.cardTrashed(.paint))
        for command: BoardCommand in [
            .checkItem(.paint, .brush), .rewordItem(.paint, .brush, to: text), .removeItem(.paint, .brush),
            .moveItem(.paint, .brush, above: .measure),
            .addItem(.paint, ladder, text: text, checklist: "", above: nil),
        ] {
            gone.when(command).thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
        }
    }
}

@Suite("Comments on a card")
struct CommentsOnACard {
    let spec = Fixture.spec
    let asked = Fixture.spec.given(.commentAdded(.paint, .question, text: "Which white?"))

    @Test func `one is made`() {
        spec.when(.addComment(.paint, .question, text: "Which white?"))
            .then(.commentAdded(.paint, .question, text: "Which white?"))
        asked.when(.addComment(.paint, .question, text: "Other")).thenNothing()
    }

    @Test func `one that says nothing, too much, or on no card is refused`() {
        spec.when(.addComment(.paint, .question, text: " \n")).thenRefused(.emptyComment)
        let long = String(repeating: "x", count: Card.commentBytesMax + 1)
        spec.when(.addComment(.paint, .question, text: long))
            .thenRefused(.tooLong(bytes: long.utf8.count, max: Card.commentBytesMax))
        spec.when(.addComment(.tulips, .question, text: "Which?")).thenRefused(.noSuchCard(.tulips))
        spec.given(.cardTrashed(.paint)).when(.addComment(.paint, .question, text: "Which?"))
            .thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
    }

    @Test func `one beyond the limit is refused`() {
        let full = spec.given(
            (0..<UInt64(Card.commentsMax)).map { .commentAdded(.paint, Fixture.id(1_000 + $0), text: "ok") })
        full.when(.addComment(.paint, .question, text: "one more"))
            .thenRefused(.tooMany(.comments, max: Card.commentsMax))
    }

    @Test func `one is reworded`() {
        asked.when(.rewordComment(.paint, .question, to: "Which?"))
            .then(.commentReworded(.paint, .question, text: "Which?"))
        asked.when(.rewordComment(.paint, .question, to: "Which white?")).thenNothing()
        asked.when(.rewordComment(.paint, .question, to: "")).thenRefused(.emptyComment)
        spec.when(.rewordComment(.paint, .question, to: "Which?")).thenRefused(.noSuchComment(.question))
    }

    @Test func `one is removed`() {
        asked.when(.removeComment(.paint, .question)).then(.commentRemoved(.paint, .question))
        let gone = asked.given(.commentRemoved(.paint, .question))
        gone.when(.removeComment(.paint, .question)).thenNothing()
        gone.when(.rewordComment(.paint, .question, to: "Which?")).thenRefused(.noSuchComment(.question))
        spec.when(.removeComment(.paint, .question)).thenRefused(.noSuchComment(.question))
    }

    @Test func `they are read in the order in which they were said, with author and time`() throws {
        var view = Fixture.view(of: spec.history)
        // The answer reached the journal first: it was imported later than it was said.
        say(.answer, "The old one", at: 100, minute: 20, by: Fixture.bert, in: &view)
        say(.question, "Which?", at: 101, minute: 10, by: Fixture.anna, in: &view)
        let card = try #require(view.card(.paint, name: Fixture.name(of:)))
        #expect(card.comments.map(\.author) == ["Anna", "Bert"])
        #expect(card.comments.map(\.made) == [Instant(seconds: 600), Instant(seconds: 1_200)])
        #expect(card.comments.map(\.text) == ["Which?", "The old one"])
    }

    private func say(
        _ comment: CommentID, _ text: String, at position: UInt64, minute: Int64, by actor: ActorID,
        in view: inout BoardsView
    ) {
        let fact = Recorded(
            position: Position(position), actor: actor, device: Fixture.device,
            instant: Instant(seconds: minute * 60), event: BoardEvent.commentAdded(.paint, comment, text: text))
        BoardProjection.project(fact, into: &view)
    }
}
