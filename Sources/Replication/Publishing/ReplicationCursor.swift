import Foundation
import JournalEngine
import NIOCore

/// Where a node stands in the stream with one journal, and the messages that take it on.
///
/// Not shared: its holder is the only one on this node that publishes about the journal. All calls block.
struct ReplicationCursor: Sendable {
    private let stream: ReplicaStream
    private let settings: ReplicaSettings
    private let bytes: DurableBytes
    private let path: String
    /// Tells this opening's messages from all others.
    private let session = UUID().uuidString
    private var count: UInt64 = 0

    private var generation: UInt64
    /// The number of the last message on the subject, ours; 0 before the first.
    private var last: UInt64
    /// Where the next piece begins; nil at the journal's beginning.
    private var place: SegmentPlace?
    private var wholeNumber: UInt64
    private var cleanThrough: UInt64
    /// The head of the chain that the stream is known to hold.
    private(set) var head: ChainHead?

    private static let pause = 0.05
    private static let claimsMax = 3

    /// Finds out what the stream has, and becomes the one who writes it.
    ///
    /// - Throws: `.heldBy`, `.behind` or `.different` when this journal must not be written here; `.unreachable` when
    ///   that could not be found out until `deadline`.
    init(
        _ stream: ReplicaStream, _ settings: ReplicaSettings, _ bytes: DurableBytes, path: String,
        until deadline: NIODeadline
    ) throws(ReplicaFault) {
        self.stream = stream
        self.settings = settings
        self.bytes = bytes
        self.path = path
        generation = 1
        last = 0
        wholeNumber = 0
        cleanThrough = bytes.head.sequence
        for attempt in 1...Self.claimsMax {
            do throws(ReplicaFault) {
                try attach(until: deadline)
                return
            } catch {
                // A message of this node's own that was under way when its last session ended.
                guard error == .fenced(by: settings.node), attempt < Self.claimsMax else { throw error }
            }
        }
    }

    private mutating func attach(until deadline: NIODeadline) throws(ReplicaFault) {
        let journal = bytes.journal
        let (found, all) = try Self.trying(stream, until: deadline) { [stream, settings] in
            try stream.ensure(copies: settings.copies)
            let all = try stream.generations(of: journal)[journal] ?? []
            return (try stream.ending(of: journal, in: all), all)
        }
        guard let found else { return }
        try takeUp(found, all, until: deadline)
    }

    private mutating func takeUp(
        _ found: ReplicaStream.Ending, _ all: [UInt64], until deadline: NIODeadline
    ) throws(ReplicaFault) {
        generation = found.generation
        last = found.last
        wholeNumber = found.wholeNumber
        if let node = found.message?.node, node != settings.node, !settings.takesOver { throw .heldBy(node) }
        let stale = all.filter { $0 != found.generation }
        let whole = found.whole
        if let whole, let known = whole.head {
            try check(known)
            cleanThrough = whole.cleanThrough
            head = known
        }
        let isErased = try asking { () throws(JournalError) in try bytes.tellsOfRedaction(after: cleanThrough) }
        let isSame = whole.map { $0.keyring == bytes.keyring(through: $0.place.segment) && !isErased } ?? false
        if isSame, let whole {
            place = whole.end
            cleanThrough = bytes.head.sequence
            var claim = message(at: whole.end, head: whole.head, bytes: [])
            claim.keyring = whole.keyring
            try publish(claim, until: deadline)
            wholeNumber = last
        } else {
            try shipAnew(until: deadline)
        }
        for generation in stale where generation != self.generation { try purge(generation, until: deadline) }
    }

    /// - Throws: when the journal on this disk does not go on from what the stream has.
    private func check(_ known: ChainHead) throws(ReplicaFault) {
        let here = bytes.head
        guard known.sequence <= here.sequence else {
            throw .behind(sequence: here.sequence, stream: known.sequence)
        }
        let chain = try asking { () throws(JournalError) in try bytes.chain(after: known.sequence) }
        guard chain == known.hash else { throw .different(sequence: known.sequence) }
    }

    /// Ships what is on disk and not in the stream.
    ///
    /// - Parameter shipped: told the last record in the stream as it goes.
    mutating func ship(
        until deadline: NIODeadline, _ shipped: (UInt64) -> Void = { _ in }
    ) throws(ReplicaFault) {
        while let piece = try nextPiece(until: deadline) {
            try publish(message(at: piece.place, head: piece.head, bytes: piece.bytes), until: deadline)
            place = piece.end
            guard let whole = piece.head else { continue }
            wholeNumber = last
            head = whole
            shipped(whole.sequence)
        }
    }

    private func nextPiece(until deadline: NIODeadline) throws(ReplicaFault) -> SegmentPiece? {
        try Self.trying(stream, until: deadline) {
            try bytes.piece(after: place, byteCountMax: ReplicaSettings.pieceByteCountMax)
        }
    }

    /// Ships the whole journal as it is now as the next generation, and removes the old one: what was erased or is under
    /// other keys must not stay in the stream.
    ///
    /// Whatever interrupts it, one generation that is whole counts; another node that takes over on the way wins.
    mutating func shipAnew(until deadline: NIODeadline) throws(ReplicaFault) {
        let old = self
        let journal = bytes.journal
        let all = try Self.trying(stream, until: deadline) { [stream] in
            try stream.generations(of: journal)[journal] ?? []
        }
        guard old.last > 0 else { return }
        generation = (all.last ?? generation) + 1
        last = 0
        place = nil
        wholeNumber = 0
        cleanThrough = bytes.head.sequence
        do throws(ReplicaFault) {
            try ship(until: deadline)
            var farewell = old
            farewell.count = count
            var word = farewell.message(at: place ?? bytes.end, head: nil, bytes: [])
            word.movedTo = generation
            try farewell.publish(word, until: deadline)
            count = farewell.count
            for stale in Set(all + [old.generation]) where stale != generation {
                try purge(stale, until: deadline)
            }
        } catch {
            // Without the farewell the old generation counts: found out anew on the next attempt.
            let reached = self
            self = old
            count = reached.count
            throw error
        }
    }

    private func purge(_ generation: UInt64, until deadline: NIODeadline) throws(ReplicaFault) {
        try Self.trying(stream, until: deadline) {
            try stream.jetStream.purge(stream.subject(bytes.journal, generation))
        }
    }

    private mutating func message(at place: SegmentPlace, head: ChainHead?, bytes piece: [UInt8]) -> ReplicaMessage {
        count += 1
        return ReplicaMessage(
            id: "\(session).\(count)", node: settings.node, path: path, place: place, head: head,
            wholeBefore: wholeNumber, cleanThrough: cleanThrough, keyring: bytes.keyring(through: place.segment),
            bytes: piece)
    }

    /// Publishes a message as the next one, once, however often that has to be tried.
    ///
    /// An attempt without an answer may have been stored, or may be stored yet. The next one is refused then, since it
    /// names the same predecessor; the last message of the subject says whether it was ours. The stream's own detection of
    /// duplicates is not needed.
    private mutating func publish(_ message: ReplicaMessage, until deadline: NIODeadline) throws(ReplicaFault) {
        let subject = stream.subject(bytes.journal, generation)
        let before = last
        last = try Self.trying(stream, until: deadline) { [stream] in
            switch try stream.jetStream.publish(message.headers, message.bytes, on: subject, after: before) {
            case .stored(let number): return number
            case .overtaken:
                guard let kept = try stream.jetStream.last(on: subject) else { throw ReplicaFault.fenced(by: "another") }
                let found = try ReplicaMessage(kept)
                guard found.id == message.id else { throw ReplicaFault.fenced(by: found.node) }
                return kept.sequence
            }
        }
    }

    private func asking<Value>(_ body: () throws(JournalError) -> Value) throws(ReplicaFault) -> Value {
        do throws(JournalError) { return try body() } catch { throw .journal(error) }
    }

    /// Retries after faults that may pass, with the next server, until `deadline`; at least once.
    static func trying<Value>(
        _ stream: ReplicaStream, until deadline: NIODeadline, _ body: () throws -> Value
    ) throws(ReplicaFault) -> Value {
        while true {
            do { return try body() } catch {
                if let fault = ReplicaFault.lasting(error) { throw fault }
                guard NIODeadline.now() < deadline else { throw ReplicaFault.passing(error) }
                if error is NATSFault { stream.jetStream.client.moveOn() }
                Thread.sleep(forTimeInterval: pause)
            }
        }
    }
}
