import Boards
import Capture
import Kernel
import KernelTesting
import Notes
import Studio
import Workspace

/// A household that does anything at all, in every domain at once, with few enough things that they get in each other's
/// way. What it asks is in `AnyWorkspace+…Asking.swift`.
struct AnyWorkspace {
    var chance: SplitMix64
    private(set) var state = WorkspaceDecider.initial
    private(set) var view = WorkspaceProjection.empty
    private(set) var facts: [Recorded<WorkspaceEvent>] = []
    /// The people who live here, as the accounts know them.
    var accounts = HouseholdAccounts()

    init(_ seed: Seed) {
        chance = seed.chance
        begin()
    }

    /// Asks, and lets what follows happen.
    ///
    /// - Returns: what happened; nothing when it was refused.
    @discardableResult
    mutating func take(_ command: WorkspaceCommand) -> [WorkspaceEvent] {
        guard let events = try? WorkspaceDecider.decide(command, given: state) else { return [] }
        for event in events { happen(event) }
        return events
    }

    /// One fact a minute, by one of two people.
    private mutating func happen(_ event: WorkspaceEvent) {
        let sequence = (facts.last?.position.sequence ?? 0) + 1
        let fact = Recorded(
            position: Position(sequence), actor: ActorID(hi: 1, lo: sequence % 5 == 0 ? 2 : 1),
            device: DeviceID(hi: 2, lo: 1), instant: Instant(seconds: 1_795_249_800 + Int64(sequence) * 60),
            event: event)
        facts.append(fact)
        WorkspaceDecider.evolve(&state, with: event)
        WorkspaceProjection.project(fact, into: &view)
    }

    /// It happened, whatever the rules say.
    mutating func happened(_ event: WorkspaceEvent) { happen(event) }

    /// Lives again without the facts that go with what is erased, as after a redaction.
    mutating func forget(_ closure: ErasureClosure) {
        facts.removeAll { $0.event.goes(about: $0.event.subject, with: closure) }
        state = WorkspaceDecider.initial
        view = WorkspaceProjection.empty
        for fact in facts {
            WorkspaceDecider.evolve(&state, with: fact.event)
            WorkspaceProjection.project(fact, into: &view)
        }
    }

    /// Something of any domain; mostly possible, sometimes not.
    mutating func command() -> WorkspaceCommand {
        switch chance.below(16) {
        case 0...3: .notes(noteCommand())
        case 4...7: .boards(boardCommand())
        case 8...10: .capture(captureCommand())
        case 11...14: .studio(studioCommand())
        default: .registry(registryCommand())
        }
    }

    /// Takes back everything from fact `start` on, the last first, as the runtime does.
    ///
    /// - Parameter before: the view just before those facts.
    mutating func undo(from start: Int, before: WorkspaceView) throws(WorkspaceRefusal) {
        var walk = before
        var inverses: [TextEdit?] = []
        for fact in facts[start...] {
            inverses.append(walk.inverse(of: fact.event))
            WorkspaceProjection.project(fact, into: &walk)
        }
        for index in (start..<facts.count).reversed() {
            let event = facts[index].event
            let events = try WorkspaceDecider.compensation(
                for: event, before: past(of: event.subject, upTo: index), now: state, inverse: inverses[index - start])
            for event in events { happen(event) }
        }
    }

    /// The rules' state of one thing, folded from its own records among the first `count`.
    private func past(of subject: EntityID, upTo count: Int) -> WorkspaceState {
        var state = WorkspaceDecider.initial
        for fact in facts.prefix(count) where fact.event.subject == subject {
            WorkspaceDecider.evolve(&state, with: fact.event)
        }
        return state
    }

    /// All that can be read, without times: what undoing must bring back to the byte.
    var content: [UInt8] {
        var json = JSONWriter()
        view.writeEverything(to: &json, times: false)
        return json.bytes
    }
}

// What chance brings, whatever it is for.
extension AnyWorkspace {
    /// One of the first `count` identifiers of a kind; `pool` tells the kinds apart.
    mutating func any<Kind>(_ pool: UInt64, _ count: Int) -> Identifier<Kind> {
        .numbered(pool, UInt64(1 + chance.below(count)))
    }

    mutating func any<Value>(_ values: [Value]) -> Value { values[chance.below(values.count)] }

    /// Nil every other time.
    mutating func maybe<Value>(_ value: Value?) -> Value? { chance.once(in: 2) ? nil : value }

    mutating func word() -> Name {
        Name(recorded: any(["Sun", "Garden", "maison", "家", "Łódź", "🎨 art", "a · b"]) + " \(chance.below(4))")
    }

    mutating func prose() -> String {
        any(["", "One line.", "# Title\n\n- [ ] item\n", "naïve ✍🏽 text", "a\r\nb\n", "Buy milk, bread"])
    }

    mutating func tag() -> Name { Name(recorded: any(["home", "home/garden", "Work", "work", "früh"])) }

    mutating func day() -> CalendarDay { CalendarDay(daysSinceEpoch: 20_700 + chance.below(78)) }

    mutating func moment() -> Instant { Instant(seconds: 1_795_248_000 + Int64(chance.below(30_000))) }

    mutating func file(_ mediaType: String = "image/jpeg") -> FileFacts {
        let number = chance.below(8)
        return FileFacts(
            name: Name(recorded: "scan-\(number).jpg"), mediaType: mediaType, sizeBytes: 1_000 + number,
            digest: digest(number))
    }

    func digest(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: FileFacts.digestBytes) }

    /// Something that a person could type into a text as it is, or as it was a little before.
    mutating func edit(of text: TextDocument?) -> TextEdit {
        let clock = text?.clock ?? TextClock(initialLength: 0)
        let position = chance.below(clock.length + 1)
        let run = TextRun(
            position: position, deleteCount: maybe(chance.below(min(4, clock.length - position + 1))) ?? 0,
            insertion: any(["x", "né", "\n", "🎨!", "two words "]))
        let base = chance.once(in: 5) ? max(0, clock.revision - chance.below(3)) : clock.revision
        return TextEdit(parents: clock.frontier(at: base) ?? clock.frontier, runs: [run])
    }

    private mutating func registryCommand() -> RegistryCommand {
        switch chance.below(3) {
        case 0: .nameActor(any(1, 2), word())
        case 1: .nameDevice(any(2, 1), word())
        default:
            .recordSource(
                any(0x100, 5), source: "markdown:\(chance.below(3)).md", fingerprint: Bytes(digest(chance.below(3))),
                textRevision: chance.below(3))
        }
    }
}

extension Identifier {
    static func numbered(_ pool: UInt64, _ number: UInt64) -> Identifier {
        Identifier(hi: 0x0193_4D2C_7A00_7000, lo: 0x8000_0000_0000_0000 | pool << 16 | number)
    }
}

extension WorkspaceEvent {
    /// The thing it is about.
    var subject: EntityID { encoded().subject }

    /// True if the event is an act of a provider or the loss of bytes: undoing leaves it so.
    var isForGood: Bool {
        switch self {
        case .capture(.runCompleted), .capture(.runFailed), .capture(.runCancelled), .capture(.runPayloadForgotten):
            true
        default: false
        }
    }
}

extension WorkspaceView {
    /// The edit that takes back `event`, which happens next; nil where it edits no text.
    fileprivate func inverse(of event: WorkspaceEvent) -> TextEdit? {
        switch event {
        case .notes(.noteEdited(let note, let edit)), .notes(.inkAdded(let note, _, let edit)):
            Self.inverse(of: edit, in: notes.notes[note]?.body)
        case .boards(.cardDescribed(let card, let edit)): Self.inverse(of: edit, in: boards.description(of: card))
        case .studio(.artworkAnnotated(let artwork, let edit)): Self.inverse(of: edit, in: studio.notes(of: artwork))
        default: nil
        }
    }

    private static func inverse(of edit: TextEdit, in text: TextDocument?) -> TextEdit? {
        guard let text else { return nil }
        var after = text
        let runs = Kernel.inverse(of: after.apply(edit), in: text)
        return TextEdit(parents: after.clock.frontier, runs: runs)
    }
}
