import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Keeping folders", .shows("N-024"))
struct KeepingFolders {
    private let house = Spec<NoteDecider>.given(
        .folderCreated(.family, name: "Family", parent: nil),
        .folderCreated(.recipes, name: "Recipes", parent: .family),
        .folderCreated(.house, name: "House", parent: nil))

    @Test func `makes a folder at the top or in another`() {
        house.when(.createFolder(.cakes, name: "Cakes", in: .recipes))
            .then(.folderCreated(.cakes, name: "Cakes", parent: .recipes))
        house.when(.createFolder(.cakes, name: "Cakes", in: nil))
            .then(.folderCreated(.cakes, name: "Cakes", parent: nil))
    }

    @Test func `makes the same folder only once`() {
        house.when(.createFolder(.recipes, name: "Recipes", in: .family)).thenNothing()
    }

    @Test func `is refused in a folder that there is not`() {
        house.when(.createFolder(.cakes, name: "Cakes", in: .numbered(99))).thenRefused(.noSuchFolder(.numbered(99)))
    }

    @Test func `is refused in a folder in the trash, which the refusal names`() {
        let trashed = house.given(.folderTrashed(.family))
        trashed.when(.createFolder(.cakes, name: "Cakes", in: .recipes))
            .thenRefused(.folderInTrash(.family, name: "Family"))
        #expect(
            NoteRefusal.folderInTrash(.family, name: "Family").message
                == "the folder “Family” is in the trash; restore it first")
    }

    @Test(.shows("N-103.5")) func `refuses the name of a sibling and suggests a free one`() {
        house.when(.createFolder(.cakes, name: "House", in: nil))
            .thenRefused(.nameTaken("House", suggestion: "House 2"))
        house.when(.createFolder(.cakes, name: "hOUSE", in: nil))
            .thenRefused(.nameTaken("hOUSE", suggestion: "hOUSE 2"))
        house.given(.folderCreated(.cakes, name: "HOUSE 2", parent: nil))
            .when(.createFolder(.numbered(9), name: "House", in: nil))
            .thenRefused(.nameTaken("House", suggestion: "House 3"))
        house.when(.createFolder(.cakes, name: "House", in: .family))
            .then(.folderCreated(.cakes, name: "House", parent: .family))
    }

    @Test(.shows("N-103.5")) func `a name composed otherwise is the same name`() {
        let cafe = house.given(.folderCreated(.cakes, name: "Caf\u{E9}", parent: nil))
        cafe.when(.createFolder(.numbered(9), name: "CAFE\u{301}", in: nil))
            .thenRefused(.nameTaken("CAFE\u{301}", suggestion: "CAFE\u{301} 2"))
    }

    @Test(.shows("N-103.5")) func `two folders made offline with one name are both kept`() {
        house.when(.createFolder(.cakes, name: "House", in: nil, clashing: .kept))
            .then(.folderCreated(.cakes, name: "House", parent: nil))
        house.when(.renameFolder(.house, to: "Family", clashing: .kept)).then(.folderRenamed(.house, name: "Family"))
    }

    @Test(.shows("N-103.5")) func `a folder in the trash, or renamed or moved away, takes no name`() {
        let free: [NoteCommand] = [.createFolder(.cakes, name: "House", in: nil)]
        for event in [
            NoteEvent.folderTrashed(.house), .folderRenamed(.house, name: "Home"),
            .folderMoved(.house, parent: .family), .folderWithdrawn(.house),
        ] {
            for command in free {
                house.given(event).when(command).then(.folderCreated(.cakes, name: "House", parent: nil))
            }
        }
    }

    @Test(.shows("N-104.3")) func `gives a folder another name`() {
        house.when(.renameFolder(.house, to: "Home")).then(.folderRenamed(.house, name: "Home"))
        house.when(.renameFolder(.house, to: "house")).then(.folderRenamed(.house, name: "house"))
        house.when(.renameFolder(.house, to: "House")).thenNothing()
        house.when(.renameFolder(.house, to: "Family")).thenRefused(.nameTaken("Family", suggestion: "Family 2"))
        house.when(.renameFolder(.cakes, to: "Cakes")).thenRefused(.noSuchFolder(.cakes))
        house.given(.folderTrashed(.house)).when(.renameFolder(.house, to: "Home"))
            .thenRefused(.folderInTrash(.house, name: "House"))
    }

    @Test(.shows("N-103.3")) func `a name has one to 255 characters, trimmed and composed`() throws {
        func typed(_ text: String) throws(NameFault) -> String { try Name(text).text }
        #expect(throws: NameFault.empty) { try typed(" \t ") }
        #expect(Array(try typed("  Cafe\u{301} ").unicodeScalars) == Array("Caf\u{E9}".unicodeScalars))
        #expect(try typed(String(repeating: "👩‍👩‍👧‍👦", count: 60)).count == 60)
        #expect(try typed(String(repeating: "x", count: 255)).count == 255)
        #expect(throws: NameFault.tooLong(count: 256, max: 255, unit: .graphemes)) {
            try typed(String(repeating: "x", count: 256))
        }
    }

    @Test func `a folder whose creation was undone comes back when it is made again`() {
        house.given(.folderWithdrawn(.house)).when(.createFolder(.house, name: "Home", in: .family))
            .then(
                .folderReinstated(.house), .folderMoved(.house, parent: .family), .folderRenamed(.house, name: "Home"))
    }

    @Test func `there are no more folders than the limit`() {
        var state = house.state
        for number in 0..<UInt64(Folder.countMax - 3) {
            state.folders.add(.numbered(0x1_0000 + number), Folder(name: "x", parent: nil))
        }
        #expect(throws: NoteRefusal.tooManyFolders) {
            try NoteDecider.decide(.createFolder(.cakes, name: "Cakes", in: nil), given: state)
        }
    }
}
