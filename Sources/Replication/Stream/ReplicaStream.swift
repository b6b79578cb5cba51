import Foundation
import JournalEngine

/// The stream that holds the journals of one installation: each on a subject `STREAM.JOURNAL.GENERATION`.
///
/// A journal that was rewritten, by an erasure or under new keys, is shipped anew as the next generation; once that is
/// whole the old one says so and is removed. The generation that counts is the lowest, or the one it says it moved to.
package struct ReplicaStream: Sendable {
    let jetStream: JetStream

    package static let defaultName = "DAYBOOK"
    package static let nameByteCountMax = 64

    /// - Parameter name: letters, digits, dashes and underscores.
    package init?(_ client: NATSClient, name: String = ReplicaStream.defaultName) {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, !name.isEmpty, name.utf8.count <= Self.nameByteCountMax else { return nil }
        jetStream = JetStream(client: client, name: name)
    }

    func subject(_ journal: ID16, _ generation: UInt64) -> String { "\(jetStream.name).\(journal).\(generation)" }

    /// Makes the stream where it is not there yet.
    func ensure(copies: Int) throws {
        if let state = try jetStream.state() {
            guard state.config.num_replicas >= copies else {
                throw ReplicaFault.tooFewReplicas(found: state.config.num_replicas, wanted: copies)
            }
        } else {
            try jetStream.create(copies: copies)
        }
    }

    /// The generations of every journal, or of one, ascending.
    func generations(of journal: ID16? = nil) throws -> [ID16: [UInt64]] {
        let filter = "\(jetStream.name).\(journal?.description ?? "*").*"
        var found: [ID16: [UInt64]] = [:]
        for subject in (try jetStream.state(subjects: filter)?.state.subjects ?? [:]).keys {
            let words = subject.split(separator: ".")
            guard words.count == 3, let journal = ID16(hex: words[1]), let generation = UInt64(words[2]) else {
                continue
            }
            found[journal, default: []].append(generation)
        }
        return found.mapValues { $0.sorted() }
    }

    /// Removes everything of a journal.
    func purge(_ journal: ID16) throws {
        for generation in try generations(of: journal)[journal] ?? [] { try jetStream.purge(subject(journal, generation)) }
    }

    /// Where a journal's generation ends.
    struct Ending: Sendable, Equatable {
        var generation: UInt64
        /// The number of the last message on the subject; 0 for none.
        var last: UInt64
        var message: ReplicaMessage?
        /// The last message up to which the journal is whole, with its number.
        var whole: ReplicaMessage?
        var wholeNumber: UInt64
    }

    /// The end of the generation that counts; nil when nothing of the journal is there.
    func ending(of journal: ID16, in generations: [UInt64]) throws -> Ending? {
        guard var generation = generations.first else { return nil }
        while true {
            guard let kept = try jetStream.last(on: subject(journal, generation)) else {
                throw ReplicaFault.incomplete
            }
            let message = try ReplicaMessage(kept)
            if let next = message.movedTo {
                guard next > generation, generations.contains(next) else { throw ReplicaFault.incomplete }
                generation = next
                continue
            }
            var ending = Ending(
                generation: generation, last: kept.sequence, message: message, whole: nil, wholeNumber: 0)
            if message.head != nil {
                ending.whole = message
                ending.wholeNumber = kept.sequence
            } else if message.wholeBefore > 0 {
                guard let before = try jetStream.message(message.wholeBefore) else { throw ReplicaFault.incomplete }
                ending.whole = try ReplicaMessage(before)
                ending.wholeNumber = before.sequence
            }
            return ending
        }
    }
}

extension ReplicaFault {
    /// - Returns: nil for an error that may pass.
    static func lasting(_ error: any Error) -> ReplicaFault? {
        switch error {
        case is NATSFault: nil
        case let error as JetStream.APIError:
            error.isPassing ? nil : .refused(error.description ?? "code \(error.code)")
        case let fault as ReplicaFault: if case .unreachable = fault { nil } else { fault }
        case ReplicationFault.changing: nil
        case ReplicationFault.journal(let error): .journal(error)
        case let error as JournalError: .journal(error)
        default: .refused(String(describing: error))
        }
    }

    /// Returns the fault of an error that may pass, in words.
    static func passing(_ error: any Error) -> ReplicaFault {
        switch error {
        case let fault as NATSFault: ReplicaFault(fault)
        case let fault as ReplicaFault: fault
        case let error as JetStream.APIError: .unreachable(error.description ?? "code \(error.code)")
        default: .unreachable("a segment of the journal is being rewritten")
        }
    }
}
