import HTTPTypes
import Kernel
import Runtime
import Workspace

/// The answer to `POST …/commands`: the result of each command, in their order.
struct CommandResults: FieldMessage {
    /// The sequence number of the last record of the workspace: what a view must have reached to show all of this.
    var last: UInt64
    var results: [CommandResult]

    static var schemaName: StaticString { "CommandResults" }
    static var blank: CommandResults { CommandResults(last: 0, results: []) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "last", &last)
        coder.field(2, "results", &results)
    }
}

/// The result of one command; of undo, redo and restore too.
struct CommandResult: FieldMessage {
    var device: DeviceID
    var sequence: UInt64
    /// The status that the command alone would have been answered with.
    var status: Int
    var outcome: Kind
    /// The records that it led to.
    var first: UInt64?
    var last: UInt64?
    /// It had come before, and was not decided again.
    var isRepeated = false
    var events: [Event] = []
    var problem: Problem?
    /// The change that an undo took back or a redo brought back.
    var undone: Undone?

    struct Undone: FieldMessage {
        /// The first record of the original change.
        var sequence: UInt64
        /// The kind of its first event, as an audit calls it.
        var kind: String
        /// The thing that it was about; nil for several.
        var title: String?
        /// A past-tense sentence without its period.
        var summary: String
        /// The change is in force again.
        var isRedone = false

        static var schemaName: StaticString { "UndoneChange" }
        static var blank: Undone { Undone(sequence: 0, kind: "", summary: "") }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "sequence", &sequence)
            coder.field(2, "kind", &kind)
            coder.field(3, "title", &title)
            coder.field(4, "summary", &summary)
            coder.field(5, "redone", omittable: &isRedone)
        }
    }

    enum Kind: UInt64, FieldChoice {
        case done = 0
        case nothingToDo = 1
        case refused = 2

        static var blank: Kind { .done }

        var fieldName: StaticString {
            switch self {
            case .done: "done"
            case .nothingToDo: "nothingToDo"
            case .refused: "refused"
            }
        }
    }

    struct Event: FieldMessage {
        var sequence: UInt64
        /// As an audit calls it.
        var kind: String
        /// The thing it happened to.
        var entity: EntityID

        static var schemaName: StaticString { "CommandEvent" }
        static var blank: Event { Event(sequence: 0, kind: "", entity: .zero) }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "sequence", &sequence)
            coder.field(2, "kind", &kind)
            coder.field(3, "entity", &entity)
        }
    }

    static var schemaName: StaticString { "CommandResult" }
    static var blank: CommandResult { CommandResult(device: .zero, sequence: 0, status: 0, outcome: .done) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "device", &device)
        coder.field(2, "sequence", &sequence)
        coder.field(3, "status", &status)
        coder.field(4, "outcome", &outcome)
        coder.field(5, "first", &first)
        coder.field(6, "last", &last)
        coder.field(7, "repeated", omittable: &isRepeated)
        coder.field(8, "events", omittable: &events)
        coder.field(9, "problem", &problem)
        coder.field(10, "undone", &undone)
    }
}

extension CommandResult {
    init(_ device: DeviceID, _ sequence: UInt64, refused problem: ProblemDocument) {
        self.init(device: device, sequence: sequence, status: problem.status.code, outcome: .refused)
        self.problem = problem.message
    }

    init(_ device: DeviceID, _ sequence: UInt64, done records: CommandAnswer.Records) {
        self.init(device: device, sequence: sequence, status: 200, outcome: .done)
        (first, last, isRepeated) = (records.first, records.last, records.isRepeated)
        events = records.events.map {
            Event(sequence: $0.sequence, kind: $0.kind.name ?? "kind \($0.kind.raw)", entity: $0.entity)
        }
    }

    init(_ command: DeviceCommand, _ answer: CommandAnswer, names: WorkspaceView) {
        switch answer {
        case .done(let records): self.init(command.device, command.number, done: records)
        case .nothingToDo:
            self.init(device: command.device, sequence: command.number, status: 200, outcome: .nothingToDo)
        default:
            let problem = ProblemDocument(answer, names: names) ?? .unexpected(because: "an answer without a problem")
            self.init(command.device, command.number, refused: problem)
        }
    }
}

extension ProblemDocument {
    /// Nil for an answer that is none.
    fileprivate init?(_ answer: CommandAnswer, names: WorkspaceView) {
        switch answer {
        case .done, .nothingToDo: return nil
        case .refused(let refusal): self.init(refusal)
        case .denied(let denial): self.init(denial)
        case .needsBase:
            self.init(
                HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), "baseRequired",
                "this replaces a text that others may have changed; say as base the Daybook-Sequence of the view that was "
                    + "seen", field: "base")
        case .stale(let facts):
            self.init(
                .conflict, "stale",
                "this was changed by others after the base; look at the changes, and send it again with a newer base",
                field: "base")
            changes = facts.map { Change($0, names: names) }
        case .unknownBase(let last):
            self.init(
                .conflict, "unknownBase",
                "the base is beyond record \(last), the last one here; read the workspace again", field: "base")
        case .noSuchFile:
            self.init(
                .conflict, "fileNotKept", "no file with this digest is kept here; upload it first", field: "digest")
        case .otherSize:
            self.init(
                .conflict, "fileOfOtherSize", "the file with this digest has another size; say how many bytes it has",
                field: "sizeBytes")
        case .passedOver(let next):
            self.init(
                .conflict, "passedOver",
                "a later command of this device came before, and nothing was written for this one; send it again as \(next)",
                field: "sequence")
            self.next = next
        case .sequenceTaken(let next): self = .sequenceTaken(next: next)
        }
    }
}

/// A change that somebody made to a text after the base that a command named.
struct Change: FieldMessage, Sendable {
    var sequence: UInt64
    var kind: String
    var entity: EntityID
    var actor: ActorID
    var actorName: String
    var device: DeviceID
    var time: Instant
    /// The fields of the event as JSON, as an audit shows them.
    var event: String

    static var schemaName: StaticString { "Change" }
    static var blank: Change {
        Change(
            sequence: 0, kind: "", entity: .zero, actor: .zero, actorName: "", device: .zero, time: .epoch, event: "")
    }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "sequence", &sequence)
        coder.field(2, "kind", &kind)
        coder.field(3, "entity", &entity)
        coder.field(4, "actor", &actor)
        coder.field(5, "actor_name", &actorName)
        coder.field(6, "device", &device)
        coder.field(7, "time", &time)
        coder.field(8, "event", &event)
    }
}

extension Change {
    fileprivate init(_ fact: Recorded<WorkspaceEvent>, names: WorkspaceView) {
        self.init(
            sequence: fact.position.sequence, kind: fact.event.kindName, entity: fact.event.encoded().subject,
            actor: fact.actor, actorName: names.name(of: fact.actor), device: fact.device, time: fact.instant,
            event: fact.event.json)
    }
}
