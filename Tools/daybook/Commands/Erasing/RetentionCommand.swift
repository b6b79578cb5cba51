import Accounts
import ArgumentParser
import Kernel
import Runtime
import Workspace

/// Shows and sets the time that deleted things are kept, and erases older ones.
struct RetentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Says and sets how long deleted things are kept, and erases what is older.",
        discussion: """
            Everything is kept for ever until its owner says otherwise. Trash: what was deleted. Blobs: files that were taken \
            off, what an AI was sent and gave back, of which the digests stay, and files that nothing speaks of. History is \
            kept as long as its thing: today's texts, former names and times are made of it; `daybook erase` takes both.
            """,
        subcommands: [RetentionShow.self, RetentionSet.self, RetentionRun.self])
}

struct OwnerOption: ParsableArguments {
    @Option(help: ArgumentHelp("Whose; may be left out where there is one account.", valueName: "address")) var user: String?

    func user(in view: AccountsView) throws(Problem) -> UserID {
        if let user { return try view.user(user) }
        guard let only = view.liveUsers.first, view.liveUsers.count == 1 else {
            throw Problem(.usage, "There are \(counted(view.liveUsers.count, "account")); say whose with --user.")
        }
        return only
    }
}

struct RetentionShow: DaybookLeaf {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "How long things are kept.")

    @OptionGroup var owner: OwnerOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { book in
            let view = await book.view
            let user = try owner.user(in: view)
            let preferences = view.model.existing(user)?.preferences ?? Preferences()
            let lines = Retained.allCases.map { kept in
                spelled(kept.fieldName) + ": "
                    + (preferences.days(of: kept).map { counted($0, "day") } ?? "for ever")
            }
            try session.show(text: lines.joined(separator: "\n")) { json in
                json.object { json in
                    for kept in Retained.allCases {
                        json.key(spelled(kept.fieldName))
                        if let days = preferences.days(of: kept) { json.value(days) } else { json.null() }
                    }
                }
            }
        }
    }
}

struct RetentionSet: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Says how long trash, blobs or history are kept.")

    @Argument(help: ArgumentHelp("trash, blobs or history.", valueName: "what")) var what: String
    @Argument(help: ArgumentHelp("How many days, or ever.", valueName: "days")) var days: String
    @OptionGroup var owner: OwnerOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard let kept = Retained.allCases.first(where: { spelled($0.fieldName) == what }) else {
            throw Problem(.usage, "Trash, blobs and history are kept, not \(what).")
        }
        guard days == "ever" || Int(days) != nil else { throw Problem(.usage, "\(days) is not a number of days.") }
        try await session.changeAccounts { view in
            let user = try owner.user(in: view)
            let words = Int(days).map { "for " + counted($0, "day") } ?? "for ever"
            return AccountChange(
                .chooseRetention(user, of: kept, days: Int(days)), of: user.entity, "Keeps \(what) \(words).")
        }
    }
}

struct RetentionRun: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Erases what is older than its owner keeps it, in one workspace.")

    @Flag(help: "Only say what would go.") var dryRun = false
    @Flag(help: "Do not ask.") var yes = false
    @OptionGroup var owner: OwnerOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let preferences = try await session.readingAccounts { book in
            let view = await book.view
            return view.model.existing(try owner.user(in: view))?.preferences ?? Preferences()
        }
        let rule = RetentionRule(preferences)
        if preferences.days(of: .history) != nil {
            session.console.say("daybook: history stays as long as its things; `daybook erase` takes both.")
        }
        let now = session.runtime.now()
        let isAgreed = try await session.reading { workspace in
            let plan = try await workspace.planRetention(rule, at: now)
            if plan.isEmpty || dryRun {
                let words = plan.isEmpty ? "Nothing is old enough to go." : "Would erase \(words(for: plan))."
                try session.show(text: words) { json in
                    json.object { json in
                        json.field("outcome", plan.isEmpty ? "nothingToDo" : "dryRun")
                        json.field("things", plan.closure.things.count)
                        json.field("runs", plan.runs.count)
                        json.field("strays", plan.strays.count)
                    }
                }
                return false
            }
            return try agree(to: words(for: plan), in: session)
        }
        guard isAgreed else { return }
        try await session.writing { workspace, author in
            let outcome = try await workspace.retain(rule, at: now, as: author)
            let facts = outcome.erasure?.facts
            let sentence =
                "Erased \(facts?.counts ?? "nothing"); forgot what \(counted(outcome.forgottenRunCount, "run")) held; "
                + "took \(counted(outcome.strayCount, "file")) that nothing spoke of."
            let exports = outcome.erasure?.exports ?? ExportsOutcome()
            try session.show(text: ([sentence] + exports.lines).joined(separator: "\n")) { json in
                json.object { json in
                    json.field("outcome", "erased")
                    json.field("things", facts?.things ?? 0)
                    json.field("records", facts?.records ?? 0)
                    json.field("files", facts?.files ?? 0)
                    json.field("runs", outcome.forgottenRunCount)
                    json.field("strays", outcome.strayCount)
                    json.field("alsoErased", exports.erased)
                    json.field("notLookedInto", exports.passedOver)
                }
            }
        }
    }

    private func words(for plan: RetentionPlan) -> String {
        let things = plan.closure.things.isEmpty ? "nothing from the trash" : plan.closure.words
        let sent = "what " + counted(plan.runs.count, "run") + " sent and received"
        return [things, sent, counted(plan.strays.count, "file") + " that nothing speaks of"].joined(separator: "; ")
    }

    private func agree(to what: String, in session: Session) throws(Problem) -> Bool {
        if yes { return true }
        guard session.console.canAsk else { throw Problem(.usage, "This would erase \(what); say --yes to do it.") }
        guard session.console.confirm("Erase for good \(what)?") else { throw Problem(.refused, "Nothing was erased.") }
        return true
    }
}
