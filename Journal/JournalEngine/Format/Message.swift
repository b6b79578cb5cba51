/// Writes one protocol-buffer message, fields in ascending order; fields of value zero are left out where said so.
struct MessageWriter: ~Copyable {
    var buffer = ByteBuffer(capacity: 256)

    mutating func varint(_ field: UInt64, _ value: UInt64) {
        guard value != 0 else { return }
        buffer.append(varint: field << 3)
        buffer.append(varint: value)
    }

    mutating func time(_ field: UInt64, _ value: Int64) { varint(field, UInt64(bitPattern: value)) }

    mutating func id(_ field: UInt64, _ value: ID16) {
        buffer.append(varint: field << 3 | 2)
        buffer.append(16)
        buffer.append(value)
    }

    mutating func hash(_ field: UInt64, _ value: ChainHash) {
        buffer.append(varint: field << 3 | 2)
        buffer.append(32)
        value.append(to: &buffer)
    }

    mutating func bytes(_ field: UInt64, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        buffer.append(varint: field << 3 | 2)
        buffer.append(varint: UInt64(value.count))
        buffer.append(value)
    }
}

/// Reads the fields of one protocol-buffer message, which must come in ascending order.
struct MessageReader {
    private var at: UnsafeRawPointer
    private let end: UnsafeRawPointer
    private var lastField: UInt64 = 0

    enum Value {
        case varint(UInt64)
        case bytes(UnsafeRawBufferPointer)

        func number() throws(Corruption) -> UInt64 {
            guard case .varint(let value) = self else { throw .entry }
            return value
        }

        func number32() throws(Corruption) -> UInt32 {
            guard let value = try UInt32(exactly: number()) else { throw .entry }
            return value
        }

        func id() throws(Corruption) -> ID16 {
            guard case .bytes(let raw) = self, raw.count == 16 else { throw .entry }
            return raw.id16(at: 0)
        }

        func hash() throws(Corruption) -> ChainHash {
            guard case .bytes(let raw) = self, raw.count == 32 else { throw .entry }
            return ChainHash(raw)
        }

        func array() throws(Corruption) -> [UInt8] { Array(try raw()) }

        /// Inside the message.
        func raw() throws(Corruption) -> UnsafeRawBufferPointer {
            guard case .bytes(let raw) = self else { throw .entry }
            return raw
        }
    }

    /// - Parameter message: must outlive the reader.
    init(_ message: UnsafeRawBufferPointer) {
        precondition(message.baseAddress != nil, "a message lies inside a frame or a mark")
        at = message.baseAddress.unsafelyUnwrapped
        end = at + message.count
    }

    /// The next field; nil at the end of the message.
    mutating func next() throws(Corruption) -> (field: UInt64, value: Value)? {
        guard at < end else { return nil }
        let tag = try Varint.read(&at, end)
        guard tag >> 3 > lastField else { throw .entry }
        lastField = tag >> 3
        switch tag & 7 {
        case 0:
            return (tag >> 3, .varint(try Varint.read(&at, end)))
        case 2:
            let length = try Varint.read(&at, end)
            guard length <= UInt64(end - at) else { throw .entry }
            let raw = UnsafeRawBufferPointer(start: at, count: Int(length))
            at += Int(length)
            return (tag >> 3, .bytes(raw))
        default:
            throw .entry
        }
    }
}
