import ArgumentParser
import Kernel
import Runtime

/// Goes on without records that are missing, deliberately and with the numbers.
struct AcceptLossCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "accept-loss",
        abstract: "Gives up acknowledged records that a journal lacks, so that it can be written again.",
        discussion: """
            A journal that is gone, or ends before a file beside it knows, is read but not written. Restore it from a backup. \
            Where there is none, this prints what is missing and, with --yes, goes on without it: files that are ahead get \
            the ending .ahead, a journal that is gone is begun empty, and attached files that nothing names any more stay for \
            \(HistoryMark.quietDays) days. Nothing is deleted.
            """)

    @Flag(help: "Of the accounts, not of a workspace.")
    var accounts = false

    @Flag(help: "Go on without what is missing.")
    var yes = false

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try session.keyStore.unlock()
        let paths = accounts ? session.directory.accounts : try session.paths()
        let directory = accounts ? session.directory : nil
        let runtime = accounts ? session.runtime : try await session.vouched()
        let survey = try runtime.surveyLoss(of: paths, in: directory)
        guard let words = survey.words else {
            return try session.show(text: "Nothing is missing in \(paths.root); nothing was changed.") {
                survey.write(to: &$0, isAccepted: false)
            }
        }
        guard yes else {
            throw Problem(
                .different, words + " Nothing was changed; restore from a backup, or go on without with --yes.")
        }
        let accepted = try await runtime.acceptLoss(of: paths, in: directory)
        try session.show(text: words + " Given up.") { accepted.write(to: &$0, isAccepted: true) }
    }
}

extension LossSurvey {
    fileprivate func write(to json: inout JSONWriter, isAccepted: Bool) {
        json.object { json in
            json.field("accepted", isAccepted)
            json.field("gone", remains != nil)
            json.field("last", last ?? 0)
            json.field("known", ahead.first?.last ?? last ?? 0)
            json.field("sources", ahead.map(\.path) + (remains.map { [$0] } ?? []))
        }
    }
}
