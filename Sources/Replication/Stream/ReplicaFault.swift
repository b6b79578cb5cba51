package import JournalEngine

/// Why a journal cannot be replicated, or not be brought back.
package enum ReplicaFault: Error, Equatable, Sendable {
    /// The servers could not be asked, or could not agree, for as long as was to be waited.
    case unreachable(String)
    /// JetStream says no to what was asked.
    case refused(String)
    /// Another node writes the journal now.
    case fenced(by: String)
    /// Another node wrote the journal last, and nobody said that this one should take over.
    case heldBy(String)
    /// The stream has records that this journal lacks: it was written elsewhere.
    case behind(sequence: UInt64, stream: UInt64)
    /// The stream has another history of this journal.
    case different(sequence: UInt64)
    /// The stream keeps fewer copies than are asked for.
    case tooFewReplicas(found: Int, wanted: Int)
    /// A message in the stream is not one that we write.
    case malformed(sequence: UInt64)
    /// A piece is gone from the stream, or it was shipped anew meanwhile.
    case incomplete
    case nothingThere(String)
    case notEmpty(path: String)
    /// The restored bytes are not the journal that was shipped.
    case unsound(path: String, String)
    case journal(JournalError)
}

extension ReplicaFault {
    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .unreachable(let why):
            "The replication stream did not take it: \(why). It is on this disk and was not acknowledged; once most of the "
                + "NATS servers run again, it is shipped and writing goes on."
        case .refused(let words) where words.contains("non-clustered"):
            "The NATS server is not in a cluster, so it keeps one copy: say replication.copies=1, or name the servers of a cluster."
        case .refused(let words): "The replication stream refuses: \(words). Check the stream and the settings."
        case .fenced(let node):
            "Node \(node) has taken over writing this journal, so this node only reads it; stop this one, or restore it "
                + "from the stream into an empty directory."
        case .heldBy(let node):
            "Node \(node) wrote this journal last; stop that node, and start this one with replication.takeOver=yes."
        case .behind(let sequence, let stream):
            "This journal ends at record \(sequence) and the stream at record \(stream): another node has written it. "
                + "Restore it from the stream into an empty directory."
        case .different(let sequence):
            "This journal and the stream differ at record \(sequence): another node has written it. Restore it from the "
                + "stream into an empty directory; what only this disk holds was never acknowledged."
        case .tooFewReplicas(let found, let wanted):
            "The replication stream keeps \(found) copies, and \(wanted) are asked for; change the stream with "
                + "`nats stream edit`, or replication.copies."
        case .malformed(let sequence):
            "Message \(sequence) of the replication stream is none of Daybook's; somebody else writes to its subjects."
        case .incomplete: "The journal was shipped anew while it was read from the stream; try again."
        case .nothingThere(let what): "The replication stream holds no whole journal of \(what); check the stream's name."
        case .notEmpty(let path): "\(path) is not empty; name a directory that is, or is not there yet."
        case .unsound(let path, let why): "What was rebuilt in \(path) is not the journal that was shipped: \(why)."
        case .journal(let error): error.message
        }
    }

    init(_ fault: NATSFault) { self = .unreachable(fault.message) }
}
