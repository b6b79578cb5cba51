@testable import JournalEngine
@testable import LZ4

extension FuzzTarget {
    static let engine: [FuzzTarget] = [
        FuzzTarget("frame", "a data frame and the entries in it: commits, records, places") { raw in
            withResealed(raw) { bytes in
                var scratch = ByteBuffer()
                guard let frame = try? DataFrame.read(bytes, scratch: &scratch) else { return }
                require(frame.byteCount <= bytes.count, "a frame ends inside the bytes")
                readEntries(frame.entries, frame.place)
                if raw[0] & 2 != 0 { readEncrypted(bytes.slice(0..<frame.byteCount), frame) }
            }
        },
        FuzzTarget("entries", "places, commits and records without the frame around them") { raw in
            guard let (place, start) = try? FrameAddress.read(raw) else { return }
            readEntries(raw.suffix(from: start), place)
        },
        FuzzTarget("secrets", "encrypted frames, keyrings, intents and notes of redactions") { raw in
            withResealed(raw) { bytes in
                if let frame = try? EncryptedFrame.read(bytes) {
                    require(frame.byteCount <= bytes.count, "an encrypted frame ends inside the bytes")
                    var scratch = ByteBuffer()
                    let opened = try? DataFrame.read(bytes, under: key, scratch: &scratch)
                    require(opened == nil, "nobody seals under a key that he does not know")
                }
                if let frame = KeyringContents.Frame(Array(bytes)) { _ = try? KeyringContents(frame, under: key) }
                var files = soundJournal
                files["j/REDACTION"] = Array(bytes)
                if let journal = try? Journal.open(at: "j", access: .reading, disk: MemoryDisk(files)) {
                    _ = try? RedactionIntent.find(journal.source)
                }
                if let record = EngineRecord(reading: bytes) {
                    let again = record.encoded.withUnsafeBytes { EngineRecord(reading: $0) }
                    require(again == record, "a record of the engine stays the same")
                    if case .redaction(let note) = record { _ = note.recordCount }
                }
            }
        },
        FuzzTarget("parts", "headers, marks, trailers, footers, JOURNAL, REACHED, names of segments") { raw in
            withResealed(raw) { bytes in
                _ = try? SegmentHeader.read(bytes, segment: 1)
                _ = CloseMarker.read(bytes)
                _ = Trailer.read(bytes, fileByteCount: UInt64(bytes.count))
                _ = Padding.byteCount(bytes)
                readIndex(bytes)
                _ = Identity(Array(bytes))
                readHighWaterMark(Array(bytes))
                _ = JournalPath.segmentNumber(String(decoding: bytes, as: UTF8.self))
                _ = ID16(hex: Substring(String(decoding: bytes, as: UTF8.self)))
            }
        },
        FuzzTarget("segment", "a whole segment file: its scan, what it proves, its inspection", byteCountMax: 64 << 10) {
            raw in
            withResealed(raw) { bytes in
                var buffer = ByteBuffer()
                buffer.append(bytes)
                _ = Inspection(name: "000000000001.segment", number: 1, keyring: nil).file(buffer)
                guard let (header, start) = try? SegmentHeader.read(bytes, segment: 1) else { return }
                for isHashing in [false, true] {
                    let scan = SegmentScan(bytes, header, under: nil, dataStart: start, isHashing: isHashing)
                    require(scan.end <= bytes.count, "a scan ends inside the bytes")
                    if let more = scan.evidenceOfMore(in: bytes) { require(more > scan.last, "evidence is of more") }
                }
            }
        },
        FuzzTarget("journal", "a journal's directory of two segments: opened, read all ways", byteCountMax: 64 << 10) {
            raw in
            readJournal(MemoryDisk(journalFiles(raw)))
        },
    ]

    /// Reads `REACHED` as it is, and with the right sum behind it, which a fuzzer cannot guess.
    private static func readHighWaterMark(_ bytes: [UInt8]) {
        let sum = Hex.text(of: bytes.withUnsafeBytes { LZ4Library.xxh64($0, seed: 0) }) + "\n"
        for bytes in [bytes, bytes + Array(sum.utf8)] {
            guard let mark = HighWaterMark(bytes) else { continue }
            require(mark.bytes == bytes, "a high-water mark is written as it was read")
        }
    }

    /// The directory `j` of a journal of at most two segments.
    static func journalFiles(_ raw: UnsafeRawBufferPointer) -> [String: [UInt8]] {
        let half = raw.firstRange(of: secondSegment) ?? raw.count..<raw.count
        var files = ["j/JOURNAL": Array("daybook journal 1\n".utf8)]
        for (name, piece) in [("000000000001", 0..<half.lowerBound), ("000000000002", half.upperBound..<raw.count)]
        where !piece.isEmpty {
            files["j/\(name).segment"] = resealed(raw.slice(piece))
        }
        return files
    }

    /// Stands between the two segments of an input for `journal`.
    static let secondSegment = Array("\n== 2 ==\n".utf8)

    /// The first byte says whether checksums are made right.
    static func resealed(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
        guard let first = raw.first else { return [] }
        var bytes = Array(raw.dropFirst())
        if first & 1 == 0 { Resealing.reseal(&bytes) }
        return bytes
    }

    private static func withResealed(_ raw: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        // Always with an address, as bytes of a file are.
        var bytes = resealed(raw)
        bytes.reserveCapacity(1)
        bytes.withUnsafeBytes { body($0) }
    }

    private static let soundJournal = (try? SmallJournal.make()) ?? [:]

    private static let key = [UInt8](repeating: 7, count: SecretKey.byteCount).withUnsafeBytes { SecretKey($0) }

    /// The same frame, encrypted as a journal would, reads the same.
    private static func readEncrypted(_ plain: UnsafeRawBufferPointer, _ frame: DataFrame) {
        var place = ByteBuffer()
        frame.place.append(to: &place)
        var sealed = ByteBuffer()
        EncryptedFrame.append(
            plain, place: place.bytes, under: key, nonce: Cipher.Nonce(hi: 1, lo: 2), to: &sealed)
        var scratch = ByteBuffer()
        guard let again = try? DataFrame.read(sealed.bytes, under: key, scratch: &scratch) else { return }
        require(again.place == frame.place, "an encrypted frame has the same place")
        require(again.entries.elementsEqual(frame.entries), "an encrypted frame has the same entries")
    }

    private static func readEntries(_ entries: UnsafeRawBufferPointer, _ place: FrameAddress) {
        guard var reader = try? EntryReader(entries, place) else { return }
        while let step = try? reader.next() {
            switch step {
            case .end: return
            case .record(let payload): _ = payload.last
            case .commit(.open(let message, _)): _ = message.last
            case .commit: continue
            }
        }
    }

    private static func readIndex(_ bytes: UnsafeRawBufferPointer) {
        guard
            let (message, _) = CheckedFrame.read(
                FrameMagic.footer, bytes, messageByteCountMax: JournalLimits.segmentByteCountMax),
            message.count >= 8, let index = try? EntityIndex(message)
        else { return }
        for entity in 0..<index.count {
            guard let runs = try? index.runs(at: entity) else { return }
            require(zip(runs, runs.dropFirst()).allSatisfy { $0 < $1 }, "runs of an entity ascend")
            _ = try? index.runs(of: index.entity(entity))
        }
    }

    private static func readJournal(_ disk: MemoryDisk) {
        try? Journal.inspect(at: "j", disk: disk) { _ in }
        guard let journal = try? Journal.open(at: "j", access: .reading, disk: disk) else { return }
        var entities: Set<ID16> = []
        var last: UInt64 = 0
        try? journal.forEachRecord { header, payload in
            require(header.sequence == last + 1, "sequence numbers have no gap")
            last = header.sequence
            if entities.count < 8 { entities.insert(header.entity) }
            return .next
        }
        try? journal.forEachRecordBackwards { _, _ in .next }
        try? journal.forEachRecord(ofEntities: entities) { header, _ in
            require(entities.contains(header.entity), "only records of the entities that were asked for")
            return .next
        }
        _ = try? journal.lastSequence(atOrBefore: 1 << 50)
        _ = try? journal.lastSequence(atOrBefore: 0)
        if let report = try? journal.verify() { for damage in report.damage { _ = damage.words } }
        // Without its thread: what opening for writing judges, cuts and completes.
        var opening = JournalOpener(
            disk: disk, path: JournalPath(directory: "j"), access: .writing, options: JournalOptions())
        _ = try? opening.open()
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func firstRange(of pattern: [UInt8]) -> Range<Int>? {
        guard count >= pattern.count else { return nil }
        for at in 0...(count - pattern.count) where self[at] == pattern[0] {
            if self[at..<(at + pattern.count)].elementsEqual(pattern) { return at..<(at + pattern.count) }
        }
        return nil
    }
}
