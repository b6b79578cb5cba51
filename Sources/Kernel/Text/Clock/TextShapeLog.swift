/// The shapes of a text's recent edits in about three bytes each, so that an edit based on an older revision can merge.
///
/// A text nobody edited owns no memory here. The log is one array of varints:
///
///     edit  = (number of runs << 1 | hasParents) [number of parents, revision - parent each] run*
///     run   = zigzag(position - end of the run before) (insertCount << 1 | deletes) [deleteCount]
///
/// An edit without parents was based on everything before it. *Marks* stand at such edits, at most `markEvery` apart, as
/// long as they are critical versions (Eg-walker, section 3.5): all later edits build on them, so a replay may start
/// there. Marks also say where the log may be cut.
struct TextShapeLog: Sendable, Equatable {
    static let markEvery = 64
    /// The length that the log may reach, however many runs its edits have: beyond it the window is shorter.
    static let bytesMax = 1 << 20

    /// A revision that all later ones build on, and the state of the log just after it.
    struct Mark: Sendable, Equatable {
        var revision: Int
        var length: Int
        /// Where the next edit starts in `bytes`.
        var offset: Int
        /// The end of the run before, from which the next position is counted.
        var cursor: Int
    }

    /// Where the log begins.
    var base: Mark
    var marks: [Mark] = []
    var bytes: [UInt8] = []
    var cursor = 0

    init(length: Int) {
        base = Mark(revision: 0, length: length, offset: 0, cursor: 0)
    }

    /// The newest revision at or before `revision` that everything later builds on.
    func start(for revision: Int) -> Mark {
        marks.last { $0.revision <= revision } ?? base
    }

    /// The oldest revision after `revision` that everything later builds on, where there is one.
    func start(after revision: Int) -> Mark? { marks.first { $0.revision > revision } }
}

// MARK: - Writing

extension TextShapeLog {
    mutating func beginEdit(runCount: Int, parents: [Int]?, revision: Int) {
        append(runCount << 1 | (parents == nil ? 0 : 1))
        guard let parents else { return }
        append(parents.count)
        for parent in parents { append(revision - parent) }
    }

    mutating func append(_ shape: TextShape) {
        let distance = shape.position - cursor
        append(distance << 1 ^ distance >> (Int.bitWidth - 1))
        append(shape.insertCount << 1 | (shape.deleteCount > 0 ? 1 : 0))
        if shape.deleteCount > 0 { append(shape.deleteCount) }
        cursor = shape.position + shape.insertCount
    }

    /// The same as `beginEdit` for a single run without parents, and that run.
    mutating func appendEdit(of shape: TextShape) {
        let distance = shape.position - cursor
        let zigzag = UInt(bitPattern: distance << 1 ^ distance >> (Int.bitWidth - 1))
        // Nearly every edit fits a word, and appending once is a check for room and for other owners once.
        guard zigzag < 1 << 14, shape.insertCount < 1 << 13, shape.deleteCount < 1 << 14 else {
            append(1 << 1)
            return append(shape)
        }
        var word: UInt64 = 1 << 1
        var bits: UInt64 = 8
        func put(_ value: UInt) {
            if value < 0x80 {
                word |= UInt64(value) << bits
                bits += 8
            } else {
                word |= (UInt64(value & 0x7F) | 0x80 | UInt64(value >> 7) << 8) << bits
                bits += 16
            }
        }
        put(zigzag)
        put(UInt(shape.insertCount) << 1 | (shape.deleteCount > 0 ? 1 : 0))
        if shape.deleteCount > 0 { put(UInt(shape.deleteCount)) }
        withUnsafeBytes(of: word.littleEndian) { buffer in
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(bits / 8)))
        }
        cursor = shape.position + shape.insertCount
    }

    /// Notes that `revision`, just written, was based on everything before it.
    mutating func endSequentialEdit(revision: Int, length: Int) {
        let isFull = bytes.count > Self.bytesMax
        let last = marks.last ?? base
        let isDue = revision - last.revision >= Self.markEvery || bytes.count - last.offset >= Self.bytesMax / 16
        guard isFull || isDue else { return }
        marks.append(Mark(revision: revision, length: length, offset: bytes.count, cursor: cursor))
        if isFull {
            let enough = marks.firstIndex { bytes.count - $0.offset <= Self.bytesMax / 2 }
            if let enough { cut(to: enough) }
        } else {
            trim(at: revision)
        }
    }

    /// Forgets the marks that an edit based on no more than `revision` does not build on.
    mutating func dropMarks(after revision: Int) {
        while let last = marks.last, last.revision > revision { marks.removeLast() }
    }

    /// Cuts off what is out of the window, a quarter of it at a time so that moving the rest costs little per edit.
    private mutating func trim(at revision: Int) {
        let oldest = revision - TextClock.windowMax
        guard oldest - base.revision >= TextClock.windowMax / 4 else { return }
        guard let index = marks.lastIndex(where: { $0.revision <= oldest }) else { return }
        cut(to: index)
    }

    /// Forgets everything up to the mark at `index`, from which the log then begins.
    private mutating func cut(to index: Int) {
        let offset = marks[index].offset
        bytes.removeSubrange(..<offset)
        base = marks[index]
        base.offset = 0
        marks.removeSubrange(...index)
        for index in marks.indices { marks[index].offset -= offset }
    }

    private mutating func append(_ value: Int) {
        var rest = UInt(bitPattern: value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

// MARK: - Reading

extension TextShapeLog {
    /// Reads the log edit by edit.
    struct Reader {
        let bytes: [UInt8]
        private(set) var revision: Int
        private(set) var offset: Int
        private(set) var cursor: Int

        /// The runs of the edit just read, and its parents; nil for everything before it.
        private(set) var shapes: [TextShape] = []
        private(set) var parents: [Int]?

        init(_ log: TextShapeLog, from mark: Mark) {
            bytes = log.bytes
            revision = mark.revision
            offset = mark.offset
            cursor = mark.cursor
        }

        /// Reads the next edit; false at the end of the log.
        mutating func next() -> Bool {
            var read = shapes
            shapes = []  // So that they are put into the array that is there.
            read.removeAll(keepingCapacity: true)
            defer { shapes = read }
            return next { read.append($0) }
        }

        /// The same with each of its runs for `body`, and none in `shapes`: for those who look at each once.
        @inline(__always)
        mutating func next(_ body: (TextShape) -> Void) -> Bool {
            guard offset < bytes.count else { return false }
            revision += 1
            let head = varint()
            parents = nil
            if head & 1 == 1 {
                var read: [Int] = []
                for _ in 0..<count() { read.append(revision &- varint()) }
                parents = read
            }
            for _ in 0..<min(max(0, head >> 1), bytes.count - offset) {
                let distance = varint()
                let position = cursor &+ (distance >> 1 ^ -(distance & 1))
                let insertCount = varint()
                let deleteCount = insertCount & 1 == 1 ? varint() : 0
                body(TextShape(position: position, deleteCount: deleteCount, insertCount: insertCount >> 1))
                cursor = position &+ insertCount >> 1
            }
            return true
        }

        /// A number of things that take at least a byte each.
        private mutating func count() -> Int { min(max(0, varint()), bytes.count - offset) }

        private mutating func varint() -> Int {
            var value: UInt = 0
            var shift: UInt = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                offset += 1
                value |= UInt(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return Int(bitPattern: value)
        }
    }
}
