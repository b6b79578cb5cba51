import ArgumentParser
import Capture
import Kernel
import Workspace

/// Puts off what asks for attention.
struct PromptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompt", abstract: "Puts off, dismisses and allows prompts.",
        discussion: "KIND is a word such as organise, upload-reminder, milestone or weekly-summary.",
        subcommands: [PromptSnooze.self, PromptDismiss.self, PromptRevive.self])
}

struct PromptSnooze: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "snooze", abstract: "Puts a prompt off.")

    @Argument(help: "Which kind.", transform: CaptureArguments.prompt) var kind: PromptKind
    @Option(help: ArgumentHelp("When it may be shown again.", valueName: "time"), transform: CaptureArguments.moment)
    var until: Instant
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { _ in
            Change(
                .capture(.snoozePrompt(kind, until: until)), of: kind.id.entity,
                "Put off \(kind.key) until \(until.text).")
        }
    }
}

struct PromptDismiss: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "dismiss", abstract: "Never shows a prompt again.")

    @Argument(help: "Which kind.", transform: CaptureArguments.prompt) var kind: PromptKind
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { _ in
            Change(.capture(.dismissPrompt(kind)), of: kind.id.entity, "Dismissed \(kind.key).")
        }
    }
}

struct PromptRevive: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "revive", abstract: "Lets a prompt be shown again.")

    @Argument(help: "Which kind.", transform: CaptureArguments.prompt) var kind: PromptKind
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { _ in
            Change(.capture(.revivePrompt(kind)), of: kind.id.entity, "\(kind.key) may be shown again.")
        }
    }
}
