import Kernel
import KernelTesting
import Notes
import Testing

extension NoteEvent {
    /// One event of every kind, with every field filled.
    static let oneOfEach: [NoteEvent] = [
        .folderCreated(.recipes, name: "Rezepte für Öl 🫒", parent: .family),
        .folderRenamed(.recipes, name: "Recipes"),
        .folderMoved(.recipes, parent: .house),
        .folderTrashed(.recipes),
        .folderRestored(.recipes),
        .folderWithdrawn(.recipes),
        .folderReinstated(.recipes),
        .folderArranged(.recipes, at: Rank(digits: [0x80, 0x40])),
        .noteCreated(.bread, title: "Bread", body: "Flour, water\nand time 🍞\r\n", folder: .recipes),
        .noteRetitled(.bread, title: "Sourdough"),
        .noteEdited(
            .bread,
            TextEdit(
                parents: [3, 4],
                runs: [
                    TextRun(position: 5, deleteCount: 2, insertion: "ö"),
                    TextRun(position: 0, deleteCount: 1, insertion: ""),
                ])),
        .noteMoved(.bread, folder: .cakes),
        .noteTrashed(.bread),
        .noteRestored(.bread),
        .noteWithdrawn(.bread),
        .noteReinstated(.bread),
        .notePinned(.bread),
        .noteUnpinned(.bread),
        .noteTagged(.bread, ["baking", "slow"]),
        .noteUntagged(.bread, ["slow"]),
        .noteOpened(.bread),
        .noteMarkedChanged(.bread),
        .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 3, on: 1)),
        .strokesAdded(.bread, .sketch, [.line(1), .line(2, tool: .highlighter)]),
        .strokesErased(.bread, .sketch, [.numbered(1), .numbered(2)]),
        .strokesUnerased(.bread, .sketch, [.numbered(1)]),
        .inkRecognised(.bread, .sketch, .reading("Flour,\nwater 🍞", of: [1, 2])),
        .fileAttached(.photo, to: .note(.bread), .photo),
        .fileDetached(.photo),
        .fileReattached(.photo),
        .fileRead(.photo, .page("Flour,\nwater 🍞")),
    ]
}

extension NoteEvent: CustomTestStringConvertible {
    package var testDescription: String { "\(tag)" }
}

@Suite("What the journal and the reader will find of notes")
struct NoteGoldens {
    @Test(arguments: NoteEvent.oneOfEach)
    func `every event keeps its bytes`(event: NoteEvent) throws {
        let (subject, payload) = event.encoded()
        try expectGolden(hexText(payload) + "\n", "bytes/\(event.tag).hex")
        let decoded = try payload.withUnsafeBytes { bytes in
            try NoteEvent(tag: event.tag, subject: subject, payload: RawSpan(_unsafeBytes: bytes))
        }
        #expect(decoded == event)
    }

    @Test func `every event reads the same to a program`() throws {
        let lines = NoteEvent.oneOfEach.map { "\($0.tag.rawValue) \($0.tag) \($0.json)\n" }
        try expectGolden(lines.joined(), "events.json.txt")
    }

    @Test func `oneOfEach forgets none`() {
        #expect(NoteEvent.oneOfEach.map(\.tag) == NoteEvent.Tag.allCases)
    }

    @Test func `every event tells a person what it did`() throws {
        let before = view(of: morning)
        let names: [EntityID: String] = [
            FolderID.family.entity: "Family", FolderID.house.entity: "House", FolderID.cakes.entity: "Cakes",
            FolderID.recipes.entity: "Recipes", NoteID.bread.entity: "Bread",
        ]
        var text = ""
        for event in NoteEvent.oneOfEach {
            var after = before
            for fact in recorded([event], from: 100) { NoteProjection.project(fact, into: &after) }
            text += "\(event.tag): "
            text += NoteHistory.summary(of: event, before: before, after: after) { names[$0] } + "\n"
        }
        try expectGolden(text, "summaries.txt")
    }

    @Test func `every refusal says what happened, to what, and what to do`() throws {
        let refusals: [NoteRefusal] = [
            .noSuchFolder(.house), .noSuchNote(.plan), .noSuchInk(.other), .noSuchAttachment(.photo),
            .nameTaken("House", suggestion: "House 2"), .folderIntoItself("House"), .tooDeep("House"),
            .notASibling("House", "Cakes"),
            .folderInTrash(.house, name: "House"), .noteInTrash(.plan, title: "Plan"),
            .folderNotEmpty("House", notes: 1, folders: 2), .anchorMissing(.sketch), .strokeMalformed(.numbered(1)),
            .strokeRewritten(.numbered(1)), .strokeGone(.numbered(1)),
            .digestMalformed(.photo), .attachmentTaken(.photo), .text(.outOfBounds(run: 0, length: 5)),
            .notYetThere(NoteID.plan.entity), .tooManyFolders, .tooManyNotes, .tooManyTags(title: "Plan"),
            .tooManyInks(title: "Plan"), .tooManyStrokes(title: "Plan"), .tooManyAttachments,
            .recognitionTooLong(.sketch, length: 40_001), .languageMalformed("zzzzzzzzz"), .recognitionOutdated(.sketch),
        ]
        try expectGolden((refusals + [.folderHasFiles("Plan", files: 2)]).map { $0.message + "\n" }.joined(), "refusals.txt")
    }

    @Test(.shows("N-203.5")) func `an edit reads as the lines it changed`() throws {
        let before = view(of: morning)
        let event = NoteEvent.noteEdited(
            .bread, TextEdit(parents: [1], runs: [TextRun(position: 80, deleteCount: 5, insertion: "Rye flour")]))
        let after = view(of: morning + [event])
        let diff = try #require(NoteHistory.diff(of: event, before: before, after: after))
        try expectGolden(diff, "edit.diff")
        #expect(NoteHistory.diff(of: .notePinned(.bread), before: before, after: after) == nil)
    }
}

/// A morning in the family's notes; goldens are taken of it.
let morning: [NoteEvent] = [
    .folderCreated(.family, name: "Family", parent: nil),
    .folderCreated(.recipes, name: "Recipes", parent: .family),
    .folderCreated(.cakes, name: "Cakes", parent: .recipes),
    .folderCreated(.house, name: "House", parent: nil),
    .noteCreated(
        .bread, title: "Bread",
        body:
            "---\ntags: [baking]\n---\n# Bread\n\nFlour, *water*, salt and [time](https://example.org).\n- [ ] feed it\n- [x] bake\n",
        folder: .recipes),
    .noteTagged(.bread, ["baking", "slow"]),
    .inkAdded(.bread, .sketch, .anchoring(.sketch, at: 32, on: 0)),
    .strokesAdded(.bread, .sketch, [.line(1), .line(2)]),
    .strokesErased(.bread, .sketch, [.numbered(2)]),
    .fileAttached(.photo, to: .note(.bread), .photo),
    .noteCreated(.plan, title: "Move in", body: "Boxes, van, keys.", folder: .house),
    .notePinned(.plan),
    .noteCreated(.diary, title: "Untitled Note", body: "", folder: nil),
    .noteEdited(.plan, .inserting(" And the cat!", at: 17, on: 0)),
    .noteOpened(.bread),
]
