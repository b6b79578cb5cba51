/// The first frame of every segment: which journal, which place in it, and what came before.
/// - Format: FORMAT.md §3, "Header".
struct SegmentHeader: Equatable {
    /// The format this program writes, and the only one it knows.
    static let version: UInt32 = 1
    /// The only encryption it knows.
    static let aes256GCM: UInt64 = 1

    var journal: ID16
    var segment: UInt64
    /// 0 while the segment is written; one more with every rewrite.
    var generation: UInt32
    /// The sequence number of its first record.
    var first: UInt64
    /// The chain before its first commit.
    var chainBefore: ChainHash
    /// The time of the last commit before it.
    var timeBefore: Int64
    var created: Int64
    /// The key of its data frames; nil when they are not encrypted. Stays when the segment is sealed.
    var keyID: ID16?
    /// The key under which the segment was before it was rewritten under this one: opening the journal for writing makes sure
    /// that it is destroyed, so that no crash leaves it.
    var replacedKeyID: ID16?

    func append(to buffer: inout ByteBuffer) {
        var message = MessageWriter()
        message.varint(1, UInt64(Self.version))
        message.id(2, journal)
        message.varint(3, segment)
        message.varint(4, UInt64(generation))
        message.varint(5, first)
        message.hash(6, chainBefore)
        message.time(7, timeBefore)
        message.time(8, created)
        if let keyID {
            message.varint(9, Self.aes256GCM)
            message.id(11, keyID)
        }
        if let replacedKeyID { message.id(12, replacedKeyID) }
        CheckedFrame.append(FrameMagic.header, message.buffer.bytes, to: &buffer)
    }

    /// The key of the segment; nil when it is not encrypted.
    ///
    /// - Throws: `.keyNeeded` without a keyring, `.keyMissing` when the key is not in it.
    func key(in keyring: Keyring?, _ path: JournalPath) throws(JournalError) -> SecretKey? {
        guard let keyID else { return nil }
        guard let keyring else { throw .keyNeeded(path: path.directory) }
        do throws(JournalError) {
            return try keyring.key(keyID)
        } catch {
            guard case .keyMissing = error else { throw error }
            throw .keyMissing(id: keyID, segment: segment)
        }
    }

    /// Reads the header that a segment's bytes begin with, and says where its frames begin.
    static func read(
        _ bytes: UnsafeRawBufferPointer, segment: UInt64
    ) throws(JournalError) -> (header: SegmentHeader, byteCount: Int) {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.header, bytes, messageByteCountMax: JournalLimits.markByteCountMax)
        else { throw .corrupt(segment: segment, byteOffset: 0, sequences: nil, .header) }
        let parsed: (header: SegmentHeader, version: UInt32, encryption: UInt64)
        do throws(Corruption) {
            parsed = try read(message: message)
        } catch {
            throw .corrupt(segment: segment, byteOffset: 0, sequences: nil, .header)
        }
        guard parsed.version == Self.version else {
            throw .unsupportedVersion(found: parsed.version, known: Self.version)
        }
        guard parsed.encryption == 0 || parsed.encryption == Self.aes256GCM else {
            throw .unsupportedEncryption(parsed.encryption)
        }
        guard (parsed.encryption == 0) == (parsed.header.keyID == nil) else {
            throw .corrupt(segment: segment, byteOffset: 0, sequences: nil, .header)
        }
        guard parsed.header.segment == segment, parsed.header.first > 0,
            parsed.header.first <= JournalLimits.sequenceMax
        else {
            throw .corrupt(segment: segment, byteOffset: 0, sequences: nil, .place)
        }
        return (parsed.header, size)
    }

    private static func read(
        message: UnsafeRawBufferPointer
    ) throws(Corruption) -> (header: SegmentHeader, version: UInt32, encryption: UInt64) {
        var header = SegmentHeader(
            journal: .zero, segment: 0, generation: 0, first: 0, chainBefore: .zero, timeBefore: 0, created: 0)
        var version: UInt32 = 0
        var encryption: UInt64 = 0
        var reader = MessageReader(message)
        while let (field, value) = try reader.next() {
            switch field {
            case 1:
                version = try value.number32()
                // What a later version means by its other fields is not ours to judge.
                if version != Self.version { return (header, version, 0) }
            case 2: header.journal = try value.id()
            case 3: header.segment = try value.number()
            case 4: header.generation = try value.number32()
            case 5: header.first = try value.number()
            case 6: header.chainBefore = try value.hash()
            case 7: header.timeBefore = Int64(bitPattern: try value.number())
            case 8: header.created = Int64(bitPattern: try value.number())
            case 9: encryption = try value.number()
            // What an encryption we do not know needs is not ours to judge.
            case 10,
                11 where encryption > Self.aes256GCM:
                _ = try value.raw()
            case 11: header.keyID = try value.id()
            case 12: header.replacedKeyID = try value.id()
            default: throw .entry
            }
        }
        return (header, version, encryption)
    }
}
