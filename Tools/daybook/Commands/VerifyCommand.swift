import ArgumentParser
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
        try await session.reading { workspace in
            let view = await workspace.view
            let found = try await Progress.during("verifying") { try workspace.verify(view) }
            let journal = found.journal
            let damage = journal.damage.map(\.words) + found.blobs.map(\.words)
            try session.show(text: text(of: found, damage: damage)) { json in
                json.object { json in
                    json.field("ok", found.isSound)
                    json.field("segments", journal.segments)
                    json.field("records", journal.records)
                    json.field("chainHead", "\(journal.chainHead.hash)")
                    json.field("damage", damage)
                }
            }
            guard found.isSound else {
                throw Problem(
                    .different,
                    "\(counted(damage.count, "place")) \(damage.count == 1 ? "is" : "are") damaged; restore from a backup."
                )
            }
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
