import Foundation
import Kernel
import KernelTesting
import Testing
import Workspace

/// Findings H5 and H4: a list or a text of a command was looked at again for each of its parts before a limit refused it.
///
/// Every command, every list and every text in it, however deep, is made eight times as long: reading it, deciding it and
/// living with what it leads to must cost about eight times as much. The places are those of the commands' own fields, so
/// that a new command or a new field is here as soon as it exists.
@Suite("The cost of commands")
struct CostOfCommands {
    /// Well above what linear work grows by (8) and n log n (10), well below what quadratic work does (64).
    private static let timesMax = 24.0

    static let domains = ["notes", "boards", "capture", "studio", "across", "registry"]

    @Test(arguments: domains)
    func `H5: a command whose lists and texts are eight times as long costs about eight times as much`(
        domain: String
    ) throws {
        let samples = Self.samples.filter { $0.tag.domain == domain }
        #expect(!samples.isEmpty)
        var places = 0
        for sample in samples {
            for place in sample.places {
                for shape in place.shapes {
                    places += 1
                    let times = sample.growth(of: place, shape)
                    #expect(times < Self.timesMax, "\(sample.tag.name), \(place.words), \(shape)")
                }
            }
        }
        #expect(places > (domain == "registry" || domain == "across" ? 2 : 30))
    }

    @Test func `H5: nearly every command was asked for where it leads to something`() {
        let found = Self.samples.count { $0.isAccepted }
        #expect(found * 4 > Self.samples.count * 3, "\(Self.samples.filter { !$0.isAccepted }.map(\.tag.name))")
    }

    /// One of each command, in the middle of the life of a household.
    private static let samples: [SampleCommand] = {
        var fixture = AnyWorkspace(Seed(7))
        var accepted: [String: SampleCommand] = [:]
        for _ in 0..<2_500 {
            let command = fixture.command()
            let known = accepted[command.tag.name]
            // What is held on to is copied when the household goes on.
            guard known == nil || command.json.utf8.count > known?.size ?? 0 else {
                fixture.take(command)
                continue
            }
            let before = (fixture.state, fixture.view)
            guard !fixture.take(command).isEmpty else { continue }
            accepted[command.tag.name] = SampleCommand(command, before.0, before.1, isAccepted: true)
        }
        return WorkspaceCommand.Tag.allCases.map { tag in
            accepted[tag.name]
                ?? SampleCommand(
                    FilledCommand(tag).command, fixture.state, fixture.view, isAccepted: false)
        }
    }()
}

/// A command, what it meets, and its JSON, into which longer lists and texts are put.
private struct SampleCommand: Sendable {
    let tag: WorkspaceCommand.Tag
    let state: WorkspaceState
    let view: WorkspaceView
    let isAccepted: Bool
    private let json: String

    init(_ command: WorkspaceCommand, _ state: WorkspaceState, _ view: WorkspaceView, isAccepted: Bool) {
        (tag, self.state, self.view, self.isAccepted) = (command.tag, state, view, isAccepted)
        json = command.json
    }

    var size: Int { json.utf8.count }

    /// A list or a text, by the keys and indexes that lead to it.
    struct Place: Sendable {
        var path: [String]
        var isList: Bool
        var shapes: [String] { isList ? ["of new ones", "of filled ones", "of known ones"] : ["a", "a/b [[c]] <d> "] }
        var words: String { path.joined(separator: ".") }
    }

    /// Those of the command itself, and those that the same command has with every field filled.
    var places: [Place] {
        var found: [Place] = []
        for variant in 0..<5 {
            let filled = FilledCommand(tag, variant: variant).command.json
            for place in Self.places(in: Self.read(filled), at: []) where !found.contains(where: { $0.path == place.path }) {
                found.append(place)
            }
        }
        return found
    }

    private static func read(_ json: String) -> Any {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: [.fragmentsAllowed])) ?? [:]
    }

    private static func places(in value: Any, at path: [String]) -> [Place] {
        switch value {
        case let object as [String: Any]:
            return object.sorted { $0.key < $1.key }.flatMap { key, value in
                key == "type" ? [] : places(in: value, at: path + [key])
            }
        case let list as [Any]:
            return [Place(path: path, isList: true)] + (list.first.map { places(in: $0, at: path + ["0"]) } ?? [])
        case let text as String:
            // Identifiers, moments and days have one length.
            return UUID(uuidString: text) != nil || text.wholeMatch(of: /\d{4}-.*/) != nil
                ? [] : [Place(path: path, isList: false)]
        default: return []
        }
    }

    /// The factor by which the command costs more when the place is eight times as long.
    func growth(of place: Place, _ shape: String) -> Double {
        let size = place.isList ? 200 : 2_000
        let (small, large) = (command(place, shape, size), command(place, shape, 8 * size))
        let first = shortest(small)
        return shortest(large) / max(first, 0.001)
    }

    /// The shortest processor time of up to three.
    private func shortest(_ json: [UInt8]) -> Double {
        var shortest = Double.infinity
        for _ in 0..<3 {
            shortest = min(shortest, processorSeconds(of: { live(json) }))
            if shortest < 0.004 { break }
        }
        return shortest
    }

    /// Reads, asks, decides, and lives with what it leads to.
    private func live(_ json: [UInt8]) {
        guard let command = try? WorkspaceCommand(json: json) else { return }
        _ = command.requiredPermissions(given: state)
        guard let events = try? WorkspaceDecider.decide(command, given: state) else { return }
        var (state, view) = (state, view)
        for (number, event) in events.enumerated() {
            let fact = Recorded(
                position: Position(1_000_000 + UInt64(number)), actor: Desk.anna, device: Desk.laptop,
                instant: Instant(seconds: 1_900_000_000), event: event)
            WorkspaceDecider.evolve(&state, with: event)
            WorkspaceProjection.project(fact, into: &view)
        }
    }

    private func command(_ place: Place, _ shape: String, _ size: Int) -> [UInt8] {
        var filled: Any = [:]
        for variant in 0..<5 {
            filled = Self.read(FilledCommand(tag, variant: variant).command.json)
            if Self.value(in: filled, at: place.path[...]) != nil { break }
        }
        let whole = Self.replacing(Self.read(json), at: place.path[...], filled) { own, other in
            guard place.isList else { return String(repeating: shape, count: size / shape.utf8.count) }
            let filled = other as? [Any] ?? []
            let known = (own as? [Any]).flatMap { $0.isEmpty || shape == "of filled ones" ? nil : $0 } ?? filled
            guard !known.isEmpty else { return known }
            let isOfTexts = (filled.first as? String)?.hasPrefix("Some ") ?? false
            return (0..<size).map { number in
                let one = known[number % known.count]
                if shape == "of known ones" { return one }
                return isOfTexts ? "\(one) \(number)" : Self.varied(one, number)
            }
        }
        return Array((try? JSONSerialization.data(withJSONObject: whole)) ?? Data())
    }

    private static func value(in value: Any, at path: ArraySlice<String>) -> Any? {
        guard let key = path.first else { return value }
        let next =
            (value as? [String: Any])?[key]
            ?? Int(key).flatMap { index in
                (value as? [Any]).flatMap { index < $0.count ? $0[index] : nil }
            }
        return next.flatMap { Self.value(in: $0, at: path.dropFirst()) }
    }

    /// Puts what `change` makes of the value at `path` in its place; what is not there is taken from `other`.
    private static func replacing(
        _ value: Any, at path: ArraySlice<String>, _ other: Any?, _ change: (Any, Any?) -> Any
    ) -> Any {
        guard let key = path.first else { return change(value, other) }
        if let index = Int(key) {
            let list = (value as? [Any]).flatMap { $0.isEmpty ? nil : $0 } ?? other as? [Any] ?? []
            guard index < list.count else { return value }
            var changed = list
            changed[index] = replacing(list[index], at: path.dropFirst(), (other as? [Any])?.first, change)
            return changed
        }
        var object = value as? [String: Any] ?? other as? [String: Any] ?? [:]
        let there = (other as? [String: Any])?[key]
        guard let own = object[key].flatMap({ $0 is NSNull ? nil : $0 }) ?? there else { return value }
        object[key] = replacing(own, at: path.dropFirst(), there, change)
        return object
    }

    /// The same with identifiers, numbers and names of its own.
    private static func varied(_ value: Any, _ number: Int) -> Any {
        switch value {
        case let object as [String: Any]:
            return object.mapValues { $0 is String || $0 is [String: Any] ? varied($0, number) : $0 }
        case let text as String:
            if UUID(uuidString: text) != nil { return DeviceID(hi: 0xABC, lo: UInt64(number + 1)).text }
            // Words of a fixed list stay what they are.
            return text.contains(" ") || text.count > 20 ? text + " \(number)" : text
        case is Int: return number
        default: return value
        }
    }
}
