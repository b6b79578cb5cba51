import Glibc
import JournalEngine

/// Events of 120 bytes that look like a workspace's: a few constant words, a few that vary.
enum Sample {
    /// The time at which the commit of that number is made: microseconds since 1970.
    static func time(of number: Int) -> Int64 { 1_760_000_000_000_000 + Int64(number) * 1_000 }

    /// The same events in a commit of another number.
    static func again(_ commit: CommitDraft, as number: Int) -> CommitDraft {
        var commit = commit
        commit.deviceSequence = UInt64(number)
        commit.time = time(of: number)
        return commit
    }

    static func commit(_ number: Int, records: Int) -> CommitDraft {
        CommitDraft(
            actor: ID16(hi: 0x0193_4A5B_6C7D_7E8F, lo: 0x9A0B_1C2D_3E4F_5061),
            device: ID16(hi: 0x0193_4A5B_0000_7000, lo: 0x8000_0000_0000_0001), deviceSequence: UInt64(number),
            time: time(of: number),
            records: (number..<(number + records)).map { event($0) })
    }

    static func event(_ number: Int) -> RecordDraft {
        let entity = UInt64(truncatingIfNeeded: (number / 10) &* 0x9E37_79B9)
        var text = "card \(number) moved to column \(number % 7)"
        text += " above \(number &* 48_271 % 9_973) by hand; due in \(number % 31) days"
        text += ", colour \(number % 5), priority \(number % 3), list 4711, as agreed"
        var payload = Array(text.utf8.prefix(120))
        while payload.count < 120 { payload.append(UInt8(truncatingIfNeeded: payload.count)) }
        return RecordDraft(
            kind: UInt32(number % 12) + 1, entity: ID16(hi: 0x0193_4A5B_6C7D_7000 | entity & 0xFFF, lo: entity),
            payload: payload)
    }
}

extension Sample {
    /// Writes the events alone, one after the other: 4 bytes kind (little endian), 16 bytes entity, 120 bytes payload.
    static func write(_ count: Int, to path: String) throws {
        guard let file = fopen(path, "w") else { throw JournalError.system(call: .open, path: path, errno: errno) }
        defer { fclose(file) }
        for number in 0..<count {
            let event = event(number)
            var entry: [UInt8] = []
            withUnsafeBytes(of: event.kind.littleEndian) { entry.append(contentsOf: $0) }
            for word in [event.entity.hi, event.entity.lo] {
                withUnsafeBytes(of: word.bigEndian) { entry.append(contentsOf: $0) }
            }
            entry.append(contentsOf: event.payload)
            guard fwrite(entry, entry.count, 1, file) == 1 else {
                throw JournalError.system(call: .pwrite, path: path, errno: errno)
            }
        }
        guard fflush(file) == 0 else { throw JournalError.system(call: .pwrite, path: path, errno: errno) }
    }
}
