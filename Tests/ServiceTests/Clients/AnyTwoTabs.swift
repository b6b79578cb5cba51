import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import WebCore

/// Two devices of one person that do whatever chance says, with links that are cut and tabs that are killed.
struct AnyTwoTabs {
    private(set) var tabs: [BrowserTab]
    private var chance: SplitMix64
    /// Things that a change which was told as kept makes, by the change.
    private(set) var made: [BatchID: [EntityID]] = [:]
    /// Refusals that a person was told at once.
    private(set) var refusedHere = 0
    private(set) var cuts = 0
    private(set) var kills = 0
    private(set) var withdrawn = 0

    init(_ seed: Seed, _ tabs: [BrowserTab]) { (self.tabs, chance) = (tabs, seed.chance) }

    private mutating func mint<Kind>() -> Identifier<Kind> {
        .minted(at: Instant(seconds: 1_795_000_000), chance: (chance.next(), chance.next()))
    }

    mutating func step() async throws {
        let place = chance.below(tabs.count)
        switch chance.below(21) {
        case 0..<10: try perform(in: place)
        case 10..<12: _ = try await tabs[place].fetch(limit: 1 + chance.below(6))
        case 12..<16:
            let cut: BrowserTab.Cut = [.nowhere, .nowhere, .before, .after][chance.below(4)]
            if cut != .nowhere { cuts += 1 }
            _ = try await tabs[place].send(cut)
        case 16: tabs[place].putBy()
        case 17:
            kills += 1
            try tabs[place].open(forgetting: chance.once(in: 4))
            // As a tab does before it sends: what was put by says nothing of what came since.
            try await tabs[place].fetchAll()
        case 18: try tabs[place].hold(!tabs[place].isHolding)
        case 19:
            guard let entry = chance.pick(try tabs[place].outbox().filter { ["waiting", "held"].contains($0.state) }) else {
                return
            }
            guard try tabs[place].withdraw(entry.id) else { return }
            withdrawn += 1
            made[try #require(BatchID(text: entry.id))] = nil
        default:
            guard let entry = chance.pick(try tabs[place].outbox().filter { $0.state == "refused" }) else { return }
            let id = try #require(BatchID(text: entry.id))
            if chance.once(in: 2) {
                if try tabs[place].discard(entry.id) { made[id] = nil }
            } else {
                let fresh: BatchID = mint()
                if try tabs[place].retry(entry.id, as: fresh) == "kept" { made[fresh] = made.removeValue(forKey: id) }
            }
        }
    }

    private mutating func perform(in place: Int) throws {
        let id: BatchID = mint()
        var view = tabs[place].core.view
        var commands = [command(on: &view)]
        if chance.once(in: 3) { commands.append(command(on: &view)) }
        let answer = try tabs[place].perform(commands, as: id)
        switch answer.kind {
        case "kept": made[id] = commands.compactMap(Self.thing)
        case "refused": refusedHere += 1
        default: #expect(answer.kind == "nothingToDo")
        }
    }

    private static func thing(of command: WorkspaceCommand) -> EntityID? {
        switch command {
        case .notes(.createNote(let note, _, _, _)): note.entity
        case .notes(.createFolder(let folder, _, _, _)): folder.entity
        case .boards(.addCard(let card, _, _, _, _)): card.entity
        case .capture(.captureItem(let item, _, _)): item.entity
        default: nil
        }
    }

    private mutating func word() -> String { ["ink", "tea", "moss", "fern", "rain", "bread"][chance.below(6)] }

    private mutating func command(on view: inout WorkspaceView) -> WorkspaceCommand {
        let notes = view.notes.notes.ids
        let (columns, cards) = (view.boards.model.columns.ids, view.boards.model.cards.ids)
        let items = view.capture.model.items.ids
        switch chance.below(14) {
        case 0: return .notes(.createNote(mint(), title: Name(recorded: word()), body: word() + "\n", in: nil))
        case 1: return .notes(.createFolder(mint(), name: Name(recorded: word()), in: nil))
        case 2:
            return .boards(
                .openBoard(
                    mint(), title: Name(recorded: word()),
                    columns: [
                        NewColumn(id: mint(), name: Name(recorded: "To do")),
                        NewColumn(id: mint(), name: Name(recorded: "Done")),
                    ]))
        case 3: return .capture(.captureItem(mint(), content: word(), captured: .epoch))
        case 4, 5, 6, 7:
            guard let note = chance.pick(notes), let body = view.notes.notes[note]?.body else { break }
            let position = chance.below(body.scalarCount + 1)
            let deleted = min(chance.below(3), body.scalarCount - position)
            let run = TextRun(position: position, deleteCount: deleted, insertion: word())
            return .notes(.editNote(note, TextEdit(parents: [body.clock.revision], runs: [run])))
        case 8: if let note = chance.pick(notes) { return .notes(.retitleNote(note, to: Name(recorded: word()))) }
        case 9:
            if let note = chance.pick(notes) {
                return chance.once(in: 2) ? .notes(.trashNote(note)) : .notes(.restoreNote(note))
            }
        case 10:
            if let column = chance.pick(columns) {
                return .boards(.addCard(mint(), to: column, title: Name(recorded: word()), description: "", above: nil))
            }
        case 11:
            if let card = chance.pick(cards), let column = chance.pick(columns) {
                return .boards(.moveCard(card, to: column, above: nil))
            }
        case 12: if let card = chance.pick(cards) { return .boards(.trashCard(card)) }
        default: if let item = chance.pick(items) { return .capture(.rewordItem(item, to: word())) }
        }
        return .notes(.createNote(mint(), title: nil, body: word(), in: nil))
    }

    /// Brings both to their ends.
    mutating func settle() async throws {
        for place in tabs.indices { try tabs[place].hold(false) }
        for place in tabs.indices { try await tabs[place].sync() }
        for place in tabs.indices { try await tabs[place].fetchAll() }
    }
}
