package import JournalEngine

/// Why a backup was not made, or cannot be used. Nothing that was good before is any worse after it.
package enum BackupFailure: Error, Equatable, Sendable {
    /// The destination is in the data directory, or the other way round.
    case insideData(path: String)
    case notABackup(path: String)
    case notEmpty(path: String)
    case alreadyThere(path: String)
    /// Somebody else is writing a backup to the same place.
    case busy(path: String)
    /// The lock was removed or replaced while the backup was written, so another process may be writing there, too.
    case lockLost(path: String)
    case nothingToBackUp(path: String)
    case unknownWorkspace(String, known: [String])
    /// The master key was asked for, and is not kept in a file.
    case noMasterKey(path: String)
    /// The backup there is one of another journal, of more records, or of another history.
    case foreign(path: String, journal: String, ForeignHistory)
    case copy(journal: String, CopyFailure)
    /// The copied commits do not lead from one to the next: the original is damaged.
    case sourceDamaged(journal: String, words: String)
    case disk(DiskError)
    case archive(path: String, problem: String)
    /// The list of what is in the backup is damaged.
    case manifestDamaged(path: String)
    case unknownFormat(path: String, found: Int)
    /// Files of the backup are missing or not what they were.
    case damaged(path: String, words: [String])

    package enum ForeignHistory: Sendable, Equatable { case otherJournal, longer, otherHistory }
}

extension BackupFailure {
    /// A message that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .insideData(let path):
            "\(path) lies in the data directory, where whatever destroys the data would destroy the backup; choose "
                + "another disk."
        case .notABackup(let path): "\(path) holds no finished backup; check the path."
        case .notEmpty(let path):
            "\(path) is not empty and holds no backup; choose an empty directory, or one with a backup of this data."
        case .alreadyThere(let path): "\(path) is there already and was not touched; choose another name."
        case .busy(let path): "Another process is writing a backup to \(path); wait for it."
        case .lockLost(let path):
            "\(path) was removed or replaced while the backup was written, so another process may be writing there, too. The "
                + "backup made before is as it was; leave the file alone and back up again."
        case .nothingToBackUp(let path): "There is nothing in \(path) to back up; check --data."
        case .unknownWorkspace(let name, let known):
            "There is no workspace \"\(name)\"; there is \(known.isEmpty ? "none" : known.joined(separator: ", "))."
        case .noMasterKey(let path):
            "There is no master key in \(path) to put in the backup; leave out --with-master-key."
        case .foreign(let path, let journal, let history):
            "The backup in \(path) \(history.words(for: journal)). It was not touched; use another directory."
        case .copy(let journal, let failure): "\(journal) cannot be copied: \(failure.message)"
        case .sourceDamaged(let journal, let words):
            "\(journal) is damaged and was not backed up: \(words). The backup made before is as it was; "
                + "`daybook verify` tells more."
        case .disk(let error): JournalError.system(call: error.call, path: error.path, errno: error.errno).message
        case .archive(let path, let problem): "\(path) cannot be used as a backup: \(problem)."
        case .manifestDamaged(let path):
            "\(path) is damaged, so nothing says what belongs to the backup; use another one."
        case .unknownFormat(let path, let found):
            "\(path) has the format \(found), which a newer version of Daybook wrote; use that version."
        case .damaged(let path, let words):
            "The backup \(path) is damaged: \(words.joined(separator: "; ")). Use another one."
        }
    }

    static func calling<Value>(_ body: () throws(DiskError) -> Value) throws(BackupFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw .disk(error) }
    }
}

extension BackupFailure.ForeignHistory {
    fileprivate func words(for journal: String) -> String {
        switch self {
        case .otherJournal: "is of another journal than \(journal)"
        case .longer: "holds more records than \(journal) has now, as if the data were older than the backup"
        case .otherHistory: "tells another history than \(journal)"
        }
    }
}
