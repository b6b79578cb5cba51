import JournalEngine
package import Kernel

/// Files that were made of a workspace for somebody to take away, until they have.
///
/// They lie in `exports/ID.SECONDS`, where the seconds since 1970 say when the file is over; encrypted under a key of the
/// workspace where there is one. A file is wholly there or not at all. Any erasure removes all of them, since nobody can tell what
/// of the erased stands in them; who wants one makes it again. None is ever backed up.
package struct ExportStore: Sendable {
    private let path: String
    private let disk: any Disk
    private let key: SecretKey?

    private static let keyID = WorkspaceKeys.id("daybook exports", [])

    init(path: String, disk: any Disk, keys: WorkspaceKeys?) {
        self.path = path
        self.disk = disk
        key = keys?.files.root.secretSubkey("exports")
    }

    /// Keeps a file. On disk, and under its name, when this returns.
    package func keep(_ content: [UInt8], as id: EntityID, until expires: Instant) throws(RuntimeFailure) {
        let name = Self.name(of: id, expires)
        let bytes: [UInt8]
        if let key {
            bytes = try EncryptedFile.seal(content, .derived, name: Array(name.utf8), key: key, id: Self.keyID)
        } else {
            bytes = Digest(of: content).bytes + content
        }
        try failing { () throws(DiskError) in
            try disk.makeDirectories(path)
            try disk.writeFile(path + "/" + name, bytes)
        }
    }

    /// Returns a file; nil for one that is over, was removed, or is not what was written.
    package func file(_ id: EntityID, at now: Instant) throws(RuntimeFailure) -> [UInt8]? {
        guard let entry = try entries().first(where: { $0.id == id && $0.expires > now }) else { return nil }
        let name = Self.name(of: id, entry.expires)
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try disk.readFile(path + "/" + name) } catch  where error.isAbsence {
            return nil
        } catch {
            throw RuntimeFailure(error)
        }
        if let key { return EncryptedFile.open(bytes, .derived, name: Array(name.utf8), key: key) }
        let content = Array(bytes.dropFirst(Digest.byteCount))
        return bytes.prefix(Digest.byteCount).elementsEqual(Digest(of: content).bytes) ? content : nil
    }

    /// Removes a file; its bytes are overwritten. One that is not here is fine.
    package func erase(_ id: EntityID) throws(RuntimeFailure) { try eraseFiles { $0.id == id } }

    /// Removes the files that are over, and halves that a crash left.
    ///
    /// - Parameter isBeingMade: true for a file that somebody may be writing, whose half stays. Asked of those alone that have been seen, so
    ///   that a file which is begun meanwhile keeps its own.
    /// - Returns: how many went.
    @discardableResult
    package func sweep(at now: Instant, sparing isBeingMade: (EntityID) -> Bool) throws(RuntimeFailure) -> Int {
        let halves = try names().filter { name in
            guard name.hasSuffix(".tmp") else { return false }
            guard let id = name.split(separator: ".").first.flatMap({ EntityID(text: String($0)) }) else { return true }
            return !isBeingMade(id)
        }
        try failing { () throws(DiskError) in
            for name in halves { try disk.eraseFile(path + "/" + name) }
        }
        return halves.count + (try eraseFiles { $0.expires <= now })
    }

    private struct Entry {
        let id: EntityID
        let expires: Instant
    }

    private static func name(of id: EntityID, _ expires: Instant) -> String {
        id.text + "." + String(expires.microseconds / 1_000_000)
    }

    private func entries() throws(RuntimeFailure) -> [Entry] {
        try names().compactMap { name in
            let parts = name.split(separator: ".")
            guard parts.count == 2, let id = EntityID(text: String(parts[0])), let seconds = Int64(parts[1]) else { return nil }
            return Entry(id: id, expires: Instant(microseconds: seconds * 1_000_000))
        }
    }

    private func names() throws(RuntimeFailure) -> [String] {
        try failing { () throws(DiskError) in
            do throws(DiskError) { return try disk.names(inDirectory: path).sorted() } catch  where error.isAbsence {
                return []
            }
        }
    }

    @discardableResult
    private func eraseFiles(where isGone: (Entry) -> Bool) throws(RuntimeFailure) -> Int {
        let gone = try entries().filter(isGone)
        guard !gone.isEmpty else { return 0 }
        try failing { () throws(DiskError) in
            for entry in gone { try disk.eraseFile(path + "/" + Self.name(of: entry.id, entry.expires)) }
            try disk.syncDirectory(path)
        }
        return gone.count
    }

    private func failing<Value>(_ body: () throws(DiskError) -> Value) throws(RuntimeFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw RuntimeFailure(error) }
    }
}

extension WorkspaceActor {
    /// Where exports of the workspace wait to be fetched.
    package nonisolated var exports: ExportStore {
        ExportStore(path: paths.exports, disk: runtime.disk, keys: keys)
    }
}

extension DataDirectory {
    /// The exports of a workspace, to remove those that are over without opening it.
    package func exports(ofWorkspaceNamed name: String) throws(RuntimeFailure) -> ExportStore {
        ExportStore(path: try workspace(named: name).exports, disk: disk, keys: nil)
    }
}
