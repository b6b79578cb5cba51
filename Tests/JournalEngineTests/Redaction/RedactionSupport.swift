import Glibc
import JournalEngine
import JournalTesting
import Synchronization

extension JournalOptions {
    /// Small segments; nothing happens that a test did not ask for.
    static var redactionTest: JournalOptions {
        var options = JournalOptions.crashTest
        options.segmentByteCountTarget = 3_000
        let chance = Mutex(SeededGenerator(seed: 20_261_121))
        options.entropy = { buffer in
            chance.withLock { chance in
                for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: chance.next()) }
            }
        }
        return options
    }
}

extension CommitDraft {
    /// A commit whose payloads can be told from all others, in a compressed file too.
    static func secret(_ number: Int, records: Int = 1, byteCount: Int = 60) -> CommitDraft {
        var draft = CommitDraft.numbered(number, records: records)
        var chance = SeededGenerator(seed: UInt64(number) &* 1_000_003)
        for index in draft.records.indices { draft.records[index].payload = chance.bytes(byteCount) }
        return draft
    }
}

extension [SeenRecord] {
    /// The records as they stand after a redaction.
    func redacted(_ ranges: [ClosedRange<UInt64>], by note: UInt64) -> [SeenRecord] {
        map { record in
            guard ranges.contains(where: { $0.contains(record.header.sequence) }), !record.header.isRedacted,
                !record.header.isOfEngine
            else { return record }
            var record = record
            record.header.redactedBy = note
            record.payload = []
            return record
        }
    }
}

extension TemporaryDirectory {
    /// Every file of the journal.
    func files() throws -> [(name: String, bytes: [UInt8])] {
        try POSIXDisk().names(inDirectory: journal).sorted().map { ($0, try fileBytes(journal + "/" + $0)) }
    }
}

extension Journal {
    /// The records whose payload stands in some file of the directory, as its first 24 bytes tell. A few may escape:
    /// where compression finds four of the bytes elsewhere, they stand in pieces.
    func secretsFound(in directory: String, of records: [SeenRecord]) throws -> Set<UInt64> {
        let files = try POSIXDisk().names(inDirectory: directory).map { try fileBytes(directory + "/" + $0) }
        return secretsFound(in: files, of: records)
    }

    func secretsFound(in files: [[UInt8]], of records: [SeenRecord]) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for record in records where !record.payload.isEmpty && !record.header.isOfEngine {
            let secret = Array(record.payload.prefix(24))
            if files.contains(where: { $0.holds(secret) }) { found.insert(record.header.sequence) }
        }
        return found
    }

    /// The words of an inspection about the headers of segments.
    func headerWords(in directory: String) throws -> [String] {
        var words: [String] = []
        try Journal.inspect(at: directory) { file in
            words += file.frames.filter { $0.kind == .header }.map(\.words)
        }
        return words
    }
}

extension [UInt8] {
    func holds(_ other: [UInt8]) -> Bool {
        withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
            guard var at = bytes.baseAddress, let first = other.first else { return other.isEmpty }
            let end: UnsafeRawPointer = at + bytes.count
            while end - at >= other.count, let hit = memchr(at, Int32(first), end - at) {
                if end - UnsafeRawPointer(hit) >= other.count, memcmp(hit, other, other.count) == 0 { return true }
                at = UnsafeRawPointer(hit) + 1
            }
            return false
        }
    }

    /// The salts of redacted commits, as far as they stand in a segment's bytes in one piece.
    func salts() -> [[UInt8]] {
        indices.dropFirst(16).dropLast(3).compactMap { index in
            guard self[index] == 0x82, self[index + 1] == 0x01, self[index + 2] == 0x20 else { return nil }
            return Array(self[(index - 16)..<index])
        }
    }
}
