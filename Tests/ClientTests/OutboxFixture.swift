import JournalEngine
import JournalTesting
import Kernel
import Notes
import Runtime
import Workspace

@testable import Client

/// A client's device and what its person does.
enum Someone {
    static let device = DeviceID(hi: 0xD, lo: 1)
    static let actor = ActorID(hi: 0xA, lo: 1)
    static let note = NoteID(hi: 0x1, lo: 1)

    /// A change of one command that makes a note called by its number.
    static func change(_ number: UInt64, commands: Int = 1, base: UInt64 = 0) -> KeptChange {
        KeptChange(
            device: device.text, actor: actor.text, made: Int64(number), base: base, subject: note.text,
            sentence: "Added the note \(number).",
            commands: (0..<UInt64(commands)).map { index in
                let command = WorkspaceCommand.notes(
                    .createNote(NoteID(hi: 0x2, lo: number + index), title: nil, body: "", in: nil))
                return KeptChange.Command(number: number + index, json: command.json)
            })
    }

    /// A change that puts a title in the place of the one note's.
    static func retitling(_ number: UInt64, base: UInt64) -> KeptChange {
        var change = change(number, base: base)
        let command = WorkspaceCommand.notes(.retitleNote(note, to: Name(recorded: "\(number)")))
        change.commands = [KeptChange.Command(number: number, json: command.json)]
        return change
    }

    /// A change of which the service refused everything.
    static func refused(_ change: KeptChange) -> KeptChange {
        var change = change
        for index in change.commands.indices {
            change.commands[index].answer = ServiceAnswer(change.commands[index].number, status: 409, .refused)
        }
        return change
    }

    /// An edit of the one note, based on revisions of which some are this client's own.
    static func edit(_ number: UInt64, parents: [Int], own: [KeptChange.OwnRevision]) -> KeptChange {
        let edit = TextEdit(parents: parents, runs: [TextRun(position: 0, deleteCount: 0, insertion: "\(number)\n")])
        var change = change(number)
        change.commands = [
            KeptChange.Command(
                number: number, json: WorkspaceCommand.notes(.editNote(note, edit)).json, ownParents: own)
        ]
        return change
    }
}

/// A service as far as an outbox meets it: decides each number of a device once and answers it the same ever after.
final class PretendedService {
    private(set) var decided: [Delivery.Outgoing] = []
    private(set) var visits = 0
    /// Numbers that a rule refuses.
    var refused: Set<UInt64> = []
    /// The visit that goes wrong, counted from 1, and whether it had got there.
    var breaks: (visit: Int, afterDeciding: Bool)?
    /// The refresh that goes wrong, counted from 1.
    var breaksRefresh: Int?
    /// The number of commands that reach it before it has waited too long.
    var takenAtOnce = Int.max
    /// The number of commands that it is known to have decided, of those that were sent together.
    var answeredAtOnce = Int.max
    /// The devices that may ask.
    var devices: Set<String> = [Someone.device.text]
    /// The last record that it has.
    var last: UInt64 = 0
    private(set) var refreshes = 0
    private var forgotten: UInt64 = 0
    private var answers: [UInt64: (json: String, answer: ServiceAnswer)] = [:]
    /// A service of before commands were compared: answers another command as the one that it knows.
    var comparesCommands = true
    /// Another client with the same device comes in between at each visit, this often.
    var rivalVisits = 0
    /// The number of commands that others sent as this device.
    private(set) var byRivals = 0
    /// The revision that each edit led to, as a replica knows it once refreshed.
    private var revisions: [UInt64: Int] = [:]
    private var known: [UInt64: Int] = [:]
    /// The last number that a replica knows.
    private var mark: UInt64 = 0
    /// Somebody else's edits come between all of ours.
    private var lastRevision = 0

    static let gone = ClientFailure.unreachable("the service", reason: "it is gone")
    static let slow = ClientFailure.problem(
        status: 408, name: "tooSlow", detail: "the body did not arrive within 2 seconds")

    func give(_ batch: [Delivery.Outgoing]) throws -> [ServiceAnswer] {
        visits += 1
        if rivalVisits > 0 {
            rivalVisits -= 1
            sayAsRival(batch[0].number)
        }
        if let breaks, breaks.visit == visits, !breaks.afterDeciding { throw Self.gone }
        guard batch.count <= takenAtOnce else { throw Self.slow }
        let given = batch.prefix(answeredAtOnce).map { command in
            guard devices.contains(command.device) else {
                return ServiceAnswer(
                    command.number, status: 403, .refused,
                    problem: .init(name: "notYourDevice", detail: "this is not a device of yours"))
            }
            if let (json, first) = answers[command.number] {
                var known = first
                known.repeated = known.outcome == .done
                guard json != command.json, comparesCommands else { return known }
                return ServiceAnswer(
                    command.number, status: 409, .refused,
                    problem: .init(
                        name: "sequenceTaken", detail: "the number was used", next: (answers.keys.max() ?? 0) + 1))
            }
            if command.number <= forgotten {
                return ServiceAnswer(
                    command.number, status: 409, .refused,
                    problem: .init(name: "passedOver", detail: "a later one came", next: forgotten + 1))
            }
            var answer = ServiceAnswer(command.number, status: 200, .done)
            if refused.contains(command.number) {
                answer = ServiceAnswer(
                    command.number, status: 409, .refused, problem: .init(name: "stale", detail: "others were there"))
            } else {
                decided.append(command)
                answer.events = [.init(sequence: 1, kind: "note created", entity: Self.entity(in: command.json))]
                lastRevision += 2
                revisions[command.number] = lastRevision
            }
            answers[command.number] = (command.json, answer)
            return answer
        }
        if let breaks, breaks.visit == visits { throw Self.gone }
        return given
    }

    /// Drops the answers to commands that led to nothing; of numbers that it has gone past it says that from then on.
    func forgetRefusals() {
        answers = answers.filter { $0.value.answer.outcome == .done }
        forgotten = answers.keys.max() ?? 0
    }

    /// Another client that numbers as this device says something.
    func sayAsRival(_ number: UInt64) {
        byRivals += 1
        var answer = ServiceAnswer(number, status: 200, .done)
        answer.events = [.init(sequence: 1, kind: "note created", entity: NoteID(hi: 0x9, lo: number).text)]
        answers[number] = ("{}", answer)
        revisions[number] = 1_000
    }

    private static func entity(in json: String) -> String {
        json.firstMatch(of: /[0-9a-f]{8}-[0-9a-f-]{27}/).map { String($0.0) } ?? ""
    }

    func refresh() throws {
        refreshes += 1
        if breaksRefresh == refreshes { throw Self.gone }
        known = revisions
        mark = answers.filter { $0.value.answer.outcome == .done }.keys.max() ?? 0
    }

    func delivery(of outbox: Outbox, by device: String = Someone.device.text) -> Delivery {
        Delivery(
            of: outbox, by: device, send: { try self.give($0) }, refresh: { try self.refresh() }, last: { self.last },
            mark: { self.mark }, revision: { _, command, _ in self.known[command] }, alone: { try $0(outbox) })
    }
}

extension Outbox {
    static let place = "/disk/outbox"

    init(on disk: SimulatedDisk) { self.init(path: Self.place, disk: disk) }

    func numbers() throws -> [UInt64] { try changes().flatMap { $0.commands.map(\.number) } }
}
