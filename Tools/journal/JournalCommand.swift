import ArgumentParser

@main
struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Looks at a journal directory as the engine sees it.")
}
