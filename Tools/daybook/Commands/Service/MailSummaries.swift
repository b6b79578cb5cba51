import ArgumentParser
import Foundation
import Kernel
import Logging
import Runtime
import Service

/// Mails the weekly summaries that are due, once, as the service does while it runs.
struct MailSummariesCommand: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "mail-summaries",
        abstract: "Mails the weekly summaries that are due to those who asked for them, each once.",
        discussion: """
            For a data directory that no service runs on: `daybook serve` does it by itself, and --dry-run shows what is due \
            there too, by the settings of the service. Settings (mail.server, \
            mail.from, …) come from where those of the service come from. Who asks for a summary: daybook account prefer \
            USER --weekly-summary.
            """)

    @Flag(help: "Only shows the letters; nothing is sent or noted.") var dryRun = false
    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?
    @Option(name: .customLong("set"), help: ArgumentHelp("One setting; may be repeated.", valueName: "key=value"))
    var settings: [String] = []
    @OptionGroup var globals: GlobalOptions

    var goesThroughService: Bool { dryRun }

    func run(in session: Session) async throws {
        if let service = Administration.current?.service {
            return try show(try await service.dueSummaries(), session)
        }
        let configuration = try await ServiceConfiguration.read(
            flags: try ServeCommand.flags(settings), environment: ProcessInfo.processInfo.environment, file: config)
        guard dryRun || !configuration.text(.mailServer).isEmpty else {
            throw Problem(.usage, "No mail server is set: say mail.server and mail.from, or --dry-run to see the letters.")
        }
        guard session.exists(session.directory.accounts) else {
            throw RuntimeFailure.noAccounts(path: session.directory.path)
        }
        let logger = Logger(label: "daybook") { JSONLog(label: $0, level: .error) }
        let identity = try session.directory.identity(
            orCreateFor: Session.loginName, on: Session.hostName, in: session.runtime)
        let pool = try await WorkspacePool.open(
            session.directory, as: identity, configuration, in: session.runtime, logger: logger)
        do {
            try await mail(try SummaryService(pool, logger: logger), session)
        } catch {
            try await pool.close()
            throw error
        }
        try await pool.close()
    }

    private func mail(_ summaryService: SummaryService, _ session: Session) async throws {
        if dryRun {
            let letters = try await summaryService.letters()
            try await summaryService.stop()
            return try show(letters, session)
        }
        let round = try await summaryService.round()
        try await summaryService.stop()
        try session.show(
            text: "\(counted(round.mailed, "summary", "summaries")) mailed; \(round.quiet) had nothing to tell."
        ) { json in
            json.object { json in
                json.field("mailed", round.mailed)
                json.field("quiet", round.quiet)
                json.field("failed", round.failed)
            }
        }
        if let fault = round.fault {
            throw Problem(
                .machine, "\(counted(round.failed, "summary", "summaries")) could not be mailed: \(fault). Run it again.")
        }
    }

    private func show(_ letters: [MailMessage], _ session: Session) throws {
        try session.show(
            text: letters.isEmpty ? "No summary is due." : letters.map(\.readable).joined(separator: "\n\n")
        ) { json in
            json.array(letters) { json, letter in
                json.object { json in
                    json.field("to", letter.to)
                    json.field("subject", letter.subject)
                    json.field("text", letter.text)
                }
            }
        }
    }

    private func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
}
