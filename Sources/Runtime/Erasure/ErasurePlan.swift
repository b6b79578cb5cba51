package import Kernel
import JournalEngine
import Studio
package import Workspace

/// The plan of an erasure, worked out before anything is done.
package struct ErasurePlan: Sendable {
    /// The subject of the attestation, and its kind.
    package var target: EntityID
    package var kind: ErasedKind
    package var thingCount: Int
    /// The records whose payloads go, as ranges of their numbers.
    package var ranges: [ClosedRange<UInt64>] = []
    package var recordCount = 0
    /// The files whose bytes go: no record that stays speaks of them.
    package var files: [Digest] = []
    /// The events that come first, so that the remaining things keep their place.
    var makingRoom: [WorkspaceEvent] = []
    /// Things that are gone, for finding exports that hold them, and children whose keys are destroyed.
    var gone: [EntityID]
    var children: [EntityID] = []

    /// Returns the facts that the erasure will attest about itself.
    package func facts(reason: String) -> ErasureFacts {
        ErasureFacts(kind: kind, things: thingCount, records: recordCount, files: files.count, reason: reason)
    }

    var memo: ErasureMemo { ErasureMemo(files: files.map { Bytes($0.bytes) }, gone: gone, children: children) }
}

extension ErasurePlan {
    /// Reads the whole journal for the records that go with `closure`, and for the files that nobody else needs.
    ///
    /// - Complexity: O(all records), twice where files may go.
    init(erasing closure: ErasureClosure, from view: WorkspaceView, journal: Journal, path: String) throws {
        self.init(
            target: closure.target, kind: closure.kind, thingCount: closure.things.count,
            gone: closure.things.map(\.entity))
        makingRoom = view.makingRoom(for: closure)
        children = closure.things.filter { $0.kind == .child }.map(\.entity)
        try read(journal, path) { fact in
            fact.event.goes(about: fact.subject, with: closure)
        }
    }

    /// Takes every record that `goes` says yes to, and the files that only those speak of.
    mutating func read(
        _ journal: Journal, _ path: String, _ goes: (borrowing SubjectFact) throws -> Bool
    ) throws {
        var spokenOf: [Digest] = []
        var seen: Set<Digest> = []
        try Self.forEachFact(of: journal, path) { fact in
            guard try goes(fact) else { return }
            take(fact.sequence)
            for digest in fact.event.fileDigests where seen.insert(digest).inserted { spokenOf.append(digest) }
        }
        guard !spokenOf.isEmpty else { return }
        var isTaken = ranges[...]
        try Self.forEachFact(of: journal, path) { fact in
            while let first = isTaken.first, first.upperBound < fact.sequence { isTaken.removeFirst() }
            if isTaken.first?.contains(fact.sequence) ?? false { return }
            for digest in fact.event.fileDigests { seen.remove(digest) }
        }
        files += spokenOf.filter(seen.contains)
    }

    private mutating func take(_ sequence: UInt64) {
        recordCount += 1
        if let last = ranges.last, last.upperBound + 1 == sequence {
            ranges[ranges.count - 1] = last.lowerBound...sequence
        } else {
            ranges.append(sequence...sequence)
        }
    }

    private static func forEachFact(
        of journal: Journal, _ path: String, _ body: (borrowing SubjectFact) throws -> Void
    ) throws {
        try journal.records(of: path) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload) {
                try body(
                    SubjectFact(
                        sequence: header.sequence, kind: header.kind, subject: EntityID(header.entity),
                        recorded: Instant(microseconds: header.time), event: fact.event))
            }
            return .next
        }
    }
}

/// An event with what its record's header says of it.
struct SubjectFact {
    var sequence: UInt64
    var kind: UInt32
    var subject: EntityID
    /// When it was journaled, wherever it happened.
    var recorded: Instant
    var event: WorkspaceEvent
}

/// The steps that are left once the journal holds nothing of the erased things: the engine keeps them until they are done,
/// so that opening the workspace after a crash goes on where it stopped.
struct ErasureMemo: Equatable {
    var files: [Bytes]
    var gone: [EntityID]
    var children: [EntityID]

    var bytes: [UInt8] {
        var writer = FieldWriter()
        var memo = self
        memo.code(&writer)
        return writer.bytes
    }

    /// - Throws: when it is not a memo; it stands in a checksummed file, so nobody has damaged it.
    init(bytes: [UInt8]) throws(CodingFault) {
        self = try FieldReader.read(bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var memo = Self.blank
            memo.code(&reader)
            return memo
        }
    }

    init(files: [Bytes], gone: [EntityID], children: [EntityID]) {
        self.files = files
        self.gone = gone
        self.children = children
    }

    var digests: [Digest] { files.compactMap { Digest(bytes: $0.bytes) } }
}

extension ErasureMemo: FieldMessage {
    static var schemaName: StaticString { "ErasureMemo" }
    static var blank: ErasureMemo { ErasureMemo(files: [], gone: [], children: []) }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "files", &files)
        coder.field(2, "gone", &gone)
        coder.field(3, "children", &children)
    }
}
