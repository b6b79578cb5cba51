/// The file `REDACTION`: stands while a redaction is under way, so that a crash anywhere in it leads to its end.
///
/// Made before the note is appended, removed when the program has done its part. What the redaction takes is not said
/// here but by its notes, which are found by their entity.
/// - Format: FORMAT.md §10, "The intent".
struct RedactionIntent: Sendable, Equatable {
    /// The entity of the notes: random, and of nothing else.
    var id: ID16
    /// The last record before the note was appended.
    var after: UInt64
    var salts: RemainsSalts
    /// The program's own: what its part needs.
    var memo: [UInt8]

    static let memoByteCountMax = 16 << 20

    private static let context = Array("daybook redaction".utf8)

    /// - Parameter key: the root key of the journal's keyring; nil for a journal without one.
    func append(to buffer: inout ByteBuffer, under key: SecretKey?, nonce: Cipher.Nonce) {
        var message = MessageWriter()
        message.id(1, id)
        message.varint(2, after)
        message.bytes(3, salts.seed)
        message.bytes(4, memo)
        if let key {
            var sealed = ByteBuffer(capacity: message.buffer.count + Cipher.overheadByteCount)
            Self.context.withUnsafeBytes {
                Cipher.seal(message.buffer.bytes, under: key, nonce: nonce, context: $0, to: &sealed)
            }
            message = MessageWriter()
            message.bytes(5, Array(sealed.bytes))
        }
        CheckedFrame.append(FrameMagic.intent, message.buffer.bytes, to: &buffer)
    }

    /// - Throws: a corruption when the bytes are not a whole, sound intent.
    private init(
        reading bytes: UnsafeRawBufferPointer, under key: () throws(JournalError) -> SecretKey
    ) throws(IntentFault) {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.intent, bytes, messageByteCountMax: Self.memoByteCountMax + 256),
            size == bytes.count, message.count > 0
        else { throw .damaged }
        let sealed: [UInt8]?
        do throws(Corruption) {
            (self, sealed) = try Self.read(message)
        } catch {
            throw .damaged
        }
        guard let sealed else { return }
        let root: SecretKey
        do throws(JournalError) { root = try key() } catch { throw .noKey(error) }
        do throws(Corruption) {
            self = try sealed.withUnsafeBytes { sealed in
                Self.context.withUnsafeBytes { context in
                    Result { () throws(Corruption) in
                        try Cipher.open(sealed, under: root, context: context) { plain throws(Corruption) in
                            try Self.read(plain).intent
                        }
                    }
                }
            }.get()
        } catch {
            throw .damaged
        }
    }

    private enum IntentFault: Error {
        case damaged
        case noKey(JournalError)
    }

    /// The intent, or what is to be opened first.
    private static func read(
        _ message: UnsafeRawBufferPointer
    ) throws(Corruption) -> (intent: RedactionIntent, sealed: [UInt8]?) {
        guard message.count > 0 else { throw .entry }
        var intent = RedactionIntent(id: .zero, after: 0, salts: RemainsSalts(seed: []), memo: [])
        var reader = MessageReader(message)
        while let (field, value) = try reader.next() {
            switch field {
            case 1: intent.id = try value.id()
            case 2: intent.after = try value.number()
            case 3: intent.salts = RemainsSalts(seed: try value.array())
            case 4: intent.memo = try value.array()
            case 5: return (intent, try value.array())
            default: throw .entry
            }
        }
        guard intent.salts.seed.count == 32, intent.after <= JournalLimits.sequenceMax else { throw .entry }
        return (intent, nil)
    }

    init(id: ID16, after: UInt64, salts: RemainsSalts, memo: [UInt8]) {
        self.id = id
        self.after = after
        self.salts = salts
        self.memo = memo
    }

    /// The intent that stands in a journal's directory; nil when there is none.
    ///
    /// - Throws: `.redactionIntentDamaged`; `.keyNeeded` when it is encrypted and there is no keyring.
    static func find(_ source: RecordSource) throws(JournalError) -> RedactionIntent? {
        let name = source.path.file(JournalPath.redaction)
        var buffer = ByteBuffer()
        do throws(DiskError) {
            let file = try source.disk.open(name, .reading)
            defer { file.close() }
            let size = Int(min(try file.size(), UInt64(memoByteCountMax + 4096)))
            buffer.advance(try file.readWhole(into: buffer.room(size), at: 0))
        } catch {
            guard error.isMissing else { throw JournalError(error) }
            return nil
        }
        do throws(IntentFault) {
            return try RedactionIntent(reading: buffer.bytes) { () throws(JournalError) in
                guard let keyring = source.keyring else { throw .keyNeeded(path: source.path.directory) }
                return keyring.root
            }
        } catch {
            guard case .noKey(let cause) = error else { throw .redactionIntentDamaged(path: name) }
            throw cause
        }
    }
}
