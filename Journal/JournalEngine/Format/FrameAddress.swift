/// Where a frame belongs. The first entry of every data frame, so that a sound frame in the wrong place is found out.
/// - Format: FORMAT.md §5, "Place".
struct FrameAddress: Equatable {
    var journal: ID16
    var segment: UInt64
    var generation: UInt32
    /// The sequence number of the first record in the frame.
    var first: UInt64
    /// The first sequence number of the group that was written and synced together.
    var groupFirst: UInt64
    /// The first sequence number of the commit that began in an earlier frame; 0 when the frame begins with its own.
    var continues: UInt64 = 0

    func append(to buffer: inout ByteBuffer) {
        var message = MessageWriter()
        message.id(20, journal)
        message.varint(21, segment)
        message.varint(22, UInt64(generation))
        message.varint(23, first)
        message.varint(24, groupFirst)
        message.varint(25, continues)
        buffer.append(varint: UInt64(message.buffer.count))
        buffer.append(message.buffer.bytes)
    }

    /// Reads the place at the start of a frame's content, and says where the other entries begin.
    static func read(_ content: UnsafeRawBufferPointer) throws(Corruption) -> (place: FrameAddress, byteCount: Int) {
        guard let start = content.baseAddress else { throw .entry }
        var at = start
        let length = try Varint.read(&at, start + content.count)
        let head = at - start
        guard length > 0, length <= UInt64(content.count - head) else { throw .entry }
        let end = head + Int(length)
        return (try read(message: content.slice(head..<end)), end)
    }

    private static func read(message: UnsafeRawBufferPointer) throws(Corruption) -> FrameAddress {
        var place = FrameAddress(journal: .zero, segment: 0, generation: 0, first: 0, groupFirst: 0)
        var reader = MessageReader(message)
        while let (field, value) = try reader.next() {
            switch field {
            case 20: place.journal = try value.id()
            case 21: place.segment = try value.number()
            case 22: place.generation = try value.number32()
            case 23: place.first = try value.number()
            case 24: place.groupFirst = try value.number()
            case 25: place.continues = try value.number()
            default: throw .entry
            }
        }
        guard place.first > 0, place.first <= JournalLimits.sequenceMax else { throw .entry }
        return place
    }
}
