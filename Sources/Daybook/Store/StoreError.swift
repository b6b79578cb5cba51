public import Foundation
import JournalEngine
public import Kernel
import Runtime

/// Why a store, or a daybook, cannot do what was asked. Each says what happened, to what, and what to do.
///
/// A minor version may add a case; switch with a `default`.
public enum StoreError: Error, Equatable, Sendable {
    /// Somebody else wrote first. Nothing was written; read what is new and decide again.
    case unexpectedSequence(path: String, expected: ExpectedSequence, found: Position)
    /// The key was used for other events, which end at `by`. Nothing was written.
    case keyReused(path: String, key: String, by: Position)
    /// No store lies there.
    case notFound(path: String)
    /// Something lies there already, where a new store was wanted.
    case alreadyExists(path: String)
    /// Another process writes there, or another ``EventStore`` of this one.
    case inUse(path: String, processID: Int32?)
    /// The store was opened for reading.
    case readOnly(path: String)
    /// The store was closed before.
    case closed(path: String)
    /// An earlier write failed: nobody knows what of it is on disk until the store is opened again.
    case failedEarlier(path: String)
    /// The key is not that of the store, or the store is not encrypted.
    case wrongKey(path: String, reason: String)
    /// The store is encrypted, and no key was given.
    case keyNeeded(path: String)
    /// Records that were acknowledged are damaged or missing. Nothing was changed.
    case damaged(path: String, reason: String)
    /// One commit is larger than the store takes.
    case tooLarge(path: String, reason: String)
    /// Nothing was to be written.
    case noEvents(path: String)
    /// The event at `position` is not what its kind says, by the event type that is read.
    case unreadableEvent(path: String, position: Position, kind: UInt32, reason: String)
    /// An event does not become bytes. Nothing was written.
    case notEncodable(path: String, reason: String)
    /// A position behind the last event.
    case noSuchPosition(path: String, Position, last: Position)
    /// No view, thing or record of that name.
    case nothingNamed(path: String, name: String, reason: String)
    /// The machine refused: a full disk, missing permissions, or an error of the device.
    case machine(path: String, reason: String)

    /// One sentence or two for people.
    public var message: String {
        switch self {
        case .unexpectedSequence(let path, let expected, let found):
            "\(path): expected \(expected.words), and it is event \(found.sequence); nothing was written. Read what is new and "
                + "decide again."
        case .keyReused(let path, let key, let by):
            "\(path): the key \"\(key)\" was used for other events, up to event \(by.sequence); nothing was written. Take a new "
                + "key for a new request."
        case .notFound(let path): "\(path) holds no events; check the path, or create a store there."
        case .alreadyExists(let path): "\(path) is already there; open it, or choose another place."
        case .inUse(let path, let pid):
            "\(path) is being written by \(pid.map { "process \($0)" } ?? "another process"); wait for it, stop it, or open it for "
                + "reading."
        case .readOnly(let path): "\(path) was opened for reading; open it for writing to change it."
        case .closed(let path): "\(path) was closed; open it again."
        case .failedEarlier(let path):
            "\(path): an earlier write failed, so nothing more is written; close it and open it again."
        case .wrongKey(let path, let reason): "\(path): \(reason)"
        case .keyNeeded(let path): "\(path) is encrypted; open it with its key."
        case .damaged(let path, let reason): "\(path): \(reason)"
        case .tooLarge(let path, let reason): "\(path): \(reason)"
        case .noEvents(let path): "\(path): there is no event to write; leave the call out."
        case .unreadableEvent(let path, let position, let kind, let reason):
            "\(path): event \(position.sequence), of kind \(kind), cannot be read: \(reason). Nothing was changed; read it with the "
                + "program that wrote it, or teach the event type its form."
        case .notEncodable(let path, let reason):
            "\(path): an event does not become bytes: \(reason). Nothing was written."
        case .noSuchPosition(let path, let position, let last):
            "\(path): there is no event \(position.sequence); the last one is \(last.sequence)."
        case .nothingNamed(let path, let name, let reason): "\(path): \(name): \(reason)"
        case .machine(let path, let reason): "\(path): \(reason)"
        }
    }
}

extension StoreError: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { message }
    public var description: String { message }
}

extension StoreError {
    /// - Parameter path: of the store, which is what its reader knows.
    init(_ error: JournalError, at path: String) {
        self =
            switch error {
            case .notAJournal: .notFound(path: path)
            case .alreadyExists: .alreadyExists(path: path)
            case .locked(let pid): .inUse(path: path, processID: pid)
            case .readOnly: .readOnly(path: path)
            case .closed: .closed(path: path)
            case .poisoned, .displaced: .failedEarlier(path: path)
            case .keyNeeded: .keyNeeded(path: path)
            case .wrongKey, .keyMissing: .wrongKey(path: path, reason: error.message)
            case .recordTooLarge, .commitTooLarge, .tooManyRecords: .tooLarge(path: path, reason: error.message)
            case .emptyCommit: .noEvents(path: path)
            case .system, .unwitnessed: .machine(path: path, reason: error.message)
            default: .damaged(path: path, reason: error.message)
            }
    }

    init(_ failure: RuntimeFailure, at path: String) {
        self =
            switch failure {
            case .journal(_, let error): StoreError(error, at: path)
            case .notAWorkspace, .noDataDirectory: .notFound(path: path)
            case .noSuchRecord(let sequence, let last): .noSuchPosition(path: path, Position(sequence), last: Position(last))
            case .noHistory(let entity): .nothingNamed(path: path, name: entity.text, reason: failure.message)
            case .badWorkspaceName(let name): .nothingNamed(path: path, name: name, reason: failure.message)
            case .keys: .wrongKey(path: path, reason: failure.message)
            case .disk: .machine(path: path, reason: failure.message)
            default: .damaged(path: path, reason: failure.message)
            }
    }

    /// Names whatever reading or writing has thrown.
    init(any error: any Error, at path: String) {
        self =
            switch error {
            case let error as StoreError: error
            case let error as JournalError: StoreError(error, at: path)
            case let error as RuntimeFailure: StoreError(error, at: path)
            case let error as DiskError:
                .machine(
                    path: path,
                    reason: JournalError.system(call: error.call, path: error.path, errno: error.errno).message)
            default: .machine(path: path, reason: "\(error)")
            }
    }
}
