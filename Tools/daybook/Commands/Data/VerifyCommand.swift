import ArgumentParser
import Foundation
import JournalEngine
import Kernel
import Runtime
import Workspace

/// Checks that everything is as it was written.
struct VerifyCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract:
            "Checks frames, chain, index, snapshots and attached files; prints the chain head; exits 1 on damage.",
        discussion: "The chain head is a hash over everything ever written. Keep it elsewhere, and a later verify "
            + "proves that history was not rewritten: audit prints the same head. With --against it says whether the "
            + "journal is what had that head, or an extension of it; anything else ends with 1.")

    @OptionGroup var globals: GlobalOptions

    @Option(
        help:
            "A chain head kept earlier, SEQUENCE:HASH, or a file that holds one, such as what verify or audit said, also as JSON."
    )
    var against: String?

    func run(in session: Session) async throws {
        let kept = try keptHead()
        do {
            try await session.reading(despite: .reported) { workspace in
                try await check(workspace, against: kept, in: session)
            }
        } catch let failure as RuntimeFailure where Self.isDamage(failure) {
            // Too damaged to be opened is damage too, and is reported in the same shape.
            let words = failure.message
            try report(isSound: false, nil, damage: [words], erasures: [], text: words, in: session)
        }
    }

    private func keptHead() throws -> ChainHead? {
        guard let against else { return nil }
        if let head = try ChainHead.kept(against) ?? Self.reported(in: Data(against.utf8)) { return head }
        guard let head = FileManager.default.contents(atPath: against).flatMap(Self.reported) else {
            throw Problem(.usage, "\(against) is neither a chain head (SEQUENCE:HASH) nor a file that holds one.")
        }
        return head
    }

    /// The head in what `verify --json` said of a sound journal.
    private static func reported(in json: Data) -> ChainHead? {
        struct Report: Decodable {
            var records: UInt64
            var chainHead: String
        }
        guard let report = try? JSONDecoder().decode(Report.self, from: json) else { return nil }
        return ChainHead(text: "\(report.records):\(report.chainHead)")
    }

    private func check(_ workspace: WorkspaceActor, against kept: ChainHead?, in session: Session) async throws {
        let view = await workspace.view
        let found = try await Progress.during("verifying") { try workspace.verify(view) }
        let accounts = try await verifiedAccounts(in: session)
        let ofAccounts = accounts?.unevenKeys ?? []
        let uneven = found.unevenKeys + ofAccounts.filter { !found.unevenKeys.contains($0) }
        let damage =
            found.journal.damage.map(\.words) + (found.missing.map { [$0.words] } ?? []) + found.blobs.map(\.words)
            + uneven.map(Self.words(ofUneven:)) + (accounts?.damage.map { "the accounts: " + $0 } ?? [])
        let erasures = try workspace.erasures(names: view)
        // Damage is reported first: what cannot be read can prove nothing.
        let comparison = found.journal.ok ? try kept.map { try workspace.journal.compare(with: $0) } : nil
        let quiet = workspace.reasonToKeepStrays(at: session.runtime.now())
        let words =
            text(of: found, erasures, damage: damage, quiet) + (comparison.map { "\n" + $0.words } ?? "")
            + (accounts.map { Self.words(ofAccounts: $0.records, isSound: $0.damage.isEmpty && ofAccounts.isEmpty) } ?? "")
            + (workspace.clockWords.map { "\n" + $0 } ?? "")
        try report(
            isSound: damage.isEmpty && found.isSound, found.journal, comparison, damage: damage, erasures: erasures, found,
            text: words, in: session)
        if let comparison, !comparison.isProven {
            throw Problem(.different, "The journal is not proven to be what had the head \(comparison.kept.text).")
        }
    }

    private static func words(ofAccounts records: Int, isSound: Bool) -> String {
        "\nthe accounts: \(counted(records, "record")), \(isSound ? "sound" : "damaged")"
    }

    private static func words(ofUneven file: String) -> String {
        "\(file) and its copy are not both sound and the same: the sound one still opens everything, and nothing stands behind "
            + "it; it is made again when these keys are next opened for writing, or copy it over the other one"
    }

    /// Checks the accounts of the service whose data directory this is; nil where it has none.
    private func verifiedAccounts(
        in session: Session
    ) async throws -> (records: Int, damage: [String], unevenKeys: [String])? {
        guard try session.service() == nil, session.exists(session.directory.accounts) else { return nil }
        do {
            let report = try await session.readingAccounts { try $0.verify() }
            let uneven = try session.runtime.keyStore?.unevenCopies(of: session.directory.accounts) ?? []
            return (Int(report.records), report.damage.map(\.words), uneven)
        } catch let failure as RuntimeFailure where Self.isDamage(failure) {
            return (0, [failure.message], [])
        }
    }

    private func report(
        isSound: Bool, _ journal: VerifyReport?, _ comparison: HeadComparison? = nil, damage: [String],
        erasures: [ErasureEntry], _ found: Verification? = nil, text: String, in session: Session
    ) throws {
        try session.show(text: text) { json in
            json.object { json in
                json.field("ok", isSound)
                json.field("segments", journal?.segments ?? 0)
                json.field("records", journal?.records ?? 0)
                json.field("chainHead", journal.map { "\($0.chainHead.hash)" })
                json.field("damage", damage)
                if !erasures.isEmpty {
                    json.key("erasures")
                    json.array(erasures) { $1.write(to: &$0) }
                }
                if let missing = found?.missing {
                    json.key("missing")
                    json.object { json in
                        json.field("last", missing.last)
                        json.field("known", missing.evidence.last)
                        json.field("source", missing.evidence.path)
                    }
                }
                if let snapshots = found?.unusedSnapshots, !snapshots.isEmpty {
                    json.field("unusableSnapshots", snapshots.map(\.path))
                }
                if let strays = found?.strays, !strays.isEmpty { json.field("strays", strays.map(\.path)) }
                if let uploads = found?.uploads, !uploads.isEmpty { json.field("damagedUploads", uploads.map(\.path)) }
                let findings = found?.findings ?? DataFindings()
                if !findings.inClear.isEmpty { json.field("inClear", findings.inClear) }
                if !findings.unknown.isEmpty { json.field("unknown", findings.unknown) }
                if let comparison {
                    json.key("against")
                    json.object { json in
                        json.field("outcome", comparison.outcome.name)
                        json.field("proven", comparison.isProven)
                        json.field("words", comparison.words)
                    }
                }
            }
        }
        guard isSound else {
            let places = damage.count == 1 ? "1 place is damaged" : "\(damage.count) places are damaged"
            throw Problem(.different, "\(places); nothing was changed, restore from a backup.")
        }
    }

    private static func isDamage(_ failure: RuntimeFailure) -> Bool {
        switch failure {
        case .journalGone, .recordsMissing: true
        case .journal(_, .corrupt), .journal(_, .missingSegment): true
        default: false
        }
    }

    private func text(of found: Verification, _ erasures: [ErasureEntry], damage: [String], _ quiet: String?) -> String {
        let journal = found.journal
        var lines = [
            "\(counted(Int(journal.records), "record")) in \(counted(journal.segments, "segment")), "
                + "\(damage.isEmpty ? "sound" : "damaged")",
            "chain head \(journal.chainHead.hash) after record \(journal.chainHead.sequence)",
        ]
        lines += damage.map { "damage: " + $0 }
        lines += erasures.map { "erased: " + $0.words }
        lines += journal.redactions.filter { !$0.isFinished }.map {
            "not erased yet: what record \($0.sequence) names; the next command that writes takes it to its end"
        }
        lines += found.strays.map { "stray: " + $0.words }
        if let quiet, !found.strays.isEmpty {
            lines.append("strays stay for \(HistoryMark.quietDays) days, because \(quiet)")
        }
        lines += found.unusedSnapshots.map { snapshot in
            snapshot.message + (snapshot.fault == .aheadOfJournal ? "" : " It is derived; nothing is lost.")
        }
        lines += found.uploads.map { "upload: " + $0.words }
        lines += journal.highWaterMark.words.map { [$0] } ?? []
        lines += found.findings.inClear.map {
            "in clear: \($0); the next command that writes erases it, or `daybook keys create` encrypts it"
        }
        lines += found.findings.unknown.map { "unknown: \($0) is nothing that Daybook keeps here; it was left as it is" }
        return lines.joined(separator: "\n")
    }
}

extension Verification.BlobFinding {
    /// For people: which attached file, and what is wrong with it.
    var words: String {
        switch condition {
        case .missing: "the attached file \(digest.text) is missing from \(path)"
        case .altered: "\(path) no longer holds what its digest says"
        case .keyless: "the key of \(path) is gone, so nobody can read what its digest \(digest.text.prefix(12))… names"
        case .sound: "\(path) is sound"
        }
    }
}

extension StrayFile {
    /// For people: why it is there, that it is harmless, and who takes it.
    fileprivate var words: String {
        "\(path) (\(sizeWords(byteCount))\(kept.map { ", kept " + $0.text } ?? "")) is a file that nothing speaks of: "
            + "attaching it was interrupted, or goes on now. `daybook retention run` takes it when it is old enough."
    }
}
