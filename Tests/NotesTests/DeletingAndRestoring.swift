import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Deleting and restoring")
struct DeletingAndRestoring {
    private let home = Spec<NoteDecider>.given(
        .folderCreated(.family, name: "Family", parent: nil),
        .folderCreated(.recipes, name: "Recipes", parent: .family),
        .noteCreated(.bread, title: "Bread", body: "Flour", folder: .recipes),
        .noteCreated(.plan, title: "Plan", body: "", folder: nil))

    @Test func `a folder goes to the trash with everything in it, as one event`() {
        home.when(.trashFolder(.family)).then(.folderTrashed(.family))
        let view = view(of: home.history + [.folderTrashed(.family)])
        #expect(!view.isVisible(NoteID.bread))
        #expect(view.folders().folders.isEmpty)
        #expect(view.notes(in: .recipes) == nil)
        let trash = view.trash()
        #expect(trash.folders.map(\.path) == ["Family"])
        #expect(trash.folders.first?.notes == 1)
        #expect(trash.folders.first?.folders == 1)
        #expect(trash.notes.isEmpty)
    }

    @Test func `what is in the trash goes there only once`() {
        home.given(.folderTrashed(.family)).when(.trashFolder(.family)).thenNothing()
        home.given(.noteTrashed(.bread)).when(.trashNote(.bread)).thenNothing()
    }

    @Test func `is refused for what there is not`() {
        home.when(.trashFolder(.house)).thenRefused(.noSuchFolder(.house))
        home.when(.restoreFolder(.house)).thenRefused(.noSuchFolder(.house))
        home.when(.trashNote(.diary)).thenRefused(.noSuchNote(.diary))
        home.when(.restoreNote(.diary)).thenRefused(.noSuchNote(.diary))
        home.given(.noteWithdrawn(.plan)).when(.trashNote(.plan)).thenRefused(.noSuchNote(.plan))
    }

    @Test(.shows("N-203.5")) func `a note comes back where it was`() {
        home.when(.trashNote(.bread)).then(.noteTrashed(.bread))
        let trashed = home.given(.noteTrashed(.bread))
        trashed.when(.restoreNote(.bread)).then(.noteRestored(.bread))
        let view = view(of: trashed.history + [.noteRestored(.bread)])
        #expect(view.contentText == NotesTests.view(of: home.history).contentText)
        home.when(.restoreNote(.bread)).thenNothing()
    }

    @Test func `a folder comes back with everything in it, and keeps its name beside a new one`() {
        let trashed = home.given(.folderTrashed(.family))
        trashed.when(.restoreFolder(.family)).then(.folderRestored(.family))
        trashed.given(.folderCreated(.house, name: "Family", parent: nil)).when(.restoreFolder(.family))
            .then(.folderRestored(.family))
        let view = view(of: trashed.history + [.folderRestored(.family)])
        #expect(view.contentText == NotesTests.view(of: home.history).contentText)
    }

    @Test func `what lies in a folder in the trash waits for that folder`() {
        let buried = home.given(.noteTrashed(.bread), .folderTrashed(.recipes), .folderTrashed(.family))
        buried.when(.restoreNote(.bread)).thenRefused(.folderInTrash(.family, name: "Family"))
        buried.when(.restoreFolder(.recipes)).thenRefused(.folderInTrash(.family, name: "Family"))
        let half = buried.given(.folderRestored(.family))
        half.when(.restoreNote(.bread)).thenRefused(.folderInTrash(.recipes, name: "Recipes"))
        half.given(.folderRestored(.recipes)).when(.restoreNote(.bread)).then(.noteRestored(.bread))
    }

    @Test func `nothing in the trash can be changed, and the refusal says what to restore`() {
        let edit = TextEdit.inserting("!", at: 0, on: 0)
        let commands: [NoteCommand] = [
            .retitleNote(.bread, to: "Loaf"), .editNote(.bread, edit), .pinNote(.bread), .unpinNote(.bread),
            .tagNote(.bread, ["x"]), .untagNote(.bread, ["x"]), .openNote(.bread), .markNoteChanged(.bread),
            .addInk(.bread, .sketch, edit: .anchoring(.sketch, at: 0, on: 0), strokes: []),
            .addStrokes(.bread, .sketch, [.line(1)]), .eraseStrokes(.bread, .sketch, [.numbered(1)]),
            .attachFile(.photo, to: .note(.bread), .photo),
        ]
        for command in commands {
            home.given(.noteTrashed(.bread)).when(command).thenRefused(.noteInTrash(.bread, title: "Bread"))
            home.given(.folderTrashed(.family)).when(command).thenRefused(.folderInTrash(.family, name: "Family"))
        }
    }
}
