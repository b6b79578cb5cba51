/// Bytes being put together: grows, is reused without allocating, and is never copied by accident.
struct ByteBuffer: ~Copyable {
    private(set) var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 4096) {
        self.capacity = max(capacity, 16)
        base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    /// The bytes appended so far; valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    mutating func removeAll() { count = 0 }

    /// Leaves nothing of the content in memory.
    mutating func overwriteWithZeros() {
        base.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
        count = 0
    }

    mutating func removeLast(_ dropped: Int) {
        precondition(dropped <= count)
        count -= dropped
    }

    /// Makes room for `extra` more bytes.
    mutating func reserve(_ extra: Int) {
        guard count + extra > capacity else { return }
        grow(to: max(count + extra, capacity * 2))
    }

    private mutating func grow(to size: Int) {
        let bigger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        bigger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = bigger
        capacity = size
    }

    /// The room after the content; what is written there counts once `advance` says so.
    mutating func room(_ size: Int) -> UnsafeMutableRawBufferPointer {
        reserve(size)
        return UnsafeMutableRawBufferPointer(start: base + count, count: size)
    }

    mutating func advance(_ written: Int) {
        precondition(count + written <= capacity)
        count += written
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    mutating func append(_ source: UnsafeRawBufferPointer) {
        guard let start = source.baseAddress else { return }
        reserve(source.count)
        (base + count).copyMemory(from: start, byteCount: source.count)
        count += source.count
    }

    mutating func append(_ source: [UInt8]) {
        source.withUnsafeBytes { append($0) }
    }

    mutating func appendZeros(_ size: Int) {
        reserve(size)
        (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        count += size
    }

    /// Little-endian.
    mutating func append<T: FixedWidthInteger & BitwiseCopyable>(fixed value: T) {
        let size = MemoryLayout<T>.size
        reserve(size)
        base.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
        count += size
    }

    mutating func append(_ id: ID16) {
        reserve(16)
        base.storeBytes(of: id.hi.bigEndian, toByteOffset: count, as: UInt64.self)
        base.storeBytes(of: id.lo.bigEndian, toByteOffset: count + 8, as: UInt64.self)
        count += 16
    }

    /// Seven bits a byte, lowest first, as protocol buffers do.
    mutating func append(varint value: UInt64) {
        reserve(10)
        var rest = value
        while rest >= 0x80 {
            base.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
            count += 1
            rest >>= 7
        }
        base.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Overwrites bytes that are already there.
    mutating func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
        precondition(offset + MemoryLayout<T>.size <= count)
        base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }
}
