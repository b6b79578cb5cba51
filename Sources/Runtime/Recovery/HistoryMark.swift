import Foundation
package import JournalEngine
package import Kernel

/// The last time that a workspace's history was restored, cut or given up in part, kept beside the journal.
///
/// ```
/// DATA/workspaces/NAME/history.json
/// {"epoch":"…","since":…,"cause":"restored","journal":"…","last":…,"sum":"…"}
/// ```
/// It is not there in a workspace whose history only ever grew. It is in no backup: restoring begins an epoch of its own.
package struct HistoryMark: Equatable, Sendable {
    /// Names one uninterrupted history, for those who keep a copy of it: 32 hexadecimal digits, or empty for the first.
    package var epoch: String
    /// Microseconds since 1970: when it happened.
    package var since: Instant
    package var cause: Cause
    /// The journal that lies here from then on, whatever others know of an earlier one; empty where it stayed the same.
    package var journal: String
    /// The last record that the history went on from; nil where it was only cut, or a build of before wrote it.
    package var last: UInt64?

    package enum Cause: String, Sendable {
        /// The workspace was restored from a backup.
        case restored
        /// Missing records were given up by `daybook accept-loss`.
        case acceptedLoss
        /// Opening cut an unacknowledged end.
        case cut
        /// The mark itself cannot be read, so that it counts as the latest of all.
        case unreadable

        /// For people, after "because".
        package var words: String {
            switch self {
            case .restored: "the workspace was restored from a backup"
            case .acceptedLoss: "missing records were given up by accept-loss"
            case .cut: "opening cut an unacknowledged end of the journal"
            case .unreadable: "the mark of its last interruption is damaged"
            }
        }
    }

    package init(epoch: String, since: Instant, cause: Cause, journal: String = "", last: UInt64? = nil) {
        self.last = last
        self.epoch = epoch
        self.since = since
        self.cause = cause
        self.journal = journal
    }

    /// A mark with a new epoch.
    package static func begin(
        _ cause: Cause, journal: ID16? = nil, after last: UInt64, in runtime: RuntimeEnvironment
    ) -> HistoryMark {
        let (hi, lo) = runtime.chance()
        return HistoryMark(
            epoch: "\(ID16(hi: hi, lo: lo))", since: runtime.now(), cause: cause,
            journal: journal.map { "\($0)" } ?? "", last: last)
    }

    /// Days for which nothing is destroyed that only lost records may have named.
    package static let quietDays: Int64 = 30

    /// Returns whether so much time has passed that the loss would have been noticed.
    package func isSettled(at now: Instant) -> Bool {
        cause != .unreadable && since.microseconds <= now.microseconds - Self.quietDays * 86_400_000_000
    }

    /// When files may be taken again that no record names.
    package var quietUntil: Instant { Instant(microseconds: since.microseconds + Self.quietDays * 86_400_000_000) }
}

// MARK: - The file

extension HistoryMark {
    static let name = "history.json"

    private var sum: String {
        let parts = [epoch, String(since.microseconds), cause.rawValue, journal] + (last.map { [String($0)] } ?? [])
        return String(Digest(of: Array(parts.joined(separator: "\n").utf8)).text.prefix(16))
    }

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("epoch", epoch)
            json.field("since", since.microseconds)
            json.field("cause", cause.rawValue)
            json.field("journal", journal)
            if let last { json.field("last", last) }
            json.field("sum", sum)
        }
        return Array((json.text + "\n").utf8)
    }

    private struct Stored: Decodable {
        var epoch: String
        var since: Int64
        var cause: String
        var journal: String
        var last: UInt64?
        var sum: String
    }

    /// Nil where the bytes are damaged.
    init?(bytes: [UInt8]) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
            let cause = Cause(rawValue: stored.cause)
        else { return nil }
        self.init(
            epoch: stored.epoch, since: Instant(microseconds: stored.since), cause: cause, journal: stored.journal,
            last: stored.last)
        guard stored.sum == sum else { return nil }
    }

    /// Reads the mark of a workspace; nil where its history only ever grew.
    ///
    /// One that is damaged or cannot be read counts as an interruption that has not settled, in an epoch of its own.
    static func read(of paths: WorkspacePaths, on disk: any Disk) -> HistoryMark? {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(paths.historyMark, byteCountMax: 4_096)
        } catch {
            guard !error.isAbsence else { return nil }
            return HistoryMark(epoch: "unreadable", since: .epoch, cause: .unreadable)
        }
        if let mark = HistoryMark(bytes: bytes) { return mark }
        let epoch = String(Digest(of: bytes).text.prefix(32))
        return HistoryMark(epoch: epoch, since: .epoch, cause: .unreadable)
    }

    /// Returns once the mark is on disk.
    func write(to paths: WorkspacePaths, on disk: any Disk) throws(DiskError) {
        try disk.writeFile(paths.historyMark, bytes)
    }
}

extension WorkspacePaths {
    /// When the history of the workspace was interrupted last; see `HistoryMark`.
    package var historyMark: String { root + "/" + HistoryMark.name }
}

extension WorkspaceActor {
    /// The name of the history that this workspace has had since it was last restored or gave up records; empty where it
    /// never was. A copy of another epoch may hold what this one lost.
    package nonisolated var epoch: String { historyMark?.epoch ?? "" }

    /// The reason why files that no record names are left alone now, for people; nil when there is none.
    ///
    /// A file that only lost records named looks like a stray. So strays are removed only where the journal reaches as far as
    /// it ever did, and long after anything was cut, restored or given up.
    package nonisolated func reasonToKeepStrays(at now: Instant) -> String? {
        if opening.missing != nil || journal.recovery.damage != nil { return "the journal lacks records" }
        if journal.recovery.torn != nil { return HistoryMark.Cause.cut.words }
        guard let historyMark, !historyMark.isSettled(at: now) else { return nil }
        return historyMark.cause.words
    }
}

extension RuntimeEnvironment {
    /// Notes on disk that opening cut something. Where that fails, this opening still knows it.
    func noteCut(by journal: Journal, at paths: WorkspacePaths) {
        guard journal.recovery.torn != nil else { return }
        let known = HistoryMark.read(of: paths, on: disk)
        guard known?.cause != .unreadable else { return }
        let mark = HistoryMark(
            epoch: known?.epoch ?? "", since: now(), cause: .cut, journal: known?.journal ?? "",
            last: known?.last)
        // Such as a full disk, which keeps nobody from opening.
        do throws(DiskError) { try mark.write(to: paths, on: disk) } catch {}
    }
}
