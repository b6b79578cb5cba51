import Kernel
import KernelTesting
import Testing
import Workspace

/// Finding H5: each new comment, checklist item and file of a card looked at all that were there, so that filling a card
/// was quadratic.
///
/// Every command that makes something is given again and again, each time with another identifier or another text in one of
/// its fields. One more, where there are eight times as many, must cost about as much: the fields are those of the commands
/// themselves, so that a new command is here as soon as it exists.
@Suite("The cost of filling things")
struct CostOfFilling {
    /// Few enough that eight times as many, and those that are measured, are below every limit of a thousand and more.
    private static let few = 110
    /// Well above what a tree or a hash grows by, well below 8.
    private static let timesMax = 3.0
    /// Below this many seconds for each command a difference is noise.
    private static let noiseSeconds = 5e-6

    @Test(arguments: CostOfCommands.domains)
    func `H5: one more of anything costs about as much where there are eight times as many`(domain: String) throws {
        var filled: [String] = []
        var bounded: [String] = []
        for (name, vessel) in Self.vessels.sorted(by: { $0.key < $1.key }) where name.hasPrefix(domain + ".") {
            var vessel = vessel
            guard let few = vessel.costOfMore(at: Self.few), let many = vessel.costOfMore(at: 8 * Self.few) else {
                bounded.append("\(name): \(vessel.count)")
                continue
            }
            filled.append(name)
            for (index, what) in Vessel.whats.enumerated() {
                let times = many[index] / max(few[index], Self.noiseSeconds)
                #expect(times < Self.timesMax, "\(name), \(what): \(few[index]) s, then \(many[index]) s")
            }
        }
        print("\(domain): filled \(filled), bounded \(bounded)")
        for name in Self.mustBeFilled where name.hasPrefix(domain + ".") {
            #expect(filled.contains { $0.hasPrefix(name + ", ") }, "\(name) is in \(filled)")
        }
    }

    /// The commands that add to one thing without a limit, or up to a large one.
    private static let mustBeFilled = [
        "boards.addCard", "boards.addItem", "boards.addComment", "boards.attachFile", "capture.captureItem",
        "capture.attachFile", "notes.createNote", "notes.createFolder", "notes.attachFile", "studio.uploadArtwork",
        "studio.requestAnalysis",
    ]

    /// Of every command and field of it that fills something, the first that was met in the life of a household.
    private static let vessels: [String: Vessel] = {
        var fixture = AnyWorkspace(Seed(7))
        var vessels: [String: Vessel] = [:]
        for _ in 0..<2_500 {
            let command = fixture.command()
            for place in 0..<VaryingCommand.places(of: command) {
                let name = "\(command.tag.name), field \(place)"
                if vessels[name] == nil { vessels[name] = Vessel(command, place, fixture.state, fixture.view) }
            }
            fixture.take(command)
        }
        return vessels
    }()
}

/// The thing that a command fills.
private struct Vessel: Sendable {
    static let whats = ["deciding", "evolving", "projecting"]
    private static let batch = 16

    private let command: WorkspaceCommand
    private let place: Int
    private var state: WorkspaceState
    private var view: WorkspaceView
    private(set) var count = 0

    /// Nil where the command with something else in this field leads to nothing.
    init?(_ command: WorkspaceCommand, _ place: Int, _ state: WorkspaceState, _ view: WorkspaceView) {
        (self.command, self.place, self.state, self.view) = (command, place, state, view)
        guard add() != nil, add() != nil else { return nil }
    }

    /// Seconds for one more, by `whats`, once there are `count`: the least of three batches.
    ///
    /// - Returns: nil when the rules let there be no more.
    mutating func costOfMore(at count: Int) -> [Double]? {
        while self.count < count { guard add() != nil else { return nil } }
        var least = Self.whats.map { _ in Double.infinity }
        for _ in 0..<3 {
            var sums = Self.whats.map { _ in 0.0 }
            for _ in 0..<Self.batch {
                guard let seconds = add() else { return nil }
                for what in sums.indices { sums[what] += seconds[what] }
            }
            for what in sums.indices { least[what] = min(least[what], sums[what] / Double(Self.batch)) }
        }
        return least
    }

    /// One more, and how long deciding, evolving and projecting took; nil when it is refused or leads to nothing.
    private mutating func add() -> [Double]? {
        count += 1
        let command = VaryingCommand.varied(command, place, UInt64(count))
        var events: [WorkspaceEvent] = []
        let deciding = processorSeconds { events = (try? WorkspaceDecider.decide(command, given: state)) ?? [] }
        guard !events.isEmpty else { return nil }
        let evolving = processorSeconds { for event in events { WorkspaceDecider.evolve(&state, with: event) } }
        let first = view.asOf.sequence
        let facts = events.enumerated().map { number, event in
            Recorded(
                position: Position(first + 1 + UInt64(number)), actor: ActorID(hi: 1, lo: 1), device: DeviceID(hi: 2, lo: 1),
                instant: Instant(seconds: 1_900_000_000), event: event)
        }
        let projecting = processorSeconds { for fact in facts { WorkspaceProjection.project(fact, into: &view) } }
        return [deciding, evolving, projecting]
    }
}

/// A command with another identifier or another text in one of its fields. It puts things at the end: where one gap is split
/// again and again, places get longer up to `Rank.digitsMax`.
private struct VaryingCommand: Coder {
    private let place: Int
    private let number: UInt64
    /// Identifiers and texts so far.
    private var visited = 0

    static func varied(_ command: WorkspaceCommand, _ place: Int, _ number: UInt64) -> WorkspaceCommand {
        var varying = VaryingCommand(place: place, number: number)
        var command = command
        command.code(fields: &varying)
        return command
    }

    static func places(of command: WorkspaceCommand) -> Int {
        var counting = VaryingCommand(place: -1, number: 0)
        var command = command
        command.code(fields: &counting)
        return counting.visited
    }

    private init(place: Int, number: UInt64) {
        self.place = place
        self.number = number
    }

    private mutating func isHere() -> Bool {
        visited += 1
        return visited - 1 == place
    }

    mutating func subject<Kind>(_ name: StaticString, _ id: inout Identifier<Kind>) { identifier(0, name, &id) }

    mutating func identifier<Kind>(_ field: Int, _ name: StaticString, _ value: inout Identifier<Kind>) {
        if isHere() { value = Identifier(hi: 0x0194_4D2C_7A00_7000, lo: 0x9000_0000_0000_0000 | number &* 0x9E37_79B9) }
    }

    mutating func text(_ field: Int, _ name: StaticString, _ value: inout String) {
        if isHere() { value += " \(number)" }
    }

    mutating func unsigned(_ field: Int, _ name: StaticString, _ value: inout UInt64) {}
    mutating func signed(_ field: Int, _ name: StaticString, _ value: inout Int64) {}
    mutating func flag(_ field: Int, _ name: StaticString, _ value: inout Bool) {}
    mutating func blob(_ field: Int, _ name: StaticString, _ value: inout [UInt8]) {}
    mutating func rank(_ field: Int, _ name: StaticString, _ value: inout Rank) {}

    mutating func message<Value: FieldMessage>(_ field: Int, _ name: StaticString, _ value: inout Value) {
        value.code(&self)
    }

    mutating func begins(_ field: Int, _ name: StaticString, isPresent: Bool) -> Bool {
        isPresent && spelled(name) != "above"
    }

    mutating func continues(_ field: Int, _ name: StaticString, after count: Int, total: Int) -> Bool { count < total }
    mutating func endList(_ field: Int) {}

    mutating func choice(_ field: Int, _ name: StaticString, _ value: inout UInt64, names: () -> [StaticString]) {}

    mutating func union<Value: FieldUnion>(_ value: inout Value) { value.code(fields: &self) }
}
