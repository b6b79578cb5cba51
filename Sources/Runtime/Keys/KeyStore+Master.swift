import JournalEngine

// Making a master key, and changing it.
extension KeyStore {
    /// Makes the master key of an installation that has none. On disk when this returns; nothing is encrypted yet.
    ///
    /// A key file that is there already is used: an earlier try may have come no further.
    /// - Throws: `KeyFault.keysExist` where there is one.
    package func create(_ source: MasterKeySource) throws(RuntimeFailure) {
        if let kind = try self.source() { throw RuntimeFailure(.keysExist(path: path, kind: kind)) }
        do throws(DiskError) { try disk.makeDirectories(path) } catch { throw RuntimeFailure(error) }
        let (key, lock): (SecretKey, MasterLock)
        switch source {
        case .file:
            key = try keyFile() ?? SecretKey.random(unlocking.entropy)
            do throws(DiskError) { try disk.replaceFile(keyFilePath, key.fileContent) } catch {
                throw RuntimeFailure(error)
            }
            lock = MasterLock(kind: .file, setting: nil, check: key.check)
        case .environment:
            guard let found = try keyVariable(Unlocking.keyVariable) else {
                throw RuntimeFailure(.variableMissing(Unlocking.keyVariable))
            }
            key = found
            lock = MasterLock(kind: .environment, setting: nil, check: key.check)
        case .passphrase:
            (key, lock) = try newLock(try newPassphrase(from: [Unlocking.passphraseVariable]))
        }
        try MasterRecord(lock: lock, next: nil).write(in: path, disk: disk)
        remember(key)
    }

    /// Makes the master key of a data directory that nothing was written to yet, so that nothing in it ever lies in clear.
    ///
    /// It comes from the environment if that has a key or names a file with a passphrase, else from a file. Two that begin at
    /// once agree: the second finds the key that the first made, or is told that it is being made.
    /// - Returns: its source; nil where there is one already, or something that was written without.
    /// - Throws: `KeyFault` for an invalid key in the environment, or the fault that keeps the files from being written.
    package func createIfNew(_ directory: DataDirectory) throws(RuntimeFailure) -> MasterKeySource? {
        guard try source() == nil, try directory.isNew() else { return nil }
        let lock = try takeLock(path, of: path)
        defer { lock.release() }
        guard try source() == nil, try directory.isNew() else { return nil }
        try checkLock(lock)
        let isSet = { (name: String) in self.unlocking.environment[name]?.isEmpty == false }
        let source: MasterKeySource =
            isSet(Unlocking.keyVariable) ? .environment : isSet(Unlocking.passphraseVariable) ? .passphrase : .file
        try create(source)
        return source
    }

    /// Changes the master key: every keyring is put under the new one, nothing else is written again.
    ///
    /// From the first keyring to the last, each master key opens everything: the record holds each under the other. A
    /// change that was interrupted is finished first, and is then the one that was asked for.
    ///
    /// Keys that this process has open stay open; opening and closing others waits for the moment that this takes.
    ///
    /// - Parameter source: how the new key is to be had; nil for as before.
    /// - Throws: `KeyFault.inUse` while another process writes in any workspace.
    package func rotate(to source: MasterKeySource? = nil) throws(RuntimeFailure) -> Rotation {
        guard try record() != nil else { throw RuntimeFailure(.noKeys(path: path)) }
        // Outlives the turn: keys that nobody else holds any more are closed after it.
        var held: [String: WorkspaceKeys] = [:]
        return try turn.take { () throws(RuntimeFailure) in try rotateNow(to: source, held: &held) }
    }

    private func rotateNow(
        to source: MasterKeySource?, held: inout [String: WorkspaceKeys]
    ) throws(RuntimeFailure) -> Rotation {
        for place in try places() { held[place] = keysHeld(at: place) }
        let locks = try lockAll(but: held)
        defer { for lock in locks.values { lock.release() } }
        guard let record = try record(), let master = try masterKeys() else {
            throw RuntimeFailure(.noKeys(path: path))
        }
        defer { forgetMasterKeys() }
        if let change = record.next {
            let count = try finish(record, master, change.lock, under: locks, held)
            return Rotation(kind: change.lock.kind, keyringCount: count, wasInterrupted: true)
        }
        let (key, lock) = try newMaster(source ?? record.lock.kind, after: record.lock)
        let changing = MasterRecord(lock: record.lock, changingTo: lock, old: master.current, new: key)
        for lock in locks.values { try checkLock(lock) }
        try changing.write(in: path, disk: disk)
        let count = try finish(changing, MasterKeys(current: master.current, next: key), lock, under: locks, held)
        return Rotation(kind: lock.kind, keyringCount: count, wasInterrupted: false)
    }

    /// The outcome of a change of the master key.
    package struct Rotation: Sendable, Equatable {
        package let kind: MasterKeySource
        package let keyringCount: Int
        /// An earlier one was finished.
        package let wasInterrupted: Bool
    }

    /// Puts every keyring under the new key; then the key file, then the record.
    private func finish(
        _ record: MasterRecord, _ master: MasterKeys, _ lock: MasterLock, under locks: [String: KeysLock],
        _ held: [String: WorkspaceKeys]
    ) throws(RuntimeFailure) -> Int {
        guard let key = master.next else { throw RuntimeFailure(.recordDamaged(path: MasterRecord.file(in: path))) }
        var count = 0
        for place in try places() {
            if let own = held[place] {
                do throws(JournalError) { count += try own.rewrap(under: key) } catch { throw .journal(path: place, error) }
                continue
            }
            for path in [Self.journal(place), Self.files(place)] where isKeyring(path) {
                do throws(JournalError) {
                    try open(path, master, .writing, under: locks[place]).rewrap(under: key)
                } catch {
                    throw .journal(path: path, error)
                }
                count += 1
            }
        }
        if let whole = locks[path] { try checkLock(whole) }
        do throws(DiskError) {
            if lock.kind == .file {
                try disk.replaceFile(keyFilePath, key.fileContent)
            } else if record.lock.kind == .file {
                try disk.eraseFile(keyFilePath)
                try disk.syncDirectory(path)
            }
        } catch {
            throw RuntimeFailure(error)
        }
        try MasterRecord(lock: lock, next: nil).write(in: path, disk: disk)
        return count
    }

    func checkLock(_ lock: KeysLock) throws(RuntimeFailure) {
        do throws(JournalError) { try lock.check() } catch { throw .journal(path: path, error) }
    }

    private func newMaster(
        _ source: MasterKeySource, after old: MasterLock
    ) throws(RuntimeFailure) -> (key: SecretKey, lock: MasterLock) {
        switch source {
        case .file:
            let key = SecretKey.random(unlocking.entropy)
            return (key, MasterLock(kind: .file, setting: nil, check: key.check))
        case .environment:
            let isNew = old.kind != .environment
            let names = isNew ? [Unlocking.newKeyVariable, Unlocking.keyVariable] : [Unlocking.newKeyVariable]
            for name in names {
                guard let key = try keyVariable(name) else { continue }
                guard !old.opens(with: key) else { throw RuntimeFailure(.sameKey(name)) }
                return (key, MasterLock(kind: .environment, setting: nil, check: key.check))
            }
            throw RuntimeFailure(.variableMissing(names[names.count - 1]))
        case .passphrase:
            let isNew = old.kind != .passphrase
            let names = [Unlocking.newPassphraseVariable] + (isNew ? [Unlocking.passphraseVariable] : [])
            return try newLock(try newPassphrase(from: names))
        }
    }

    private func newLock(_ passphrase: String) throws(RuntimeFailure) -> (key: SecretKey, lock: MasterLock) {
        do throws(KeyFault) {
            let setting = try Passphrase.newSetting(cost: unlocking.passphraseCost)
            let key = try Passphrase.key(passphrase, setting: setting)
            return (key, MasterLock(kind: .passphrase, setting: setting, check: key.check))
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Where the keys of each workspace lie, whether it is there or only its keys are.
    private func places() throws(RuntimeFailure) -> [String] {
        var names: Set<String> = []
        do throws(DiskError) {
            for name in try disk.names(inDirectory: path) {
                var name = name
                for suffix in [".tmp", ".copy", ".keyring"] where name.hasSuffix(suffix) {
                    name.removeLast(suffix.count)
                }
                names.insert(name)
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return names.sorted().map { path + "/" + $0 }.filter {
            isKeyring(Self.journal($0)) || isKeyring(Self.files($0))
        }
    }

    /// The locks of all places where keyrings lie, and of the vault itself.
    private func lockAll(but held: [String: WorkspaceKeys]) throws(RuntimeFailure) -> [String: KeysLock] {
        var locks: [String: KeysLock] = [:]
        do throws(RuntimeFailure) {
            locks[path] = try takeLock(path, of: path)  // Nobody makes new keyrings under the old key.
            for place in try places() where held[place] == nil { locks[place] = try takeLock(place, of: place) }
        } catch {
            for lock in locks.values { lock.release() }
            guard case .journal(let path, .locked(let pid)) = error else { throw error }
            throw RuntimeFailure(.inUse(path: path, holderPID: pid))
        }
        return locks
    }
}
