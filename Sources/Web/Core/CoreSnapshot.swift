#if !arch(wasm32)
    import Boards
    import Capture
    import Kernel
    import Notes
    import Studio
    import Workspace

    /// Confirmed views as bytes, so that a tab starts without replaying.
    ///
    /// ```
    ///  0  magic "daybookc"      8 bytes
    ///  8  schema                8   little-endian, as all numbers: the code that folds so
    /// 16  workspace            16
    /// 32  content length        8
    /// 40  content                   a protocol-buffer message of `CoreSnapshot`
    ///     checksum              8   over all before
    /// ```
    /// It is derived: what is not trusted is fetched anew. The checksum notices damage; encryption is the host's.
    struct CoreSnapshot: FieldMessage {
        private var sequence: UInt64 = 0
        private var journal = EntityID.zero
        private var chain = ""
        private var areas: [String] = []
        private var epoch = ""
        private var erasedBefore: UInt64 = 0
        private var own = OwnCommands()
        private var registry = Registry()
        private var notes = NoteProjection.empty
        private var boards = BoardProjection.empty
        private var capture = CaptureProjection.empty
        private var studio = StudioProjection.empty
        private var recents = Recents()
        private var asOf = Position.start

        /// The first 8 bytes, big-endian, of the SHA-256 over all that a snapshot and the events hold and how they are folded. A
        /// test fails until it is what it should be.
        static let schema: UInt64 = 0x45CD_B5FB_3029_57B3

        private static let magic = Array("daybookc".utf8)
        private static let headByteCount = 40
        private static let sumByteCount = 8

        static var schemaName: StaticString { "CoreSnapshot" }
        static var blank: CoreSnapshot { CoreSnapshot() }

        private init() {}

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "sequence", &sequence)
            coder.field(2, "journal", &journal)
            coder.field(3, "chain", &chain)
            coder.field(4, "areas", &areas)
            coder.field(5, "epoch", &epoch)
            coder.field(6, "erasedBefore", &erasedBefore)
            coder.field(7, "own", &own)
            coder.field(8, "registry", &registry)
            coder.field(9, "notes", &notes)
            coder.field(10, "boards", &boards)
            coder.field(11, "capture", &capture)
            coder.field(12, "studio", &studio)
            coder.field(13, "recents", &recents)
            coder.field(14, "asOf", &asOf.sequence)
        }

        private var isSound: Bool {
            boards.isSound && capture.isSound && studio.isSound && notes.notes.entries.allSatisfy { $0.body.isSound }
        }

        private init(_ confirmed: Confirmed) {
            (sequence, journal, chain) = (confirmed.sequence, confirmed.journal, confirmed.chain)
            (areas, epoch, erasedBefore) = (confirmed.areas, confirmed.epoch, confirmed.erasedBefore)
            own = confirmed.own
            registry = confirmed.view.registry
            notes = confirmed.view.notes
            boards = confirmed.view.boards
            capture = confirmed.view.capture
            studio = confirmed.view.studio
            recents = confirmed.view.recents
            asOf = confirmed.view.asOf
        }

        private var confirmed: Confirmed {
            var view = WorkspaceView()
            view.registry = registry
            view.notes = notes
            view.boards = boards
            view.capture = capture
            view.studio = studio
            view.recents = recents
            view.asOf = asOf
            return Confirmed(
                view, sequence: sequence, journal: journal, chain: chain, areas: areas, epoch: epoch,
                erasedBefore: erasedBefore, own: own)
        }

        /// - Complexity: O(everything).
        static func bytes(of confirmed: Confirmed, in workspace: EntityID) -> [UInt8] {
            var writer = FieldWriter(reserving: 1 << 16)
            var body = CoreSnapshot(confirmed)
            body.code(&writer)
            var bytes = magic
            bytes.reserveCapacity(headByteCount + writer.bytes.count + sumByteCount)
            for number in [schema, workspace.hi, workspace.lo, UInt64(writer.bytes.count)] {
                append(number, to: &bytes)
            }
            bytes += writer.bytes
            append(checksum(of: bytes, count: bytes.count), to: &bytes)
            return bytes
        }

        /// - Returns: nil for bytes that are damaged, of another workspace, or of code that folds differently.
        static func confirmed(from bytes: [UInt8], of workspace: EntityID) -> Confirmed? {
            guard bytes.count >= headByteCount + sumByteCount, bytes.starts(with: magic) else { return nil }
            let end = bytes.count - sumByteCount
            guard number(bytes, at: end) == checksum(of: bytes, count: end), number(bytes, at: 8) == schema,
                number(bytes, at: 16) == workspace.hi, number(bytes, at: 24) == workspace.lo,
                number(bytes, at: 32) == UInt64(end - headByteCount)
            else { return nil }
            let content = Array(bytes[headByteCount..<end])
            let body = try? FieldReader.read(content.span.bytes, subject: .zero) { (reader) throws(CodingFault) in
                var body = CoreSnapshot.blank
                body.code(&reader)
                return body
            }
            guard let body, body.isSound else { return nil }
            return body.confirmed
        }

        private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }

        private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
            var number: UInt64 = 0
            for place in (0..<8).reversed() { number = number << 8 | UInt64(bytes[offset + place]) }
            return number
        }

        /// Eight bytes at a time, each step a bijection of the sum before: no single damaged word goes unnoticed.
        ///
        /// - Source: FNV-1a, 64 bits (Fowler, Noll, Vo), over words instead of bytes, and turned after each.
        private static func checksum(of bytes: [UInt8], count: Int) -> UInt64 {
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(count)
            var place = 0
            while place + 8 <= count {
                sum = turned(sum ^ number(bytes, at: place))
                place += 8
            }
            while place < count {
                sum = turned(sum ^ UInt64(bytes[place]))
                place += 1
            }
            return sum
        }

        private static func turned(_ sum: UInt64) -> UInt64 {
            let product = sum &* 0x100_0000_01B3
            return product << 29 | product >> 35
        }
    }
#endif
