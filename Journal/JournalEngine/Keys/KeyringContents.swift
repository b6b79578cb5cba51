/// The contents of a keyring, and their stored form.
/// - Format: FORMAT.md §9, "The keyring".
struct KeyringContents: Sendable {
    static let version: UInt32 = 1
    /// Version, id, revision, and the sealed root key.
    private static let headByteCount = 28 + wrappedByteCount
    /// A key that is sealed under another one.
    static let wrappedByteCount = SecretKey.byteCount + Cipher.overheadByteCount
    private static let rootContext = Array("daybook keyring root".utf8)
    private static let keyContext = Array("daybook keyring key".utf8)

    /// A key as it is kept: as it is, or sealed once more under a key that is found elsewhere.
    enum Kept: Sendable {
        case bare(SecretKey)
        case wrapped([UInt8])
    }

    let id: ID16
    /// One more with every change.
    var revision: UInt64
    let root: SecretKey
    /// The root key, sealed under the parent.
    var wrappedRoot: [UInt8]
    var keys: [ID16: Kept]

    /// A keyring without keys.
    init(id: ID16, under parent: SecretKey, _ salts: inout Salts, _ entropy: (UnsafeMutableRawBufferPointer) -> Void) {
        self.id = id
        revision = 1
        root = .random(entropy)
        keys = [:]
        wrappedRoot = []
        wrapRoot(under: parent, &salts)
    }

    /// Seals the root key under another parent.
    mutating func wrapRoot(under parent: SecretKey, _ salts: inout Salts) {
        wrappedRoot = Self.wrap(root, under: parent, context: Self.context(Self.rootContext, id), &salts)
    }

    /// Seals a key once more, under a key that is not in this keyring.
    static func wrap(_ key: SecretKey, as id: ID16, under other: SecretKey, _ salts: inout Salts) -> [UInt8] {
        wrap(key, under: other, context: context(keyContext, id), &salts)
    }

    /// - Throws: `.decryption` when `other` is not the key it was sealed under.
    static func unwrap(_ bytes: [UInt8], as id: ID16, under other: SecretKey) throws(Corruption) -> SecretKey {
        try unwrap(bytes, under: other, context: context(keyContext, id))
    }

    private static func context(_ purpose: [UInt8], _ id: ID16) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 64)
        buffer.append(purpose)
        buffer.append(id)
        return Array(buffer.bytes)
    }

    private static func wrap(
        _ key: SecretKey, under other: SecretKey, context: [UInt8], _ salts: inout Salts
    ) -> [UInt8] {
        var buffer = ByteBuffer(capacity: wrappedByteCount)
        let nonce = salts.nextNonce()
        key.withUnsafeBytes { plain in
            context.withUnsafeBytes { Cipher.seal(plain, under: other, nonce: nonce, context: $0, to: &buffer) }
        }
        return Array(buffer.bytes)
    }

    private static func unwrap(
        _ bytes: [UInt8], under other: SecretKey, context: [UInt8]
    ) throws(Corruption) -> SecretKey {
        try bytes.withUnsafeBytes { sealed in
            context.withUnsafeBytes { context in
                Result { () throws(Corruption) in
                    try Cipher.open(sealed, under: other, context: context) { plain throws(Corruption) in
                        guard plain.count == SecretKey.byteCount else { throw .entry }
                        return SecretKey(plain)
                    }
                }
            }
        }.get()
    }
}

extension KeyringContents {
    /// The file as it is written.
    func bytes(_ salts: inout Salts) -> [UInt8] {
        var message = ByteBuffer(capacity: Self.headByteCount + Cipher.overheadByteCount + keys.count * 80)
        message.append(fixed: Self.version)
        message.append(id)
        message.append(fixed: revision)
        let context = Array(message.bytes)
        message.append(wrappedRoot)

        var list = ByteBuffer(capacity: keys.count * 80)
        for id in keys.keys.sorted() {
            list.append(id)
            switch keys[id] {
            case .bare(let key):
                list.append(0)
                key.withUnsafeBytes { list.append($0) }
            case .wrapped(let bytes):
                list.append(1)
                list.append(bytes)
            case nil: preconditionFailure("a key of the dictionary is in it")
            }
        }
        let nonce = salts.nextNonce()
        context.withUnsafeBytes { Cipher.seal(list.bytes, under: root, nonce: nonce, context: $0, to: &message) }
        list.overwriteWithZeros()
        var frame = ByteBuffer(capacity: message.count + CheckedFrame.headByteCount)
        CheckedFrame.append(FrameMagic.keyring, message.bytes, to: &frame)
        return Array(frame.bytes)
    }

    /// A file whose checksum is right. What is sealed in it has not been opened yet.
    struct Frame: Equatable {
        let version: UInt32
        let id: ID16
        let revision: UInt64
        fileprivate let wrappedRoot: [UInt8]
        fileprivate let context: [UInt8]
        fileprivate let list: [UInt8]

        /// Nil when the bytes are not exactly one sound keyring.
        init?(_ bytes: [UInt8]) {
            let parts = bytes.withUnsafeBytes { raw -> (UInt32, ID16, UInt64, [UInt8], [UInt8], [UInt8])? in
                guard
                    let (message, size) = CheckedFrame.read(
                        FrameMagic.keyring, raw, messageByteCountMax: JournalLimits.keyringByteCountMax),
                    size == raw.count, message.count >= headByteCount + Cipher.overheadByteCount
                else { return nil }
                return (
                    message.fixed(UInt32.self, at: 0), message.id16(at: 4), message.fixed(UInt64.self, at: 20),
                    Array(message.slice(28..<headByteCount)), Array(message.slice(0..<28)),
                    Array(message.suffix(from: headByteCount))
                )
            }
            guard let parts else { return nil }
            (version, id, revision, wrappedRoot, context, list) = parts
        }
    }

    /// Why a sound frame does not open.
    enum Refusal: Error {
        case wrongKey
        case damaged
    }

    init(_ frame: Frame, under parent: SecretKey) throws(Refusal) {
        let root: SecretKey
        do throws(Corruption) {
            root = try Self.unwrap(frame.wrappedRoot, under: parent, context: Self.context(Self.rootContext, frame.id))
        } catch {
            throw .wrongKey
        }
        try self.init(frame, knowing: root)
    }

    init(_ frame: Frame, knowing root: SecretKey) throws(Refusal) {
        id = frame.id
        revision = frame.revision
        wrappedRoot = frame.wrappedRoot
        self.root = root
        do throws(Corruption) {
            keys = try Self.keys(of: frame, root)
        } catch {
            throw .damaged
        }
    }

    private static func keys(of frame: Frame, _ root: SecretKey) throws(Corruption) -> [ID16: Kept] {
        try frame.list.withUnsafeBytes { sealed in
            frame.context.withUnsafeBytes { context in
                Result { () throws(Corruption) in
                    try Cipher.open(sealed, under: root, context: context) { list throws(Corruption) in
                        try keys(list)
                    }
                }
            }
        }.get()
    }

    private static func keys(_ list: UnsafeRawBufferPointer) throws(Corruption) -> [ID16: Kept] {
        var keys: [ID16: Kept] = [:]
        var before: ID16?
        var at = 0
        while at < list.count {
            guard list.count - at > 17 else { throw .entry }
            let id = list.id16(at: at)
            let isWrapped = list[at + 16] == 1
            let end = at + 17 + (isWrapped ? wrappedByteCount : SecretKey.byteCount)
            guard list[at + 16] <= 1, end <= list.count, before.map({ $0 < id }) ?? true else { throw .entry }
            let bytes = list.slice((at + 17)..<end)
            keys[id] = isWrapped ? .wrapped(Array(bytes)) : .bare(SecretKey(bytes))
            before = id
            at = end
        }
        return keys
    }
}
