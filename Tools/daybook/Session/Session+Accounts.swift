import Accounts
import Kernel
import Runtime

/// The commands on the accounts that a command line gives, and the sentence that says they were carried out.
struct AccountChange {
    let commands: [AccountCommand]
    /// The thing it is about.
    let subject: EntityID
    let sentence: String
    /// The secret that the change hands out, shown once.
    let secret: String?

    init(_ commands: [AccountCommand], of subject: EntityID, _ sentence: String) {
        self.commands = commands
        self.subject = subject
        self.sentence = sentence
        secret = nil
    }

    init(_ command: AccountCommand, of subject: EntityID, _ sentence: String, secret: String? = nil) {
        commands = [command]
        self.subject = subject
        self.sentence = secret.map { sentence + " Its secret, which is not shown again: " + $0 } ?? sentence
        self.secret = secret
    }
}

// Anyone who has the data directory keeps the installation: the policy knows them as the machine.
extension Session {
    /// Opens the accounts for reading; never creates or changes a file.
    func readingAccounts<Result>(_ body: (AccountsStore) async throws -> Result) async throws -> Result {
        if let current = Administration.current { return try await body(current.service.pool.book) }
        guard exists(directory.accounts) else { throw RuntimeFailure.noAccounts(path: directory.path) }
        let book = try await openAccounts {
            try await AccountsStore.open(in: directory, access: .reading, runtime: runtime)
        }
        return try await closing(book) { book in
            if let damage = book.journal.recovery.damage {
                throw RuntimeFailure.journal(path: book.paths.root, damage)
            }
            return try await body(book)
        }
    }

    /// Works out a change from today's accounts, has it decided and journaled as one commit, and says what came of it.
    ///
    /// Where there are no accounts yet the change is tried first on none, so that a command that fails leaves nothing
    /// behind.
    func changeAccounts(_ plan: (AccountsView) throws -> AccountChange) async throws {
        if try await !accountsExist() { try Self.rehearse(try plan(AccountsView())) }
        try await writingAccounts { book, author in
            let change = try plan(await book.view)
            let outcome = try await book.perform(change.commands, by: .machine, as: author)
            try report(outcome, of: change.subject, change.sentence, secret: change.secret)
        }
    }

    /// Opens the accounts for writing, and says who writes.
    ///
    /// - Parameter isPatient: waits for another process that writes them.
    func writingAccounts<Result>(
        isPatient: Bool = true, _ body: (AccountsStore, Author) async throws -> Result
    ) async throws -> Result {
        if let current = Administration.current { return try await body(current.service.pool.book, try introduced()) }
        let book = try await openAccountsForWriting(isPatient: isPatient)
        return try await closing(book) { book in
            let author = try introduced()
            await finishErasures(book, author)
            return try await body(book, author)
        }
    }

    /// The caller closes them.
    func openAccountsForWriting(isPatient: Bool = true) async throws -> AccountsStore {
        try await openAccounts {
            guard isPatient else {
                return try await AccountsStore.openOrCreate(in: directory, runtime: runtime)
            }
            return try await patience.waiting {
                try await AccountsStore.openOrCreate(in: directory, runtime: runtime)
            }
        }
    }

    /// The environment with what the accounts of a service here know of this session's workspace; without, where there are no
    /// accounts, or they cannot be read: that is told by who needs them.
    func vouched() async throws -> RuntimeEnvironment {
        var runtime = runtime
        guard try service() == nil, exists(directory.accounts) else { return runtime }
        do {
            runtime.vouched = try await readingAccounts {
                try await $0.vouchers(ofDirectory: globals.workspace, in: directory)
            }
        } catch is RuntimeFailure {}
        return runtime
    }

    /// The author of this installation.
    func introduced() throws -> Author {
        try directory.identity(orCreateFor: Self.loginName, on: Self.hostName, in: runtime).author
    }

    /// The names that people gave to the workspaces whose directories are named by an identifier; none where the accounts
    /// cannot be read, since the names are only additional.
    func workspaceNamesOfPeople() async -> [String: String] {
        guard exists(directory.accounts), let view = try? await readingAccounts({ await $0.view }) else { return [:] }
        var names: [String: String] = [:]
        for id in view.liveWorkspaces { names[id.text] = view.model.existing(id)?.name.text }
        return names
    }

    /// The names of people: those without an account, such as the person who keeps the installation, by its identity.
    func names(_ view: AccountsView) throws -> (ActorID) -> String {
        let identity = try directory.identity()
        return { actor in actor == identity?.actor ? identity?.actorName ?? "" : view.name(of: actor) }
    }

    /// Asks for what opens them before anything else is under way: a passphrase is typed on a quiet terminal.
    private func openAccounts(_ open: () async throws -> AccountsStore) async throws -> AccountsStore {
        try keyStore.unlock()
        return try await Progress.during("opening the accounts", open)
    }

    func accountsExist() async throws -> Bool {
        do {
            try await readingAccounts { _ in }
            return true
        } catch RuntimeFailure.noAccounts {
            return false
        }
    }

    private static func rehearse(_ change: AccountChange) throws {
        var state = AccountDecider.initial
        for command in change.commands {
            for event in try AccountDecider.decide(command, given: state) {
                AccountDecider.evolve(&state, with: event)
            }
        }
    }

    /// Closes whatever happens; the first error is the one that is told.
    func closing<Result>(
        _ book: AccountsStore, after body: (AccountsStore) async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body(book)
            try await book.close()
            return result
        } catch {
            do { try await book.close() } catch let second {
                console.say("daybook: closing the accounts failed as well: \(Problem(second).message)")
            }
            throw error
        }
    }
}

extension AccountsView {
    /// The account that `ref` names: its address, or four or more digits of its identifier.
    func user(_ ref: String) throws(Problem) -> UserID {
        if let id = model.user(with: Email(recorded: ref)) { return id }
        let found = liveUsers.filter { begins($0.entity, with: ref) }
        guard found.count == 1 else {
            throw Problem(
                .notFound,
                found.isEmpty
                    ? "There is no account \"\(ref)\"; `daybook account list` names all."
                    : "\"\(ref)\" names \(found.count) accounts; say the address.")
        }
        return found[0]
    }

    /// The workspace of that name, or with that identifier, which is what the directory of one is called that was made over
    /// HTTP.
    func workspace(named name: String) throws(Problem) -> WorkspaceID {
        let found = liveWorkspaces.filter { model.existing($0)?.name == Name(recorded: name) || $0.text == name }
        guard let only = found.first, found.count == 1 else {
            throw Problem(
                .notFound,
                found.isEmpty
                    ? "Nobody shares a workspace \"\(name)\"; `daybook members create` begins it, --workspace names another."
                    : "There are \(found.count) workspaces \"\(name)\"; rename all but one.")
        }
        return only
    }

    /// The invitation to `workspace` whose identifier or secret's digest begins with `ref`.
    func invitation(_ ref: String, to workspace: WorkspaceID) throws(Problem) -> InvitationID {
        let found = model.invitations(to: workspace).filter {
            begins($0.entity, with: ref) || model.existing($0)?.secret.shortText == ref
                || model.existing($0)?.email?.key == Email(recorded: ref).key
        }
        guard found.count == 1 else {
            throw Problem(
                .notFound, "\"\(ref)\" names \(counted(found.count, "invitation")); `daybook members` lists them.")
        }
        return found[0]
    }

    private func begins(_ id: EntityID, with ref: String) -> Bool {
        let digits = ref.filter { $0 != "-" }
        return digits.utf8.count >= 4 && id.text.filter { $0 != "-" }.hasPrefix(digits.lowercased())
    }
}
