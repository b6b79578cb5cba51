import ArgumentParser
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
            + "proves that history was not rewritten: audit prints the same head.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        do {
            try await session.reading(despite: .reported) { workspace in try await check(workspace, in: session) }
        } catch RuntimeFailure.journal(let path, let error) where Self.isDamage(error) {
            // Too damaged to be opened is damage too, and is reported in the same shape.
            let words = RuntimeFailure.journal(path: path, error).message
            try report(isSound: false, nil, damage: [words], text: words, in: session)
        }
    }

    private func check(_ workspace: OpenWorkspace, in session: Session) async throws {
        let view = await workspace.view
        let found = try await Progress.during("verifying") { try workspace.verify(view) }
        let damage = found.journal.damage.map(\.words) + found.blobs.map(\.words)
        try report(
            isSound: found.isSound, found.journal, damage: damage, text: text(of: found, damage: damage), in: session)
    }

    private func report(
        isSound: Bool, _ journal: VerifyReport?, damage: [String], text: String, in session: Session
    ) throws {
        try session.show(text: text) { json in
            json.object { json in
                json.field("ok", isSound)
                json.field("segments", journal?.segments ?? 0)
                json.field("records", journal?.records ?? 0)
                json.field("chainHead", journal.map { "\($0.chainHead.hash)" })
                json.field("damage", damage)
            }
        }
        guard isSound else {
            let places = damage.count == 1 ? "1 place is damaged" : "\(damage.count) places are damaged"
            throw Problem(.different, "\(places); nothing was changed, restore from a backup.")
        }
    }

    private static func isDamage(_ error: JournalError) -> Bool {
        switch error {
        case .corrupt, .missingSegment: true
        default: false
        }
    }

    private func text(of found: Verification, damage: [String]) -> String {
        let journal = found.journal
        var lines = [
            "\(counted(Int(journal.records), "record")) in \(counted(journal.segments, "segment")), "
                + "\(damage.isEmpty ? "sound" : "damaged")",
            "chain head \(journal.chainHead.hash) after record \(journal.chainHead.sequence)",
        ]
        lines += damage.map { "damage: " + $0 }
        lines += found.unusedSnapshots.map { $0.message + " It is derived; nothing is lost." }
        return lines.joined(separator: "\n")
    }
}

extension Verification.BlobFinding {
    /// For people: which attached file, and what is wrong with it.
    var words: String {
        switch condition {
        case .missing: "the attached file \(digest.text) is missing from \(path)"
        case .altered: "\(path) no longer holds what its digest says"
        case .sound: "\(path) is sound"
        }
    }
}
