import Cryptography
import JournalEngine
import Runtime

/// The keyring of an encrypted store, and the lock that keeps a second writer of it away.
///
/// ```
/// STORE/keys/journal.keyring   a key for each segment, under the key of the store; and a copy
/// STORE/keys/LOCK              held by the process that writes
/// ```
struct StoreKeys: Sendable {
    let keyring: Keyring
    private let lock: KeysLock?

    /// Nil for a store in clear. Blocks.
    static func open(
        _ path: String, isNew: Bool, _ access: StoreAccess, _ options: StoreOptions
    ) throws -> StoreKeys? {
        let disk = options.storage.disk
        let directory = path + "/keys"
        let file = directory + "/journal.keyring"
        let isThere = disk.holds(file) || disk.holds(file + ".copy")
        guard let key = options.key else {
            if isThere { throw StoreError.keyNeeded(path: path) }
            return nil
        }
        guard isThere || isNew else {
            throw StoreError.wrongKey(
                path: path, reason: "the store is not encrypted; open it without a key, or copy its events into one that is.")
        }
        if access == .reading {
            return StoreKeys(
                keyring: try Keyring.open(at: file, disk: disk, under: key.secret, access: .reading), lock: nil)
        }
        try disk.makeDirectories(directory)
        let lock = try KeysLock.acquire(disk, directory + "/LOCK", of: path)
        do {
            let check: Keyring.LockCheck = { () throws(JournalError) in try lock.check() }
            let keyring =
                if isThere {
                    try Keyring.open(at: file, disk: disk, under: key.secret, lockCheck: check)
                } else {
                    try Keyring.create(at: file, disk: disk, under: key.secret, lockCheck: check)
                }
            return StoreKeys(keyring: keyring, lock: lock)
        } catch {
            lock.release()
            throw error
        }
    }

    func close() { lock?.release() }

    /// Encrypts what lies beside the journal. A file that is put in the place of another is noticed.
    func seal(_ content: [UInt8], name: String) throws -> [UInt8] {
        try AES.GCM.seal(content, using: key, authenticating: Array(name.utf8))
    }

    /// Nil for bytes that were sealed otherwise.
    func open(_ bytes: [UInt8], name: String) -> [UInt8]? {
        try? AES.GCM.open(bytes, using: key, authenticating: Array(name.utf8))
    }

    private var key: SymmetricKey { keyring.root.subkey("snapshots of a store") }
}
