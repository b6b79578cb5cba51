package import Accounts
import Glibc
import JournalEngine
import Kernel

extension DataDirectory {
    /// Begins to destroy a whole workspace: it is moved aside, at once and for good. Nothing else is done yet.
    ///
    /// Neither its keys nor its journal are looked at, so that one whose keys are lost or whose journal is damaged can be
    /// erased. On a real disk only: directories are moved and removed, which the simulated one does not know.
    /// - Parameter id: what the attestation will be about.
    /// - Returns: when that it is to go is on disk.
    /// - Throws: `.notAWorkspace`; `.journal` with `.locked` while somebody writes it; `.exportInTheWay`. It is as it was
    ///   then.
    package func beginErasure(of name: String, as id: WorkspaceID) throws(RuntimeFailure) -> WorkspaceErasure {
        let paths = try workspace(named: name)
        guard try isDirectory(paths.root) else { throw .notAWorkspace(path: paths.root) }
        let locks = try ErasureLocks(journal: paths.journal, keys: paths.keys, disk, of: paths.root)
        defer { locks.release() }
        try checkExports(ofWorkspace: name)
        let erasure = WorkspaceErasure(of: name, id, below: workspacesPath)
        try doing { () throws(DiskError) in
            try disk.rename(paths.root, to: erasure.directory)
            try disk.syncDirectory(workspacesPath)
        }
        return erasure
    }

    /// Those that were begun and are not done.
    package func unfinishedErasures() throws(RuntimeFailure) -> [WorkspaceErasure] {
        try names(in: workspacesPath).sorted().compactMap { WorkspaceErasure(directory: $0, below: workspacesPath) }
    }

    /// Makes sure, as far as that can be known, that the exports of a workspace will go with it. Nothing is changed.
    ///
    /// - Throws: `.exportInTheWay`.
    package func checkExports(ofWorkspace name: String) throws(RuntimeFailure) {
        let journal = try journalID(below: workspace(named: name).root)
        try KeptExports(below: path, on: disk).check(of: journal, sparing: journals(but: name))
    }

    /// Destroys what is left of a workspace: its keys first, which leaves every copy of it unreadable, then every file, and
    /// its exports in the data directory.
    ///
    /// Done again after a crash, it goes on. Afterwards only the empty directory says that it was there.
    /// - Throws: `.journal` with `.locked` while somebody else is at it; `.exportInTheWay`, with nothing else left.
    package func destroy(_ erasure: WorkspaceErasure) throws(RuntimeFailure) -> WorkspaceErasureOutcome {
        let paths = try workspace(named: erasure.name)
        // Where there is another of that name by now, made in some other way, the keys are that one's.
        let keys = try isDirectory(paths.root) ? nil : paths.keys
        let locks = try ErasureLocks(journal: erasure.directory + "/journal", keys: keys, disk, of: erasure.directory)
        defer { locks.release() }
        var outcome = WorkspaceErasureOutcome()
        if try !isDirectory(paths.root) { try forgetBackup(of: erasure.name) }
        if let keys {
            for end in Self.keyringEnds { outcome.fileCount += try erase(keys + end) }
            if !(try names(in: keys).isEmpty) { outcome.fileCount += try erase(keys) }
            try doing { () throws(DiskError) in
                do throws(DiskError) { try disk.syncDirectory(keysPath) } catch  where error.isAbsence {}
            }
        }
        let entries = try Self.lockLast(names(in: erasure.directory))
        for name in entries where !Self.lastNames.contains(name) {
            outcome.fileCount += try erase(erasure.directory + "/" + name)
        }
        outcome.fileCount += try eraseRecords(in: erasure.directory + "/" + Self.journalName)
        outcome.exports = try eraseExports(of: erasure)
        for name in entries where Self.lastNames.contains(name) {
            outcome.fileCount += try erase(erasure.directory + "/" + name)
        }
        return outcome
    }

    /// Returns whether anything of a workspace of this name is here: its files, its keys, or what an erasure has not
    /// destroyed yet.
    package func holdsAnything(of name: String) throws(RuntimeFailure) -> Bool {
        let paths = try workspace(named: name)
        if try type(of: paths.root) != nil { return true }
        if let keys = paths.keys {
            if try !names(in: keys).isEmpty { return true }
            for end in Self.keyringEnds { if try type(of: keys + end) != nil { return true } }
        }
        return try unfinishedErasures().contains { $0.name == name }
    }

    /// Forgets an erasure: nothing is left of it, not even its beginning.
    ///
    /// - Precondition: it was destroyed and, where there are accounts, attested.
    package func forget(_ erasure: WorkspaceErasure) throws(RuntimeFailure) {
        try removeDirectory(erasure.directory)
        try doing { () throws(DiskError) in try disk.syncDirectory(workspacesPath) }
    }

    /// All of it, where there are no accounts that could attest it.
    package func eraseWorkspace(
        named name: String, as id: WorkspaceID
    ) throws(RuntimeFailure) -> WorkspaceErasureOutcome {
        let erasure = try beginErasure(of: name, as: id)
        let outcome = try destroy(erasure)
        try forget(erasure)
        return outcome
    }
}

extension WorkspacePaths {
    /// Returns whether one that was called so is not wholly erased yet.
    func isBeingErased(on disk: any Disk) throws(RuntimeFailure) -> Bool {
        let parent = POSIXDisk.parent(of: root)
        guard parent.hasSuffix("/workspaces") else { return false }
        let directory = DataDirectory(path: POSIXDisk.parent(of: parent), disk: disk)
        return try directory.unfinishedErasures().contains { parent + "/" + $0.name == root }
    }

    /// Goes on with the erasure of what was called so before: its keys must never be taken for those of a new one.
    func finishEarlierErasures(on disk: any Disk) throws(RuntimeFailure) {
        let parent = POSIXDisk.parent(of: root)
        guard parent.hasSuffix("/workspaces") else { return }
        let directory = DataDirectory(path: POSIXDisk.parent(of: parent), disk: disk)
        for erasure in try directory.unfinishedErasures() where parent + "/" + erasure.name == root {
            do throws(RuntimeFailure) { _ = try directory.destroy(erasure) } catch {
                // Its keys are gone by then; the next writer goes on, and is told.
                guard case .exportInTheWay = error else { throw error }
            }
        }
    }
}

// MARK: - Exports

extension DataDirectory {
    private static let journalName = "journal"

    /// Everything in the journal but what says which one it is: its exports are found by that, after a crash too.
    ///
    /// - Returns: how many files there were.
    private func eraseRecords(in journal: String) throws(RuntimeFailure) -> Int {
        guard try isDirectory(journal) else { return 0 }
        var count = 0
        for name in try names(in: journal).sorted() where name != JournalNames.identity && name != Self.lockName {
            count += try erase(journal + "/" + name)
        }
        return count
    }

    /// - Precondition: what says which journal it was is still there, unless they were erased before.
    private func eraseExports(of erasure: WorkspaceErasure) throws(RuntimeFailure) -> ExportsOutcome {
        try KeptExports(below: path, on: disk).erase(
            of: journalID(below: erasure.directory), sparing: journals(but: nil))
    }

    /// The journals of the workspaces that are there, as far as they can be told.
    private func journals(but name: String?) throws(RuntimeFailure) -> Set<EntityID> {
        var journals: Set<EntityID> = []
        for other in try workspaceNames() where other != name {
            if let id = try journalID(below: workspacesPath + "/" + other) { journals.insert(id) }
        }
        return journals
    }

    /// Returns the identifier of the journal below `root`: neither a key nor a whole journal is needed for that.
    ///
    /// - Returns: nil where the file that says it is gone or damaged.
    private func journalID(below root: String) throws(RuntimeFailure) -> EntityID? {
        do throws(DiskError) {
            let bytes = try disk.readFile(root + "/" + Self.journalName + "/" + JournalNames.identity, byteCountMax: 1024)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard lines.count >= 2, let id = ID16(hex: lines[1]) else { return nil }
            return EntityID(id)
        } catch {
            // An error that passes on its own must not leave an export behind.
            if [EIO, EINTR, EMFILE, ENFILE, ENOMEM].contains(error.errno) { throw RuntimeFailure(error) }
            return nil
        }
    }
}

// MARK: - Files and directories

extension DataDirectory {
    private static let lockName = "LOCK"
    private static let lastNames = [journalName, lockName]
    private static let keyringEnds = [".keyring", ".keyring.copy", ".keyring.tmp", ".keyring.copy.tmp"]

    /// The locks go last, and the journal with its own after everything else.
    private static func lockLast(_ names: [String]) -> [String] {
        names.sorted().filter { !lastNames.contains($0) } + lastNames.filter(names.contains)
    }

    /// Overwrites and removes a file, or a directory with everything in it. What is not there is fine.
    ///
    /// - Returns: how many files there were.
    private func erase(_ path: String) throws(RuntimeFailure) -> Int {
        guard let type = try type(of: path) else { return 0 }
        guard type == S_IFDIR else {
            try doing { () throws(DiskError) in
                // A link is no more than its name.
                if type == S_IFREG { try disk.eraseFile(path) } else { try disk.remove(path) }
            }
            return 1
        }
        var count = 0
        for name in try Self.lockLast(names(in: path)) { count += try erase(path + "/" + name) }
        try removeDirectory(path)
        return count
    }

    /// Removes an empty directory, the removals in it being on disk.
    private func removeDirectory(_ path: String) throws(RuntimeFailure) {
        try doing { () throws(DiskError) in
            do throws(DiskError) { try disk.syncDirectory(path) } catch  where error.isAbsence { return }
            guard rmdir(path) == 0 || errno == ENOENT else {
                throw DiskError(call: .unlink, path: path, errno: errno)
            }
        }
    }

    private func isDirectory(_ path: String) throws(RuntimeFailure) -> Bool { try type(of: path) == S_IFDIR }

    /// Returns the type of a file; nil where there is none.
    private func type(of path: String) throws(RuntimeFailure) -> mode_t? {
        var status = stat()
        if lstat(path, &status) == 0 { return status.st_mode & S_IFMT }
        guard errno != ENOENT, errno != ENOTDIR else { return nil }
        throw RuntimeFailure(DiskError(call: .fstat, path: path, errno: errno))
    }

    /// None where there is no such directory.
    private func names(in path: String) throws(RuntimeFailure) -> [String] {
        do throws(DiskError) { return try disk.names(inDirectory: path) } catch  where error.isAbsence {
            return []
        } catch {
            throw RuntimeFailure(error)
        }
    }

    private func doing(_ body: () throws(DiskError) -> Void) throws(RuntimeFailure) {
        do throws(DiskError) { try body() } catch { throw RuntimeFailure(error) }
    }
}

/// Keeps everybody else from writing what is erased: the locks that a writer holds, without opening anything.
private struct ErasureLocks {
    private var writer: WriterLocks?
    private var keys: KeysLock?

    /// - Throws: `.journal` with `.locked`, naming who writes.
    init(journal: String, keys: String?, _ disk: any Disk, of root: String) throws(RuntimeFailure) {
        do throws(JournalError) {
            writer = try WriterLocks.acquire(at: journal, disk: disk)
        } catch {
            switch error {
            case .notAJournal: break  // Nothing is there to be written.
            case .system(_, _, let errno) where errno == ENOENT || errno == ENOTDIR: break
            case .system(let call, let path, let errno):
                throw RuntimeFailure(DiskError(call: call, path: path, errno: errno))
            default: throw .journal(path: root, error)
            }
        }
        guard let keys else { return }
        do throws(RuntimeFailure) {
            self.keys = try KeysLock.acquire(disk, keys + "/LOCK", of: root)
        } catch {
            if case .disk(let fault) = error, fault.isAbsence { return }
            release()
            throw error
        }
    }

    func release() {
        writer?.release()
        keys?.release()
    }
}
