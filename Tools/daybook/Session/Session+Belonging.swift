import Client
import Kernel
import Runtime
import Workspace

// Workspaces at a service, and who belongs to them.
extension Session {
    /// A copy to change. A person who has no workspace there yet gets their first one, as where the data lies: once it is known
    /// that nothing forbids the change in an empty one.
    ///
    /// - Returns: and why nobody could be asked.
    func copyToChange(
        through service: ServiceSession, _ plan: (WorkspaceView) throws -> Change
    ) async throws -> (replica: Replica, absence: ClientFailure?) {
        // A change is kept whatever the service says now, where it is known what it is about.
        do { return try await service.copy(globals, despite: { _ in true }) } catch let failure as ClientFailure
            where failure.meansNoWorkspaceYet
        {
            let change = try plan(WorkspaceView())
            guard try Self.rehearse(change, on: WorkspaceDecider.initial) else { throw failure }
            try await makeFirstWorkspace(at: service)
            return try await service.copy(globals, despite: { _ in true })
        }
    }

    /// Makes the first workspace of somebody who has none, called as `--workspace` says.
    func makeFirstWorkspace(at service: ServiceSession) async throws {
        // An identifier is of one that should be there already.
        guard EntityID(text: globals.workspace) == nil else {
            throw ClientFailure.noWorkspace(globals.workspace, known: [])
        }
        let id = runtime.mint(EntityID.self)
        let isMade = try await service.folder.alone {
            try await service.asking { client in
                // Another command may have made one meanwhile.
                guard try await client.workspaces().isEmpty else { return false }
                try await client.createWorkspace(id, named: globals.workspace)
                return true
            }
        }
        if isMade {
            console.say("daybook: made the workspace \"\(globals.workspace)\" at \(service.address.text), your first there.")
        }
    }

    /// Asks about the workspace that is meant.
    func belonging<Result>(
        to service: ServiceSession, _ body: (ServiceClient, _ workspace: EntityID) async throws -> Result
    ) async throws -> Result {
        try await service.asking { client in
            try await body(client, try service.workspace(globals, among: try await client.workspaces()))
        }
    }

    /// Asks about the account of the person who is signed in.
    ///
    /// - Throws: a problem where `ref` names somebody else: at a service people keep their own account alone.
    func ownAccount<Result>(
        _ ref: String, at service: ServiceSession, _ body: (ServiceClient, ServiceClient.OwnAccount) async throws -> Result
    ) async throws -> Result {
        try await service.asking { client in
            let account = try await client.account()
            guard account.isCalled(ref) else {
                throw Problem(.refused, "Through a service you do this for yourself: you are \(account.email) there.")
            }
            return try await body(client, account)
        }
    }

    /// Says that the service did something, as it is said where the data lies.
    ///
    /// - Parameter secret: what is handed out by it, shown once.
    func reportDone(_ sentence: String, of entity: String, secret: String? = nil) throws(Problem) {
        let words = secret.map { sentence + " Its secret, which is not shown again: " + $0 } ?? sentence
        try show(text: words + console.styled("  (\(entity))", .dim)) { json in
            json.object { json in
                json.field("outcome", "done")
                json.field("entity", entity)
                if let secret { json.field("secret", secret) }
            }
        }
    }
}

extension ClientFailure {
    /// True if it is that somebody has no workspace at all.
    var meansNoWorkspaceYet: Bool {
        if case .noWorkspace(_, let known) = self { known.isEmpty } else { false }
    }
}

extension ServiceClient.Members {
    /// The member that `ref` names: by the name that others are shown, or four or more digits of the identifier.
    func member(_ ref: String) throws(Problem) -> Member {
        let found = members.filter { $0.name.lowercased() == ref.lowercased() || ServiceClient.begins($0.user, with: ref) }
        guard found.count == 1 else {
            throw Problem(.notFound, "\"\(ref)\" names \(counted(found.count, "member")); `daybook members` lists them.")
        }
        return found[0]
    }

    /// The invitation whose identifier or secret begins with `ref`, or that is for this address.
    func invitation(_ ref: String) throws(Problem) -> Invitation {
        let found = invitations.filter {
            ServiceClient.begins($0.id, with: ref) || $0.secret == ref || $0.email?.lowercased() == ref.lowercased()
        }
        guard found.count == 1 else {
            throw Problem(
                .notFound, "\"\(ref)\" names \(counted(found.count, "invitation")); `daybook members` lists them.")
        }
        return found[0]
    }

    /// As it is shown where the data lies.
    var text: String {
        var lines = Lines()
        lines.add(0, name, counted(members.count, "member"), closed ? "closed" : "", created ?? "")
        for member in members { lines.add(1, member.name, member.role, Self.reach(member.children)) }
        if !invitations.isEmpty { lines.add(0, "Invitations") }
        for invitation in invitations {
            lines.add(
                1, invitation.email ?? "anyone with " + invitation.secret + "…", invitation.role,
                Self.reach(invitation.children), invitation.answer, "until " + invitation.expires)
        }
        return lines.text
    }

    private static func reach(_ children: [String]?) -> String {
        children.map { "only child " + $0.joined(separator: ", ") } ?? ""
    }
}

extension ServiceClient {
    fileprivate static func begins(_ id: String, with ref: String) -> Bool {
        let digits = ref.filter { $0 != "-" }.lowercased()
        return digits.utf8.count >= 4 && id.filter { $0 != "-" }.hasPrefix(digits)
    }
}
