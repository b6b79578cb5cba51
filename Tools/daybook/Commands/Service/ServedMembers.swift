import Accounts
import Client
import Kernel
import Runtime

// What the commands on members and invitations ask of a service.
extension ShowMembers {
    func show(through service: ServiceSession, in session: Session) async throws {
        guard moment.at == nil else {
            throw Problem(.usage, "--at works where the data lies, not through a service.")
        }
        let answer = try await session.belonging(to: service) { try await $0.members(of: $1) }
        let members: ServiceClient.Members = try answer.decoded()
        try session.show(text: members.text) { $0.raw(answer.body) }
    }
}

extension MembersCreate {
    func create(through service: ServiceSession, in session: Session) async throws {
        let id = session.runtime.mint(EntityID.self)
        let name = globals.workspace
        try await session.ownAccount(owner, at: service) { client, _ in
            guard try await !client.workspaces().contains(where: { $0.name == name }) else {
                throw Problem(.refused, "You are in a workspace \"\(name)\" there already.")
            }
            try await client.createWorkspace(id, named: name)
        }
        try session.reportDone("Created the workspace \(name).", of: id.text)
    }
}

extension MembersChange {
    func change(_ role: Role?, _ reach: MemberReach?, through service: ServiceSession, in session: Session) async throws {
        var json = JSONWriter()
        json.object { json in
            if let role { json.field("role", spelled(role.fieldName)) }
            reach?.write(asWishTo: &json)
        }
        let wish = json.text
        let workspace = try await session.belonging(to: service) { client, workspace in
            let members: ServiceClient.Members = try await client.members(of: workspace).decoded()
            try await client.changeMember(try members.member(user).user, of: workspace, wish)
            return workspace
        }
        try session.reportDone("Changed a member.", of: workspace.text)
    }
}

extension MembersRemove {
    func remove(through service: ServiceSession, in session: Session) async throws {
        let workspace = try await session.belonging(to: service) { client, workspace in
            let members: ServiceClient.Members = try await client.members(of: workspace).decoded()
            try await client.removeMember(try members.member(user).user, of: workspace)
            return workspace
        }
        try session.reportDone("Removed a member.", of: workspace.text)
    }
}

extension InviteCommand {
    func invite(
        _ email: Email?, _ role: Role, _ reach: MemberReach, through service: ServiceSession, in session: Session
    ) async throws {
        var json = JSONWriter()
        json.object { json in
            json.field("role", spelled(role.fieldName))
            reach.write(asWishTo: &json)
            if let email { json.field("email", email.text) }
            json.field("days", days)
        }
        let wish = json.text
        let sent = try await session.belonging(to: service) { try await $0.invite(to: $1, wish) }
        try session.reportDone(
            "Invited \(email?.text ?? "anyone with the secret").", of: sent.invitation, secret: sent.secret)
    }
}

extension AcceptCommand {
    func answer(through service: ServiceSession, in session: Session) async throws {
        if let user { try await session.ownAccount(user, at: service) { _, _ in } }
        let (secret, isAccepted) = (secret, !decline)
        let names = try await service.asking { client in
            try await client.answerInvitation(bearing: secret, accepting: isAccepted)
            return isAccepted ? try await client.workspaces().map(\.name) : []
        }
        let words =
            isAccepted
            ? "Accepted the invitation. Your workspaces there: \(names.joined(separator: ", "))."
            : "Declined the invitation."
        try session.show(text: words) { json in
            json.object { json in
                json.field("outcome", "done")
                if isAccepted { json.field("workspaces", names) }
            }
        }
    }
}

extension RevokeCommand {
    func revoke(through service: ServiceSession, in session: Session) async throws {
        let invitation = try await session.belonging(to: service) { client, workspace in
            let members: ServiceClient.Members = try await client.members(of: workspace).decoded()
            let invitation = try members.invitation(ref).id
            try await client.revokeInvitation(invitation, to: workspace)
            return invitation
        }
        try session.reportDone("Revoked the invitation.", of: invitation)
    }
}

extension MemberReach {
    /// As a service takes it: what is left out is everything where somebody is new, and stays where they are not.
    fileprivate func write(asWishTo json: inout JSONWriter) {
        switch self {
        case .everything: json.field("everything", true)
        case .children(let children): json.field("children", children.map(\.text))
        }
    }
}
