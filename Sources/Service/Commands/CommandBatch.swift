import Kernel
import Runtime
import Workspace

/// The body of `POST …/commands`: commands in the order in which they are decided, each separately.
struct CommandBatch: FieldMessage {
    var commands: [CommandEntry]

    static var schemaName: StaticString { "CommandBatch" }
    static var blank: CommandBatch { CommandBatch(commands: []) }

    mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "commands", &commands) }
}

/// One command with its envelope.
struct CommandEntry: FieldMessage {
    /// The device that numbered it; by default the one that the session or the token stands for.
    var device: DeviceID?
    /// The device's own number for it, from 1 on and ascending.
    var sequence: UInt64
    /// `Daybook-Sequence` of the view that it was made on.
    var base: UInt64?
    /// The same for commands of the device that are to be taken back as one.
    var batch: BatchID?
    var command: WorkspaceCommand

    /// The highest number: every language reads it exactly, and it is far from where counting on would overflow.
    static let sequenceMax: UInt64 = 1 << 53 - 1

    static var schemaName: StaticString { "CommandEntry" }
    static var blank: CommandEntry { CommandEntry(device: nil, sequence: 0, base: nil, command: .blank) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "device", &device)
        coder.field(2, "sequence", &sequence)
        coder.demand((1...Self.sequenceMax).contains(sequence), "a sequence from 1 to 9007199254740991")
        coder.field(3, "base", &base)
        coder.field(4, "batch", &batch)
        coder.field(5, "command", &command)
    }
}

extension CommandBatch {
    /// One command as it came: with a problem where it is none, though its envelope says whose it is.
    struct Asked {
        var entry: CommandEntry
        var problem: ProblemDocument?
    }

    /// - Throws: a problem document that names the place: where the envelopes are malformed, the batch is refused as a
    ///   whole, before anything of it is decided.
    static func parse(_ bytes: [UInt8], entriesMax: Int) throws(ProblemDocument) -> [Asked] {
        var asked: [Asked] = []
        do throws(JSONFault) {
            let entries = try JSONFieldReader.readEach(
                CommandEntry.self, of: "commands", from: bytes,
                limits: .init(bytesMax: bytes.count, valuesMax: Self.valuesMax), countMax: entriesMax)
            for (index, (entry, fault)) in entries.enumerated() {
                // The envelope is read first, so that it is whole where the command is what is wrong.
                let place = "commands[\(index)].command"
                if let fault, fault.path != place, !fault.path.hasPrefix(place + ".") { throw fault }
                asked.append(Asked(entry: entry, problem: fault.map { ProblemDocument($0) }))
            }
        } catch {
            throw ProblemDocument(error)
        }
        guard !asked.isEmpty else {
            throw ProblemDocument(
                .unprocessableContent, "badField", "commands must hold at least one", field: "commands")
        }
        return asked
    }

    /// Values of any kind in one body: each costs about a hundred bytes while it is read.
    private static let valuesMax = 500_000
}

extension ProblemDocument {
    init(_ fault: JSONFault) { self.init(fault, name: "badCommand") }

    /// - Parameter name: of what is JSON, and not what was asked for.
    init(_ fault: JSONFault, name: String) {
        switch fault.problem {
        case .syntax, .notUTF8, .tooDeep: self.init(.badRequest, "badJSON", fault.message)
        case .tooLong, .tooManyValues: self.init(.contentTooLarge, "bodyTooLarge", fault.message)
        case .tooManyElements: self.init(.contentTooLarge, "tooManyCommands", fault.message, field: fault.path)
        case .tooManyMembers, .keyTwice, .unknownKey, .missing, .unexpected, .badName, .unmet:
            self.init(.unprocessableContent, name, fault.message, field: fault.path.isEmpty ? nil : fault.path)
        }
    }
}
