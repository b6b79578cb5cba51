import Glibc
import JournalEngine
import JournalTesting

/// The promises that had been made at one moment of a life: the ground on which a crash is judged.
struct CrashPromise: Sendable {
    /// Every commit handed over so far, in order. Those beyond `acknowledgedCount` may be there or not.
    var commits: [CommitDraft] = []

    /// While history is being rewritten: what the commits will read as once that is done. Until somebody is told so,
    /// either may be found, the old or the new, and never a mixture.
    var instead: [CommitDraft]?

    /// A further demand on the disk that a crash left, once the journal was opened for writing and closed again.
    var demand: (@Sendable (DiskImage) throws -> Void)?

    /// The number of them that were acknowledged.
    var acknowledgedCount = 0

    /// The last record that the high-water mark counts at least: it was opened, rolled or closed behind it.
    var reached: UInt64 = 0

    /// Chain heads seen so far, by the sequence number they stand after.
    var heads: [UInt64: ChainHead] = [:]

    /// The journal was created, and somebody was told so.
    var isCreated = false

    /// The journal was closed and not opened since: nothing may be cut.
    var isClosed = false
}

/// A state that a crash left and must not have left.
struct CrashViolation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Journal {
    /// Everything in the journal as it was handed over, once the numbers around it are in order.
    func drafts() throws -> [CommitDraft] {
        var drafts: [CommitDraft] = []
        var expected: UInt64 = 1
        var commitEnd: UInt64 = 1
        var lastTime = Int64.min
        try forEachRecord { header, payload in
            guard header.sequence == expected else {
                throw CrashViolation("record \(header.sequence) stands where \(expected) should")
            }
            if expected == commitEnd {
                guard header.commitFirst == expected, header.commitCount > 0, header.time >= lastTime else {
                    throw CrashViolation("record \(expected) does not begin its commit: \(header.commitFirst)")
                }
                commitEnd = expected + UInt64(header.commitCount)
                lastTime = header.time
                drafts.append(
                    CommitDraft(
                        actor: header.actor, device: header.device, deviceSequence: header.deviceSequence,
                        time: header.time, batch: header.batch, cause: header.cause,
                        causeSequence: header.causeSequence, records: []))
            }
            guard header.commitFirst + UInt64(header.commitCount) == commitEnd else {
                throw CrashViolation("record \(expected) names another commit than its neighbours")
            }
            drafts[drafts.count - 1].records.append(
                RecordDraft(
                    kind: header.kind, entity: header.entity, originTime: header.originTime,
                    originActor: header.originActor, payload: payload.withUnsafeBytes { Array($0) }))
            expected += 1
            return .next
        }
        guard expected == commitEnd else { throw CrashViolation("the last commit ends early, at \(expected - 1)") }
        guard expected == lastSequence + 1 else {
            throw CrashViolation("lastSequence is \(lastSequence), the last record \(expected - 1)")
        }
        return drafts
    }
}

extension CrashPromise {
    /// Returns whether `drafts` is what a journal may hold now: all that was acknowledged, then whole commits in the order
    /// they were handed over, and nothing else.
    func judge(_ drafts: [CommitDraft]) throws {
        if let instead, drafts.elementsEqual(instead, by: { $0.isSame(as: $1) }) { return }
        guard drafts.count >= acknowledgedCount else {
            throw CrashViolation("lost: \(acknowledgedCount) commits were acknowledged, \(drafts.count) are there")
        }
        guard drafts.count <= commits.count else {
            throw CrashViolation("\(drafts.count) commits are there, \(commits.count) were ever handed over")
        }
        for (index, draft) in drafts.enumerated() where !draft.isSame(as: commits[index]) {
            throw CrashViolation("commit \(index) is not what was handed over: \(draft) instead of \(commits[index])")
        }
    }
}

extension CommitDraft {
    /// As `==`, which goes through a replicator table for each byte where nothing is optimised; campaigns compare gigabytes.
    func isSame(as other: CommitDraft) -> Bool {
        guard records.count == other.records.count else { return false }
        var (mine, others) = (self, other)
        for index in records.indices {
            let isSame = records[index].payload.withUnsafeBytes { bytes in
                other.records[index].payload.withUnsafeBytes { otherBytes in
                    bytes.count == otherBytes.count
                        && (bytes.isEmpty || memcmp(bytes.baseAddress!, otherBytes.baseAddress!, bytes.count) == 0)
                }
            }
            guard isSame else { return false }
            mine.records[index].payload = []
            others.records[index].payload = []
        }
        return mine == others
    }
}
