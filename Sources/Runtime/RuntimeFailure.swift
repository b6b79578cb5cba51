import Glibc
package import JournalEngine
package import Kernel

/// Why the machine, not a rule, could not do what was asked. Each has a place, a cause and a way out.
package enum RuntimeFailure: Error, Equatable, Sendable {
    case notAWorkspace(path: String)
    case alreadyExists(path: String)
    /// There is no journal under `path`, and a file shows that there was one.
    case journalGone(path: String, remains: String)
    /// The journal under `path` lacks records that were acknowledged.
    case recordsMissing(path: String, MissingRecords)
    case noDataDirectory(path: String)
    case badWorkspaceName(String)
    /// Nobody has an account here yet.
    case noAccounts(path: String)
    case passwordNotHashed(String)
    case identityUnreadable(path: String)
    /// The journal under `path` says no.
    case journal(path: String, JournalError)
    /// A file or directory beside the journal cannot be used.
    case disk(DiskError)
    /// A record is not what its kind says, or of a kind that only a newer build knows.
    case unreadableRecord(sequence: UInt64, CodingFault)
    /// The last write failed: what is shown may never have reached the disk.
    case poisoned(path: String)
    case openedForReading(path: String)
    /// Something is being erased there; what was asked came in between.
    case erasing(path: String)
    case reasonTooLong(byteCount: Int, limit: Int)
    /// An export in the data directory is to be erased, or may be, and what is said stands in the way.
    case exportInTheWay(DiskError, isBegun: Bool)
    case closed(path: String)
    case noSuchRecord(UInt64, last: UInt64)
    case alreadyUndone(UInt64, by: UInt64)
    case recordErased(UInt64, by: UInt64)
    case nothingToUndo
    case nothingToRedo
    /// A device used the number for something else. The next free number.
    case sequenceTaken(UInt64, next: UInt64)
    /// The thing had no record up to there.
    case notThereYet(EntityID, sequence: UInt64)
    case noHistory(EntityID)
    case blobMissing(digest: String)
    case blobAltered(digest: String, path: String)
    case blobTooLarge(byteCount: Int, limit: Int)
    /// What is there of an unfinished upload is not what was sent.
    case uploadDamaged(path: String)
    /// The key of an attached file was destroyed, or its keyring is another.
    case blobKeyMissing(digest: String)
    /// The library for encryption says no.
    case notEncrypted(String)
    case keys(KeyFault)
}

extension RuntimeFailure {
    /// Where the journal lies that is damaged or partly gone, so that trying again does not help; nil for every other
    /// failure.
    package var damagedJournal: String? {
        switch self {
        case .journalGone(let path, _), .recordsMissing(let path, _): path
        case .journal(let path, .keyringDamaged), .journal(let path, .redactionIntentDamaged): path
        case .journal(let path, let error) where error.isDamage: path
        default: nil
        }
    }

    /// True if there was no room on the disk.
    package var isFullDisk: Bool {
        switch self {
        case .disk(let error): error.errno == ENOSPC
        case .journal(_, .system(call: _, path: _, errno: ENOSPC)): true
        default: false
        }
    }

    /// One sentence: what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .notAWorkspace(let path):
            "\(path) is not a workspace; check the path and the name, or begin with `daybook tour` or `daybook import`."
        case .alreadyExists(let path): "\(path) already holds a workspace; open it, or choose another name."
        case .journalGone(let path, let remains):
            "The journal of \(path) is gone, but \(remains) shows that there was one. Nothing was changed; restore it from a "
                + "backup, or begin an empty one with `daybook accept-loss`."
        case .recordsMissing(let path, let missing): "In \(path) \(missing.words). Nothing was changed."
        case .noDataDirectory(let path):
            "There is no daybook in \(path) yet; begin with `daybook tour` or `daybook import`."
        case .badWorkspaceName(let name):
            "\"\(name)\" cannot name a workspace; use letters, digits, dots, dashes and underscores, at most 64."
        case .noAccounts(let path): "There are no accounts in \(path) yet; `daybook account add` makes the first."
        case .passwordNotHashed(let reason): "The password could not be hashed: \(reason)"
        case .identityUnreadable(let path):
            "\(path) is damaged: it is not what was written. Restore it from a backup. Without it you would go on as another "
                + "person on another device: everything stays, but what was done here before is no longer yours to undo."
        case .journal(let path, .locked(let pid)):
            "The workspace \(path) is being written by \(pid.map { "process \($0)" } ?? "another process"); "
                + "wait for it, or stop it."
        case .journal(let path, .notAJournal): "\(path) is not a workspace; check the path and the name."
        case .journal(let path, let error): "The workspace \(path) cannot be used: \(error.message)"
        case .disk(let error): JournalError.system(call: error.call, path: error.path, errno: error.errno).message
        case .unreadableRecord(let sequence, let fault):
            "Record \(sequence) cannot be read: \(fault.message). Nothing was changed."
        case .poisoned(let path):
            "An earlier write to \(path) failed, so what is shown may not be on disk; open the workspace again."
        case .openedForReading(let path): "\(path) was opened for reading; open it for writing to change it."
        case .closed(let path): "\(path) was closed; open it again."
        case .erasing(let path): "Something is being erased in \(path); ask again in a moment."
        case .reasonTooLong(let count, let limit):
            "A reason of \(count) bytes is beyond the limit of \(limit) bytes; say it shorter. Nothing was erased."
        case .exportInTheWay(let error, let isBegun):
            "\(error.path) is part of an export that may have to be erased and cannot be "
                + "(\(String(cString: strerror(error.errno)))); change its permissions or move the export out of the data "
                + "directory. " + (isBegun ? "The next writer goes on erasing." : "Nothing was erased.")
        case .noSuchRecord(let sequence, let last):
            "There is no record \(sequence); the last one is \(last)."
        case .alreadyUndone(let sequence, let by):
            "What record \(sequence) belongs to is already undone, by record \(by); "
                + "`redo` or `undo \(by)` brings it back."
        case .recordErased(let sequence, let by):
            "What record \(sequence) held was erased, by record \(by); nothing is left to take back."
        case .nothingToUndo: "There is nothing to undo."
        case .nothingToRedo: "There is nothing to redo; redo works until something new is done."
        case .sequenceTaken(let number, let next):
            "The device used the number \(number) for something else; send this again as \(next)."
        case .notThereYet(let entity, let sequence):
            "\(entity.text) did not exist at record \(sequence); `history` lists its revisions."
        case .noHistory(let entity): "\(entity.text) has no history here; check the reference."
        case .blobMissing(let digest):
            "The file with the digest \(digest) is missing from the workspace; put it back from a backup."
        case .blobAltered(let digest, let path):
            "\(path) no longer holds what its digest \(digest.prefix(12))… says; put it back from a backup."
        case .blobKeyMissing(let digest):
            "The key of the file with the digest \(digest) is gone: it was erased, or the keys are not those of this "
                + "workspace."
        case .uploadDamaged(let path): "\(path) no longer holds what was sent; remove it, and send the file again."
        case .notEncrypted(let reason): "A file could not be encrypted: \(reason)"
        case .keys(let fault): fault.message
        case .blobTooLarge(let count, let limit):
            "A file of \(count) bytes is beyond the limit of \(limit) bytes; keep it elsewhere and link to it."
        }
    }

    init(_ error: DiskError) { self = .disk(error) }
}
