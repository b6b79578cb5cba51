/// The last, fixed-size frame of a sealed segment: all that opening it needs.
/// - Format: FORMAT.md §7, "Trailer".
struct Trailer: Sendable, Equatable {
    var journal: ID16
    var segment: UInt64
    var generation: UInt32
    var first: UInt64
    var last: UInt64
    var firstTime: Int64
    var lastTime: Int64
    var commitCount: UInt64
    /// The chain after the last commit.
    var chain: ChainHash
    /// Where the data frames end and the footer begins.
    var dataEnd: UInt64
    var runsOffset: UInt64
    var bloomOffset: UInt64
    var entitiesOffset: UInt64
    /// Where the trailer itself begins.
    var offset: UInt64

    static let messageByteCount = 4 + 16 + 8 + 4 + 5 * 8 + 32 + 5 * 8
    static let byteCount = CheckedFrame.headByteCount + messageByteCount

    func append(to buffer: inout ByteBuffer) {
        var message = ByteBuffer(capacity: 256)
        message.append(fixed: FooterPart.trailer.rawValue)
        message.append(journal)
        message.append(fixed: segment)
        message.append(fixed: generation)
        message.append(fixed: first)
        message.append(fixed: last)
        message.append(fixed: firstTime)
        message.append(fixed: lastTime)
        message.append(fixed: commitCount)
        chain.append(to: &message)
        message.append(fixed: dataEnd)
        message.append(fixed: runsOffset)
        message.append(fixed: bloomOffset)
        message.append(fixed: entitiesOffset)
        message.append(fixed: offset)
        CheckedFrame.append(FrameMagic.footer, message.bytes, to: &buffer)
    }

    /// Reads the trailer from the last bytes of a segment; nil when they are not a sound one.
    static func read(_ bytes: UnsafeRawBufferPointer, fileByteCount: UInt64) -> Trailer? {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.footer, bytes, messageByteCountMax: messageByteCount),
            size == bytes.count, message.count == messageByteCount,
            message.fixed(UInt32.self, at: 0) == FooterPart.trailer.rawValue
        else { return nil }
        func word(_ index: Int) -> UInt64 { message.fixed(UInt64.self, at: index) }
        let trailer = Trailer(
            journal: message.id16(at: 4), segment: word(20), generation: message.fixed(UInt32.self, at: 28),
            first: word(32), last: word(40), firstTime: Int64(bitPattern: word(48)),
            lastTime: Int64(bitPattern: word(56)), commitCount: word(64), chain: ChainHash(message.slice(72..<104)),
            dataEnd: word(104), runsOffset: word(112), bloomOffset: word(120), entitiesOffset: word(128),
            offset: word(136))
        guard trailer.offset == fileByteCount - UInt64(byteCount), trailer.dataEnd == trailer.runsOffset,
            trailer.runsOffset <= trailer.bloomOffset, trailer.bloomOffset <= trailer.entitiesOffset,
            trailer.entitiesOffset <= trailer.offset, trailer.first <= trailer.last,
            trailer.last <= JournalLimits.sequenceMax
        else { return nil }
        return trailer
    }
}

/// The parts of a footer, each a checked frame of its own.
enum FooterPart: UInt32 {
    case runs = 1
    case bloom = 2
    case entities = 3
    case trailer = 4
}
