import ArgumentParser
import Kernel
import Studio
import Workspace

/// What parents agree to. Nothing of a child is analysed or told without it.
struct ConsentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent", abstract: "Gives or withdraws a parent's consent, for one child or for all.",
        subcommands: [GiveConsent.self, WithdrawConsent.self])
}

struct GiveConsent: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "give", abstract: "Agrees.")

    @Argument(help: "To what.") var purpose: ConsentPurpose
    @Option(help: ArgumentHelp("For this child; for all by default.", valueName: "child")) var child: String?
    @Option(help: ArgumentHelp("Which text was read before, such as 2026-11.", valueName: "notice"))
    var notice: String = ""
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let child = try child.map { try view.child($0) }
            return Change(
                .studio(.giveConsent(purpose, child, notice: notice)), of: (child?.entity ?? FamilyID.ours.entity),
                "Agreed to \(purpose.fieldName) for \(child.map { view.title(of: $0.entity) } ?? "all children").")
        }
    }
}

struct WithdrawConsent: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Takes a consent back; what is under way is stopped.")

    @Argument(help: "To what.") var purpose: ConsentPurpose
    @Option(help: ArgumentHelp("For this child; for all by default.", valueName: "child")) var child: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let child = try child.map { try view.child($0) }
            return Change(
                .studio(.withdrawConsent(purpose, child)), of: (child?.entity ?? FamilyID.ours.entity),
                "\(purpose.fieldName) for \(child.map { view.title(of: $0.entity) } ?? "all children") is not agreed to."
            )
        }
    }
}
