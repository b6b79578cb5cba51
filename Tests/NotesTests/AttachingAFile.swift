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
