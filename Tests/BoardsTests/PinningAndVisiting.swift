import Boards
import Kernel
import KernelTesting
import Testing

@Suite("Pinning and visiting a board")
struct PinningAndVisiting {
    let phone: DeviceID = Fixture.id(601)
    let laptop: DeviceID = Fixture.id(602)

    @Test func `a board is pinned and unpinned`() {
        Fixture.spec.when(.pinBoard(.house)).then(.boardPinned(.house))
        Fixture.spec.given(.boardPinned(.house)).when(.unpinBoard(.house)).then(.boardUnpinned(.house))
        Fixture.spec.when(.unpinBoard(.house)).thenNothing()
    }

    @Test func `pinning is refused on an unknown, archived or trashed board, unpinning is not`() {
        Fixture.spec.when(.pinBoard(.garden)).thenRefused(.noSuchBoard(.garden))
        Fixture.spec.given(.boardArchived(.house)).when(.pinBoard(.house))
            .thenRefused(.boardArchived(.house, Fixture.name("House")))
        let gone = Fixture.spec.given(.boardPinned(.house), .boardTrashed(.house))
        gone.when(.pinBoard(.house)).thenNothing()
        gone.when(.unpinBoard(.house)).then(.boardUnpinned(.house))
    }

    @Test func `pinned boards stand first, and pinning is no change of a board`() {
        let history = Fixture.spec.withGarden.history
        let before = Fixture.view(of: history).boards(name: Fixture.name(of:))
        let after = Fixture.view(of: history + [.boardPinned(.house)]).boards(name: Fixture.name(of:))
        #expect(before.boards.map(\.id) == [.garden, .house])
        #expect(after.boards.map(\.id) == [.house, .garden])
        #expect(before.boards[1].touched == after.boards[0].touched)
    }

    @Test func `a look is remembered once per device`() {
        Fixture.spec.when(.visitBoard(.house, on: phone)).then(.boardVisited(.house, on: phone))
        let seen = Fixture.spec.withGarden.given(.boardVisited(.house, on: phone))
        seen.when(.visitBoard(.house, on: phone)).thenNothing()
        seen.when(.visitBoard(.house, on: laptop)).then(.boardVisited(.house, on: laptop))
        seen.when(.visitBoard(.garden, on: phone)).then(.boardVisited(.garden, on: phone))
        seen.given(.boardTrashed(.garden)).when(.visitBoard(.garden, on: phone))
            .thenRefused(.boardInTrash(.garden, Fixture.name("Garden")))
    }

    @Test func `what a board or a card was called before is kept, the newest names`() {
        var history = Fixture.spec.history
        for number in 1...20 { history.append(.cardRetitled(.paint, title: Fixture.name("Paint \(number)"))) }
        history += [
            .boardRetitled(.house, title: Fixture.name("Home")), .boardRetitled(.house, title: Fixture.name("Home")),
        ]
        let former = Fixture.view(of: history).formerTitles
        #expect(former[BoardID.house.entity]?.names == [Fixture.name("House")])
        #expect(former[CardID.paint.entity]?.names == (4...19).map { Fixture.name("Paint \($0)") })
    }
}

@Suite("Attaching a file to a card")
struct AttachingAFile {
    let other = FileFacts(
        name: Fixture.name("photo.jpg"), mediaType: "image/jpeg", sizeBytes: 1, digest: Array(repeating: 7, count: 32))

    @Test(.shows("B-35")) func `hangs it on the card`() throws {
        Fixture.spec.when(.attachFile(.paint, .receipt, .receipt)).then(.fileAttached(.paint, .receipt, .receipt))
        let view = Fixture.view(of: Fixture.spec.history + [.fileAttached(.paint, .receipt, .receipt)])
        let card = try #require(view.card(.paint, name: Fixture.name(of:)))
        #expect(card.files.map(\.file) == [.receipt])
        #expect(card.text.contains("file Quittung – Öl.pdf"))
    }

    @Test func `takes it off, and attaches it again`() {
        let with = Fixture.spec.given(.fileAttached(.paint, .receipt, .receipt))
        with.when(.detachFile(.paint, .receipt)).then(.fileDetached(.paint, .receipt))
        with.given(.fileDetached(.paint, .receipt)).when(.attachFile(.paint, .receipt, .receipt))
            .then(.fileReattached(.paint, .receipt))
        Fixture.spec.when(.detachFile(.paint, .receipt)).thenRefused(.noSuchFile(.receipt))
    }

    @Test func `is refused without a whole digest, under another file's identifier, and in the trash`() {
        var half = FileFacts.receipt
        half.digest.removeLast()
        Fixture.spec.when(.attachFile(.paint, .receipt, half)).thenRefused(.digestMalformed(.receipt))
        let with = Fixture.spec.given(.fileAttached(.paint, .receipt, .receipt))
        with.when(.attachFile(.paint, .receipt, other)).thenRefused(.fileTaken(.receipt))
        with.given(.cardTrashed(.paint)).when(.attachFile(.paint, .photo, other))
            .thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
        with.given(.cardTrashed(.paint)).when(.detachFile(.paint, .receipt))
            .thenRefused(.cardInTrash(.paint, Fixture.name("Buy paint")))
    }

    @Test func `is refused beyond the limit`() {
        let full = (0..<Card.filesMax).map {
            BoardEvent.fileAttached(.paint, Fixture.id(10_000 + UInt64($0)), .receipt)
        }
        Fixture.spec.given(full).when(.attachFile(.paint, .photo, other))
            .thenRefused(.tooMany(.files, max: Card.filesMax))
    }

    @Test func `a card brought back to how it was has the files it had, and keeps later ones`() throws {
        let past = Fixture.spec.history + [.fileAttached(.paint, .receipt, .receipt)]
        let now = past + [.fileDetached(.paint, .receipt), .fileAttached(.paint, .photo, other)]
        let events = try BoardDecider.restoration(
            of: CardID.paint.entity, to: Fixture.view(of: past), from: Fixture.view(of: now),
            given: Spec<BoardDecider>(history: now).state)
        #expect(events == [.fileReattached(.paint, .receipt)])
    }
}

@Suite("Tags of cards put away")
struct TagsOfCardsPutAway {
    /// Renaming a tag everywhere reaches the trash too, so its undoing must.
    @Test func `a tag is taken back from a card in the trash or on an archived board`() throws {
        let tag = CardTag(colour: .red, label: "Walls")
        for away in [BoardEvent.cardTrashed(.paint), .boardArchived(.house)] {
            let before = Fixture.spec.given(away)
            let tagged = before.given(.cardTagged(.paint, [tag]))
            let undone = try BoardDecider.compensation(
                for: .cardTagged(.paint, [tag]), before: before.state, now: tagged.state, inverse: nil)
            #expect(undone == [.cardUntagged(.paint, [tag])])
            let redone = try BoardDecider.compensation(
                for: .cardUntagged(.paint, [tag]), before: tagged.state, now: before.state, inverse: nil)
            #expect(redone == [.cardTagged(.paint, [tag])])
        }
    }
}
