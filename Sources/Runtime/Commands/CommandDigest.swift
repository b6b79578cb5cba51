import JournalEngine
import Kernel
package import Workspace

/// A digest of a command as its device sent it: tells whether another command came under the same number.
///
/// It is kept behind the fields of the first event that the command led to, where readers skip it, and goes with that payload
/// when it is erased. Where a command led to several events, each has a random share, and the digest is made of all of them:
/// erasing any of them takes away what a guess of the command could be tested against.
/// - Format: FORMAT.md §13.
package struct CommandDigest: Sendable, Equatable {
    private let whole: [UInt8]

    /// Over the name and the fields as protocol-buffer bytes, which leave out what is blank: fields that a later build adds
    /// change nothing for commands without them.
    package init(of command: WorkspaceCommand) {
        var writer = FieldWriter(reserving: 256)
        var command = command
        command.code(&writer)
        whole = Digest(of: Array("daybook command\0".utf8) + writer.bytes).bytes
    }

    /// Commits of more events than this carry no digest: they come from deeds on many things at once.
    static let eventsMax = 64

    /// Has the digest and its shares written behind the events.
    func marking(_ planned: [PlannedEvent], _ chance: () -> (UInt64, UInt64)) -> [PlannedEvent] {
        guard !planned.isEmpty, planned.count <= Self.eventsMax else { return planned }
        var planned = planned
        var shares: [UInt64] = []
        if planned.count > 1 {
            for index in planned.indices {
                let share = chance().0
                shares.append(share)
                planned[index].trailer = CommandMark.share.bytes(share)
            }
        }
        planned[0].trailer += CommandMark.digest.bytes(bits(with: shares))
        return planned
    }

    /// The 64 bits that are kept.
    func bits(with shares: [UInt64]) -> UInt64 {
        var bytes = whole
        for share in shares { withUnsafeBytes(of: share.littleEndian) { bytes += $0 } }
        return Digest(of: bytes).bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// A field that stands behind the fields of any event: a number that no event has, and eight bytes.
private enum CommandMark: UInt64 {
    case share = 2046
    case digest = 2047

    private var key: UInt64 { rawValue << 3 | 1 }

    func bytes(_ value: UInt64) -> [UInt8] {
        [UInt8(truncatingIfNeeded: key) | 0x80, UInt8(truncatingIfNeeded: key >> 7)]
            + withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// Returns the marks among the fields of a payload; none for a payload that is not a message.
    ///
    /// - Complexity: O(fields).
    static func found(in payload: RawSpan) -> [CommandMark: UInt64] {
        payload.withUnsafeBytes { bytes in
            var found: [CommandMark: UInt64] = [:]
            var at = 0
            func varint() -> UInt64? {
                var (value, shift): (UInt64, UInt64) = (0, 0)
                while at < bytes.count, shift < 64 {
                    let byte = bytes[at]
                    at += 1
                    value |= UInt64(byte & 0x7F) << shift
                    if byte < 0x80 { return value }
                    shift += 7
                }
                return nil
            }
            while at < bytes.count {
                guard let key = varint() else { return [:] }
                switch key & 7 {
                case 0: guard varint() != nil else { return [:] }
                case 1:
                    guard bytes.count - at >= 8 else { return [:] }
                    if let mark = CommandMark(rawValue: key >> 3) {
                        found[mark] = UInt64(
                            littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                    }
                    at += 8
                case 2:
                    guard let count = varint(), count <= UInt64(bytes.count - at) else { return [:] }
                    at += Int(count)
                case 5: at += 4
                default: return [:]
                }
            }
            return found
        }
    }
}

/// The evidence in a number's records about the command that led to them.
struct CommandEvidence {
    /// The kinds, entities and payloads of their events; a payload that was erased is nil.
    private(set) var records: [(kind: UInt32, entity: EntityID, payload: [UInt8]?)] = []
    private(set) var actor = ActorID.zero
    private var isDirect = true
    private var digest: UInt64?
    private var shares: [UInt64] = []

    enum Verdict { case same, another, unknown }

    mutating func ingest(_ header: borrowing RecordHeader, _ payload: RawSpan) {
        if header.cause != Cause.direct.rawValue { isDirect = false }
        // What is longer carries no digest.
        guard records.count <= CommandDigest.eventsMax else { return }
        actor = ActorID(header.actor)
        let marks = header.isHollow ? [:] : CommandMark.found(in: payload)
        if records.isEmpty { digest = marks[.digest] }
        if let share = marks[.share] { shares.append(share) }
        records.append(
            (header.kind, EntityID(header.entity), header.isHollow ? nil : payload.withUnsafeBytes { Array($0) }))
    }

    /// Compares the digest; `unknown` for records from before digests, and for those that lost a part of it by an erasure.
    func verdict(on command: CommandDigest) -> Verdict {
        guard isDirect else { return .another }
        guard let digest, shares.count == (records.count > 1 ? records.count : 0) else { return .unknown }
        return digest == command.bits(with: shares) ? .same : .another
    }
}

extension WorkspaceActor {
    /// Checks commands against records that have no digest: each is decided again in the state before its records.
    ///
    /// The records may differ from the decision where the command makes the thing they are about, since its identifier tells
    /// it: the service changes instants in the future. Where something was erased, the past cannot be decided again as it was,
    /// and naming the thing is enough.
    ///
    /// - Parameter asked: the command, the first record that its number led to, and the evidence in those records.
    /// - Returns: for each, true if it is the command that led to them.
    /// - Complexity: O(records since the snapshot before the first of them), once for all.
    func ledTo(
        _ asked: [(command: WorkspaceCommand, first: UInt64, evidence: CommandEvidence)]
    ) throws -> [Bool] {
        var verdicts = Array(repeating: false, count: asked.count)
        let order = asked.indices.sorted { asked[$0].first < asked[$1].first }
        guard let start = order.first.map({ asked[$0].first }) else { return verdicts }
        var past = start > 1 ? try fold(through: start - 1) : Fold()
        for index in order {
            let (command, first, evidence) = asked[index]
            if past.sequence + 1 < first {
                try journal.records(of: paths.root, from: past.sequence + 1, through: first - 1) { header, payload in
                    try past.ingest(header, payload)
                    return .next
                }
            }
            past.catchUp()
            verdicts[index] = try leads(command, to: evidence, after: first, given: past.state)
        }
        return verdicts
    }

    private func leads(
        _ command: WorkspaceCommand, to evidence: CommandEvidence, after first: UInt64, given state: WorkspaceState
    ) throws -> Bool {
        let whole = (try? takenIn(command, by: evidence.actor, given: nil, in: state)) ?? command
        guard let events = try? WorkspaceDecider.decide(whole, given: state), !events.isEmpty else {
            guard !fold.state.registry.erasures.isEmpty, let named = evidence.records.first else { return false }
            return command.json.contains(named.entity.text)
        }
        // A deed on very many things is known by the first of them.
        let isCut = evidence.records.count > CommandDigest.eventsMax
        guard isCut ? events.count >= evidence.records.count : events.count == evidence.records.count else { return false }
        for (event, record) in zip(events, evidence.records) {
            let (subject, payload) = event.encoded()
            guard event.kind.raw == record.kind, subject == record.entity else { return false }
            if let recorded = record.payload, recorded != payload, try isThere(subject, before: first) { return false }
        }
        return true
    }

    private func isThere(_ entity: EntityID, before sequence: UInt64) throws -> Bool {
        guard sequence > 1 else { return false }
        var isThere = false
        try journal.records(of: paths.root, about: [ID16(entity)], through: sequence - 1) { _, _ in
            isThere = true
            return .stop
        }
        return isThere
    }
}
