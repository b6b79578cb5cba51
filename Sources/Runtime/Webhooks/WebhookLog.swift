import Foundation
import JournalEngine
import Kernel
import Synchronization

/// The position of a webhook, and the results of its deliveries: a file of lines of JSON, in `DATA/webhooks/`.
///
/// ```
/// {"attempt":1,"began":…,"latencyMicroseconds":…,"number":1,"outcome":"delivered","reason":"event","sequence":17,"status":200}
/// {"passed":4096}
/// {"epoch":"5f…","resumed":36}
/// ```
/// The last says that the history was interrupted (`HistoryMark`) and goes on after that record: notifications of records
/// behind it were about other records.
///
/// Lines are on disk when `note` and `pass` return, so that after a crash at any point nothing is skipped, and at most the
/// last delivery is made again. A line that a crash tore is cut off. The file holds no content and goes with backups; where
/// it is gone, everything since the webhook was added is delivered again.
///
/// Blocks; its methods may be called on any thread.
package final class WebhookLog: Sendable {
    private let path: String
    private let disk: any Disk
    private let keptMax: Int
    private let state: Mutex<State>

    fileprivate struct State {
        var told: UInt64
        /// The history that `told` counts in.
        var epoch = ""
        var lastNumber: UInt64 = 0
        /// Those at the record after `told` that failed, in a row, oldest first.
        var streak: [WebhookAttempt] = []
        var last: WebhookAttempt?
        var lineCount = 0
        var endBytes: UInt64 = 0
    }

    /// A line that says how far the webhook came without being told anything.
    private struct Passed: Codable { var passed: UInt64 }

    /// A line that says where an interrupted history goes on.
    private struct Resumed: Codable {
        var resumed: UInt64
        var epoch: String
    }

    fileprivate enum Line {
        case attempt(WebhookAttempt)
        case passed(UInt64)
        case resumed(UInt64, epoch: String)
    }

    /// Reads what is there, and cuts off what a crash tore.
    ///
    /// - Parameters:
    ///   - start: where the webhook begins when nothing is there.
    ///   - keptMax: attempts that are kept at least; up to twice as many are there.
    init(at path: String, disk: any Disk, from start: UInt64, keptMax: Int) throws(RuntimeFailure) {
        self.path = path
        self.disk = disk
        self.keptMax = keptMax
        var found = State(told: start)
        let (lines, endBytes) = try Self.read(path, disk)
        for line in lines { found.ingest(line) }
        found.endBytes = endBytes
        state = Mutex(found)
    }

    /// Every record up to here was told, or is nothing for this webhook.
    package var told: UInt64 { state.withLock { $0.told } }

    /// Names the history that `told` counts in, as `HistoryMark` does; empty for the first.
    package var epoch: String { state.withLock { $0.epoch } }

    /// The attempts at the next delivery that failed, in a row, oldest first.
    package var streak: [WebhookAttempt] { state.withLock { $0.streak } }

    /// The latest attempt of all.
    package var last: WebhookAttempt? { state.withLock { $0.last } }

    /// Puts an attempt on record, with the next number; on disk when this returns.
    ///
    /// - Throws: when it could not be written; then it counts as never made.
    package func note(_ attempt: WebhookAttempt) throws(RuntimeFailure) -> WebhookAttempt {
        var attempt = attempt
        try state.withLock { state throws(RuntimeFailure) in
            attempt.number = state.lastNumber + 1
            try append(.attempt(attempt), to: &state)
        }
        return attempt
    }

    /// Puts on record that nothing up to `sequence` is left to tell; on disk when this returns.
    package func pass(to sequence: UInt64) throws(RuntimeFailure) {
        try state.withLock { state throws(RuntimeFailure) in
            guard sequence > state.told else { return }
            try append(.passed(sequence), to: &state)
        }
    }

    /// Puts on record that the history of the workspace was interrupted and goes on after the record `last`, so that nothing
    /// behind it counts as told; on disk when this returns. Again it does nothing.
    package func resume(after last: UInt64, in epoch: String) throws(RuntimeFailure) {
        try state.withLock { state throws(RuntimeFailure) in
            guard epoch != state.epoch else { return }
            try append(.resumed(min(last, state.told), epoch: epoch), to: &state)
        }
    }

    /// The latest attempts before one, newest first.
    ///
    /// - Parameter number: only those before it; nil for the newest.
    package func attempts(before number: UInt64?, limit: Int) throws(RuntimeFailure) -> [WebhookAttempt] {
        let lines = try state.withLock { _ throws(RuntimeFailure) in try Self.read(path, disk).lines }
        var found: [WebhookAttempt] = []
        for case .attempt(let attempt) in lines.reversed() where number.map({ attempt.number < $0 }) ?? true {
            found.append(attempt)
            if found.count == limit { break }
        }
        return found
    }

    package func attempt(_ number: UInt64) throws(RuntimeFailure) -> WebhookAttempt? {
        try attempts(before: number == .max ? nil : number + 1, limit: 1).first.flatMap {
            $0.number == number ? $0 : nil
        }
    }

    private func append(_ line: Line, to state: inout State) throws(RuntimeFailure) {
        var bytes = try Self.encoded(line)
        if state.lineCount >= 2 * keptMax { try shorten(&state) }
        let passed = try Self.encoded(state.start)
        var place = state.endBytes
        try Self.failing { () throws(DiskError) in
            let file = try disk.open(path, .creatingIfAbsent)
            defer { file.close() }
            let size = try file.size()
            // Somebody took the file away: what it must not forget is how far the webhook came.
            if size < place { (bytes, place) = (passed + bytes, 0) }
            if size > place { try file.truncate(to: place) }  // Torn before.
            try POSIXDisk.write(bytes, to: file, at: place)
            try file.syncData()
            if place == 0 { try disk.syncDirectory(POSIXDisk.parent(of: path)) }
        }
        state.endBytes = place + UInt64(bytes.count)
        state.ingest(line)
    }

    /// Leaves the newest attempts, and how far the webhook came.
    private func shorten(_ state: inout State) throws(RuntimeFailure) {
        var kept: [Line] = []
        for line in try Self.read(path, disk).lines {
            switch line {
            case .attempt: kept.append(line)
            case .passed: break
            // Earlier lines belong to another history, and would count in this one behind `start`.
            case .resumed: kept = []
            }
        }
        kept = Array(kept.suffix(keptMax))
        var bytes: [UInt8] = []
        // How far it came stands first: what failed since then still counts as in a row.
        for line in [state.start] + kept { bytes += try Self.encoded(line) }
        try Self.failing { () throws(DiskError) in try disk.writeFile(path, bytes) }
        state.lineCount = kept.count + 1
        state.endBytes = UInt64(bytes.count)
    }

    private static func encoded(_ line: Line) throws(RuntimeFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            let data =
                switch line {
                case .attempt(let attempt): try encoder.encode(attempt)
                case .passed(let sequence): try encoder.encode(Passed(passed: sequence))
                case .resumed(let sequence, let epoch): try encoder.encode(Resumed(resumed: sequence, epoch: epoch))
                }
            return Array(data) + [UInt8(ascii: "\n")]
        } catch {
            // Numbers and words are always JSON.
            preconditionFailure("an attempt is not JSON: \(error)")
        }
    }

    /// The whole lines of the file and where they end; nothing where there is none.
    private static func read(_ path: String, _ disk: any Disk) throws(RuntimeFailure) -> (
        lines: [Line], endBytes: UInt64
    ) {
        let bytes = try failing { () throws(DiskError) -> [UInt8] in
            do throws(DiskError) { return try disk.readFile(path) } catch  where error.isAbsence { return [] }
        }
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let decoder = JSONDecoder()
        var lines: [Line] = []
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
            let data = Data(line)
            // What a newer build wrote, or a bit that flipped, takes nothing else with it.
            if let attempt = try? decoder.decode(WebhookAttempt.self, from: data) {
                lines.append(.attempt(attempt))
            } else if let passed = try? decoder.decode(Passed.self, from: data) {
                lines.append(.passed(passed.passed))
            } else if let resumed = try? decoder.decode(Resumed.self, from: data) {
                lines.append(.resumed(resumed.resumed, epoch: resumed.epoch))
            }
        }
        return (lines, UInt64(end))
    }

    private static func failing<Value>(_ body: () throws(DiskError) -> Value) throws(RuntimeFailure) -> Value {
        do throws(DiskError) { return try body() } catch { throw RuntimeFailure(error) }
    }
}

extension WebhookLog.State {
    /// The line that says where the webhook stands.
    fileprivate var start: WebhookLog.Line { epoch.isEmpty ? .passed(told) : .resumed(told, epoch: epoch) }

    fileprivate mutating func ingest(_ line: WebhookLog.Line) {
        lineCount += 1
        switch line {
        case .passed(let sequence):
            told = max(told, sequence)
            streak = []
        case .resumed(let sequence, let epoch):
            (told, self.epoch) = (sequence, epoch)
            streak = []
        case .attempt(let attempt):
            lastNumber = max(lastNumber, attempt.number)
            last = attempt
            guard attempt.reason == .event else { return }
            if attempt.outcome == .delivered {
                told = max(told, attempt.sequence)
                streak = []
            } else if attempt.sequence > told {
                if streak.last?.sequence != attempt.sequence { streak = [] }
                streak.append(attempt)
            }
        }
    }
}

extension DataDirectory {
    static let webhooksName = "webhooks"
    package var webhooksPath: String { path + "/" + Self.webhooksName }

    /// Where a webhook stands and how its deliveries went.
    ///
    /// - Parameters:
    ///   - name: the webhook's identifier.
    ///   - start: the last record of the workspace before there was one.
    package func webhookLog(_ name: String, from start: UInt64, keptMax: Int) throws(RuntimeFailure) -> WebhookLog {
        do throws(DiskError) { try disk.makeDirectories(webhooksPath) } catch { throw RuntimeFailure(error) }
        return try WebhookLog(
            at: webhooksPath + "/" + name + Self.webhookSuffix, disk: disk, from: start, keptMax: keptMax)
    }

    /// Reads the log of a webhook and makes none; nil where there is none.
    func webhookLogIfThere(_ name: String, from start: UInt64) throws(RuntimeFailure) -> WebhookLog? {
        let path = webhooksPath + "/" + name + Self.webhookSuffix
        return disk.holds(path) ? try WebhookLog(at: path, disk: disk, from: start, keptMax: .max) : nil
    }

    /// The webhooks that something is kept of, by their identifiers.
    package func webhookLogNames() throws(RuntimeFailure) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: webhooksPath).filter { $0.hasSuffix(Self.webhookSuffix) }
                .map { String($0.dropLast(Self.webhookSuffix.utf8.count)) }.sorted()
        } catch  where error.isAbsence {
            return []
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Removes what was kept of a webhook; one that nothing is kept of is fine.
    package func removeWebhookLog(_ name: String) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.remove(webhooksPath + "/" + name + Self.webhookSuffix)
            try disk.syncDirectory(webhooksPath)
        } catch  where error.isAbsence {
            // Gone already.
        } catch {
            throw RuntimeFailure(error)
        }
    }

    private static let webhookSuffix = ".log"
}
