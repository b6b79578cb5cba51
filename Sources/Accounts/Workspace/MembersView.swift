package import Kernel

/// The members of a workspace, and its invitations.
package struct MembersView: CanonicalView, Sendable, Equatable {
    package var id: WorkspaceID
    package var name: String
    package var isClosed: Bool
    package var members: [Line] = []
    package var invitations: [InvitationLine] = []
    package var created: NamedAttribution?

    package struct Line: Sendable, Equatable {
        package var user: UserID
        package var name: String
        package var role: Role
        package var reach: MemberReach
    }

    package struct InvitationLine: Sendable, Equatable {
        package var id: InvitationID
        package var role: Role
        package var reach: MemberReach
        package var email: String?
        package var secret: String
        package var expires: Instant
        /// `waiting`, `accepted`, `declined` or `revoked`, also where its sender may invite no more; whether it has
        /// expired is for who knows the time.
        package var answer: String
        package var sent: NamedAttribution?
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, name, counted(members.count, "member"), isClosed ? "closed" : "", created.map { $0.instant.text } ?? "")
        for member in members { lines.add(1, member.name, spelled(member.role.fieldName), member.reach.text) }
        if !invitations.isEmpty { lines.add(0, "Invitations") }
        for invitation in invitations {
            lines.add(
                1, invitation.email ?? "anyone with " + invitation.secret + "…", spelled(invitation.role.fieldName),
                invitation.reach.text, invitation.answer, "until " + invitation.expires.text)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("closed", isClosed)
            created?.write(to: &json, "created")
            json.key("members")
            json.array(members) { json, member in
                json.object { json in
                    json.field("user", member.user.text)
                    json.field("name", member.name)
                    json.field("role", spelled(member.role.fieldName))
                    member.reach.write(to: &json)
                }
            }
            json.key("invitations")
            json.array(invitations) { json, invitation in
                json.object { json in
                    json.field("id", invitation.id.text)
                    json.field("role", spelled(invitation.role.fieldName))
                    invitation.reach.write(to: &json)
                    json.field("email", invitation.email)
                    json.field("secret", invitation.secret)
                    json.field("expires", invitation.expires.text)
                    json.field("answer", invitation.answer)
                    invitation.sent?.write(to: &json, "sent")
                }
            }
        }
    }
}

extension MembersView {
    /// Leaves only what `reader` may see. Whom an owner has invited, by which address, is the owners' business, and so is which
    /// children there are besides those that one was invited for oneself.
    package mutating func narrow(for reader: UserID) {
        let own = members.first { $0.user == reader }
        guard own?.role != .owner else { return }
        invitations = []
        for index in members.indices {
            guard case .children(let children) = members[index].reach else { continue }
            members[index].reach = .children(children.filter { own?.reach.includes($0) ?? false })
        }
    }
}

extension AccountsView {
    /// The members of a workspace; nil when it is not there.
    package func members(
        of id: WorkspaceID, times: Bool = true, name: (ActorID) -> String
    ) -> MembersView? {
        guard let slot = model.workspaces.slot(of: id), let workspace = model.existing(id) else { return nil }
        var reading = MembersView(
            id: id, name: workspace.name.text, isClosed: workspace.isClosed,
            created: made(slot.index, in: workspaceTraces, times, name))
        for member in workspace.present {
            reading.members.append(
                .init(
                    user: member.user, name: model.users[member.user]?.shownName ?? member.user.text,
                    role: member.role, reach: member.reach))
        }
        let accounts = state
        for id in model.invitations(to: id) {
            guard let slot = model.invitations.slot(of: id), let invitation = model.existing(id) else { continue }
            let isOver = invitation.answer == .none && !workspace.isClosed && !isBacked(id, given: accounts)
            reading.invitations.append(
                .init(
                    id: id, role: invitation.role, reach: invitation.reach, email: invitation.email?.text,
                    secret: invitation.secret.shortText, expires: invitation.expires,
                    answer: isOver ? Invitation.Answer.revoked.word : invitation.answer.word,
                    sent: made(slot.index, in: invitationTraces, times, name)))
        }
        return reading
    }
}

extension Invitation.Answer {
    fileprivate var word: String {
        switch self {
        case .none: "waiting"
        case .accepted: "accepted"
        case .declined: "declined"
        case .revoked: "revoked"
        }
    }
}
