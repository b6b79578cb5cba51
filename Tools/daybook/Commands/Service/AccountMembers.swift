import Accounts
import ArgumentParser
import Kernel
import Runtime

/// The members of the workspace that --workspace names.
struct MembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Shows and changes who belongs to the workspace that --workspace names, and what they may do.",
        discussion:
            "Through a service somebody becomes a member by an invitation alone; `add` is for who keeps the installation.",
        subcommands: [
            MembersShow.self, MembersCreate.self, MembersAdd.self, MembersChange.self, MembersRemove.self,
        ],
        defaultSubcommand: MembersShow.self)
}

struct ShowMembers: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Who belongs to a workspace, and who is invited.")

    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await show(through: service, in: session) }
        try await session.readingAccounts { book in
            let today = await book.view
            let view = try moment.at.map { try book.view(at: $0) } ?? today
            let id = try today.workspace(named: globals.workspace)
            guard let reading = view.members(of: id, name: try session.names(today)) else {
                throw Problem(.notFound, "The workspace was not there then.")
            }
            try session.show(reading)
        }
    }
}

/// `members show`: the same as `show members`.
struct MembersShow: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowMembers.configuration.abstract)

    @OptionGroup var members: ShowMembers

    var globals: GlobalOptions { members.globals }

    func run(in session: Session) async throws { try await members.run(in: session) }
}

struct MembersCreate: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes the workspace one that has members, the first of them its owner.")

    @Option(help: ArgumentHelp("Who owns it.", valueName: "user")) var owner: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await create(through: service, in: session) }
        _ = try session.paths()  // The name must be one that a workspace can have.
        try await session.adopt([globals.workspace], owner: owner)
    }
}

/// The part of a workspace that a person may see.
struct ReachOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What they may do.", valueName: "viewer|editor|owner")) var role: String?
    @Option(help: ArgumentHelp("Only these children, by their ids.", valueName: "id")) var child: [String] = []
    @Flag(help: "Everything, as against some children only.") var everything = false

    func chosenRole() throws(Problem) -> Role? {
        guard let role else { return nil }
        guard let chosen = Role(word: role) else {
            throw Problem(.usage, "A role is viewer, editor or owner, not \(role).")
        }
        return chosen
    }

    func chosenReach() throws(Problem) -> MemberReach? {
        guard !child.isEmpty else { return everything ? .everything : nil }
        guard !everything else { throw Problem(.usage, "Say --child or --everything, not both.") }
        var children: [EntityID] = []
        for word in child {
            guard let id = EntityID(text: word) else { throw Problem(.usage, "\(word) is not an id of a child.") }
            children.append(id)
        }
        return .children(children)
    }
}

struct MembersAdd: AdministeringLeaf {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Makes somebody a member.")

    @Argument(help: ArgumentHelp("Whom.", valueName: "user")) var user: String
    @OptionGroup var reach: ReachOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (role, reach) = (try reach.chosenRole() ?? .viewer, try reach.chosenReach() ?? .everything)
        try await session.changeAccounts { view in
            let workspace = try view.workspace(named: globals.workspace)
            let user = try view.user(user)
            return AccountChange(
                .addMember(workspace, user, role: role, reach: reach), of: workspace.entity, "Added a member.")
        }
    }
}

struct MembersChange: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Changes what a member may do, and how far they see.")

    @Argument(help: ArgumentHelp("Who.", valueName: "user")) var user: String
    @OptionGroup var reach: ReachOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (role, reach) = (try reach.chosenRole(), try reach.chosenReach())
        guard role != nil || reach != nil else { throw Problem(.usage, "Say --role, --child or --everything.") }
        if let service = try session.service() {
            return try await change(role, reach, through: service, in: session)
        }
        try await session.changeAccounts { view in
            let workspace = try view.workspace(named: globals.workspace)
            let user = try view.user(user)
            var commands: [AccountCommand] = []
            if let reach { commands.append(.changeReach(workspace, of: user, to: reach)) }
            if let role { commands.append(.changeRole(workspace, of: user, to: role)) }
            return AccountChange(commands, of: workspace.entity, "Changed a member.")
        }
    }
}

struct MembersRemove: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Removes a member.")

    @Argument(help: ArgumentHelp("Whom.", valueName: "user")) var user: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await remove(through: service, in: session) }
        try await session.changeAccounts { view in
            let workspace = try view.workspace(named: globals.workspace)
            return AccountChange(
                .removeMember(workspace, try view.user(user)), of: workspace.entity, "Removed a member.")
        }
    }
}

struct InviteCommand: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invites somebody to the workspace, and shows the secret to send them once.")

    @Argument(help: "Only the person with this address may accept; without it, anyone with the secret.") var email: String?
    @OptionGroup var reach: ReachOptions
    @Option(help: ArgumentHelp("How long it is good.", valueName: "days")) var days = 14
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let (role, reach) = (try reach.chosenRole() ?? .viewer, try reach.chosenReach() ?? .everything)
        let email = try email.map { try Email($0) }
        if let service = try session.service() {
            return try await invite(email, role, reach, through: service, in: session)
        }
        let secret = FreshSecret()
        let id: InvitationID = session.mint()
        let now = session.runtime.now()
        try await session.changeAccounts { view in
            AccountChange(
                .sendInvitation(
                    id, to: try view.workspace(named: globals.workspace), role: role, reach: reach, email: email,
                    secret: secret.digest, at: now, expires: now.later(byDays: days)), of: id.entity,
                "Invited \(email?.text ?? "anyone with the secret").", secret: secret.text)
        }
    }
}

struct AcceptCommand: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accepts an invitation, or declines it.")

    @Argument(help: "The secret that came with it.") var secret: String
    @Option(name: .customLong("as"), help: ArgumentHelp("Who accepts it; through a service you do.", valueName: "user"))
    var user: String?
    @Flag(help: "Decline it instead.") var decline = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await answer(through: service, in: session) }
        guard decline || user != nil else { throw Problem(.usage, "Say --as USER, or --decline.") }
        let digest = FreshSecret.digest(of: secret)
        let now = session.runtime.now()
        try await session.changeAccounts { view in
            guard case .invitation(let id) = view.model.bearer(of: digest) else {
                throw AccountRefusal.noSuchInvitation
            }
            guard let user, !decline else {
                return AccountChange(
                    .declineInvitation(id, secret: digest), of: id.entity, "Declined the invitation.")
            }
            return AccountChange(
                .acceptInvitation(id, by: try view.user(user), secret: digest, at: now), of: id.entity,
                "Accepted the invitation.")
        }
    }
}

struct RevokeCommand: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes an invitation that nobody has accepted.")

    @Argument(help: "Which: its id, the first digits of its secret as `daybook members` shows them, or the address.")
    var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await revoke(through: service, in: session) }
        try await session.changeAccounts { view in
            let workspace = try view.workspace(named: globals.workspace)
            let id = try view.invitation(ref, to: workspace)
            return AccountChange(.revokeInvitation(id), of: id.entity, "Revoked the invitation.")
        }
    }
}
