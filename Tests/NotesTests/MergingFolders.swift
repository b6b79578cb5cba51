import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Merging folders")
struct MergingFolders {
    /// Two people made a folder "House" each while they were offline; each put something into it.
    private let twice = Spec<NoteDecider>.given(
        .folderCreated(.house, name: "House", parent: nil),
        .noteCreated(.bread, title: "Bread", body: "", folder: .house),
        .folderCreated(.cakes, name: "HOUSE", parent: nil),
        .folderCreated(.recipes, name: "Recipes", parent: .cakes),
        .noteCreated(.plan, title: "Plan", body: "", folder: .cakes))
    private let merge = NoteCommand.mergeFolder(.cakes, into: .house)

    @Test(.shows("N-103.5")) func `of two made offline under one name a person is told, with what merges them`() throws {
        let alone = Spec<NoteDecider>.given(.folderCreated(.house, name: "House", parent: nil))
        alone.when(.createFolder(.cakes, name: "HOUSE", in: nil)).thenRefused(.nameTaken("HOUSE", suggestion: "HOUSE 2"))
        let both = alone.after([.createFolder(.cakes, name: "HOUSE", in: nil, clashing: .kept)])
        let told = view(of: both.history).folders()
        #expect(told.folders.count == 2)
        let clash = FolderClash(name: "House", parent: nil, folders: [.house, .cakes])
        #expect(told.clashes == [clash])
        #expect(clash.merges == [merge])
        let notice = """
            notice: 2 folders called “House”
              to merge: \(FolderID.cakes.text) into \(FolderID.house.text)

            """
        #expect(told.text.hasSuffix(notice))
        let command = #"{"type":"notes.mergeFolder","folder":"\#(FolderID.cakes.text)","into":"\#(FolderID.house.text)"}"#
        #expect(told.json.contains(#""merges":[\#(command)]"#))

        let merged = view(of: both.after(clash.merges).history).folders()
        #expect(merged.folders.map(\.id) == [.house] && merged.clashes.isEmpty)
        #expect(!merged.text.contains("notice"))
        // Of what lies in the trash, or in another folder, nobody is told.
        #expect(view(of: both.given(.folderTrashed(.cakes)).history).folders().clashes.isEmpty)
        #expect(view(of: both.given(.folderMoved(.cakes, parent: .house)).history).folders().clashes.isEmpty)
    }

    @Test(.shows("N-103.5")) func `what is in one moves into the other, which goes to the trash`() {
        twice.when(merge).then(
            .folderMoved(.recipes, parent: .house), .noteMoved(.plan, folder: .house), .folderTrashed(.cakes))
        let view = view(of: twice.after([merge]).history)
        #expect(view.path(of: .recipes) == "House/Recipes")
        #expect(view.note(.plan)?.path == "House" && view.note(.bread)?.path == "House")
        // What was in the trash finds its folder when it comes back.
        let aside = twice.given(.noteTrashed(.plan), .folderTrashed(.recipes))
        let back = aside.after([merge, .restoreNote(.plan), .restoreFolder(.recipes)])
        #expect(place(of: .plan, back) == "House")
    }

    private func place(of note: NoteID, _ spec: Spec<NoteDecider>) -> String? {
        view(of: spec.history).note(note)?.path
    }

    @Test func `is refused into itself or below itself, with files of its own, in the trash, or too deep`() {
        twice.when(.mergeFolder(.cakes, into: .recipes)).thenRefused(.folderIntoItself("HOUSE"))
        twice.when(.mergeFolder(.numbered(99), into: .house)).thenRefused(.noSuchFolder(.numbered(99)))
        twice.when(.mergeFolder(.house, into: .numbered(99))).thenRefused(.noSuchFolder(.numbered(99)))
        twice.given(.folderTrashed(.cakes)).when(merge).thenRefused(.folderInTrash(.cakes, name: "HOUSE"))
        twice.given(.folderTrashed(.house)).when(merge).thenRefused(.folderInTrash(.house, name: "House"))
        let facts = FileFacts(
            name: "a.pdf", mediaType: "application/pdf", sizeBytes: 1, digest: Array(repeating: 1, count: 32))
        let filed = twice.given(.fileAttached(.numbered(7), to: .folder(.cakes), facts))
        filed.when(merge).thenRefused(.folderHasFiles("HOUSE", files: 1))
        filed.given(.fileDetached(.numbered(7))).when(.mergeFolder(.cakes, into: .house)).then(
            .folderMoved(.recipes, parent: .house), .noteMoved(.plan, folder: .house), .folderTrashed(.cakes))
        var deep = twice
        var parent = FolderID.house
        for level in 2...UInt64(Folder.levelsMax) {
            deep = deep.given(.folderCreated(.numbered(0x500 + level), name: "Deeper", parent: parent))
            parent = .numbered(0x500 + level)
        }
        deep.when(.mergeFolder(.cakes, into: parent)).thenRefused(.tooDeep("Recipes"))
    }

    @Test func `sent twice it is decided once, and a folder is not merged with itself`() {
        twice.after([merge]).when(merge).thenNothing()
        twice.when(.mergeFolder(.cakes, into: .cakes)).thenNothing()
    }

    @Test(.shows("N-103.5")) func `undoing brings back both with what was in them`() throws {
        let aside = twice.given(.noteTrashed(.bread), .folderArranged(.recipes, at: .middle))
        let merged = aside.after([merge])
        var state = merged.state
        for index in (aside.history.count..<merged.history.count).reversed() {
            let before = Spec<NoteDecider>.given(Array(merged.history.prefix(index))).state
            let events = try NoteDecider.compensation(
                for: merged.history[index], before: before, now: state, inverse: nil)
            for event in events { NoteDecider.evolve(&state, with: event) }
        }
        // A note that was moved was touched last, there and back.
        state.newest = aside.state.newest
        #expect(state == aside.state)
    }
}
