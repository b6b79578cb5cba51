import Accounts
import ArgumentParser
import Kernel
import Runtime

extension Daybook {
    /// The commands on accounts, for the person who keeps the installation.
    static var accounts: [any ParsableCommand.Type] {
        [AccountsCommand.self, MembersCommand.self, InviteCommand.self, AcceptCommand.self, RevokeCommand.self]
    }
}

extension ShowCommand {
    static var accounts: [any ParsableCommand.Type] { [ShowAccount.self, ShowMembers.self] }
}

/// Keeps the accounts of an installation.
struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Keeps accounts: who may sign in, on which plan, and how they like it.",
        discussion: """
            Whoever has the data directory keeps the installation and may do all of this. USER is an e-mail address or \
            a beginning of an id. A password is read from the terminal, unseen, or from standard input. Through a service \
            everybody keeps their own account: prefer, token, revoke-token and sign-out take --server.
            """,
        subcommands: [
            AccountAdd.self, AccountList.self, AccountShow.self, AccountEdit.self, AccountPassword.self,
            AccountPlan.self, AccountPrefer.self, AccountToken.self, AccountRevokeToken.self, AccountSignOut.self,
            AccountHistoryCommand.self, AccountAudit.self,
            AccountUndo.self,
        ])
}

struct AccountAdd: AdministeringLeaf {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Registers somebody.")
    static let asksPassword = true

    @Argument(help: "The e-mail address to sign in with.") var email: String
    @Option(help: "What others are shown.") var name: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let email = try Email(email)
        let name = try name.map { try Name($0) }
        let hash = try PasswordInput.hash(for: email)
        let user: UserID = session.mint()
        try await session.changeAccounts { _ in
            AccountChange(
                .registerUser(user, email: email, password: hash, name: name), of: user.entity,
                "Registered \(email.text).")
        }
    }
}

struct AccountList: DaybookLeaf {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Everybody who has an account.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { try session.show(await $0.view.accounts()) }
    }
}

struct AccountEdit: AdministeringLeaf {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Changes a name or an address.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @Option(help: "The new address.") var email: String?
    @Option(help: ArgumentHelp("The new name; none takes it away.", valueName: "name|none")) var name: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard email != nil || name != nil else { throw Problem(.usage, "Say --email, --name or both.") }
        try await session.changeAccounts { view in
            let user = try view.user(user)
            var commands: [AccountCommand] = []
            if let email { commands.append(.changeEmail(user, to: try Email(email))) }
            if let name { commands.append(.nameUser(user, name == "none" ? nil : try Name(name))) }
            return AccountChange(commands, of: user.entity, "Changed the account.")
        }
    }
}

struct AccountPassword: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Sets a password, and signs out everywhere.")
    static let asksPassword = true

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let email = try await session.readingAccounts { accounts in
            let view = await accounts.view
            return view.model.existing(try view.user(user))?.email
        }
        guard let email else { throw Problem(.notFound, "There is no account \(user).") }
        let hash = try PasswordInput.hash(for: email)
        try await session.changeAccounts { view in
            let user = try view.user(user)
            return AccountChange(
                .changePassword(user, to: hash, keeping: nil), of: user.entity,
                "Changed the password and signed out everywhere.")
        }
    }
}

struct AccountPlan: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Chooses the plan, and limits the storage.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @Argument(help: ArgumentHelp("Which.", valueName: "free|paid")) var plan: String?
    @Option(help: ArgumentHelp("At most so many bytes; none for no limit.", valueName: "bytes|none"))
    var storage: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard plan != nil || storage != nil else { throw Problem(.usage, "Say free, paid or --storage.") }
        let chosen = try plan.map { word throws(Problem) in
            guard let plan = Plan(word: word) else { throw Problem(.usage, "A plan is free or paid, not \(word).") }
            return plan
        }
        let bytesMax = try storage.map { word throws(Problem) -> Int? in
            if word == "none" { return nil }
            guard let bytes = Int(word) else { throw Problem(.usage, "\(word) is not a number of bytes.") }
            return bytes
        }
        try await session.changeAccounts { view in
            let user = try view.user(user)
            var commands: [AccountCommand] = []
            if let chosen { commands.append(.choosePlan(user, chosen)) }
            if let bytesMax { commands.append(.limitStorage(user, bytesMax: bytesMax)) }
            return AccountChange(commands, of: user.entity, "Changed what the account may use.")
        }
    }
}

struct AccountToken: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Issues a token for a program, and shows its secret once.")

    @Argument(help: ArgumentHelp("On whose behalf.", valueName: "user")) var user: String
    @Option(help: "What it is for.") var name: String
    @Option(
        help: ArgumentHelp(
            "What it may be used for: everything, reading, notes, boards, captures, studio or widget.",
            valueName: "scope")) var scope: [String]
    @Option(help: ArgumentHelp("How long it is valid; without it, until revoked.", valueName: "days")) var days: Int?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let scopes = try scope.map { word throws(Problem) in
            guard let scope = Scope.allCases.first(where: { spelled($0.fieldName) == word }), scope != .nothing else {
                throw Problem(.usage, "There is no scope \(word).")
            }
            return scope
        }
        let name = try Name(name)
        if let service = try session.service() {
            return try await issue(name, scopes, through: service, in: session)
        }
        let secret = FreshSecret()
        let token: TokenID = session.mint()
        let now = session.runtime.now()
        try await session.changeAccounts { view in
            let user = try view.user(user)
            return AccountChange(
                .issueToken(
                    token, of: user, name: name, secret: secret.digest, scopes: scopes, at: now,
                    expires: days.map { now.later(byDays: $0) }), of: token.entity,
                "Issued the token \(name.text).", secret: secret.text)
        }
    }
}

struct AccountRevokeToken: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "revoke-token", abstract: "Revokes a token for good.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @Argument(help: "Which: its name, or the first digits of its secret as `daybook show account` shows them.")
    var token: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await revoke(through: service, in: session) }
        try await session.changeAccounts { view in
            let found = view.model.tokens(of: try view.user(user)).filter { id in
                guard let kept = view.model.tokens[id], !kept.isRevoked else { return false }
                return kept.name.text == token || kept.secret.shortText == token
            }
            guard found.count == 1 else {
                throw Problem(.notFound, "\"\(token)\" names \(counted(found.count, "token")) that can be revoked.")
            }
            return AccountChange(.revokeToken(found[0]), of: found[0].entity, "Revoked the token.")
        }
    }
}

struct AccountSignOut: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Ends every session of an account.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await signOut(through: service, in: session) }
        try await session.changeAccounts { view in
            let user = try view.user(user)
            return AccountChange(.signOutEverywhere(user, keeping: nil), of: user.entity, "Signed out everywhere.")
        }
    }
}

struct AccountHistoryCommand: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "What happened to an account, oldest first.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { book in
            let view = await book.view
            let name = try session.names(view)
            let entries = try book.history(of: try view.user(user).entity, names: view).map { entry in
                var entry = entry
                entry.actorName = name(entry.actor)
                return entry
            }
            let text = entries.map { "\($0.sequence)  \($0.time.text)  \($0.actorName)  \($0.summary)" }
            try session.show(text: text.joined(separator: "\n")) { json in
                json.array(entries) { $1.write(to: &$0) }
            }
        }
    }
}

struct AccountAudit: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Every record of the accounts as a line of JSON; no secret is in any.")

    @Option(help: ArgumentHelp("Only such events, as user, or session opened.", valueName: "kind")) var kind: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { book in
            let view = await book.view
            let name = try session.names(view)
            try book.audit(AuditFilter(kind: kind), names: view) { row in
                var row = row
                row.actorName = name(row.actor)
                try session.console.line(row.json)
                return .next
            }
        }
    }
}

struct AccountUndo: AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Takes back the last change of accounts, or the one that a record belongs to.",
        discussion: "What gives or takes a credential is final, and so is an answer to an invitation.")

    @Argument(help: ArgumentHelp("A record of what to take back, as history and audit number them.", valueName: "seq"))
    var sequence: UInt64?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { _ in }
        try await session.writingAccounts { book, author in
            let outcome = try await book.undo(sequence, by: .machine, as: author)
            let what = outcome.facts.map { $0.event.kindName }.joined(separator: ", ")
            try session.report(outcome, of: nil, "Undone: \(what).")
        }
    }
}

extension Instant {
    func later(byDays days: Int) -> Instant {
        let (micros, overflows) = Int64(days).multipliedReportingOverflow(by: 86_400_000_000)
        guard !overflows else { return Instant(microseconds: days > 0 ? .max : .min) }
        let (sum, isTooLate) = microseconds.addingReportingOverflow(micros)
        return Instant(microseconds: isTooLate ? (days > 0 ? .max : .min) : sum)
    }
}
