import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Attaching a file")
struct AttachingAFile {
    private let bread = Spec<NoteDecider>.given(
        .folderCreated(.recipes, name: "Recipes", parent: nil),
        .noteCreated(.bread, title: "Bread", body: "", folder: .recipes))

    @Test func `hangs it on a note or on a folder`() {
        bread.when(.attachFile(.photo, to: .note(.bread), .photo)).then(
            .fileAttached(.photo, to: .note(.bread), .photo))
        bread.when(.attachFile(.photo, to: .folder(.recipes), .photo))
            .then(.fileAttached(.photo, to: .folder(.recipes), .photo))
        let note = view(of: bread.given(.fileAttached(.photo, to: .note(.bread), .photo)).history)
        #expect(note.note(.bread)?.files.map(\.facts) == [.photo])
        #expect(note.allNotes().notes.first?.hasAttachments == true)
        let folder = view(of: bread.given(.fileAttached(.photo, to: .folder(.recipes), .photo)).history)
        #expect(folder.folder(.recipes)?.files.map(\.id) == [.photo])
        #expect(folder.allNotes().notes.first?.hasAttachments == false)
    }

    @Test func `is refused where there is nothing to hang it on`() {
        bread.when(.attachFile(.photo, to: .note(.plan), .photo)).thenRefused(.noSuchNote(.plan))
        bread.when(.attachFile(.photo, to: .folder(.house), .photo)).thenRefused(.noSuchFolder(.house))
    }

    @Test func `is refused without a whole digest, and under another file's identifier`() {
        var torn = FileFacts.photo
        torn.digest.removeLast()
        bread.when(.attachFile(.photo, to: .note(.bread), torn)).thenRefused(.digestMalformed(.photo))
        let attached = bread.given(.fileAttached(.photo, to: .note(.bread), .photo))
        attached.when(.attachFile(.photo, to: .folder(.recipes), .photo)).thenRefused(.attachmentTaken(.photo))
        attached.when(.attachFile(.photo, to: .note(.bread), .photo)).thenNothing()
    }

    @Test(.shows("N-010"))
    func `is read, where it is a picture, and keeps what was read with the place of each line`() {
        let attached = bread.given(.fileAttached(.photo, to: .note(.bread), .photo))
        attached.when(.readFile(.photo, .page("Flour\nwater"))).then(.fileRead(.photo, .page("Flour\nwater")))
        let read = attached.given(.fileRead(.photo, .page("Flour\nwater")))
        read.when(.readFile(.photo, .page("Flour\nwater"))).thenNothing()
        read.when(.readFile(.photo, .page("Flour"))).then(.fileRead(.photo, .page("Flour")))
        #expect(view(of: read.history).note(.bread)?.files.first?.read == .page("Flour\nwater"))
        bread.when(.readFile(.photo, .page("Flour"))).thenRefused(.noSuchAttachment(.photo))
        attached.given(.fileDetached(.photo)).when(.readFile(.photo, .page("Flour")))
            .thenRefused(.noSuchAttachment(.photo))
        var torn = PictureText.page("Flour\nwater")
        torn.lines.removeLast()
        attached.when(.readFile(.photo, torn)).thenRefused(.pictureText(.linesMismatched(lines: 2, boxes: 1)))
        torn = .page("Flour")
        torn.lines[0].left = torn.width
        attached.when(.readFile(.photo, torn)).thenRefused(.pictureText(.outside))
        torn = .page("Flour")
        torn.lines[0].others = [String(repeating: "a", count: PictureText.scalarsMax)]
        attached.when(.readFile(.photo, torn)).thenRefused(.pictureText(.tooLong(scalars: PictureText.scalarsMax + 5)))
        torn.lines[0].others = ["F1our"]
        attached.when(.readFile(.photo, torn)).then(.fileRead(.photo, torn))
        attached.given(.fileRead(.photo, .page("Flour"))).when(.readFile(.photo, torn)).then(.fileRead(.photo, torn))
        let long = PictureText.page(String(repeating: "a", count: PictureText.scalarsMax + 1))
        attached.when(.readFile(.photo, long))
            .thenRefused(.pictureText(.tooLong(scalars: PictureText.scalarsMax + 1)))
    }

    @Test func `is taken off, and put on again`() {
        let attached = bread.given(.fileAttached(.photo, to: .note(.bread), .photo))
        attached.when(.detachFile(.photo)).then(.fileDetached(.photo))
        let detached = attached.given(.fileDetached(.photo))
        detached.when(.detachFile(.photo)).thenNothing()
        detached.when(.attachFile(.photo, to: .note(.bread), .photo)).then(.fileReattached(.photo))
        bread.when(.detachFile(.photo)).thenRefused(.noSuchAttachment(.photo))
        #expect(view(of: detached.history).note(.bread)?.files.isEmpty == true)
    }
}

extension PictureText {
    /// A page of 400 by 300 pixels whose lines stand one below the other.
    static func page(_ text: String) -> PictureText {
        var page = PictureText(
            text: text, reader: "Reader", version: "1", width: 400, height: 300, lines: [])
        page.lines = page.textLines.indices.map { Line(left: 10, top: 20 * $0, width: 200, height: 18, confidence: 900) }
        return page
    }
}
