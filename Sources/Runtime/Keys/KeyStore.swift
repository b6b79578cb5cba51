import Foundation
import JournalEngine
import Synchronization

/// The keys of one installation: they open its workspaces and its accounts, where they are encrypted.
///
/// ```
/// DATA/keys/master.json               the source of the master key, and a copy of it
/// DATA/keys/master.key                the master key itself, where it is kept in a file
/// DATA/keys/NAME.keyring              keys of the workspace's journal, one per segment; and a copy
/// DATA/keys/NAME/files.keyring        keys of its children, its snapshots and its other files; and a copy
/// DATA/keys/NAME/ab.keyring           keys of attached files, one each, wrapped by whom they belong to; and a copy
/// DATA/keys/NAME/LOCK                 held by the process that writes
/// ```
/// The master key is asked for once, when something encrypted is opened; without keys nothing here does anything.
package final class KeyStore: Sendable {
    /// The directory of the keys.
    package let path: String
    let disk: any Disk
    let unlocking: Unlocking
    private let unlocked = Mutex<MasterKeys?>(nil)
    /// The record that was read last, by its bytes: every opening reads it several times, and it hardly ever changes.
    private let parsed = Mutex<(bytes: [UInt8], record: MasterRecord)?>(nil)

    /// The keys that this process has open for writing, by the directory of their place.
    private let held = Mutex<[String: HeldKeys]>([:])
    /// One at a time opens keys for writing, closes them, or changes the master key.
    let turn = KeysTurn()

    private struct HeldKeys {
        weak var keys: WorkspaceKeys?
    }

    package init(of directory: DataDirectory, unlocking: Unlocking = Unlocking()) {
        path = directory.keysPath
        disk = directory.disk
        self.unlocking = unlocking
    }

    /// Returns the source of the master key; nil where nothing is encrypted.
    package func source() throws(RuntimeFailure) -> MasterKeySource? { try record()?.lock.kind }

    /// Returns whether a change of the master key was interrupted; either key opens everything until it is finished.
    package func isChanging() throws(RuntimeFailure) -> Bool { try record()?.next != nil }

    func record() throws(RuntimeFailure) -> MasterRecord? { try MasterRecord.read(in: path, disk: disk, parse) }

    private func parse(_ bytes: [UInt8]) -> MasterRecord? {
        if let known = parsed.withLock({ $0 }), known.bytes == bytes { return known.record }
        guard let record = MasterRecord(bytes: bytes) else { return nil }
        parsed.withLock { $0 = (bytes, record) }
        return record
    }

    /// Writes `master.json` and its copy again from the one that counts, where one of them is missing, damaged or another.
    ///
    /// Nothing changes the record meanwhile: who does holds the lock of the vault, which is taken here unless `whole` is it.
    /// Where somebody else holds it, or there is no room, it is left to the next opening, and `verify` tells of it.
    func mendRecord(under whole: KeysLock? = nil) throws(RuntimeFailure) {
        guard try !MasterRecord.isWhole(in: path, disk: disk, parse) else { return }
        let lock: KeysLock
        do throws(RuntimeFailure) {
            lock = if let whole { whole } else { try takeLock(path, of: path) }
        } catch {
            guard case .journal(_, .locked) = error else { throw error }
            return
        }
        defer { if whole == nil { lock.release() } }
        guard let record = try record(), try !MasterRecord.isWhole(in: path, disk: disk, parse) else { return }
        try checkLock(lock)
        do throws(RuntimeFailure) {
            try record.write(in: path, disk: disk)
        } catch {
            guard case .disk(let fault) = error, [ENOSPC, EDQUOT].contains(fault.errno) else { throw error }
        }
    }

    /// The master keys; nil where nothing is encrypted.
    ///
    /// - Throws: why none can be had, or that it is the wrong one.
    func masterKeys() throws(RuntimeFailure) -> MasterKeys? {
        guard let record = try record() else { return nil }
        return try unlocked.withLock { unlocked throws(RuntimeFailure) in
            if let unlocked, unlocked.opens(record) { return unlocked }
            let keys = try unlock(record)
            unlocked = keys
            return keys
        }
    }

    /// Asks for what the master key is made of now rather than later, where something is encrypted here.
    package func unlock() throws(RuntimeFailure) { _ = try masterKeys() }

    /// The vault of a copy of this installation. Nobody is asked again for what opens both.
    func copy(in directory: DataDirectory) -> KeyStore {
        let copy = KeyStore(of: directory, unlocking: unlocking)
        let known = unlocked.withLock { $0 }
        copy.unlocked.withLock { $0 = known }
        return copy
    }

    /// Notes that this process holds the keys of a place for writing.
    func hold(_ keys: WorkspaceKeys, at place: String) { held.withLock { $0[place] = HeldKeys(keys: keys) } }

    /// The keys of a place that this process holds for writing; asked for in one's turn.
    func keysHeld(at place: String) -> WorkspaceKeys? {
        held.withLock { held in
            guard let keys = held[place]?.keys, keys.isHeld else {
                held[place] = nil
                return nil
            }
            return keys
        }
    }

    /// Remembers a key that was just made or typed, so that nobody is asked for it again.
    func remember(_ key: SecretKey) { unlocked.withLock { $0 = MasterKeys(current: key, next: nil) } }

    /// Forgets the master keys: the next opening may find others than this one did.
    func forgetMasterKeys() { unlocked.withLock { $0 = nil } }
}

/// The turn of opening or closing keys, or of changing the master key.
final class KeysTurn: Sendable {
    private let mutex = Mutex(())

    func take<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try mutex.withLock { _ throws(Failure) in try body() }
    }
}

/// The master key that counts; two of them while it is being changed.
struct MasterKeys: Sendable {
    var current: SecretKey
    var next: SecretKey?

    func opens(_ record: MasterRecord) -> Bool {
        record.lock.opens(with: current)
            && record.next.map { change in next.map(change.lock.opens) ?? false } ?? (next == nil)
    }
}

extension KeyStore {
    static let keyFileName = "/master.key"
    package var keyFilePath: String { path + Self.keyFileName }

    /// Gets the master key from where the record says, and from the other one during a change, whichever is at hand.
    private func unlock(_ record: MasterRecord) throws(RuntimeFailure) -> MasterKeys {
        guard let change = record.next else { return MasterKeys(current: try key(for: record.lock), next: nil) }
        let locks = [record.lock, change.lock]
        // Nobody is asked for words as long as something that needs none may do.
        let inOrder = locks.filter { $0.kind != .passphrase } + locks.filter { $0.kind == .passphrase }
        var first: RuntimeFailure?
        var asked: String?
        for lock in inOrder {
            do throws(RuntimeFailure) {
                let key = try key(for: lock, knowing: &asked)
                if lock == record.lock, let next = SecretKey(wrapped: change.newUnderOld, under: key) {
                    return MasterKeys(current: key, next: next)
                }
                if lock == change.lock, let old = SecretKey(wrapped: change.oldUnderNew, under: key) {
                    return MasterKeys(current: old, next: key)
                }
                throw RuntimeFailure(.recordDamaged(path: MasterRecord.file(in: path)))
            } catch {
                first = first ?? error
            }
        }
        throw first ?? RuntimeFailure(.recordDamaged(path: MasterRecord.file(in: path)))
    }

    private func key(for lock: MasterLock) throws(RuntimeFailure) -> SecretKey {
        var asked: String?
        return try key(for: lock, knowing: &asked)
    }

    /// - Parameter asked: the passphrase that was typed already, so that nobody is asked twice.
    private func key(for lock: MasterLock, knowing asked: inout String?) throws(RuntimeFailure) -> SecretKey {
        switch lock.kind {
        case .file:
            guard let key = try keyFile() else { throw RuntimeFailure(.fileMissing(path: keyFilePath)) }
            guard lock.opens(with: key) else { throw RuntimeFailure(.wrongFile(path: keyFilePath)) }
            return key
        case .environment:
            let variable = Unlocking.keyVariable
            guard let key = try keyVariable(variable) else { throw RuntimeFailure(.variableMissing(variable)) }
            guard lock.opens(with: key) else { throw RuntimeFailure(.wrongVariable(variable)) }
            return key
        case .passphrase:
            let passphrase: String
            if let asked { passphrase = asked } else { passphrase = try self.passphrase() }
            asked = passphrase
            do throws(KeyFault) {
                let key = try Passphrase.key(passphrase, setting: lock.setting ?? "")
                guard lock.opens(with: key) else { throw .wrongPassphrase }
                return key
            } catch {
                throw RuntimeFailure(error)
            }
        }
    }

    /// Returns the key in `master.key`; nil where there is no such file.
    func keyFile() throws(RuntimeFailure) -> SecretKey? {
        guard let text = try secretFile(keyFilePath) else { return nil }
        guard let key = SecretKey(digits: text) else { throw RuntimeFailure(.fileMalformed(path: keyFilePath)) }
        return key
    }

    func keyVariable(_ name: String) throws(RuntimeFailure) -> SecretKey? {
        guard let text = unlocking.environment[name], !text.isEmpty else { return nil }
        guard let key = SecretKey(digits: text) else { throw RuntimeFailure(.variableMalformed(name)) }
        return key
    }

    private func passphrase() throws(RuntimeFailure) -> String {
        if let text = try passphraseFile(Unlocking.passphraseVariable) { return text }
        guard let text = unlocking.ask(.current), !text.isEmpty else { throw RuntimeFailure(.passphraseMissing) }
        return text
    }

    /// A passphrase to use from now on: from a file, or typed twice.
    func newPassphrase(from variables: [String]) throws(RuntimeFailure) -> String {
        var found: String?
        for variable in variables where found == nil { found = try passphraseFile(variable) }
        if found == nil, let typed = unlocking.ask(.new) {
            guard unlocking.ask(.newAgain) == typed else { throw RuntimeFailure(.passphrasesDiffer) }
            found = typed
        }
        guard let found else { throw RuntimeFailure(.passphraseMissing) }
        do throws(KeyFault) { try Passphrase.check(found) } catch { throw RuntimeFailure(error) }
        return found
    }

    /// The first line of the file that a variable names; nil where it names none.
    private func passphraseFile(_ variable: String) throws(RuntimeFailure) -> String? {
        guard let file = unlocking.environment[variable], !file.isEmpty else { return nil }
        // It may lie anywhere, and be a pipe of a shell.
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw RuntimeFailure(.passphraseFileUnreadable(path: file))
        }
        try checkMode(of: file)
        return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }

    /// The text of a file that only its owner may use; nil where it is not there.
    private func secretFile(_ path: String) throws(RuntimeFailure) -> String? {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(path)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            return nil
        } catch {
            throw RuntimeFailure(error)
        }
        try checkMode(of: path)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func checkMode(of path: String) throws(RuntimeFailure) {
        guard let mode = unlocking.mode(path), mode & 0o077 != 0 else { return }
        throw RuntimeFailure(.fileTooOpen(path: path, mode: mode))
    }
}
