import Kernel
import KernelTesting
import Notes
import Testing

@Suite("Moving a folder")
struct MovingAFolder {
    private let tree = Spec<NoteDecider>.given(
        .folderCreated(.family, name: "Family", parent: nil),
        .folderCreated(.recipes, name: "Recipes", parent: .family),
        .folderCreated(.cakes, name: "Cakes", parent: .recipes),
        .folderCreated(.house, name: "House", parent: nil),
        .noteCreated(.bread, title: "Bread", body: "", folder: .cakes))

    @Test(.shows("T-303")) func `is one event, and all in it comes along`() {
        tree.when(.moveFolder(.recipes, to: .house)).then(.folderMoved(.recipes, parent: .house))
        let view = view(of: tree.history + [.folderMoved(.recipes, parent: .house)])
        #expect(view.path(of: .cakes) == "House/Recipes/Cakes")
        #expect(view.note(.bread)?.path == "House/Recipes/Cakes")
    }

    @Test func `does nothing when it is already there`() {
        tree.when(.moveFolder(.recipes, to: .family)).thenNothing()
    }

    @Test(.shows("T-102")) func `is refused into itself or below itself`() {
        tree.when(.moveFolder(.family, to: .family)).thenRefused(.folderIntoItself("Family"))
        tree.when(.moveFolder(.family, to: .cakes)).thenRefused(.folderIntoItself("Family"))
    }

    @Test func `is refused where the name is taken, and to a folder that there is not`() {
        let clash = tree.given(.folderCreated(.numbered(9), name: "recipes", parent: .house))
        clash.when(.moveFolder(.recipes, to: .house)).thenRefused(.nameTaken("Recipes", suggestion: "Recipes 2"))
        clash.when(.moveFolder(.recipes, to: .house, clashing: .kept)).then(.folderMoved(.recipes, parent: .house))
        tree.when(.moveFolder(.recipes, to: .numbered(99))).thenRefused(.noSuchFolder(.numbered(99)))
    }

    @Test func `is the way out of a folder in the trash`() {
        let trashed = tree.given(.folderTrashed(.family))
        trashed.when(.moveFolder(.recipes, to: nil)).then(.folderMoved(.recipes, parent: nil))
        trashed.when(.moveFolder(.family, to: .house)).thenRefused(.folderInTrash(.family, name: "Family"))
        trashed.when(.moveFolder(.house, to: .recipes)).thenRefused(.folderInTrash(.family, name: "Family"))
    }

    @Test(.shows("T-102")) func `thirty-two levels are allowed and no more`() {
        var deep: [NoteEvent] = []
        for level in 1...UInt64(Folder.levelsMax) {
            let parent: FolderID? = level > 1 ? .numbered(level - 1) : nil
            deep.append(.folderCreated(.numbered(level), name: "Level", parent: parent))
        }
        let spec = Spec<NoteDecider>.given(deep)
        spec.when(.createFolder(.cakes, name: "Cakes", in: .numbered(32))).thenRefused(.tooDeep("Cakes"))
        Spec<NoteDecider>.given(deep.dropLast()).when(.createFolder(.cakes, name: "Cakes", in: .numbered(31)))
            .then(.folderCreated(.cakes, name: "Cakes", parent: .numbered(31)))

        let two = spec.given(
            .folderCreated(.family, name: "Family", parent: nil),
            .folderCreated(.recipes, name: "Recipes", parent: .family))
        two.when(.moveFolder(.family, to: .numbered(31))).thenRefused(.tooDeep("Family"))
        two.when(.moveFolder(.family, to: .numbered(30))).then(.folderMoved(.family, parent: .numbered(30)))
        #expect(view(of: deep).path(of: .numbered(32)).split(separator: "/").count == 32)
    }

    @Test(.shows("T-303")) func `two who move A into B and B into A at once make no cycle`() throws {
        let both = Spec<NoteDecider>.given(
            .folderCreated(.family, name: "A", parent: nil), .folderCreated(.house, name: "B", parent: nil))
        // The second is decided after the first, whichever was first.
        both.given(.folderMoved(.family, parent: .house)).when(.moveFolder(.house, to: .family))
            .thenRefused(.folderIntoItself("B"))
        // And were such an event ever recorded, state and view would leave it out alike.
        let forged = both.history + [.folderMoved(.family, parent: .house), .folderMoved(.house, parent: .family)]
        #expect(state(of: forged) == state(of: Array(forged.dropLast())))
        #expect(view(of: forged).path(of: .family) == "B/A")
        #expect(view(of: forged).state == state(of: forged))
    }

    @Test(.shows("T-303"), arguments: Seed.hundred)
    func `whatever is moved, the tree stays a tree and subtrees stay whole`(seed: Seed) {
        var chance = seed.chance
        var state = NoteDecider.initial
        var view = NoteProjection.empty
        let folders = (1...12).map { FolderID.numbered($0) }
        var sequence: UInt64 = 0
        func happen(_ event: NoteEvent) {
            sequence += 1
            NoteDecider.evolve(&state, with: event)
            for fact in recorded([event], from: sequence) { NoteProjection.project(fact, into: &view) }
        }
        for folder in folders { happen(.folderCreated(folder, name: "Folder", parent: nil)) }
        var moved = 0
        for _ in 0..<60 {
            let folder = folders[chance.below(12)]
            let parent = chance.once(in: 6) ? nil : folders[chance.below(12)]
            let below = view.tree.ids.filter { $0 != folder && view.trail(to: $0).contains(folder) }
            guard
                let events = try? NoteDecider.decide(.moveFolder(folder, to: parent, clashing: .kept), given: state)
            else { continue }
            moved += events.count
            for event in events { happen(event) }
            // Each folder is found from the top exactly once, so nothing is lost, doubled or in a cycle.
            #expect(view.folders().count == 12)
            for id in below { #expect(view.trail(to: id).contains(folder)) }
            #expect(view.state == state)
        }
        #expect(moved > 10)
    }
}

extension FolderTreeView {
    /// Folders in the whole tree.
    fileprivate var count: Int { folders.reduce(0) { $0 + $1.count } }
}

extension FolderTreeView.Node {
    fileprivate var count: Int { folders.reduce(1) { $0 + $1.count } }
}
