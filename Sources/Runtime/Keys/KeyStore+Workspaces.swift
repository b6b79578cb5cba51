import Glibc
package import JournalEngine

extension KeyStore {
    /// Opens the keys of the workspace or the accounts at `paths`; nil where it has none, because nothing is encrypted
    /// here or it was not encrypted yet. Whether it should have some the journal itself knows.
    ///
    /// - Parameter access: for writing, nobody else may write until they are closed.
    package func keys(of paths: WorkspacePaths, access: JournalAccess) throws(RuntimeFailure) -> WorkspaceKeys? {
        guard let place = paths.keys, try record() != nil, isKeyring(Self.journal(place)) else { return nil }
        guard access == .writing else { return try open(place, access, under: nil, of: paths) }
        return try turn.take { () throws(RuntimeFailure) in
            try open(place, access, under: try takeLock(place, of: paths.root), of: paths)
        }
    }

    private func open(
        _ place: String, _ access: JournalAccess, under lock: KeysLock?, of paths: WorkspacePaths
    ) throws(RuntimeFailure) -> WorkspaceKeys? {
        do throws(RuntimeFailure) {
            // Asked for under the lock, so that it is not changed meanwhile.
            guard let master = try masterKeys() else { return nil }
            if lock != nil { try mendRecord() }
            let journal = try open(Self.journal(place), master, access, under: lock, of: paths)
            let files = try open(Self.files(place), master, access, under: lock, of: paths)
            return workspaceKeys(journal, files, place, access, lock)
        } catch {
            lock?.release()
            throw error
        }
    }

    /// The same for writing, and makes the keys where there are none; nil where nothing is encrypted here.
    ///
    /// The journal's keyring comes last: once it is there, all of it is.
    package func keys(madeFor paths: WorkspacePaths) throws(RuntimeFailure) -> WorkspaceKeys? {
        guard let place = paths.keys, try record() != nil else { return nil }
        return try turn.take { () throws(RuntimeFailure) in try make(place, for: paths) }
    }

    private func make(_ place: String, for paths: WorkspacePaths) throws(RuntimeFailure) -> WorkspaceKeys? {
        let whole = try takeLock(path, of: path)
        defer { whole.release() }
        let lock = try takeLock(place, of: paths.root)
        do throws(RuntimeFailure) {
            guard let master = try masterKeys() else { return nil }
            try mendRecord(under: whole)
            let files = try openOrCreate(Self.files(place), master, under: lock, of: paths)
            let journal = try openOrCreate(Self.journal(place), master, under: lock, of: paths)
            return workspaceKeys(journal, files, place, .writing, lock)
        } catch {
            lock.release()
            throw error
        }
    }

    private func workspaceKeys(
        _ journal: Keyring, _ files: Keyring, _ place: String, _ access: JournalAccess, _ lock: KeysLock?
    ) -> WorkspaceKeys {
        let keys = WorkspaceKeys(
            journal: journal, files: files, path: place, disk: disk, access: access, entropy: unlocking.entropy,
            lock: lock, turn: turn)
        if lock != nil { hold(keys, at: place) }
        return keys
    }

    /// Makes the directory of the keys of a workspace, and keeps others from writing in it.
    func takeLock(_ place: String, of root: String) throws(RuntimeFailure) -> KeysLock {
        do throws(DiskError) { try disk.makeDirectories(place) } catch { throw RuntimeFailure(error) }
        return try KeysLock.acquire(disk, place + "/LOCK", of: root)
    }

    /// Returns whether the workspace at `paths` has keys, and everything new in it is encrypted.
    package func hasKeys(of paths: WorkspacePaths) -> Bool { paths.keys.map { isKeyring(Self.journal($0)) } ?? false }

    func isKeyring(_ path: String) -> Bool { disk.holds(path) || disk.holds(path + ".copy") }

    static func journal(_ place: String) -> String { place + ".keyring" }
    static func files(_ place: String) -> String { place + "/files.keyring" }

    private func open(
        _ path: String, _ master: MasterKeys, _ access: JournalAccess, under lock: KeysLock?, of paths: WorkspacePaths
    ) throws(RuntimeFailure) -> Keyring {
        do throws(JournalError) {
            return try open(path, master, access, under: lock)
        } catch {
            throw .journal(path: paths.root, error)
        }
    }

    /// Opens a keyring with whichever master key it is under.
    ///
    /// - Parameter lock: held by the writer, and checked before each change; nil for reading.
    func open(
        _ path: String, _ master: MasterKeys, _ access: JournalAccess, under lock: KeysLock?
    ) throws(JournalError) -> Keyring {
        let lockCheck = Self.check(of: lock)
        if let next = master.next {
            do throws(JournalError) {
                return try Keyring.open(
                    at: path, disk: disk, under: next, access: access, entropy: unlocking.entropy,
                    lockCheck: lockCheck)
            } catch .wrongKey {}
        }
        return try Keyring.open(
            at: path, disk: disk, under: master.current, access: access, entropy: unlocking.entropy,
            lockCheck: lockCheck)
    }

    static func check(of lock: KeysLock?) -> Keyring.LockCheck {
        { () throws(JournalError) in if let lock { try lock.check() } }
    }

    private func openOrCreate(
        _ path: String, _ master: MasterKeys, under lock: KeysLock, of paths: WorkspacePaths
    ) throws(RuntimeFailure) -> Keyring {
        do throws(JournalError) {
            guard isKeyring(path) else {
                return try Keyring.create(
                    at: path, disk: disk, under: master.next ?? master.current, entropy: unlocking.entropy,
                    lockCheck: Self.check(of: lock))
            }
            return try open(path, master, .writing, under: lock)
        } catch {
            throw .journal(path: paths.root, error)
        }
    }
}
