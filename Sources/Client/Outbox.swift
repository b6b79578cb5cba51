import Foundation
import Glibc
package import JournalEngine
package import Kernel
import Runtime

/// Changes of one workspace that are not at the service yet, or that it refused.
///
/// ```
/// outbox/WORKSPACE/0000000000000017.json    one change, named by the number of its first command
/// outbox/WORKSPACE/last                     the highest number that was ever removed from here, or used without a file
/// ```
///
/// A file is written whole or not at all: aside, synced, renamed, its directory synced. Half of one, which a crash leaves
/// as `.tmp`, was told to nobody and counts for nothing. A change goes when all of it is at the service *and* in the
/// replica; if the crash comes before that it is sent again, and the service knows it by its numbers. A number is
/// never used again, even where all files are gone.
///
/// A change that is numbered anew is written under its new number before it goes from the old one, and says which that was:
/// what still lies there counts for nothing then.
///
/// One process keeps a change at a time, one sends (`ServiceFolder.Turn`); both at once are fine.
package struct Outbox: Sendable {
    package let path: String
    private let disk: any Disk
    /// Checked before anything is written; nil where no turn of keeping is held.
    private var turn: ServiceFolder.HeldTurn?

    package init(of workspace: EntityID, in folder: ServiceFolder) {
        self.init(path: folder.outboxesPath + "/" + workspace.text)
    }

    package init(path: String, disk: any Disk = POSIXDisk()) {
        self.path = path
        self.disk = disk
    }

    /// The same outbox, which writes nothing once another process may keep changes as well.
    package func under(_ turn: ServiceFolder.HeldTurn) -> Outbox {
        var held = self
        held.turn = turn
        return held
    }

    private static let suffix = ".json"
    private var lastPath: String { path + "/last" }
    /// So that a file never has to be guessed at: one change holds texts of at most some megabytes.
    private static let fileBytesMax = 64 << 20

    private func file(of change: KeptChange) -> String { file(named: change.first) }

    private func file(named number: UInt64) -> String {
        let digits = String(number)
        return path + "/" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits + Self.suffix
    }

    /// Everything that is here, in the order in which it was made.
    ///
    /// - Throws: `ClientFailure.file` for a file that is not what was written: nothing is sent then, and nothing lost.
    /// - Complexity: O(bytes of all changes).
    package func changes() throws(ClientFailure) -> [KeptChange] {
        let found: [KeptChange] = try names().map { name throws(ClientFailure) in
            let place = path + "/" + name
            let bytes = try attempt(place) { () throws(DiskError) in
                try disk.readFile(place, byteCountMax: Self.fileBytesMax)
            }
            guard ChecksummedJSON.isSound(bytes, fields: KeptChange.fields),
                let change = try? JSONDecoder().decode(KeptChange.self, from: Data(bytes)), !change.commands.isEmpty,
                file(of: change) == place
            else {
                throw .file(
                    path: place,
                    reason: "it is damaged, not what was written, and nothing is sent before that is settled; restore it, or "
                        + "move it away and make the change again")
            }
            return change
        }
        let replaced = Set(found.compactMap(\.replaces))
        return found.filter { !replaced.contains($0.first) }
    }

    private func names() throws(ClientFailure) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: path).filter { $0.hasSuffix(Self.suffix) }.sorted()
        } catch {
            if error.errno == ENOENT { return [] }
            throw ClientFailure(error)
        }
    }

    /// The number for the next command.
    ///
    /// - Parameters:
    ///   - changes: what is here, read before.
    ///   - mark: the device's last number that the replica knows of.
    package func nextNumber(after changes: [KeptChange], _ mark: UInt64) throws(ClientFailure) -> UInt64 {
        // Read after the files: a process that removes one has written this first.
        max(changes.map(\.last).max() ?? 0, try lastRemoved(), mark) + 1
    }

    /// A number that no change here has or will have: what needs none after all leaves a gap.
    ///
    /// - Returns: when it is on disk that it is taken.
    package func takeNumber(after mark: UInt64) throws(ClientFailure) -> UInt64 {
        let number = try nextNumber(after: try changes(), mark)
        try writing(lastPath) { () throws(DiskError) in
            try disk.makeDirectories(path)
            try disk.writeFile(lastPath, Self.marked(number))
        }
        return number
    }

    /// The number and, in a line of its own, the first 16 hexadecimal digits of the SHA-256 of the first line.
    /// - Format: FORMAT.md §14.
    private static func marked(_ number: UInt64) -> [UInt8] {
        let line = Array("\(number)\n".utf8)
        return line + Array((String(Digest(of: line).text.prefix(16)) + "\n").utf8)
    }

    /// Nil for bytes that are not what was written. A number alone was written before there was a checksum.
    private static func number(in bytes: [UInt8]) -> UInt64? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let number = UInt64(String(decoding: line, as: UTF8.self)), number < .max else { return nil }
        return bytes == marked(number) || bytes == Array("\(number)\n".utf8) ? number : nil
    }

    private func lastRemoved() throws(ClientFailure) -> UInt64 {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try disk.readFile(lastPath, byteCountMax: 64) } catch {
            if error.errno == ENOENT { return 0 }
            throw ClientFailure(error)
        }
        guard let number = Self.number(in: bytes) else {
            throw .file(
                path: lastPath,
                reason: "it is damaged, not the number that was written, and nothing is sent before that is settled; "
                    + "remove it: the service knows which numbers are used, and what waits gets others")
        }
        return number
    }

    /// Keeps a change, or what became of it.
    ///
    /// - Returns: when it is on disk.
    package func keep(_ change: KeptChange) throws(ClientFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let bytes: Data
        do { bytes = try encoder.encode(change) } catch {
            throw .file(path: file(of: change), reason: "the change cannot be written down")
        }
        guard bytes.count <= Self.fileBytesMax else {
            throw .file(path: file(of: change), reason: "a change of \(bytes.count) bytes is too much at once")
        }
        try writing(path) { () throws(DiskError) in
            try disk.makeDirectories(path)
            try disk.writeFile(file(of: change), ChecksummedJSON.marked([UInt8](bytes)))
        }
    }

    /// Puts changes with new numbers in the place of what they were, the last one first: a crash leaves their order as it was.
    ///
    /// - Parameter moved: which number of `device` became which.
    func move(_ changes: [(former: KeptChange, fresh: KeptChange)], _ moved: [UInt64: UInt64], of device: String)
        throws(ClientFailure)
    {
        for (former, fresh) in changes.reversed() {
            if former.first == fresh.first { try keep(fresh) } else { try replace(former, by: fresh) }
        }
        try follow(moved, of: device)
    }

    /// Has what was made on commands with new numbers say those.
    func follow(_ moved: [UInt64: UInt64], of device: String) throws(ClientFailure) {
        guard !moved.isEmpty else { return }
        for change in try changes() {
            let followed = change.following(moved, of: device)
            if followed != change { try keep(followed) }
        }
    }

    /// Puts a change that was numbered anew in the place of the one that it was.
    ///
    /// - Parameter fresh: it `replaces` the first number of `former`.
    /// - Returns: when it is on disk, and the other is not. Whatever stops this, one of the two is here.
    func replace(_ former: KeptChange, by fresh: KeptChange) throws(ClientFailure) {
        try removeWhatIsReplaced(by: former)
        try keep(fresh)
        try remove(former)
    }

    /// Removes a change of which nothing is left to do.
    ///
    /// - Returns: when it is gone from the disk.
    package func remove(_ change: KeptChange) throws(ClientFailure) {
        // Else it would count again.
        try removeWhatIsReplaced(by: change)
        if try lastRemoved() < change.last {
            try writing(lastPath) { () throws(DiskError) in
                try disk.writeFile(lastPath, Self.marked(change.last))
            }
        }
        try writing(file(of: change)) { () throws(DiskError) in
            do throws(DiskError) { try disk.remove(file(of: change) + ".tmp") } catch  where error.errno == ENOENT {}
            try disk.remove(file(of: change))
            try disk.syncDirectory(path)
        }
    }

    private func removeWhatIsReplaced(by change: KeptChange) throws(ClientFailure) {
        guard let former = change.replaces else { return }
        try writing(file(named: former)) { () throws(DiskError) in
            do throws(DiskError) { try disk.remove(file(named: former)) } catch  where error.errno == ENOENT {}
            try disk.syncDirectory(path)
        }
    }

    private func writing(_ place: String, _ body: () throws(DiskError) -> Void) throws(ClientFailure) {
        try turn?.check()
        try attempt(place, body)
    }

    private func attempt<Value>(
        _ place: String, _ body: () throws(DiskError) -> Value
    ) throws(ClientFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw ClientFailure(error, at: place) }
    }
}

extension ClientFailure {
    init(_ error: DiskError, at place: String? = nil) {
        self = .file(
            path: place ?? error.path, reason: "\(error.call.rawValue): " + String(cString: strerror(error.errno)))
    }
}

extension ServiceFolder {
    fileprivate var outboxesPath: String { path + "/outbox" }

    /// Of every workspace that has one.
    package func outboxes() throws(ClientFailure) -> [Outbox] {
        guard FileManager.default.fileExists(atPath: outboxesPath) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: outboxesPath).sorted().compactMap { name in
                EntityID(text: name).map { Outbox(of: $0, in: self) }
            }
        } catch { throw .file(path: outboxesPath, reason: "it cannot be read") }
    }

    /// Takes changes out of an outbox for good.
    ///
    /// - Returns: what was taken out.
    @discardableResult
    package func discard(from outbox: Outbox, where isMeant: (KeptChange) -> Bool) async throws -> [KeptChange] {
        try await alone(.sending) {
            let meant = try outbox.changes().filter(isMeant)
            for change in meant { try outbox.remove(change) }
            return meant
        }
    }
}
