import Boards
import Capture
import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Studio
import Testing

@testable import Workspace

/// A household as chance makes it, with files that have bytes and texts that lead to other things: what an export takes
/// along and an import brings back.
struct TravellingWorkspace {
    private(set) var view = WorkspaceView()
    private var house: AnyWorkspace
    private let seed: Seed

    init(_ seed: Seed) {
        self.seed = seed
        house = AnyWorkspace(seed)
    }

    mutating func live(commands: Int) throws {
        for _ in 1...commands {
            let (start, before) = (house.facts.count, house.view)
            guard !house.take(house.command()).isEmpty else { continue }
            if house.chance.once(in: 12) { try house.undo(from: start, before: before) }
        }
        lead()
        try fillIn()
        for fact in house.facts {
            WorkspaceProjection.project(
                Recorded(
                    position: fact.position, actor: fact.actor, device: fact.device, instant: fact.instant,
                    event: fact.event.withBytes), into: &view)
        }
    }

    /// Writes links into texts of every kind: to things by name and by identifier, into the trash, and to nothing.
    private mutating func lead() {
        var things: [EntitySummary] = []
        house.view.forEachThing { things.append($0) }
        for source in things {
            guard let there = house.chance.pick(things), let nearby = house.chance.pick(things) else { return }
            let name = house.view.path(of: there.referent).split(separator: "/").last.map(String.init) ?? "nowhere"
            let text = "[[\(name)]] and [it](daybook:\(nearby.referent.entity.text)), [[Nowhere at all]]\n"
            let run = TextRun(position: 0, deleteCount: 0, insertion: text)
            switch source.referent {
            case .note(let id):
                let clock = house.view.notes.notes[id]?.body.clock
                house.take(.notes(.editNote(id, TextEdit(parents: clock?.frontier ?? [0], runs: [run]))))
            case .card(let id):
                let clock = house.view.boards.description(of: id)?.clock
                house.take(.boards(.describeCard(id, TextEdit(parents: clock?.frontier ?? [0], runs: [run]))))
            case .artwork(let id):
                let clock = house.view.studio.notes(of: id)?.clock
                house.take(.studio(.annotateArtwork(id, TextEdit(parents: clock?.frontier ?? [0], runs: [run]))))
            case .item(let id): house.take(.capture(.rewordItem(id, to: text)))
            case .folder, .board, .column, .collection, .child, .album, .story: continue
            }
        }
    }
}

// What chance brings about too seldom.
extension TravellingWorkspace {
    private mutating func fillIn() throws {
        let boards = house.state.boards.model.boards
        if let board = house.chance.pick(boards.ids.filter { boards[$0]?.flags.isLive == true }), boards.count > 2 {
            house.take(.boards(house.chance.once(in: 2) ? .archiveBoard(board) : .trashBoard(board)))
        }
        let children = house.state.studio.model.children
        if let child = house.chance.pick(children.ids.filter { children[$0]?.flags.isLive == true }),
            house.chance.once(in: 3)
        {
            house.take(.studio(.trashChild(child)))
        }
        let words = Name(recorded: "house")
        for id in house.state.notes.notes.ids {
            for ink in house.view.notes.note(id)?.ink ?? [] where !ink.strokes.isEmpty {
                let recognition = Recognition(
                    text: "written in \(ink.id.text)", recogniser: words, version: words, language: "de",
                    state: ink.state)
                house.take(.notes(.recogniseInk(id, ink.id, recognition)))
            }
        }
        for id in house.state.notes.attachments.ids {
            let text = PictureText(
                text: "read from \(id.text)", reader: words, version: words, width: 40, height: 30,
                lines: [.init(left: 1, top: 2, width: 30, height: 8, confidence: 900, others: ["Canots"])])
            house.take(.notes(.readFile(id, text)))
        }
        for id in house.state.studio.model.stories.ids {
            guard let story = house.state.studio.model.stories[id], let last = story.versions.last else { continue }
            house.take(.studio(.regenerateStory(id, version: story.versions.count + 1, last.request)))
        }
    }
}

// MARK: - Going out and coming in

extension TravellingWorkspace {
    func export(
        _ view: WorkspaceView, _ selection: ExportSelection = .everything, to target: URL
    ) throws -> ExportReport {
        try WorkspaceExport.export(view, selection, to: target) { digest in
            let number = try #require((0...99).first { sha256(content($0)) == digest })
            return content(number)
        }
    }

    static func plan(_ source: URL, state: WorkspaceState) throws -> ImportPlan {
        try ImportSource(source).plan(into: nil, state: state) { _ in TextHistory() }
    }

    static func imported(
        _ source: URL, into here: (view: WorkspaceView, state: WorkspaceState)
    ) throws -> (view: WorkspaceView, state: WorkspaceState, plan: ImportPlan) {
        let plan = try plan(source, state: here.state)
        var (view, state) = here
        var sequence = view.asOf.sequence
        for step in plan.steps {
            for event in try step.events(given: state) {
                sequence += 1
                WorkspaceDecider.evolve(&state, with: event)
                WorkspaceProjection.project(
                    Recorded(
                        position: Position(sequence), actor: step.originActor ?? ActorID(hi: 9, lo: 9),
                        device: DeviceID(hi: 9, lo: 9), instant: step.originTime ?? .epoch, event: event), into: &view)
            }
        }
        return (view, state, plan)
    }

    func inScratch(_ body: (URL) throws -> Void) throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "daybook-house-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { _ = Result { try FileManager.default.removeItem(at: scratch) } }
        try body(scratch.appending(path: "out"))
    }
}

/// The bytes that stand for a file of the household, which knows it by its number alone.
private func content(_ number: Int) -> [UInt8] { Array("file \(number)".utf8) }

extension FileFacts {
    fileprivate var withBytes: FileFacts {
        let bytes = content(Int(digest[0]))
        return FileFacts(name: name, mediaType: mediaType, sizeBytes: bytes.count, digest: sha256(bytes))
    }
}

extension ImageFacts {
    fileprivate var withBytes: ImageFacts {
        var image = self
        image.file = file.withBytes
        return image
    }
}

extension WorkspaceEvent {
    /// With the digest of bytes that there are, where it brings a file.
    fileprivate var withBytes: WorkspaceEvent {
        switch self {
        case .notes(.fileAttached(let id, let holder, let file)):
            return .notes(.fileAttached(id, to: holder, file.withBytes))
        case .boards(.fileAttached(let card, let id, let file)):
            return .boards(.fileAttached(card, id, file.withBytes))
        case .capture(.fileAttached(let id, let item, let file)):
            return .capture(.fileAttached(id, to: item, file.withBytes))
        case .studio(.artworkUploaded(let id, let child, var new)):
            new.images = new.images.map { $0.withBytes }
            return .studio(.artworkUploaded(id, of: child, new))
        case .studio(.imageAdded(let id, let image, let rank)):
            return .studio(.imageAdded(id, image.withBytes, at: rank))
        default: return self
        }
    }
}

// MARK: - What can be read

extension TravellingWorkspace {
    /// Every reading there is, by its name: of each domain and across all of them.
    private static func readings(of view: WorkspaceView) -> [(name: String, text: String)] {
        let name: (ActorID) -> String = { view.name(of: $0) }
        func text(_ write: (inout JSONWriter) -> Void) -> String {
            var json = JSONWriter()
            write(&json)
            return json.text.replacingOccurrences(of: "{\"id\"", with: "\n{\"id\"")
        }
        var out: [(String, String)] = [
            ("notes", text { view.notes.writeCanonical(to: &$0, times: false, name: name) }),
            ("boards", text { view.boards.writeCanonical(to: &$0, times: false, name: name) }),
            ("capture", text { view.capture.writeCanonical(to: &$0, times: false, name: name) }),
            ("studio", text { view.studio.writeCanonical(to: &$0, times: false, name: name) }),
            ("links", Self.lines(of: view.links())), ("tags", text { view.tags().write(to: &$0) }),
            ("pins", text { view.pins().write(to: &$0) }), ("trash", text { view.trash(times: false).write(to: &$0) }),
            ("attachments", text { view.attachments().write(to: &$0) }),
        ]
        var (links, search, former): (String, String, String) = ("", "", "")
        let texts = SearchTexts(of: view)
        var things: [EntitySummary] = []
        view.forEachThing { things.append($0) }
        for thing in things.sorted(by: { $0.referent.entity < $1.referent.entity }) {
            links += Self.lines(of: view.links(of: thing.referent))
            let pieces = (texts.text(of: thing.referent)?.pieces ?? []).map { "\($0.field): \($0.text)\n" }
            search += pieces.sorted(by: precedes).joined()
            let names = view.formerNames(of: thing.referent).map(\.text).joined(separator: ", ")
            former += "\(thing.referent.kind.word) \(view.path(of: thing.referent)): \(names)\n"
        }
        out += [("links of each thing", links), ("search", search), ("former names", former)]
        for (id, name) in view.registry.actors.sorted(by: { $0.key < $1.key }) { out.append((id.text, name.text)) }
        return out
    }

    /// Links stand in the order in which their sources came to be, which an import does not know of cards: here sorted.
    private static func lines(of links: LinkOverviewView) -> String {
        let broken = (links.trashed + links.unresolved).map { one in
            "\(one.written) in " + one.sources.map(\.path).sorted(by: precedes).joined(separator: ", ") + "\n"
        }
        return "\(links.links) in \(links.sources)\n" + broken.sorted(by: precedes).joined()
    }

    private static func lines(of links: LinksView) -> String {
        func line(_ link: LinksView.Link) -> String {
            let thing = link.thing.map { "\($0.referent.kind.word) \($0.referent.entity.text) \($0.path)" } ?? ""
            return "  \(link.target) \(thing) as \(link.written) in \(link.field), line \(link.line): \(link.context)\n"
        }
        return "\(links.thing.referent.kind.word) \(links.thing.path)\n leads to\n"
            + links.outgoing.map(line).sorted(by: precedes).joined() + " is led to by\n"
            + links.backlinks.map(line).sorted(by: precedes).joined()
    }

    func expectSame(
        _ found: WorkspaceView, as expected: WorkspaceView, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (found, expected) in zip(Self.readings(of: found), Self.readings(of: expected)) {
            guard found.text != expected.text else { continue }
            let (new, old) = (found.text.split(separator: "\n"), expected.text.split(separator: "\n"))
            let first = zip(new, old).first { $0 != $1 }
            Issue.record(
                """
                \(seed.testDescription), \(expected.name): \(new.count) and \(old.count) lines; the first that differ, as \
                found and as expected:
                \(first?.0 ?? "")
                \(first?.1 ?? "")
                """, sourceLocation: sourceLocation)
        }
        #expect(found.registry.actors == expected.registry.actors, sourceLocation: sourceLocation)
        #expect(found.registry.devices == expected.registry.devices, sourceLocation: sourceLocation)
    }
}

extension WorkspaceView {
    fileprivate func formerNames(of referent: EntityRef) -> [Name] {
        let id = referent.entity
        let names = notes.formerNames[id] ?? boards.formerTitles[id] ?? capture.formerNames[id]
        return (names ?? studio.formerNames[id])?.names ?? []
    }
}

// MARK: - What there is

extension TravellingWorkspace {
    /// The number of everything that an export has a place for, by its name.
    var inventory: [String: Int] {
        var seen = inventoryOfNotes.merging(inventoryOfBoards) { $0 + $1 }
        seen.merge(inventoryOfCapture) { $0 + $1 }
        seen.merge(inventoryOfStudio) { $0 + $1 }
        seen["links between things"] = view.links().links - view.links().unresolved.count
        seen["links to the trash"] = view.links().trashed.count
        seen["tags"] = view.tags().tags.count
        seen["pins"] = view.pins().things.count
        return seen
    }

    private var inventoryOfNotes: [String: Int] {
        let readings = view.notes.notes.ids.compactMap { view.notes.note($0) }
        let trash = view.trash().things
        let ofNotes = view.attachments().files.map(\.holder.referent.kind)
        return [
            "folders": view.notes.tree.ids.count { view.notes.folder($0) != nil }, "notes": readings.count,
            "drawings": readings.flatMap(\.ink).count,
            "recognised drawings": readings.flatMap(\.ink).count { $0.recognition != nil },
            "check boxes": readings.count { $0.body.contains("- [ ]") },
            "folders in the trash": trash.count { $0.thing.referent.kind == .folder },
            "notes in the trash": trash.count { $0.thing.referent.kind == .note },
            "read pictures": view.notes.attachments.entries.count { $0.text != nil },
            "files on notes and folders": ofNotes.count { $0 == .note || $0 == .folder },
        ]
    }

    private var inventoryOfBoards: [String: Int] {
        let model = view.boards.model
        let boards = model.boards.entries.filter { !$0.flags.isWithdrawn }
        let columns = model.columns.entries.filter { !$0.flags.isWithdrawn }
        let cards = model.cards.entries.filter { !$0.flags.isWithdrawn }
        return [
            "boards": boards.count, "boards in the archive": boards.count { $0.flags.isArchived },
            "boards in the trash": boards.count { $0.flags.isTrashed }, "columns": columns.count,
            "columns in the archive": columns.count { $0.flags.isArchived },
            "columns in the trash": columns.count { $0.flags.isTrashed }, "cards": cards.count,
            "cards in the archive": cards.count { $0.flags.isArchived },
            "cards in the trash": cards.count { $0.flags.isTrashed },
            "checklist items": cards.reduce(0) { $0 + $1.progress.total }, "due cards": cards.count { $0.due != nil },
            "comments": cards.reduce(0) { $0 + $1.commentCount },
            "files on cards": cards.reduce(0) { $0 + $1.files.count { !$0.isDetached } },
        ]
    }

    private var inventoryOfCapture: [String: Int] {
        let model = view.capture.model
        let items = model.items.entries.filter { !$0.isWithdrawn }
        let collections = model.collections.entries.filter { !$0.isWithdrawn }
        return [
            "items": items.count, "items in the trash": items.count { $0.isTrashed },
            "items under items": items.count { $0.memberships.contains { $0.parent != nil } },
            "items done": items.count { $0.completed != nil }, "items split": items.count { !$0.splitInto.isEmpty },
            "items merged": items.count { $0.mergedInto != nil },
            "links to collections": items.count { if case .link = $0.type { true } else { false } },
            "plans": collections.count { $0.isStructured }, "lists": collections.count { !$0.isStructured },
            "collections in the trash": collections.count { $0.isTrashed },
            "item tags": model.tags.entries.count { !$0.isWithdrawn && !$0.isDeleted },
            "deleted item tags": model.tags.entries.count { $0.isDeleted }, "prompts": model.prompts.count,
            "runs with suggestions": model.runs.entries.count { $0.outcome != nil },
            "files on items": model.files.entries.count { !$0.isDetached },
        ]
    }

    private var inventoryOfStudio: [String: Int] {
        let family = view.studio.model
        let artworks = family.artworks.entries.filter { !$0.flags.isWithdrawn }
        let albums = family.albums.entries.filter { !$0.flags.isWithdrawn }
        let analyses = family.analyses.entries.filter { !$0.isWithdrawn }
        let stories = family.stories.entries.filter { !$0.flags.isWithdrawn }
        return [
            "children": family.children.entries.count { !$0.flags.isWithdrawn },
            "children in the trash": family.children.entries.count { $0.flags.isTrashed },
            "artworks": artworks.count, "artworks in the trash": artworks.count { $0.flags.isTrashed },
            "images": artworks.reduce(0) { $0 + $1.images.count },
            "removed images": artworks.count { $0.images.contains { $0.isRemoved } },
            "edited images": artworks.count { $0.images.contains { $0.recipe != .untouched } },
            "albums": albums.count { $0.filter == nil }, "smart albums": albums.count { $0.filter != nil },
            "albums in the trash": albums.count { $0.flags.isTrashed },
            "analyses with results": analyses.count { $0.result != nil },
            "saved tips": analyses.reduce(0) { $0 + $1.saved.count },
            "rated tips": analyses.reduce(0) { $0 + $1.ratings.count }, "stories": stories.count,
            "stories told anew": stories.count { $0.versions.count > 1 },
            "stories in the trash": stories.count { $0.flags.isTrashed },
            "milestones": family.milestones.entries.count { !$0.isWithdrawn },
            "hidden milestones": family.milestones.entries.count { $0.isHidden && !$0.isWithdrawn },
            "consents given": family.consents.entries.reduce(0) { $0 + $1.entries.count { $0.answer == .given } },
            "consents withdrawn": family.consents.entries.reduce(0) {
                $0 + $1.entries.count { $0.answer == .withdrawn }
            },
            "reminders": (family.reminders.lastSent != nil ? 1 : 0) + (family.reminders.areOff ? 1 : 0)
                + (family.reminders.snoozedUntil != nil ? 1 : 0),
        ]
    }
}
