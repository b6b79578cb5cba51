import LZ4

/// The skippable frames of a segment, by their magic numbers.
/// - Format: FORMAT.md §3, "Frames".
enum FrameMagic {
    static let header: UInt32 = 0x184D_2A50
    static let footer: UInt32 = 0x184D_2A51
    static let mark: UInt32 = 0x184D_2A52
    static let encrypted: UInt32 = 0x184D_2A53
    /// Never in a segment: the one frame of a keyring file.
    static let keyring: UInt32 = 0x184D_2A54
    /// Of the file that stands while a redaction is under way; never in a segment.
    static let intent: UInt32 = 0x184D_2A55
    static let padding: UInt32 = 0x184D_2A5F
}

/// A skippable frame with a checksum of its own: magic, size, XXH64, message.
enum CheckedFrame {
    /// Magic, size and checksum.
    static let headByteCount = 16

    static func checksum(_ magic: UInt32, _ message: UnsafeRawBufferPointer) -> UInt64 {
        LZ4Library.xxh64(message, seed: UInt64(magic))
    }

    static func append(_ magic: UInt32, _ message: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
        buffer.append(fixed: magic)
        buffer.append(fixed: UInt32(message.count + 8))
        buffer.append(fixed: checksum(magic, message))
        buffer.append(message)
    }

    /// The message of the checked frame that `bytes` begin with, and the frame's length; nil when there is none.
    static func read(
        _ magic: UInt32, _ bytes: UnsafeRawBufferPointer, messageByteCountMax: Int
    ) -> (message: UnsafeRawBufferPointer, byteCount: Int)? {
        guard bytes.count >= headByteCount, bytes.fixed(UInt32.self, at: 0) == magic else { return nil }
        let size = Int(bytes.fixed(UInt32.self, at: 4))
        guard size > 8, size - 8 <= messageByteCountMax, size <= bytes.count - 8 else { return nil }
        let message = bytes.slice(headByteCount..<(8 + size))
        guard bytes.fixed(UInt64.self, at: 8) == checksum(magic, message) else { return nil }
        return (message, 8 + size)
    }
}

/// Says that everything before it was written on purpose: the journal was closed here, or went on in the next segment.
/// - Format: FORMAT.md §3, "Marks".
struct CloseMarker: Equatable {
    var journal: ID16
    var segment: UInt64
    var generation: UInt32
    /// The last record before the mark; 0 when there is none at all.
    var last: UInt64
    var chain: ChainHash
    /// The time of the last commit.
    var time: Int64
    /// The segment that continues this one; 0 for a clean close.
    var nextSegment: UInt64 = 0

    /// No mark is longer: checked head, two ids' worth of fixed fields, varints at their longest.
    static let byteCountMax = UInt64(CheckedFrame.headByteCount + 18 + 11 + 6 + 11 + 34 + 11 + 11)

    func append(to buffer: inout ByteBuffer) {
        var message = MessageWriter()
        message.id(1, journal)
        message.varint(2, segment)
        message.varint(3, UInt64(generation))
        message.varint(4, last)
        message.hash(5, chain)
        message.time(6, time)
        message.varint(7, nextSegment)
        CheckedFrame.append(FrameMagic.mark, message.buffer.bytes, to: &buffer)
    }

    /// The mark that `bytes` begin with, and its length; nil when there is no sound one.
    static func read(_ bytes: UnsafeRawBufferPointer) -> (mark: CloseMarker, byteCount: Int)? {
        guard
            let (message, size) = CheckedFrame.read(
                FrameMagic.mark, bytes, messageByteCountMax: JournalLimits.markByteCountMax)
        else { return nil }
        do {
            return (try read(message: message), size)
        } catch {
            return nil
        }
    }

    private static func read(message: UnsafeRawBufferPointer) throws(Corruption) -> CloseMarker {
        var mark = CloseMarker(
            journal: .zero, segment: 0, generation: 0, last: 0, chain: .zero, time: 0)
        var reader = MessageReader(message)
        while let (field, value) = try reader.next() {
            switch field {
            case 1: mark.journal = try value.id()
            case 2: mark.segment = try value.number()
            case 3: mark.generation = try value.number32()
            case 4: mark.last = try value.number()
            case 5: mark.chain = try value.hash()
            case 6: mark.time = Int64(bitPattern: try value.number())
            case 7: mark.nextSegment = try value.number()
            default: throw .entry
            }
        }
        return mark
    }
}
