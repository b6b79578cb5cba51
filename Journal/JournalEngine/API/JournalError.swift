import Glibc

/// Why the journal cannot do what was asked, and exactly where.
package enum JournalError: Error, Equatable, Sendable {
    /// Damage to what was acknowledged. Nothing was changed.
    case corrupt(segment: UInt64, byteOffset: UInt64, sequences: ClosedRange<UInt64>?, Corruption)
    /// A system call failed.
    case system(call: SystemCall, path: String, errno: Int32)
    case recordTooLarge(byteCount: Int, limit: Int)
    case commitTooLarge(byteCount: Int, limit: Int)
    case tooManyRecords(count: Int, limit: Int)
    case emptyCommit
    /// Records of kind 0 are the engine's own.
    case reservedKind
    /// There is no such record to redact.
    case noSuchRecord(UInt64)
    /// A redaction is under way, or waits to be finished.
    case redactionUnfinished
    /// The file that says how far a redaction came is damaged.
    case redactionIntentDamaged(path: String)
    /// An earlier write or sync failed; what is on disk is unknown until the journal is opened again.
    case poisoned
    /// The file that is being written lost its name, so that what is written to it is lost; nothing more is written.
    case displaced(path: String)
    /// The locked file lost its name, so that its lock keeps nobody out. Nothing was changed.
    case lockLost(path: String)
    /// Somebody else writes here.
    case locked(holderPID: Int32?)
    case readOnly
    case notAJournal(path: String)
    case alreadyExists(path: String)
    case unsupportedVersion(found: UInt32, known: UInt32)
    /// The journal is encrypted, and no keyring was given.
    case keyNeeded(path: String)
    /// A keyring, or a key in it, is sealed under another key than the one that was given.
    case wrongKey(path: String)
    /// A key was destroyed, or was never in this keyring; with the segment that needs it, if it is one.
    case keyMissing(id: ID16, segment: UInt64?)
    case keyringMissing(path: String)
    case keyringExists(path: String)
    case keyringDamaged(path: String)
    case keyringFull(path: String)
    case unsupportedEncryption(UInt64)
    case missingSegment(UInt64)
    /// The journal ends at record `last`, and `source` says that record `known` was in it. Nothing was changed.
    case recordsMissing(last: UInt64, known: UInt64, source: String)
    /// A replicator did not take what is on this disk; the reason is a sentence.
    case unwitnessed(reason: String)
    case closed

    init(_ error: DiskError) { self = .system(call: error.call, path: error.path, errno: error.errno) }
}

extension JournalError {
    /// The sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .corrupt(let segment, let offset, let sequences, let corruption):
            "Segment \(segment) is damaged at byte \(offset): \(corruption.words).\(Self.words(for: sequences)) "
                + "Nothing was changed; restore the file from a backup, or save what is sound with `daybook journal repair`."
        case .system(let call, let path, let errno):
            "The system call \(call.rawValue) failed\(path.isEmpty ? "" : " on \(path)"): "
                + "\(String(cString: strerror(errno))). \(Self.advice(for: errno))"
        case .recordTooLarge(let count, let limit):
            "A record of \(count) bytes is beyond the limit of \(limit); keep large things outside the journal."
        case .commitTooLarge(let count, let limit):
            "A commit of \(count) bytes is beyond the limit of \(limit); split it into smaller ones."
        case .tooManyRecords(let count, let limit):
            "A commit of \(count) records is beyond the limit of \(limit); split it into smaller ones."
        case .emptyCommit: "A commit without records says nothing; leave it out."
        case .reservedKind: "Records of kind 0 are the journal's own; give the record another kind."
        case .noSuchRecord(let sequence): "There is no record \(sequence), so nothing was redacted; check the number."
        case .redactionUnfinished:
            "Another redaction is not finished; let it come to its end, or open the journal again to resume it."
        case .redactionIntentDamaged(let path):
            "\(path) is damaged, so it is not known whether a redaction is unfinished; remove the file and redact the "
                + "same records once more."
        case .poisoned: "An earlier write to the journal failed, so nothing more is written; open it again."
        case .displaced(let path):
            "\(path) was removed or replaced while the journal was being written, so nothing more is written; stop this "
                + "program, put the file back from where it was moved to or restore a backup, and open the journal again."
        case .lockLost(let path):
            "The lock \(path) was removed or replaced, so another process may write there by now. Nothing was changed; "
                + "stop every program that writes there, and open it again."
        case .locked(let pid):
            pid.map { "The journal is held by process \($0); stop that process or wait for it." }
                ?? "The journal is held by another process; stop that process or wait for it."
        case .readOnly: "The journal was opened for reading; open it for writing to change it."
        case .notAJournal(let path): "\(path) is not a journal; check the path, or create a journal there."
        case .alreadyExists(let path): "\(path) already holds a journal; open it, or choose another place."
        case .unsupportedVersion(let found, let known):
            "The journal has format version \(found), and this program knows up to \(known); use a newer program."
        case .keyNeeded(let path): "The journal \(path) is encrypted; give its keyring and the master key."
        case .wrongKey(let path): "The key given is not the one of \(path); give the key it was locked with."
        case .keyMissing(let id, let segment):
            (segment.map { "Segment \($0) is encrypted under key \(id)" } ?? "What was asked for needs key \(id)")
                + ", which is not in the keyring; it was destroyed, or this is the keyring of something else."
        case .keyringMissing(let path): "The keyring \(path) is missing; put it or its copy back from a backup."
        case .keyringExists(let path): "\(path) is already there; open it, or choose another place."
        case .keyringDamaged(let path):
            "The keyring \(path) and its copy are both damaged; put one of them back from a backup."
        case .keyringFull(let path):
            "The keyring \(path) holds \(JournalLimits.keysPerKeyringMax) keys, which is the limit; use another one."
        case .unsupportedEncryption(let number):
            "The journal is encrypted in a way (\(number)) that this program does not know; use a newer program."
        case .missingSegment(let number):
            "Segment \(number) is missing although it was written; put the file back from a backup, or save the rest "
                + "with `daybook journal repair`."
        case .recordsMissing(let last, let known, let source):
            "The journal ends at record \(last), but \(source) says that record \(known) was written: acknowledged "
                + "records are missing. Nothing was changed; restore the journal from a backup, or accept the loss with "
                + "`daybook accept-loss`."
        case .unwitnessed(let reason): reason
        case .closed: "The journal was closed; open it again."
        }
    }

    private static func words(for sequences: ClosedRange<UInt64>?) -> String {
        guard let sequences else { return "" }
        if sequences.upperBound == .max { return " Records from \(sequences.lowerBound) on are affected." }
        if sequences.count == 1 { return " Record \(sequences.lowerBound) is affected." }
        return " Records \(sequences.lowerBound) to \(sequences.upperBound) are affected."
    }

    private static func advice(for errno: Int32) -> String {
        switch errno {
        case ENOSPC, EDQUOT: "Free some space and try again."
        case EROFS, EACCES, EPERM:
            "Change its owner or its permissions, or run as a user who may write there; reading goes on without."
        case EMFILE, ENFILE: "Too many files are open; close some or raise the limit."
        case ENOENT: "Check the path."
        case EIO: "The disk reports an error; check it, and keep a copy of the journal elsewhere."
        default: "Try again once the cause is removed."
        }
    }
}
