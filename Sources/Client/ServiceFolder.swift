import Foundation
import Glibc
import JournalEngine
import Kernel
package import Runtime

/// The folder that a client keeps for one service, in its data directory:
///
/// ```
/// DATA/servers/NAME/token              the secret of the session, 0600; never a password
/// DATA/servers/NAME/client.json        who is signed in, on which device, and the workspaces there
/// DATA/servers/NAME/client-….json      the same of a token that lies in another file
/// DATA/servers/NAME/workspaces/ID/     replicas: derived, fetched anew where they are missing
/// DATA/servers/NAME/before/           replicas that the history of the service did not go on from; never removed by itself
/// DATA/servers/NAME/outbox/ID/         changes that are not at the service yet, or were refused there; see `Outbox`
/// ```
package struct ServiceFolder: Sendable {
    package let path: String
    /// Where the replicas lie.
    package let replicas: DataDirectory
    /// The file of the token that is sent there.
    package let token: TokenFile
    private let memoryPath: String

    /// - Parameter token: another file than the one that signing in writes. Whom it stands for is kept apart: a token numbers
    ///   its own changes.
    package init(of address: ServiceAddress, in directory: DataDirectory, showing token: TokenFile? = nil) {
        path = directory.path + "/servers/" + address.folderName
        replicas = DataDirectory(path: path)
        if let former = address.formerFolderName {
            // Refused where the new one is there already, and where there is no old one, which is nearly always.
            try? FileManager.default.moveItem(atPath: directory.path + "/servers/" + former, toPath: path)
        }
        self.token = token ?? TokenFile(path: path + "/token")
        guard let token else {
            memoryPath = path + "/client.json"
            return
        }
        let place = Digest(of: Array(URL(filePath: token.path).standardizedFileURL.path.utf8)).text
        memoryPath = path + "/client-\(place.prefix(16)).json"
    }

    /// The facts known without asking the service.
    package struct Memory: Codable, Sendable, Equatable {
        package var user = ""
        /// The device that the service knows this client as: what it says is numbered by it.
        package var device = ""
        /// The devices that it knew this client as before, and takes nothing from any more.
        package var formerDevices: [String]?
        /// The beginning of the identifiers of the token's devices; empty for a session, nil while it is not known.
        package var devices: String?
        /// The mark that tells the token of this memory from another in the same file.
        package var token: String?
        package var workspaces: [Line] = []
        /// Where a card begins of which nobody says where, as the service knew it last.
        package var primaryBoard: String?

        package struct Line: Codable, Sendable, Equatable {
            package var id: String
            package var name: String
        }

        package init() {}

        static let fields: Set = [
            "user", "device", "formerDevices", "devices", "token", "workspaces", "primaryBoard",
        ]

        /// Returns whether the person who is signed in made the change, on the device that this client is or was before: not
        /// with another token.
        package func isOwn(_ change: KeptChange) -> Bool {
            change.actor == user && (change.device == device || (formerDevices ?? []).contains(change.device))
        }

        /// Some digits of a digest: nobody finds the token by them.
        package static func mark(of token: String) -> String { String(Digest(of: Array(token.utf8)).text.prefix(16)) }
    }

    /// - Throws: `ClientFailure.file` for one that is there and cannot be understood.
    package func memory() throws(ClientFailure) -> Memory {
        guard FileManager.default.fileExists(atPath: memoryPath) else { return Memory() }
        guard let memory: Memory = Self.value(at: memoryPath, fields: Memory.fields) else {
            throw .file(
                path: memoryPath,
                reason:
                    "it is damaged, not what was written; restore it, or move it away: the service is asked again then, and "
                    + "`daybook outbox retry` sends what waits for a device that is not known any more")
        }
        return memory
    }

    /// A small file; nil where there is none, and where it is not what was written.
    ///
    /// - Parameter fields: all that one without a checksum may have.
    static func value<Value: Decodable>(at place: String, fields: Set<String>) -> Value? {
        guard let bytes = FileManager.default.contents(atPath: place),
            ChecksummedJSON.isSound([UInt8](bytes), fields: fields)
        else { return nil }
        return try? JSONDecoder().decode(Value.self, from: bytes)
    }

    package func write(_ memory: Memory) throws(ClientFailure) { try write(memory, to: memoryPath) }

    /// Changes what is known while no other process numbers a change or does the same.
    @discardableResult
    package func update(_ change: (inout Memory) throws -> Void) async throws -> Memory {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw ClientFailure.file(path: path, reason: "the directory cannot be made") }
        return try await keeping { turn in
            let known = try memory()
            var memory = known
            try change(&memory)
            if memory != known {
                try turn.check()
                try write(memory)
            }
            return memory
        }
    }

    /// Writes a small file with a checksum, which only its owner may read: whole or not at all.
    func write(_ value: some Encodable, to place: String) throws(ClientFailure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try Data(ChecksummedJSON.marked([UInt8](encoder.encode(value)))).write(
                to: URL(filePath: place), options: .atomic)
            // The directory lets nobody else in meanwhile.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place)
        } catch {
            throw .file(path: place, reason: "it cannot be written")
        }
    }

    /// Removes the replicas that were fetched for the person who was signed in before.
    package func forgetReplicas() throws(ClientFailure) {
        let place = path + "/workspaces"
        guard FileManager.default.fileExists(atPath: place) else { return }
        do { try FileManager.default.removeItem(atPath: place) } catch {
            throw .file(path: place, reason: "it cannot be removed")
        }
    }

    /// A task that only one process does at a time.
    package enum Turn: String {
        /// Writing replicas.
        case replicas = "lock"
        /// Numbering and keeping a change. Never held while the service is asked.
        case keeping = "keeping.lock"
        /// Sending what waits.
        case sending = "sending.lock"
    }

    /// Keeps other processes from doing the same while `body` runs; waits for its turn.
    package func alone<Result>(_ turn: Turn = .replicas, _ body: () async throws -> Result) async throws -> Result {
        let descriptor = try Self.locked(path + "/" + turn.rawValue)
        defer { close(descriptor) }
        return try await body()
    }

    /// Keeps other processes from numbering or keeping a change while `body` runs; waits for its turn.
    ///
    /// - Parameter body: checks its turn before it writes, or has an outbox do that (`Outbox.under`).
    package func keeping<Result>(_ body: (HeldTurn) async throws -> Result) async throws -> Result {
        let place = path + "/" + Turn.keeping.rawValue
        let descriptor = try Self.locked(place)
        defer { close(descriptor) }
        return try await body(HeldTurn(place: place, descriptor: descriptor))
    }

    /// A turn that this process has, as long as the file of it has its name.
    package struct HeldTurn: Sendable {
        fileprivate let place: String
        fileprivate let descriptor: Int32

        /// - Throws: when the file was removed or replaced: another process may have the same turn by now.
        package func check() throws(ClientFailure) {
            guard try ServiceFolder.leads(place, to: descriptor) else {
                throw .file(
                    path: place,
                    reason: "it was removed or replaced while a change was being kept, and another process may be "
                        + "keeping one under the same number; nothing more was written, so run the command again")
            }
        }
    }

    /// Opens the file of a turn and waits for its lock. A file that lost its name meanwhile keeps nobody out: then the one that
    /// has the name is opened.
    ///
    /// - Parameter afterOpening: called between the two, for tests.
    /// - Returns: a descriptor, whose closing gives the lock back.
    static func locked(_ place: String, afterOpening: () throws -> Void = {}) throws -> Int32 {
        while true {
            let descriptor = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw ClientFailure.file(path: place, reason: String(cString: strerror(errno)))
            }
            do {
                try afterOpening()
                while flock(descriptor, LOCK_EX) != 0 {
                    guard errno == EINTR else {
                        throw ClientFailure.file(path: place, reason: String(cString: strerror(errno)))
                    }
                }
                if try leads(place, to: descriptor) { return descriptor }
            } catch {
                close(descriptor)
                throw error
            }
            close(descriptor)
        }
    }

    private static func leads(_ place: String, to descriptor: Int32) throws(ClientFailure) -> Bool {
        do throws(DiskError) { return try POSIXDisk.leads(place, to: descriptor) } catch { throw ClientFailure(error) }
    }
}
