import Boards
import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@Suite("What was exported comes back")
struct ComingBack {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Everything that can be read of both domains, without the times that move on with every change.
    private func readings(of workshop: Workshop, times: Bool = false) -> String {
        var json = JSONWriter()
        let name: (ActorID) -> String = { workshop.view.name(of: $0) }
        json.beginArray()
        workshop.view.notes.writeCanonical(to: &json, times: times, name: name)
        workshop.view.boards.writeCanonical(to: &json, times: times, name: name)
        // Links written to a former name still lead there.
        let (notes, boards) = (workshop.view.notes, workshop.view.boards)
        json.array(notes.formerNames.ids.sorted()) { json, id in
            guard notes.note(id.as(Note.self)) != nil || notes.folder(id.as(Folder.self)) != nil else { return }
            json.value(id.text)
            for former in notes.formerNames[id]?.names ?? [] { json.value(former.text) }
        }
        json.array(boards.formerTitles.ids.sorted()) { json, id in
            guard boards.existing(id.as(Board.self)) != nil || boards.existing(id.as(Card.self)) != nil else { return }
            json.value(id.text)
            for former in boards.formerTitles[id]?.names ?? [] { json.value(former.text) }
        }
        json.endArray()
        return json.text.replacingOccurrences(of: "{\"id\"", with: "\n{\"id\"")
    }

    private func export(_ workshop: Workshop, _ blobs: [[UInt8]: [UInt8]] = [:], as name: String = "out") throws -> URL {
        let target = scratch.url.appending(path: name)
        _ = try WorkspaceExport.export(workshop.view, to: target) { try #require(blobs[$0]) }
        return target
    }

    @Test(.shows("B-02", "B-31", "T-005"), arguments: Seed.hundred.prefix(40))
    func `a random workspace reads the same, byte for byte`(seed: Seed) throws {
        var fixture = RandomWorkspace(seed)
        try fixture.live(commands: 150)
        let target = try export(fixture.workshop, fixture.blobs)
        var other = Workshop()
        let plan = try other.importing(target)
        #expect(plan.notTaken == [])
        #expect(plan.format == .daybook)
        try expectSameLines(readings(of: other), readings(of: fixture.workshop))
        // And the copy gives the same files.
        let again = try export(other, fixture.blobs, as: "again")
        try expectSameFiles(again, target)
    }

    /// F21: of a note whose text was removed nothing had to be written, and so nothing had the time of its last change.
    @Test func `an emptied note keeps when it was changed last, and by whom`() throws {
        var workshop = Workshop()
        let id = NoteID(hi: 7, lo: 7)
        let (early, late) = (Instant(seconds: 1_500_000_000), Instant(seconds: 1_600_000_000))
        let someone = ActorID(hi: 8, lo: 8)
        workshop.record(.notes(.noteCreated(id, title: Name(recorded: "Gone"), body: "text", folder: nil)), at: early)
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 0, deleteCount: 4, insertion: "")])
        workshop.record(.notes(.noteEdited(id, edit)), at: late, by: someone)
        let target = try export(workshop)
        var other = Workshop()
        try other.importing(target)
        let entry = try other.note("Gone").entry
        #expect(entry.created.instant == early)
        #expect(entry.updated.instant == late && entry.updated.actor == someone)
        try expectSameFiles(export(other, as: "again"), target)
    }

    @Test(.shows("B-16"), arguments: Seed.ten)
    func `chosen things come back as they were, and nothing else does`(seed: Seed) throws {
        var fixture = RandomWorkspace(seed)
        try fixture.live(commands: 150)
        let view = fixture.workshop.view
        var chance = seed.chance
        let notes = view.notes.notes.ids.filter { view.notes.note($0) != nil && chance.once(in: 2) }
        let cards = view.boards.model.cards.ids.filter { view.boards.existing($0) != nil && chance.once(in: 2) }
        let selection = ExportSelection(of: notes.map { .note($0) } + cards.map { .card($0) }, in: view)
        let target = scratch.url.appending(path: "chosen")
        let blobs = fixture.blobs
        _ = try WorkspaceExport.export(view, selection, to: target) { try #require(blobs[$0]) }
        var other = Workshop()
        #expect(try other.importing(target).notTaken == [])
        #expect(Set(other.view.notes.notes.ids) == Set(notes))
        #expect(Set(other.view.boards.model.cards.ids) == Set(cards))
        for id in notes {
            let (here, there) = (view.notes.notes[id], other.view.notes.notes[id])
            #expect(there?.body.string == here?.body.string)
            #expect(there?.title == here?.title)
            #expect(there?.folder == here?.folder)
        }
        for id in cards {
            let (here, there) = (view.boards.model.cards[id], other.view.boards.model.cards[id])
            #expect(there?.title == here?.title)
            #expect(there?.column == here?.column)
        }
    }

    /// Chance that never makes anything would show nothing.
    @Test func `the random workspaces hold a bit of everything`() throws {
        var seen = ExportReport()
        var recognised = (asItIs: 0, earlier: 0)
        for seed in Seed.ten {
            var fixture = RandomWorkspace(seed)
            try fixture.live(commands: 200)
            let report = try ExportPlan(fixture.workshop.view).report
            seen.folders += report.folders
            seen.notes += report.notes
            seen.drawings += report.drawings
            seen.attachments += report.attachments
            seen.boards += report.boards
            seen.cards += report.cards
            seen.inTrash += report.inTrash
            let notes = fixture.workshop.view.notes
            for drawing in notes.notes.ids.flatMap({ notes.note($0)?.ink ?? [] }) where drawing.recognition != nil {
                if drawing.isRecognisedEarlier { recognised.earlier += 1 } else { recognised.asItIs += 1 }
            }
        }
        for what in ["folder", "note", "drawing", "attachment", "board", "card", "in the trash"] {
            #expect(seen.counts[what] ?? 0 > 9, "\(what)")
        }
        #expect(recognised.asItIs > 2 && recognised.earlier > 2, "\(recognised)")
    }

    private func expectSameLines(
        _ found: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard found != expected else { return }
        let (found, expected) = (found.split(separator: "\n"), expected.split(separator: "\n"))
        let first = zip(found, expected).first { $0 != $1 }
        Issue.record(
            "\(found.count) and \(expected.count) lines; the first that differ:\n\(first?.0 ?? "")\n\(first?.1 ?? "")",
            sourceLocation: sourceLocation)
    }

    private func expectSameFiles(
        _ found: URL, _ expected: URL, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: expected.path).sorted()
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: found.path).sorted() == paths,
            sourceLocation: sourceLocation)
        for path in paths where path.hasSuffix(".md") || path.hasSuffix(".svg") {
            let bytes = FileManager.default.contents(atPath: expected.appending(path: path).path)
            #expect(
                FileManager.default.contents(atPath: found.appending(path: path).path) == bytes, "\(path)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func `the shipped sample reads the same`() throws {
        let sample = try ShippedSample.write(to: scratch.url)
        var workshop = Workshop()
        let vault = try workshop.importing(sample.vault)
        try workshop.importing(sample.board)
        var blobs: [[UInt8]: [UInt8]] = [:]
        for blob in vault.blobs { blobs[blob.digest] = try blob.read() }
        var other = Workshop()
        let plan = try other.importing(export(workshop, blobs))
        #expect(plan.notTaken == [])
        try expectSameLines(readings(of: other), readings(of: workshop))
        // Even the sources are known again: importing them there finds nothing new.
        #expect(try other.plan(sample.vault).steps == [])
        #expect(try other.plan(sample.board).steps == [])
    }

    @Test(
        .enabled(if: GivenData.isHere, GivenData.absent),
        arguments: [
            "note-vaults/kepano-obsidian.zip", "note-vaults/dendron-site.zip", "note-vaults/18f-handbook.zip",
            "note-vaults/logseq-docs.zip",
        ])
    func `a real vault reads the same`(path: String) throws {
        let zip = GivenData.file(path)
        var workshop = Workshop()
        let vault = try workshop.importing(zip)
        var blobs: [[UInt8]: [UInt8]] = [:]
        for blob in vault.blobs { blobs[blob.digest] = try blob.read() }
        var other = Workshop()
        let plan = try other.importing(export(workshop, blobs))
        #expect(plan.notTaken == [])
        try expectSameLines(readings(of: other), readings(of: workshop))
    }

    @Test func `an archive of an export is one too`() throws {
        var workshop = Workshop()
        try workshop.perform(note(1, "Plan", "text"))
        let target = try export(workshop)
        _ = try output(of: "tar", "-czf", "out.tar.gz", "out", in: scratch.url)
        _ = try output(of: "tar", "-cf", "../flat.tar", ".", in: target)
        for archive in ["out.tar.gz", "flat.tar"] {
            var other = Workshop()
            let plan = try other.importing(scratch.url.appending(path: archive))
            #expect(plan.format == .daybook)
            #expect(plan.notTaken == [])
            try expectSameLines(readings(of: other), readings(of: workshop))
        }
    }

    @Test func `twice adds nothing, and what is different here stays and is said`() throws {
        var workshop = Workshop()
        try workshop.perform(note(1, "Plan", "text"))
        try workshop.perform(note(2, "Diary", "text"))
        let target = try export(workshop)
        #expect(try workshop.plan(target).steps == [])
        #expect(try workshop.plan(target).unchanged == 2)
        try workshop.perform(.retitleNote(NoteID(hi: 9, lo: 1), to: Name("Plans")))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 4, deleteCount: 0, insertion: "!")])
        try workshop.perform(.editNote(NoteID(hi: 9, lo: 2), edit))
        let plan = try workshop.plan(target)
        #expect(plan.steps == [])
        #expect(plan.notTaken.map(\.at) == ["Notes/Plan.md", "Notes/Diary.md"])
        #expect(plan.notTaken.allSatisfy { $0.why.contains("stays as it is here") })
    }

    @Test func `again after its import was undone`() throws {
        let sample = try ShippedSample.write(to: scratch.url)
        var workshop = Workshop()
        try workshop.importing(sample.board)
        try workshop.perform(note(1, "Plan", "text"))
        try workshop.perform(.tagNote(NoteID(hi: 9, lo: 1), [Name("house")]))
        let target = try export(workshop)
        var other = Workshop()
        try other.importing(target)
        try other.withdraw(since: 0)
        #expect(other.notesByPath.isEmpty)
        try other.importing(target)
        #expect(other.notesByPath == workshop.notesByPath)
        let (card, old) = (try other.card("Rent a van").card, try workshop.card("Rent a van").card)
        #expect(card.title == old.title && card.progress == old.progress && card.tags == old.tags)
    }

    @Test func `keeps when a thing was made and changed, and by whom`() throws {
        var workshop = Workshop()
        let anna = ActorID(hi: 3, lo: 3)
        let (then, later) = (try #require(Instant(text: "2015-06-07T08:09:10.123456Z")), Workshop.now)
        try workshop.perform(ImportStep(.registry(.nameActor(anna, Name("Anna")))))
        try workshop.perform(
            ImportStep(.notes(note(1, "Plan", "one")), originTime: then, originActor: anna))
        let edit = TextEdit(parents: [0], runs: [TextRun(position: 3, deleteCount: 0, insertion: " two")])
        try workshop.perform(.editNote(NoteID(hi: 9, lo: 1), edit))
        var other = Workshop()
        try other.importing(export(workshop))
        let entry = try other.note("Plan").entry
        #expect(entry.created == Attribution(instant: then, actor: anna))
        #expect(entry.updated == Attribution(instant: later, actor: Workshop.me))
        #expect(other.view.name(of: anna) == "Anna")
    }

    @Test func `keeps of each column when it was made, and by whom`() throws {
        var workshop = Workshop()
        let anna = ActorID(hi: 3, lo: 3)
        let (board, first, second) = (BoardID(hi: 9, lo: 1), ColumnID(hi: 9, lo: 2), ColumnID(hi: 9, lo: 3))
        let opened = try #require(Instant(text: "2015-06-07T08:09:10Z"))
        let added = try #require(Instant(text: "2016-07-08T09:10:11.123456Z"))
        try workshop.perform(ImportStep(.registry(.nameActor(anna, Name("Anna")))))
        let columns = [NewColumn(id: first, name: try Name("To Do"))]
        try workshop.perform(
            ImportStep(.boards(.openBoard(board, title: try Name("House"), columns: columns)), originTime: opened))
        try workshop.perform(
            ImportStep(
                .boards(.addColumn(second, to: board, name: try Name("Done"), above: nil)), originTime: added,
                originActor: anna))
        var other = Workshop()
        try other.importing(export(workshop))
        func made(_ column: ColumnID) throws -> (Instant, ActorID) {
            let boards = other.view.boards
            let trace = boards.provenance(of: try #require(boards.model.columns.slot(of: column)))
            return (trace.made, trace.maker)
        }
        #expect(try made(first) == (opened, Workshop.me))
        #expect(try made(second) == (added, anna))
        #expect(Array(other.state.boards.model.columns(of: board).ids) == [first, second])
    }

    @Test func `a note that was written on meanwhile comes in as it is now`() throws {
        var workshop = Workshop()
        try workshop.perform(note(1, "Plan", "text"))
        let target = try export(workshop)
        try Data("text and more".utf8).write(to: target.appending(path: "Notes/Plan.md"))
        var other = Workshop()
        #expect(try other.importing(target).notTaken == [])
        #expect(other.notesByPath == ["Plan": "text and more"])
    }

    @Test func `what is damaged is named, and nothing outside the directory is read`() throws {
        var workshop = Workshop()
        try workshop.perform(note(1, "Plan", "secret"))
        let target = try export(workshop)
        let json = target.appending(path: "notes.json")
        let good = try String(contentsOf: json, encoding: .utf8)
        func expectLeft(_ path: String) throws {
            try Data(good.replacingOccurrences(of: "Notes/Plan.md", with: path).utf8).write(to: json)
            let plan = try Workshop().plan(target)
            #expect(plan.created.notes == 0)
            #expect(plan.notTaken.map(\.isUnreadable) == [true])
        }
        try Data("outside".utf8).write(to: scratch.url.appending(path: "outside.md"))
        try expectLeft("../outside.md")
        try expectLeft(scratch.url.path + "/outside.md")
        try expectLeft("Notes/nowhere.md")
        try FileManager.default.createSymbolicLink(
            at: target.appending(path: "link"), withDestinationURL: scratch.url)
        try expectLeft("link/outside.md")

        for (broken, problem) in [
            (String(good.dropLast(20)), "notes.json"),
            (good.replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 99"), "newer"),
            (good.replacingOccurrences(of: "daybook-notes", with: "diary"), "kind"),
        ] {
            try Data(broken.utf8).write(to: json)
            do {
                _ = try Workshop().plan(target)
                Issue.record("it was taken: \(problem)")
            } catch let failure as ImportFailure {
                #expect(failure.message.contains(problem), "\(failure.message)")
            }
        }
    }

    private func note(_ number: UInt64, _ title: String, _ body: String) throws -> NoteCommand {
        .createNote(NoteID(hi: 9, lo: number), title: try Name(verbatim: title), body: body, in: nil)
    }
}
