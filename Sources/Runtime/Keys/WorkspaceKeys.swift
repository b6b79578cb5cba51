import Cryptography
package import JournalEngine
import Kernel
import Synchronization

/// The keys of one workspace, open: of its journal, its snapshots, its children and each attached file.
///
/// The journal's keyring belongs to the engine. That of the files holds a key per *scope*: one for the workspace, one
/// for each child, one for the snapshots. A file has a key of its own, which is kept in one of 256 shards, wrapped by
/// each scope that the file belongs to: destroying a scope's key destroys only the content that was in that scope alone.
package final class WorkspaceKeys: Sendable {
    package let journal: Keyring
    let files: Keyring
    /// `DATA/keys/NAME`.
    private let path: String
    private let disk: any Disk
    private let access: JournalAccess
    private let entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    private let shards = Mutex<[UInt8: Keyring]>([:])
    private let lock: KeysLock?
    private let turn: KeysTurn
    private let isClosed = Mutex(false)
    /// Names files without telling their digests.
    private let naming: SymmetricKey

    init(
        journal: Keyring, files: Keyring, path: String, disk: any Disk, access: JournalAccess,
        entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void, lock: KeysLock?,
        turn: KeysTurn
    ) {
        self.turn = turn
        self.journal = journal
        self.files = files
        self.path = path
        self.disk = disk
        self.access = access
        self.entropy = entropy
        self.lock = lock
        naming = files.root.subkey("blob names")
    }

    deinit { lock?.release() }

    /// Lets somebody else write. Waits while the master key is being changed.
    func close() {
        turn.take {
            isClosed.withLock { $0 = true }
            lock?.release()
        }
    }

    /// True as long as nobody else may write.
    var isHeld: Bool { lock != nil && !isClosed.withLock { $0 } }

    /// Puts both keyrings under another master key; everything else lies under keys of theirs.
    ///
    /// - Returns: the number of keyrings.
    func rewrap(under key: SecretKey) throws(JournalError) -> Int {
        for keyring in [journal, files] { try keyring.rewrap(under: key) }
        return 2
    }
}

extension WorkspaceKeys {
    /// Returns the name of a file on disk: 32 bytes that only the holder of the keys can tell from its digest.
    func name(of digest: Digest) -> [UInt8] {
        Array(HMACSHA256.authenticationCode(for: digest.bytes, using: naming))
    }

    /// The key that opens a file; nil when no scope that is left has it.
    func key(of name: [UInt8]) throws(RuntimeFailure) -> (id: ID16, key: SecretKey)? {
        guard let shard = try shard(of: name, isMade: false) else { return nil }
        for scope in files.ids where scope != Self.snapshotsID {
            let id = Self.entryID(of: name, in: scope)
            guard shard.holds(id) else { continue }
            do throws(JournalError) {
                return (Self.keyID(of: name), try shard.key(id, wrappedBy: try files.key(scope)))
            } catch .keyMissing {
                continue
            } catch {
                throw failure(error)
            }
        }
        return nil
    }

    /// The key of a file, readable in `scopes` too; made where there is none. On disk when this returns.
    func makeKey(of name: [UInt8], for scopes: Set<BlobScope>) throws(RuntimeFailure) -> (id: ID16, key: SecretKey) {
        let found = try key(of: name)?.key
        let key = found ?? SecretKey.random(entropy)
        guard let shard = try shard(of: name, isMade: true) else { preconditionFailure("a shard was made") }
        do throws(JournalError) {
            for scope in scopes.map(\.id).sorted() {
                let id = Self.entryID(of: name, in: scope)
                guard !shard.holds(id) else { continue }
                try shard.add(key, as: id, wrappedBy: try scopeKey(scope))
            }
        } catch {
            throw failure(error)
        }
        return (Self.keyID(of: name), key)
    }

    /// Destroys the keys of files, in every scope. On disk when this returns.
    func destroyKeys(of names: [[UInt8]]) throws(RuntimeFailure) {
        let scopes = files.ids
        for (_, names) in Dictionary(grouping: names, by: { $0[0] }).sorted(by: { $0.key < $1.key }) {
            guard let shard = try shard(of: names[0], isMade: false) else { continue }
            let ids = Set(names.flatMap { name in scopes.map { Self.entryID(of: name, in: $0) } })
            do throws(JournalError) { try shard.destroy(ids) } catch { throw failure(error) }
        }
    }

    /// Returns whether the key of a scope is there.
    package func holds(_ scope: BlobScope) -> Bool { files.holds(scope.id) }

    func destroy(_ scope: BlobScope) throws(RuntimeFailure) {
        do throws(JournalError) { try files.destroy([scope.id]) } catch { throw failure(error) }
    }

    // MARK: Snapshots

    private static let snapshotsID = ID16(hi: 0, lo: 2)

    /// The key of the snapshots; nil where none was ever made, or it was destroyed.
    func snapshotKey() throws(RuntimeFailure) -> (id: ID16, key: SecretKey)? {
        do throws(JournalError) {
            return (Self.snapshotsID, try files.key(Self.snapshotsID))
        } catch .keyMissing {
            return nil
        } catch {
            throw failure(error)
        }
    }

    func makeSnapshotKey() throws(RuntimeFailure) -> (id: ID16, key: SecretKey) {
        do throws(JournalError) { return (Self.snapshotsID, try scopeKey(Self.snapshotsID)) } catch {
            throw failure(error)
        }
    }

    func destroySnapshotKey() throws(RuntimeFailure) {
        do throws(JournalError) { try files.destroy([Self.snapshotsID]) } catch { throw failure(error) }
    }

    // MARK: Keyrings

    private func scopeKey(_ id: ID16) throws(JournalError) -> SecretKey {
        // Adding is for once: a key that is there stays what it is.
        if !files.holds(id) { try files.add(.random(entropy), as: id) }
        return try files.key(id)
    }

    private func shard(of name: [UInt8], isMade: Bool) throws(RuntimeFailure) -> Keyring? {
        try shards.withLock { shards throws(RuntimeFailure) in
            if let shard = shards[name[0]] { return shard }
            let place = path + "/" + hexText([name[0]]) + ".keyring"
            do throws(JournalError) {
                do throws(JournalError) {
                    shards[name[0]] = try Keyring.open(
                        at: place, disk: disk, under: files.root, access: access, entropy: entropy,
                        lockCheck: KeyStore.check(of: lock))
                } catch .keyringMissing {
                    guard isMade else { return nil }
                    shards[name[0]] = try Keyring.create(
                        at: place, disk: disk, under: files.root, entropy: entropy, lockCheck: KeyStore.check(of: lock))
                }
            } catch {
                throw failure(error)
            }
            return shards[name[0]]
        }
    }

    /// Where the key of a file stands in a scope: the same bytes in two scopes are two entries of one shard.
    private static func entryID(of name: [UInt8], in scope: ID16) -> ID16 {
        id("daybook blob key", name + scope.bytes)
    }

    /// Returns the identifier that the file itself gives its key, which is in as many entries as there are scopes.
    static func keyID(of name: [UInt8]) -> ID16 { id("daybook blob", name) }

    static func id(_ purpose: String, _ bytes: [UInt8]) -> ID16 {
        let digest = Digest(of: Array(purpose.utf8) + bytes).bytes
        return ID16(hi: word(digest, 0), lo: word(digest, 8))
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        bytes[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func failure(_ error: JournalError) -> RuntimeFailure { .journal(path: path, error) }
}

extension ID16 {
    var bytes: [UInt8] {
        withUnsafeBytes(of: (hi.bigEndian, lo.bigEndian)) { Array($0) }
    }
}
