import Kernel
import Workspace

/// A change that its author was told is kept: commands that wait for the service, or that it refused. The browser's form of
/// the terminal's `KeptChange`.
///
/// - Format: JSON that only the core reads, a row of the browser's outbox; keys are added, never renamed.
struct Change: FieldMessage, Sendable {
    var id = BatchID.zero
    /// The device that numbered the commands.
    var device = DeviceID.zero
    var actor = ActorID.zero
    /// Microseconds since 1970, by the clock of the browser.
    var made: Int64 = 0
    /// The last record that its author saw.
    var base: UInt64 = 0
    /// A sentence for people.
    var says = ""
    /// In the order in which they are decided; those that wait in ascending order of their numbers.
    var commands: [Command] = []
    /// The batch by which the service knows that changes belong together and are taken back as one; nil for a single one.
    var batch: BatchID?
    /// Some of it may have reached the service.
    var isSent = false

    struct Command: FieldMessage, Sendable {
        var number: UInt64 = 0
        /// As Commands.md has it.
        var json = ""
        /// Revisions of the edited text that were this browser's own and not at the service yet.
        var ownParents: [OwnRevision] = []
        /// The answer of the service; nil while it waits.
        var answer: Answer?

        static var schemaName: StaticString { "CoreCommand" }
        static var blank: Command { Command() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "number", &number)
            coder.field(2, "json", &json)
            coder.field(3, "ownParents", omittable: &ownParents)
            coder.field(4, "answer", &answer)
        }
    }

    /// A revision as the author's view numbered it, and the command that made it: at the service it may have another number.
    struct OwnRevision: FieldMessage, Sendable {
        var revision = 0
        var command: UInt64 = 0
        /// The device that numbered the command.
        var device = DeviceID.zero

        static var schemaName: StaticString { "CoreRevision" }
        static var blank: OwnRevision { OwnRevision() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "revision", &revision)
            coder.field(2, "command", &command)
            coder.field(3, "device", &device)
        }
    }

    static var schemaName: StaticString { "CoreChange" }
    static var blank: Change { Change() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "device", &device)
        coder.field(3, "actor", &actor)
        coder.field(4, "made", &made)
        coder.field(5, "base", &base)
        coder.field(6, "says", &says)
        coder.field(7, "commands", &commands)
        coder.field(8, "batch", &batch)
        coder.field(9, "isSent", omittable: &isSent)
    }

    var first: UInt64 { commands.first?.number ?? 0 }
    var last: UInt64 { commands.reduce(0) { max($0, $1.number) } }
    var isWaiting: Bool { commands.contains { $0.answer == nil } }
    var isRefused: Bool { commands.contains { $0.answer?.outcome == .refused } }
    /// The last record that it led to, as far as the service said.
    var lastRecord: UInt64 { commands.reduce(0) { max($0, $1.answer?.last ?? 0) } }

    var json: String { JSONFieldWriter.object(self) }
}

/// The answer of the service to one command.
struct Answer: FieldMessage, Sendable {
    var status = 200
    var outcome = Outcome.done
    /// The records that it led to.
    var first: UInt64?
    var last: UInt64?
    var problem: Problem?

    enum Outcome: UInt64, FieldChoice, Sendable {
        case done = 0
        case nothingToDo = 1
        case refused = 2

        static var blank: Outcome { .done }

        var fieldName: StaticString {
            switch self {
            case .done: "done"
            case .nothingToDo: "nothingToDo"
            case .refused: "refused"
            }
        }
    }

    static var schemaName: StaticString { "CoreAnswer" }
    static var blank: Answer { Answer() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "status", &status)
        coder.field(2, "outcome", &outcome)
        coder.field(3, "first", &first)
        coder.field(4, "last", &last)
        coder.field(5, "problem", &problem)
    }

    var isSettled: Bool { outcome != .refused }
}

/// Why something was not done: of the service or of the same rules here.
struct Problem: FieldMessage, Error, Sendable {
    /// The name of the problem for programs, such as `boards.columnNotEmpty`.
    var name = ""
    /// Sentence for a person.
    var message = ""
    /// As the service would answer it.
    var status = 0
    /// The changes that others made meanwhile, where that is the problem, as the service's JSON; empty for none.
    var changes = ""

    static var schemaName: StaticString { "CoreProblem" }
    static var blank: Problem { Problem() }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "message", &message)
        coder.field(3, "status", &status)
        coder.field(4, "changes", omittable: &changes)
    }
}

extension Problem {
    init(_ name: String, _ message: String, _ status: Int) {
        (self.name, self.message, self.status) = (name, message, status)
    }

    /// As the service answers it: what is not there is 404, every other rule 409.
    init(_ refusal: WorkspaceRefusal) {
        let name = refusal.name
        var rule = Array(name.utf8)[...]
        if let dot = rule.lastIndex(of: UInt8(ascii: ".")) { rule = rule[(dot + 1)...] }
        self.init(name, refusal.message, rule.starts(with: Array("noSuch".utf8)) ? 404 : 409)
    }

    /// As the service answers it.
    init(_ fault: JSONFault) {
        switch fault.problem {
        case .syntax, .notUTF8, .tooDeep: self.init("badJSON", fault.message, 400)
        case .tooLong, .tooManyValues: self.init("bodyTooLarge", fault.message, 413)
        case .tooManyElements: self.init("tooManyCommands", fault.message, 413)
        case .tooManyMembers, .keyTwice, .unknownKey, .missing, .unexpected, .badName, .unmet:
            self.init("badCommand", fault.message, 422)
        }
    }
}

/// A change with its commands as the rules take them.
struct Kept: Sendable {
    var change: Change
    /// Beside `change.commands`.
    private(set) var decoded: [WorkspaceCommand]

    /// - Throws: which command this build does not know.
    init(_ change: Change) throws(JSONFault) {
        self.change = change
        decoded = []
        for command in change.commands { decoded.append(try WorkspaceCommand(json: Array(command.json.utf8))) }
    }

    /// Beside commands that were decoded already.
    init(_ change: Change, _ decoded: [WorkspaceCommand]) { (self.change, self.decoded) = (change, decoded) }
}

extension Change.Command {
    /// The command with each of its own revisions as they are numbered elsewhere.
    ///
    /// - Parameter revision: which revision of a text a command led to there.
    /// - Returns: nil where one of them led to none.
    func resolved(
        _ command: WorkspaceCommand, _ revision: (EntityID, Change.OwnRevision) -> Int?
    ) -> WorkspaceCommand? {
        guard !ownParents.isEmpty, let (text, edit) = command.textEdit else { return command }
        var parents: [Int] = []
        for parent in edit.parents {
            guard let own = ownParents.first(where: { $0.revision == parent }) else {
                parents.append(parent)
                continue
            }
            guard let now = revision(text, own) else { return nil }
            parents.append(now)
        }
        return command.based(on: parents.sorted())
    }

    /// Has what it was made on say new numbers.
    mutating func follow(_ moved: [Moved]) {
        for index in ownParents.indices {
            let own = ownParents[index]
            guard let move = moved.first(where: { $0.number == own.command && $0.device == own.device }) else {
                continue
            }
            (ownParents[index].command, ownParents[index].device) = (move.now, move.by)
        }
    }
}

/// A number that became another.
struct Moved: Sendable {
    var number: UInt64
    var device: DeviceID
    var now: UInt64
    var by: DeviceID
}

extension Array<UInt8> {
    /// Returns whether these bytes stand somewhere in it.
    func holds(_ part: String) -> Bool {
        var places = Occurrences(of: Array(part.utf8), in: self)
        return places.next() != nil
    }
}
