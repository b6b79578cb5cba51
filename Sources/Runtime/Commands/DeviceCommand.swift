package import Accounts
package import Kernel
package import Workspace

/// One command as a device sends it: numbered, so that it is decided once however often it arrives.
package struct DeviceCommand: Sendable, Equatable {
    package var device: DeviceID
    /// The device's own number for it, from 1 on and ascending.
    package var number: UInt64
    /// The sequence number of the view that it was made on; nil where nobody says.
    package var base: UInt64?
    /// The device's name for everything that was asked for together with it; nil for a single command.
    package var batch: BatchID?
    package var command: WorkspaceCommand
    /// Of the command as the device sent it, whatever a service made of it.
    package var digest: CommandDigest

    /// - Parameter asked: the command as the device sent it, where `command` is what a service made of it.
    package init(
        device: DeviceID, number: UInt64, base: UInt64? = nil, batch: BatchID? = nil, _ command: WorkspaceCommand,
        asked: WorkspaceCommand? = nil
    ) {
        self.device = device
        self.number = number
        self.base = base
        self.batch = batch
        self.command = command
        digest = CommandDigest(of: asked ?? command)
    }
}

extension BatchID {
    /// Makes the journal's identifier for a batch that a device named: never that of another device's records, or of an
    /// import, whatever name a client gives. So undoing a batch never reaches records that it had no part in.
    ///
    /// A UUIDv8 (RFC 9562, section 5.8): the first 122 free bits of a SHA-256 over both.
    init(_ name: BatchID, of device: DeviceID) {
        var bytes: [UInt8] = []
        for half in [device.hi, device.lo, name.hi, name.lo] {
            bytes += stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
        let digest = Digest(of: bytes).bytes
        func word(_ range: Range<Int>) -> UInt64 { digest[range].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(
            hi: word(0..<8) & ~0xF000 | 0x8000, lo: word(8..<16) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

/// The answer to one command of a device.
package enum CommandAnswer: Sendable {
    /// It is on disk, as these records.
    case done(Records)
    /// It was so already.
    case nothingToDo
    case refused(WorkspaceRefusal)
    case denied(AuthorizationError)
    /// It replaces a text as a whole, and nobody said which revision was seen.
    case needsBase
    /// Others replaced the same text after the base.
    case stale([Recorded<WorkspaceEvent>])
    /// The base is a place that the journal has not come to.
    case unknownBase(last: UInt64)
    /// It speaks of a file that is not kept here, or that its sender neither sent nor may see.
    case noSuchFile(digest: String)
    /// It says another size of a file than the bytes that are kept here have.
    case otherSize(digest: String)
    /// A later number of the device came before; for this one nothing was written. The next free number.
    case passedOver(next: UInt64)
    /// The device used the number for another command. The next free number.
    case sequenceTaken(next: UInt64)

    /// Records that were written together.
    package struct Records: Sendable, Equatable {
        package var first: UInt64
        package var last: UInt64
        package var events: [Event] = []
        /// It had been decided before and was not decided again.
        package var isRepeated = false

        package init(first: UInt64, last: UInt64, events: [Event] = [], isRepeated: Bool = false) {
            self.first = first
            self.last = last
            self.events = events
            self.isRepeated = isRepeated
        }
    }

    package struct Event: Sendable, Equatable {
        package var sequence: UInt64
        package var kind: EventKind
        package var entity: EntityID
    }

    /// True if a rule had its say: sent again, it gets the same answer and is not decided again.
    var isDecided: Bool {
        switch self {
        case .done, .nothingToDo, .refused: true
        case .denied, .needsBase, .stale, .unknownBase, .noSuchFile, .otherSize, .passedOver, .sequenceTaken:
            false
        }
    }
}

/// The answers to commands that led to no record, so that a repeated one is answered the same.
///
/// Commands that led to records are in the journal for ever; these answers are kept while the workspace is open, the oldest
/// dropped first.
struct AnswerMemory: Sendable {
    private struct Key: Hashable, Sendable {
        var device: DeviceID
        var number: UInt64
    }

    private var answers: [Key: (command: CommandDigest, answer: CommandAnswer)] = [:]
    private var order: [Key] = []

    static let answersMax = 8_192

    /// The answer given under a number, and its command; nil where no rule decided it, or it was forgotten.
    subscript(device: DeviceID, number: UInt64) -> (command: CommandDigest, answer: CommandAnswer)? {
        answers[Key(device: device, number: number)]
    }

    /// The highest number that something was answered under; 0 for none.
    ///
    /// - Complexity: O(answers).
    func last(of device: DeviceID) -> UInt64 {
        answers.keys.reduce(0) { $1.device == device ? max($0, $1.number) : $0 }
    }

    mutating func keep(_ answer: CommandAnswer, to command: DeviceCommand) {
        let key = Key(device: command.device, number: command.number)
        if answers.updateValue((command.digest, answer), forKey: key) == nil { order.append(key) }
        guard order.count > Self.answersMax else { return }
        for key in order.prefix(Self.answersMax / 2) { answers[key] = nil }
        order.removeFirst(Self.answersMax / 2)
    }
}

/// The sender of commands, with the names to use where the workspace does not know them yet.
package struct Sender: Sendable {
    package var principal: Principal
    package var actor: ActorID
    package var name: Name?
    package var deviceNames: [DeviceID: Name]

    package init(_ principal: Principal, actor: ActorID, name: Name? = nil, deviceNames: [DeviceID: Name] = [:]) {
        self.principal = principal
        self.actor = actor
        self.name = name
        self.deviceNames = deviceNames
    }
}

extension Sender {
    /// Asks the gate about what would happen without a command of its own, such as an undoing.
    package func permit(through authorizer: WorkspaceAuthorizer, at now: Instant) -> EventPermit {
        EventPermit(
            seeing: { [principal] requiredPermissions in try authorizer.check(principal, requiredPermissions, at: now) },
            doing: { [principal, actor] event, state in
                try authorizer.check(principal, authorizer.requiredPermissions(of: event, by: actor, given: state), at: now)
            })
    }
}
