import Synchronization

/// The keys of a journal, kept outside of it: a copy of the journal alone is unreadable, and a single key can be
/// destroyed without touching what else it lies beside.
///
/// A parent key opens the keyring's *root key*, which opens all others. Changes are on disk, twice, when they return.
/// All methods may be called from any thread; those that change something block, so not from a cooperative thread.
/// One process at a time may change a keyring: the holder of the lock of the journal it belongs to. Before each change
/// `lockCheck` is asked whether that lock still keeps others out.
/// - Format: FORMAT.md §9, "The keyring".
package final class Keyring: Sendable {
    package let path: String
    private let files: KeyringFiles
    private let access: JournalAccess
    private let entropy: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    private let lockCheck: LockCheck
    private let state: Mutex<State>

    /// Throws, usually `.lockLost`, where the lock under which a keyring is changed does not keep others out any more.
    package typealias LockCheck = @Sendable () throws(JournalError) -> Void

    private struct State {
        var contents: KeyringContents
        /// The files may differ, or hold something that is not on disk yet: the next change writes them even if it
        /// changes nothing.
        var isUneven: Bool
    }

    private init(
        _ files: KeyringFiles, _ contents: KeyringContents, _ access: JournalAccess, isUneven: Bool = false,
        _ entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void, _ lockCheck: @escaping LockCheck
    ) {
        path = files.path
        self.files = files
        self.access = access
        self.entropy = entropy
        self.lockCheck = lockCheck
        state = Mutex(State(contents: contents, isUneven: isUneven))
    }

    /// Makes a keyring without keys, and the directory it lies in. It is there after a crash once this returns.
    ///
    /// - Throws: `.keyringExists` when there is one, sound or not: after a crash in here it can be opened.
    package static func create(
        at path: String, disk: any Disk = POSIXDisk(), under parent: SecretKey,
        entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy,
        lockCheck: @escaping LockCheck = {}
    ) throws(JournalError) -> Keyring {
        try lockCheck()
        let files = KeyringFiles(disk: disk, path: path)
        try files.makeDirectory()
        guard !(try files.exist()) else { throw .keyringExists(path: path) }
        try files.removeTemporaries()
        var salts = Salts(entropy)
        let contents = KeyringContents(id: salts.next(), under: parent, &salts, entropy)
        try files.write(contents.bytes(&salts), wiping: false)
        return Keyring(files, contents, .writing, entropy, lockCheck)
    }

    /// Opens a keyring. For writing, a file of the two that is missing, damaged or older is written again.
    ///
    /// - Throws: `.wrongKey` when the newest sound file does not open under `parent`. An older one is not asked: it may
    ///   hold keys that were destroyed since. After a rotation of `parent` that a crash cut short, try the new key
    ///   first and then the old one; one of the two opens.
    package static func open(
        at path: String, disk: any Disk = POSIXDisk(), under parent: SecretKey, access: JournalAccess = .writing,
        entropy: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = JournalOptions.systemEntropy,
        lockCheck: @escaping LockCheck = {}
    ) throws(JournalError) -> Keyring {
        let files = KeyringFiles(disk: disk, path: path)
        let found = try files.read()
        let contents = try contents(found, under: parent, path)
        var isUneven = found.isUneven
        if access == .writing {
            try lockCheck()
            try files.removeTemporaries()
            if isUneven {
                do throws(JournalError) {
                    try files.write(found.bytes, wiping: true)
                    isUneven = false
                } catch {
                    // A full disk keeps nobody from opening; the next change heals instead.
                    guard error.isShortage else { throw error }
                }
            }
        }
        return Keyring(files, contents, access, isUneven: isUneven, entropy, lockCheck)
    }

    /// Returns whether both files of a keyring are there, sound and the same. Needs no key.
    ///
    /// - Throws: where the disk cannot say.
    package static func isWhole(at path: String, disk: any Disk = POSIXDisk()) throws(JournalError) -> Bool {
        do throws(JournalError) {
            return try !KeyringFiles(disk: disk, path: path).read().isUneven
        } catch {
            switch error {
            case .keyringMissing, .keyringDamaged: return false
            default: throw error
            }
        }
    }

    private static func contents(
        _ found: KeyringFiles.Found, under parent: SecretKey, _ path: String
    ) throws(JournalError) -> KeyringContents {
        do throws(KeyringContents.Refusal) {
            return try KeyringContents(found.frame, under: parent)
        } catch {
            switch error {
            case .wrongKey: throw .wrongKey(path: path)
            case .damaged: throw .keyringDamaged(path: path)
            }
        }
    }

    /// True if keys can be added; a journal that is opened for writing asks for it.
    package var isWritable: Bool { access == .writing }

    /// The parent of keyrings further down, and of what else belongs to the journal as a whole.
    package var root: SecretKey { state.withLock { $0.contents.root } }

    /// The ids of all keys, ascending.
    package var ids: [ID16] { state.withLock { $0.contents.keys.keys.sorted() } }

    /// Returns whether the keyring holds a key of that id now.
    package func holds(_ id: ID16) -> Bool { state.withLock { $0.contents.keys[id] != nil } }

    /// The key of an id.
    ///
    /// A keyring that was opened for reading looks at the files again when it does not know the id: whoever writes may
    /// have added it since.
    /// - Parameter other: the key that this one was sealed under when it was added.
    /// - Throws: `.keyMissing` when it was destroyed or never there; `.wrongKey` when `other` is not the right one.
    package func key(_ id: ID16, wrappedBy other: SecretKey? = nil) throws(JournalError) -> SecretKey {
        switch try kept(id) {
        case .bare(let key):
            guard other == nil else { throw .wrongKey(path: path) }
            return key
        case .wrapped(let bytes):
            guard let other else { throw .wrongKey(path: path) }
            do throws(Corruption) {
                return try KeyringContents.unwrap(bytes, as: id, under: other)
            } catch {
                throw .wrongKey(path: path)
            }
        case nil: throw .keyMissing(id: id, segment: nil)
        }
    }

    private func kept(_ id: ID16) throws(JournalError) -> KeyringContents.Kept? {
        try state.withLock { state throws(JournalError) in
            if state.contents.keys[id] == nil, access == .reading { try refresh(&state.contents) }
            return state.contents.keys[id]
        }
    }

    /// The root key never changes, so the newer list opens with it.
    private func refresh(_ contents: inout KeyringContents) throws(JournalError) {
        let frame = try files.read().frame
        guard frame.revision > contents.revision, frame.id == contents.id else { return }
        do throws(KeyringContents.Refusal) {
            contents = try KeyringContents(frame, knowing: contents.root)
        } catch {
            throw .keyringDamaged(path: path)
        }
    }

    /// Adds a key. It is on disk, in both files, when this returns; a key that is there already is left as it is.
    ///
    /// - Parameter other: a key found elsewhere, without which this one cannot be had: when it is destroyed, so is this.
    package func add(_ key: SecretKey, as id: ID16, wrappedBy other: SecretKey? = nil) throws(JournalError) {
        try add([(key, id)], wrappedBy: other)
    }

    /// Adds keys, all with one change of the files.
    package func add(_ keys: [(key: SecretKey, id: ID16)], wrappedBy other: SecretKey? = nil) throws(JournalError) {
        try change(wiping: false) { contents, salts in
            for (key, id) in keys where contents.keys[id] == nil {
                contents.keys[id] =
                    if let other { .wrapped(KeyringContents.wrap(key, as: id, under: other, &salts)) } else {
                        .bare(key)
                    }
            }
        }
    }

    /// Makes a random key under a random id, and adds it.
    package func make() throws(JournalError) -> (id: ID16, key: SecretKey) {
        var salts = Salts(entropy)
        let made = (id: salts.next(), key: SecretKey.random(entropy))
        guard !holds(made.id) else { preconditionFailure("a random id came twice") }
        try add(made.key, as: made.id)
        return made
    }

    /// Destroys keys: when this returns, neither file holds them, and no crash brings them back. Ids that are not there
    /// are passed over.
    ///
    /// The bytes of the replaced files are overwritten. That is a best effort, since file systems and disks may have
    /// kept them elsewhere; what they hold opens with the parent key only.
    package func destroy(_ ids: Set<ID16>) throws(JournalError) {
        try change(wiping: true) { contents, _ in
            for id in ids { contents.keys[id] = nil }
        }
    }

    /// Puts the keyring under another parent; nothing else changes, so nothing needs to be encrypted again.
    package func rewrap(under parent: SecretKey) throws(JournalError) {
        try change(wiping: true, isAlways: true) { contents, salts in contents.wrapRoot(under: parent, &salts) }
    }

    /// Writes what `body` makes of the contents, and only then takes it for true.
    ///
    /// After a failure nobody knows which of the two is on disk, so the next attempt has a revision of its own.
    private func change(
        wiping: Bool, isAlways: Bool = false, _ body: (inout KeyringContents, inout Salts) -> Void
    ) throws(JournalError) {
        guard access == .writing else { throw .readOnly }
        try lockCheck()
        try state.withLock { state throws(JournalError) in
            var salts = Salts(entropy)
            var next = state.contents
            body(&next, &salts)
            guard isAlways || state.isUneven || next.keys.count != state.contents.keys.count else { return }
            guard next.keys.count <= JournalLimits.keysPerKeyringMax else { throw .keyringFull(path: path) }
            next.revision += 1
            state.contents.revision = next.revision
            state.isUneven = true
            try files.write(next.bytes(&salts), wiping: wiping)
            state = State(contents: next, isUneven: false)
        }
    }
}
