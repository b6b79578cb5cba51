import Foundation
package import JournalEngine
package import Kernel

/// The contents of a backup: written last, so that a backup without it does not count and one with it is whole.
///
/// - Format: one JSON object; its last field `sum` is the SHA-256 of everything before it.
package struct BackupManifest: Sendable, Equatable {
    package static let name = "BACKUP.json"
    static let format = 1

    package var made: Instant
    package var journals: [JournalEntry] = []
    package var files: [FileEntry] = []
    /// The `sum` of the backup that this one replaced.
    package var previous: String?

    /// The end of the copy of one journal.
    package struct JournalEntry: Sendable, Equatable {
        /// The journal's directory, from the data directory.
        package var path: String
        package var journal: ID16
        package var sequence: UInt64
        /// 64 hexadecimal digits.
        package var chain: String
    }

    /// One file, from the data directory.
    package struct FileEntry: Sendable, Equatable {
        package var path: String
        package var byteCount: UInt64
        package var digest: Digest
        /// Says of two files with the same path that they are the same; see `CopiedFile`.
        var stamp: String?
    }

    package init(made: Instant) { self.made = made }

    /// Nothing in it could be read without the master key.
    package var isEncrypted: Bool { files.contains { $0.path == KeyPaths.masterRecord } }
    package var holdsMasterKey: Bool { files.contains { $0.path == KeyPaths.masterKey } }

    package func journal(at path: String) -> JournalEntry? { journals.first { $0.path == path } }
}

/// The paths in a data directory that concern keys.
enum KeyPaths {
    static let directory = "keys"
    static let masterRecord = "keys/master.json"
    static let masterKey = "keys/master.key"
}

// MARK: - JSON

extension BackupManifest {
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("format", Self.format)
            json.field("made", made.text)
            json.field("previous", previous)
            json.key("journals")
            json.array(journals) { json, entry in
                json.object { json in
                    json.field("path", entry.path)
                    json.field("journal", entry.journal.description)
                    json.field("sequence", entry.sequence)
                    json.field("chain", entry.chain)
                }
            }
            json.key("files")
            json.array(files) { json, entry in
                json.object { json in
                    json.field("path", entry.path)
                    json.field("size", entry.byteCount)
                    json.field("sha256", entry.digest.text)
                    if let stamp = entry.stamp { json.field("stamp", stamp) }
                }
            }
        }
        let body = json.bytes.dropLast()
        return Array(body) + Array(",\"sum\":\"\(Digest(of: Array(body)).text)\"}\n".utf8)
    }

    /// The last field of `bytes`.
    var sum: String { String(decoding: bytes.suffix(Self.endByteCount).prefix(64), as: UTF8.self) }

    private static let endByteCount = 64 + 3

    /// - Throws: `.manifestDamaged`, or `.unknownFormat`.
    init(bytes: [UInt8], path: String) throws(BackupFailure) {
        let opening = Array(",\"sum\":\"".utf8)
        let bodyCount = bytes.count - Self.endByteCount - opening.count
        guard bodyCount > 0, bytes[bodyCount...].starts(with: opening) else { throw .manifestDamaged(path: path) }
        let sum = String(decoding: bytes.suffix(Self.endByteCount).prefix(64), as: UTF8.self)
        guard Digest(of: Array(bytes[..<bodyCount])).text == sum, let format = Self.decode(Format.self, bytes)?.format
        else { throw .manifestDamaged(path: path) }
        guard format == Self.format else { throw .unknownFormat(path: path, found: format) }
        guard let stored = Self.decode(Stored.self, bytes), let made = Instant(text: stored.made) else {
            throw .manifestDamaged(path: path)
        }
        self.init(made: made)
        previous = stored.previous
        for entry in stored.journals {
            guard let id = ID16(hex: entry.journal) else { throw .manifestDamaged(path: path) }
            journals.append(
                JournalEntry(path: entry.path, journal: id, sequence: entry.sequence, chain: entry.chain))
        }
        for entry in stored.files {
            guard let bytes = Self.bytes(ofHex: entry.sha256), let digest = Digest(bytes: bytes) else {
                throw .manifestDamaged(path: path)
            }
            // It comes from a file that anybody may have made: nothing is ever written outside the new directory.
            guard Self.isSafe(entry.path) else {
                throw .archive(path: path, problem: "its entry “\(entry.path)” leads outside the data directory")
            }
            files.append(FileEntry(path: entry.path, byteCount: entry.size, digest: digest, stamp: entry.stamp))
        }
        guard Set(files.map(\.path)).count == files.count else { throw .manifestDamaged(path: path) }
    }

    static func isSafe(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\\") || $0.contains("\0") }
    }

    private static func bytes(ofHex text: String) -> [UInt8]? {
        let digits = text.utf8.map { hexValue($0) }
        guard digits.count == 64, !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private struct Stored: Decodable {
        var made: String
        var previous: String?
        var journals: [Journal]
        var files: [File]

        struct Journal: Decodable {
            var path: String
            var journal: String
            var sequence: UInt64
            var chain: String
        }

        struct File: Decodable {
            var path: String
            var size: UInt64
            var sha256: String
            var stamp: String?
        }
    }

    private struct Format: Decodable {
        var format: Int
    }

    /// Nil for what is not such an object: the caller says that it is damaged.
    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { return nil }
    }
}
