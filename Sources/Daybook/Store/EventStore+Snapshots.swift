import Cryptography
import JournalEngine
public import Kernel
import Runtime

/// Bytes that were derived from the events up to a position.
public struct StoreSnapshot: Sendable, Equatable {
    /// The last event that is in it.
    public let position: Position
    /// As it was given.
    public let content: [UInt8]
}

extension EventStore {
    /// Keeps bytes that were derived from the events up to `position`, in the place of an earlier snapshot of that name.
    ///
    /// Returns once the snapshot is on disk, wholly; a crash on the way leaves the earlier one. Encrypted where the store is.
    ///
    /// - Parameters:
    ///   - content: what was derived.
    ///   - name: 1 to 100 letters, digits, dots, dashes and underscores; not beginning with a dot.
    ///   - version: of the form of `content` and of the code that derived it; raise it with either.
    ///   - position: the last event that is in it.
    /// - Throws: ``StoreError/noSuchPosition(path:_:last:)`` for events that are not on disk.
    public func saveSnapshot(
        _ content: [UInt8], named name: String, version: Int = 1, at position: Position
    ) async throws(StoreError) {
        guard access != .reading else { throw .readOnly(path: path) }
        try core.checkOpen()
        guard position <= last else { throw .noSuchPosition(path: path, position, last: last) }
        try await core.run { [core] in try core.write(content, named: name, version: version, at: position.sequence) }
    }

    /// The snapshot of a name; nil where there is none that can be trusted.
    ///
    /// One that is damaged, of another version, of another store, ahead of the events or of a history that was replaced by
    /// another is passed over, never an error: it is derived, and reading the events gives the same.
    public func snapshot(named name: String, version: Int = 1) async throws(StoreError) -> StoreSnapshot? {
        try core.checkOpen()
        return try await core.run { [core] in try core.snapshot(named: name, version: version) }
    }
}

// The file, before it is encrypted where the store is:
//
//  0  magic "daysnap1"       8 bytes
//  8  version of the content 8   little-endian, as all numbers
// 16  position               8
// 24  id of the journal     16
// 40  chain after position  32   zeros where no commit ends there
// 72  content
//     SHA-256 of all of it  32
extension StoreCore {
    private static let magic = Array("daysnap1".utf8)
    private static let headByteCount = 72

    private func file(named name: String) throws(StoreError) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || [45, 46, 95].contains(byte)
        }
        guard isPlain, !name.hasPrefix("."), 1...100 ~= name.utf8.count else {
            throw .nothingNamed(
                path: path, name: name,
                reason: "a snapshot's name has 1 to 100 letters, digits, dots, dashes and underscores")
        }
        return Self.snapshotsPath(path) + "/" + name + ".snapshot"
    }

    /// Blocks.
    func write(_ content: [UInt8], named name: String, version: Int, at sequence: UInt64) throws {
        let file = try file(named: name)
        let bytes = head(version: version, at: sequence, try chain(after: sequence)) + content
        let whole = bytes + Array(SHA256.hash(data: bytes))
        try disk.makeDirectories(Self.snapshotsPath(path))
        try disk.writeFile(file, try seal(whole, name: name))
    }

    /// Blocks.
    func snapshot(named name: String, version: Int) throws -> StoreSnapshot? {
        let file = try file(named: name)
        guard disk.holds(file) else { return nil }
        guard let bytes = unseal(try disk.readFile(file), name: name), bytes.count >= Self.headByteCount + 32 else {
            return nil
        }
        let end = bytes.count - 32
        guard Array(SHA256.hash(data: bytes[..<end])) == Array(bytes[end...]) else { return nil }
        let sequence = (16..<24).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
        guard sequence <= last, bytes.starts(with: head(version: version, at: sequence, try chain(after: sequence))) else {
            return nil
        }
        return StoreSnapshot(position: Position(sequence), content: Array(bytes[Self.headByteCount..<end]))
    }

    private func head(version: Int, at sequence: UInt64, _ chain: [UInt8]) -> [UInt8] {
        var bytes = Self.magic
        for number in [UInt64(bitPattern: Int64(version)), sequence] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        for half in [journal.id.hi, journal.id.lo] { withUnsafeBytes(of: half.bigEndian) { bytes += $0 } }
        return bytes + chain
    }

    private func chain(after sequence: UInt64) throws -> [UInt8] {
        let none = [UInt8](repeating: 0, count: 32)
        guard sequence > 0 else { return none }
        return try journal.chain(after: sequence)?.bytes ?? none
    }
}
