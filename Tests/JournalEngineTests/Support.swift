import Glibc
import JournalEngine
import Testing

/// A directory that is gone after the test.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/daybook-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap { mkdtemp($0) } }
        precondition(made != nil, "no temporary directory can be made")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var journal: String { path + "/journal" }

    deinit {
        removeTree(path)
    }
}

private func removeTree(_ path: String) {
    let disk = POSIXDisk()
    for name in (try? disk.names(inDirectory: path)) ?? [] {
        let child = path + "/" + name
        if unlink(child) != 0 { removeTree(child) }
    }
    rmdir(path)
}

extension ID16 {
    static func test(_ number: UInt64) -> ID16 { ID16(hi: 0x0190_0000_0000_7000, lo: number) }
}

/// One record as it was visited, for comparing.
struct SeenRecord: Equatable {
    var header: RecordHeader
    var payload: [UInt8]
}

extension JournalOptions {
    /// Everything that varies between runs is fixed.
    static var repeatable: JournalOptions {
        var options = JournalOptions()
        options.journalID = ID16(hi: 0x0123_4567_89AB_CDEF, lo: 0xFEDC_BA98_7654_3210)
        options.entropy = { buffer in
            for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 7 &+ 3) }
        }
        options.now = { 1_700_000_000_000_000 }
        options.sealsInBackground = false
        return options
    }
}

extension CommitDraft {
    /// A commit whose every field follows from `number`.
    static func numbered(_ number: Int, records: Int = 1, payloadByteCount: Int = 40) -> CommitDraft {
        CommitDraft(
            actor: .test(UInt64(number % 3)), device: .test(100 + UInt64(number % 2)), deviceSequence: UInt64(number),
            time: 1_700_000_000_000_000 + Int64(number) * 1000, batch: number % 4 == 0 ? .test(7) : nil,
            cause: UInt32(number % 5 == 0 ? 2 : 0), causeSequence: number % 5 == 0 ? 1 : 0,
            records: (0..<records).map { index in
                RecordDraft(
                    kind: UInt32(index % 300) + 1, entity: .test(1000 + UInt64((number + index) % 11)),
                    originTime: number % 6 == 0 ? Int64(number) - 3 : nil,
                    originActor: number % 7 == 0 ? .test(5) : nil,
                    payload: (0..<payloadByteCount).map { UInt8(truncatingIfNeeded: number &* 31 &+ index &+ $0 / 4) })
            })
    }
}

extension Journal {
    func records(from: UInt64 = 1, through: UInt64 = .max) throws -> [SeenRecord] {
        var seen: [SeenRecord] = []
        try forEachRecord(from: from, through: through) { header, payload in
            seen.append(SeenRecord(copying: header, payload))
            return .next
        }
        return seen
    }

    func recordsBackwards(from: UInt64 = .max, through: UInt64 = 1) throws -> [SeenRecord] {
        var seen: [SeenRecord] = []
        try forEachRecordBackwards(from: from, through: through) { header, payload in
            seen.append(SeenRecord(copying: header, payload))
            return .next
        }
        return seen
    }

    func recordsBackwards(of entities: Set<ID16>, from: UInt64 = .max, through: UInt64 = 1) throws -> [SeenRecord] {
        var seen: [SeenRecord] = []
        try forEachRecordBackwards(ofEntities: entities, from: from, through: through) { header, payload in
            seen.append(SeenRecord(copying: header, payload))
            return .next
        }
        return seen
    }

    func records(of entities: Set<ID16>, from: UInt64 = 1, through: UInt64 = .max) throws -> [SeenRecord] {
        var seen: [SeenRecord] = []
        try forEachRecord(ofEntities: entities, from: from, through: through) { header, payload in
            seen.append(SeenRecord(copying: header, payload))
            return .next
        }
        return seen
    }
}

extension SeenRecord {
    init(copying header: borrowing RecordHeader, _ payload: RawSpan) {
        self.header = copy header
        self.payload = payload.withUnsafeBytes { Array($0) }
    }
}

/// The records that `drafts` must read as.
func expected(_ drafts: [CommitDraft]) -> [SeenRecord] {
    var seen: [SeenRecord] = []
    var time: Int64 = 0
    for draft in drafts {
        let first = UInt64(seen.count) + 1
        time = max(time, draft.time)
        for record in draft.records {
            var header = RecordHeader()
            header.sequence = UInt64(seen.count) + 1
            header.kind = record.kind
            header.entity = record.entity
            header.actor = draft.actor
            header.device = draft.device
            header.deviceSequence = draft.deviceSequence
            header.time = time
            header.batch = draft.batch
            header.cause = draft.cause
            header.causeSequence = draft.causeSequence
            header.originTime = record.originTime
            header.originActor = record.originActor
            header.commitFirst = first
            header.commitCount = UInt32(draft.records.count)
            seen.append(SeenRecord(header: header, payload: record.payload))
        }
    }
    return seen
}
