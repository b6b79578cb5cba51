import Boards
import Capture
import Kernel
import Notes
import Studio
import Workspace

// What a household begins with: some of everything, so that most of what it asks is about things that are there.
extension AnyWorkspace {
    mutating func begin() {
        for number in 1...UInt64(3) {
            take(.notes(.createFolder(.numbered(0x200, number), name: word(), in: nil, clashing: .kept)))
            let place = maybe(FolderID.numbered(0x200, number))
            take(.notes(.createNote(.numbered(0x100, number), title: word(), body: prose(), in: place)))
        }
        beginBoards()
        for number in 1...UInt64(5) {
            take(.capture(.captureItem(.numbered(0xA00, number), content: "Buy \(number)", captured: moment())))
        }
        for number in 1...UInt64(3) {
            let (collection, item): (CollectionID, ItemID) = (.numbered(0xB00, number), .numbered(0xA00, number))
            take(.capture(.createCollection(collection, name: word(), isStructured: number < 3)))
            take(.capture(.addToCollection(collection, item, under: nil, above: nil)))
        }
        for _ in 1...25 { take(.capture(runCommand(any(0xD00, 3), any(0xA00, 5)))) }
        beginStudio()
    }

    private mutating func beginBoards() {
        for number in 1...UInt64(2) {
            let columns = [number * 2 - 1, number * 2].map { NewColumn(id: .numbered(0x600, $0), name: word()) }
            take(.boards(.openBoard(.numbered(0x500, number), title: word(), columns: columns)))
        }
        for number in 1...UInt64(5) {
            let (card, column): (CardID, ColumnID) = (.numbered(0x700, number), any(0x600, 4))
            take(.boards(.addCard(card, to: column, title: word(), description: prose(), above: nil)))
            for item in 1...UInt64(2) {
                take(.boards(.addItem(card, .numbered(0x800, item), text: word(), checklist: "", above: nil)))
            }
            take(.boards(.addComment(card, .numbered(0x900, 1), text: word().text)))
        }
    }

    private mutating func beginStudio() {
        let today = CalendarDay(daysSinceEpoch: 20_778)
        for number in 1...UInt64(2) {
            let child: ChildID = .numbered(0xE00, number)
            take(.studio(.addChild(child, name: word(), birth: nil, age: 4, avatar: .none, today: today)))
        }
        take(.studio(.giveConsent(.analysis, nil, notice: "2026-11")))
        take(.studio(.giveConsent(.stories, nil, notice: "2026-11")))
        for number in 1...UInt64(5) {
            let upload = NewArtwork(images: newImages(), uploaded: day(), caption: word(), notes: prose())
            take(.studio(.uploadArtwork(.numbered(0xF00, number), of: any(0xE00, 2), upload, ifKnown: .kept)))
        }
        take(.studio(.createAlbum(.numbered(0x1100, 1), name: word())))
        for number in 1...UInt64(4) {
            take(.studio(.addToAlbum(.numbered(0x1100, 1), .numbered(0xF00, number), above: nil)))
        }
        take(.studio(.createSmartAlbum(.numbered(0x1100, 2), name: word(), filter: ArtworkFilter())))
        for _ in 1...40 { take(.studio(workCommand(any(0x1200, 3), any(0x1300, 3), any(0xE00, 2)))) }
    }
}
