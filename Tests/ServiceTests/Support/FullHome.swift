import Accounts
import Boards
import Capture
import HTTPTypes
import Kernel
import Notes
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

/// A whole home in which everything that an answer can tell of is somewhere: every field with something in it, every list
/// with an element.
struct FullHome: Sendable {
    let fixture: ServiceFixture
    let whole: WholeHome
    /// The addresses that show something that those of a whole home do not; after `/v1/workspaces/{workspace}`.
    var further: [String] = []

    var home: ReadingOverHTTP.Furnished { whole.home }
    static let today = CalendarDay(text: "2026-11-22") ?? CalendarDay(daysSinceEpoch: 0)

    static func furnish(_ fixture: ServiceFixture) async throws -> FullHome {
        var full = FullHome(fixture: fixture, whole: try await WholeHome.furnish(fixture))
        try await full.furnishNotes()
        try await full.furnishBoards()
        try await full.furnishCaptures()
        try await full.furnishRuns()
        try await full.furnishStudio()
        try await full.furnishStories()
        try await full.furnishPast()
        return full
    }

    /// Every address of a view, and those further ones.
    var addresses: [String] {
        RouteTable.all.filter { route in
            guard case .json = route.answer, route.method == .get, route.parameters.contains("workspace") else { return false }
            return Set(route.parameters).isSubset(of: whole.parameters.keys) && route.name != "pollChanges"
        }.map { whole.address(of: $0) } + further.map { home.path + $0 }
    }

    func mint<Kind>(_: Identifier<Kind>.Type = Identifier<Kind>.self) -> Identifier<Kind> {
        fixture.pool.runtime.mint()
    }

    func name(_ text: String) -> Name { Name(recorded: text) }
    func day(_ text: String) -> CalendarDay { CalendarDay(text: text) ?? Self.today }

    func perform(_ commands: [WorkspaceCommand]) async throws {
        _ = try await fixture.pool.using(home.id) { try await $0.perform(commands, as: home.author) }
    }

    /// A file whose bytes are kept.
    func file(_ name: String, _ type: String = "image/jpeg", bytes: [UInt8]? = nil) async throws -> FileFacts {
        let bytes = bytes ?? Array(name.utf8)
        let digest = try await fixture.pool.using(home.id) { workspace in
            try workspace.blobs.keep(bytes, for: [.workspace, .child(home.child)])
        }
        return FileFacts(name: self.name(name), mediaType: type, sizeBytes: bytes.count, digest: digest.bytes)
    }
}

extension FullHome {
    /// A note with everything in it in a folder within a folder; something in the trash, and in a folder that is there too.
    private mutating func furnishNotes() async throws {
        let (inner, cellar): (FolderID, FolderID) = (mint(), mint())
        let (note, gone, lost): (NoteID, NoteID, NoteID) = (mint(), mint(), mint())
        let ink: InkID = mint()
        let stroke = Stroke(
            id: mint(), tool: .pencil, colour: 0xFF, width: 100,
            packed: StrokePoints([.init(x: 1, y: 1, pressure: 9, time: 0), .init(x: 9, y: 9, pressure: 9, time: 5)]).packed)
        let body = "- [ ] sow\n- [x] dig\n\n[[Note 1#Bed]] [[Gone]] [[Nobody]] ![[plan.pdf]]\n"
        let plan = try await file("plan.pdf", "application/pdf")
        let picture = try await file("corner.png", "image/png", bytes: QuarteredPicture.bytes)
        let corner: AttachmentID = mint()
        let read = PictureText(
            text: "Carrots", reader: name("reader"), version: name("1"), width: 40, height: 30,
            lines: [.init(left: 1, top: 2, width: 30, height: 8, confidence: 900, others: ["Canots"])])
        func inserting(_ text: String, on revision: Int) -> TextEdit {
            TextEdit(parents: [revision], runs: [TextRun(position: 0, deleteCount: 0, insertion: text)])
        }
        try await perform([
            .notes(.createFolder(inner, name: name("Beds"), in: home.folder)),
            // As two devices make it that do not know of each other.
            .notes(.createFolder(mint(), name: name("Beds"), in: home.folder, clashing: .kept)),
            .notes(.createFolder(cellar, name: name("Cellar"), in: nil)),
            .notes(.createNote(gone, title: name("Gone"), body: "", in: nil)),
            .notes(.createNote(lost, title: name("Lost"), body: "", in: cellar)),
            .notes(.trashNote(gone)), .notes(.trashNote(lost)), .notes(.trashFolder(cellar)),
            .notes(.createNote(note, title: name("Everything"), body: body, in: inner)),
            .notes(.editNote(note, inserting("Roses\n\n", on: 0))),
            .notes(.addInk(note, ink, edit: inserting(Ink.anchor(ink), on: 1), strokes: [stroke])),
            .notes(
                .recogniseInk(
                    note, ink,
                    Recognition(
                        text: "Tulips", recogniser: name("reader"), version: name("1"), language: "de",
                        state: InkDigest(of: [stroke.id]),
                        lines: [.init(left: 100, top: 100, width: 900, height: 300, confidence: 900, others: ["Tulpen"])]))),
            .notes(.tagNote(note, [name("tag0")])), .notes(.pinNote(note)),
            .notes(.openNote(home.notes[1])), .notes(.openNote(note)),
            .notes(.attachFile(mint(), to: .note(note), plan)), .notes(.attachFile(corner, to: .note(note), picture)),
            .notes(.readFile(corner, read)),
            .notes(.attachFile(mint(), to: .folder(inner), plan)),
        ])
        further += [
            "/notes/\(note.text)", "/folders/\(inner.text)", "/folders/\(inner.text)/notes", "/things/\(note.text)/links",
            "/things/\(home.notes[1].text)/links", "/things/\(note.text)/history?diffs=true",
            "/search?q=Note&limit=1", "/search?q=Tulips", "/search?q=Carrots", "/intents/cards?tag=o&limit=1",
            "/changes?after=0&seconds=20",
            "/blobs/\(hexText(picture.digest))/facts",
        ]
    }

    /// A card with everything on it, and a board of which something is put aside in every way.
    private mutating func furnishBoards() async throws {
        let board = home.board
        let first = try await fixture.pool.using(home.id) { workspace in
            await workspace.view.boards.model.columns(of: board).entries.first?.id
        }
        let column = try #require(first)
        let (aside, deleted): (ColumnID, ColumnID) = (mint(), mint())
        let (archived, waiting, left): (CardID, CardID, CardID) = (mint(), mint(), mint())
        let (item, comment): (ChecklistItemID, CommentID) = (mint(), mint())
        let due = Due(day: Self.today, minuteOfDay: 570, zone: "Europe/Berlin")
        let file = try await file("paint.pdf", "application/pdf")
        try await perform([
            .boards(.tagCard(home.card, [CardTag(colour: .red, label: "walls")])),
            .boards(.scheduleCard(home.card, due: due)), .boards(.prioritiseCard(home.card, .high)),
            .boards(.addItem(home.card, item, text: name("brush"), checklist: "To buy", above: nil)),
            .boards(.checkItem(home.card, item)),
            .boards(.addComment(home.card, comment, text: "White?")),
            .boards(.attachFile(home.card, mint(), file)),
            .boards(.addCard(archived, to: column, title: name("Old"), description: "", above: nil)),
            .boards(.archiveCard(archived)),
            .boards(.addColumn(aside, to: board, name: name("Later"), above: nil)),
            .boards(.addCard(waiting, to: aside, title: name("Waits"), description: "long", above: nil)),
            .boards(.tagCard(waiting, [CardTag(colour: .none, label: "o")])),
            .boards(.scheduleCard(waiting, due: Due(day: Self.today))),
            .boards(.archiveColumn(aside)),
            .boards(.addColumn(deleted, to: board, name: name("Never"), above: nil)),
            .boards(.addCard(left, to: deleted, title: name("Left"), description: "", above: nil)),
            .boards(.deleteColumn(deleted, cards: .archived)),
        ])
        fixture.wait(seconds: 60)
        try await perform([.boards(.rewordComment(home.card, comment, to: "White!"))])
        further += ["/cards/\(waiting.text)", "/widget/top3?board=\(board.text)"]
    }

    /// Items that are split, merged, linked, done and to be looked at again, in a plan with levels.
    private mutating func furnishCaptures() async throws {
        let (plan, other): (CollectionID, CollectionID) = (mint(), mint())
        let (top, link, doneLink, split, survivor, merged): (ItemID, ItemID, ItemID, ItemID, ItemID, ItemID) = (
            mint(), mint(), mint(), mint(), mint(), mint()
        )
        let part = NewItem(id: mint(), content: "one of two")
        let file = try await file("receipt.pdf", "application/pdf")
        func captured(_ item: ItemID, _ content: String) -> WorkspaceCommand {
            .capture(.captureItem(item, content: content, captured: ServiceFixture.start))
        }
        try await perform([
            captured(top, "Build a shed"), captured(link, "See the other"), captured(doneLink, "Saw the other"),
            captured(split, "one and two"), captured(survivor, "Buy nails"), captured(merged, "Nails"),
            .capture(.createTag(mint(), name: name("home"), colour: .red)),
            .capture(.tagItem(top, [name("home"), name("free")])), .capture(.tagItem(link, [name("home")])),
            .capture(.annotateItem(top, metadata: "{\"price\": [1, null]}")),
            .capture(.attachFile(mint(), to: top, file)),
            .capture(.createCollection(plan, name: name("Shed"), isStructured: true)),
            .capture(.createCollection(other, name: name("Tools"), isStructured: false)),
            .capture(.addToCollection(plan, top, under: nil, above: nil)),
            .capture(.typeItem(link, .link(other))), .capture(.followUpItem(link, on: Self.today)),
            .capture(.addToCollection(plan, link, under: top, above: nil)),
            .capture(.typeItem(doneLink, .link(other))), .capture(.completeItem(doneLink, at: ServiceFixture.start)),
            .capture(.followUpItem(top, on: Self.today)), .capture(.completeItem(top, at: ServiceFixture.start)),
            .capture(.splitItem(split, into: [part])), .capture(.mergeItems(into: survivor, from: [merged])),
            .capture(.snoozePrompt(.organise, until: ServiceFixture.start.later(byDays: 3))),
            .capture(.dismissPrompt(.milestone)),
        ])
        further += [top, link, split, survivor, merged, part.id].map { "/items/\($0.text)" }
        further += ["/collections/\(plan.text)"]
    }

    /// A run that came back, with a suggestion that was taken and one that was not, and one that waits.
    private mutating func furnishRuns() async throws {
        let run: RunID = mint()
        let (taken, left): (SuggestionID, SuggestionID) = (mint(), mint())
        let item = home.items[0]
        let whole = SuggestedPart(text: "Thought", citation: Citation(item: item, start: 0, length: 7))
        var below = whole
        below.under = 0
        let output = RunOutput(
            suggestions: [
                OrganiseSuggestion(
                    id: taken, kind: .plan, title: name("Think"), parts: [whole, below], confidenceThousandths: 850),
                OrganiseSuggestion(id: left, kind: .task, title: name("Do"), parts: [whole], confidenceThousandths: 10),
            ], questions: ["Which?"], outputDigest: [UInt8](repeating: 7, count: 32), latencyMs: 42)
        let request = RunRequest(
            items: [item], provider: "local", model: "small", promptVersion: "1",
            inputDigest: [UInt8](repeating: 9, count: 32), month: CalendarMonth(of: Self.today), allowance: .paid)
        let shape = AcceptedShape(
            destination: .newPlan(mint(), title: name("Think")),
            parts: [AcceptedPart(index: 0, item: mint(), text: "Think", isTask: true)])
        try await perform([
            .capture(.requestRun(run, request)), .capture(.completeRun(run, output)),
            .capture(.answerQuestion(run, question: 0, "The first")),
            .capture(.acceptSuggestion(run, taken, as: shape)), .capture(.declineSuggestion(run, left)),
            .capture(.requestRun(mint(), request)),
        ])
        further += ["/runs/\(run.text)"]
    }

    /// Something that was undone, something that was done together, and something that was erased.
    private mutating func furnishPast() async throws {
        let (note, batch): (NoteID, BatchID) = (mint(), mint())
        let commands: [WorkspaceCommand] = [.notes(.createNote(note, title: name("Secret"), body: "", in: nil))]
        _ = try await fixture.pool.using(home.id) { [home] workspace in
            _ = try await workspace.perform(commands, as: home.author, batch: batch)
            _ = try await workspace.undo(as: home.author)
            _ = try await workspace.redo(as: home.author)
            _ = try await workspace.erase(await workspace.view.closure(of: .note(note)), as: home.author)
        }
        further += ["/audit?limit=1000", "/things/\(note.text)/history"]
    }
}
