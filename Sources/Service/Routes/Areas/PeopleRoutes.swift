import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime
import Workspace

extension RouteTable {
    /// Workspaces, who belongs to them, and who is invited. Requirements J-108, J-203.
    static let people: [Route] = [
        Route(
            .get, "/v1/workspaces", "listWorkspaces",
            "The workspaces one belongs to, with one's role and the children one sees in each; a token is told those that it reaches.",
            .oneself
        ) { call in
            let caller = try call.signedIn()
            var lines = try await call.ownWorkspaces()
            if caller.session == nil { lines = try lines.filter { try call.reaches($0.id) } }
            return .json { $0.array(lines) { $1.write(to: &$0) } }
        },
        Route(
            .get, "/v1/workspaces/{workspace}", "showWorkspace",
            "One workspace, with one's role and the children one sees in it.", .members(.read)
        ) { call in
            let id = try call.workspace()
            guard let line = try await call.ownWorkspaces().first(where: { $0.id == id }) else {
                throw AuthorizationError.notAMember
            }
            return .json { line.write(to: &$0) }
        },
        Route(
            .post, "/v1/workspaces", "createWorkspace", "Makes a workspace and its first owner.", .account(.administer),
            body: [
                FieldShape("name", .text(bytesMax: Name.bytesMax), "What it is called."),
                FieldShape("id", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ], answer: .json(.created)
        ) { call in
            let id: WorkspaceID = call.body.identifier("id") ?? call.pool.runtime.mint()
            let name = try Name(call.body.required("name"))
            try await call.pool.checkNothingLies(under: id)
            _ = try await call.perform(.createWorkspace(id, owner: try call.signedIn().user, name: name))
            return .json(.created, headers: [.location: "/v1/workspaces/\(id.text)"]) { json in
                json.object { $0.field("id", id.text) }
            }
        },
        Route(
            .patch, "/v1/workspaces/{workspace}", "renameWorkspace", "Renames a workspace.", .members(.administer),
            body: [FieldShape("name", .text(bytesMax: Name.bytesMax), "The new name.")], answer: .nothing
        ) { try await $0.perform(.renameWorkspace(try $0.workspace(), to: try Name($0.body.required("name")))) },
        Route(
            .post, "/v1/workspaces/{workspace}/close", "closeWorkspace", "Closes a workspace; owners may reopen it.",
            .members(.administer), answer: .nothing
        ) { try await $0.perform(.closeWorkspace(try $0.workspace())) },
        Route(
            .post, "/v1/workspaces/{workspace}/reopen", "reopenWorkspace", "Reopens a closed workspace.",
            .members(.administer), answer: .nothing
        ) { try await $0.perform(.reopenWorkspace(try $0.workspace())) },
        Route(
            .get, "/v1/workspaces/{workspace}/members", "listMembers",
            "Who belongs to a workspace, and who is invited.",
            .members(.read)
        ) { call in
            let view = await call.pool.book.view
            guard var reading = view.members(of: try call.workspace(), name: view.name) else {
                throw AuthorizationError.notAMember
            }
            reading.narrow(for: try call.signedIn().user)
            return .json { reading.write(to: &$0) }
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/members/{user}", "changeMember",
            "Changes what a member may do, and how far they see.", .members(.administer),
            body: reach(isRequired: false),
            answer: .nothing
        ) { try await changeMember($0) },
        Route(
            .delete, "/v1/workspaces/{workspace}/members/{user}", "removeMember",
            "Removes a member; to leave, name yourself.", .members(.read), answer: .nothing
        ) { try await $0.perform(.removeMember(try $0.workspace(), try $0.identifier("user"))) },
        Route(
            .post, "/v1/workspaces/{workspace}/invitations", "invite",
            "Invites somebody, to everything or to some children, and gives the secret once.", .members(.share),
            body: reach(isRequired: true) + [
                FieldShape("email", .text(bytesMax: Email.bytesMax), "Only the person with this address may accept.")
                    .optional,
                FieldShape("days", .number(1...90), "How long it is valid; 14 by default.").optional,
            ], answer: .json(.created)
        ) { try await invite($0) },
        Route(
            .delete, "/v1/workspaces/{workspace}/invitations/{invitation}", "revokeInvitation",
            "Revokes an invitation that nobody has answered.", .members(.share), answer: .nothing
        ) { call in
            let invitation: InvitationID = try call.identifier("invitation")
            // An invitation of another workspace is none of this one's.
            guard call.accounts.model.existing(invitation)?.workspace == (try call.workspace()) else {
                throw AccountRefusal.noSuchInvitation
            }
            return try await call.perform(.revokeInvitation(invitation))
        },
        Route(
            .get, "/v1/invitations/{invitation}", "previewInvitation",
            "The content of an invitation, for anyone who has its secret, which stands in the address: from whom, to what, as what "
                + "and until when. One that was answered or revoked, or is over, is not told from one that never was.",
            .anybody
        ) { try await preview($0) },
        Route(
            .post, "/v1/invitations/{invitation}/accept", "acceptInvitation", "Becomes a member.",
            .account(.administer),
            body: [secret]
        ) { call in
            try await accept(
                try call.identifier("invitation"), FreshSecret.digest(of: call.body.required("secret")), call)
        },
        Route(
            .post, "/v1/invitations/{invitation}/decline", "declineInvitation", "Says no to an invitation.",
            .account(.write), body: [secret], answer: .nothing
        ) { call in
            try await call.perform(
                .declineInvitation(
                    try call.identifier("invitation"), secret: FreshSecret.digest(of: call.body.required("secret"))))
        },
        Route(
            .post, "/v1/invitations/accept", "acceptInvitationBySecret", "Becomes a member, by the secret alone.",
            .account(.administer), body: [secret]
        ) { call in
            let (invitation, secret) = try invitation(of: call)
            return try await accept(invitation, secret, call)
        },
        Route(
            .post, "/v1/invitations/decline", "declineInvitationBySecret",
            "Says no to an invitation, by the secret alone.", .account(.write), body: [secret], answer: .nothing
        ) { call in
            let (invitation, secret) = try invitation(of: call)
            return try await call.perform(.declineInvitation(invitation, secret: secret))
        },
    ]

    private static func accept(
        _ invitation: InvitationID, _ secret: SecretDigest, _ call: Call
    ) async throws -> Response {
        let user = try call.signedIn().user
        _ = try await call.perform(.acceptInvitation(invitation, by: user, secret: secret, at: call.now))
        guard let workspace = await call.pool.book.state.model.existing(invitation)?.workspace else {
            throw AccountRefusal.noSuchInvitation
        }
        return .json { json in json.object { $0.field("workspace", workspace.text) } }
    }

    private static func preview(_ call: Call) async throws -> Response {
        let view = await call.pool.book.view
        guard let secret = call.parameters.get("invitation"), secret.utf8.count <= Credential.secretBytesMax,
            case .invitation(let id) = view.model.bearer(of: FreshSecret.digest(of: secret)),
            let invitation = view.model.existing(id), invitation.isWaiting(at: call.now),
            view.isBacked(id, given: view.state), let workspace = view.model.existing(invitation.workspace), !workspace.isClosed
        else { throw AccountRefusal.noSuchInvitation }
        let sender = view.sender(of: id).flatMap { view.model.existing($0.as(RegisteredUser.self))?.name?.text }
        return .json { json in
            json.object { json in
                // Nobody without an account learns an address here.
                json.field("from", sender)
                json.field("workspace", workspace.name.text)
                json.field("role", spelled(invitation.role.fieldName))
                json.field("everything", invitation.reach.isEverything)
                json.field("named", invitation.email != nil)
                json.field("expires", invitation.expires.text)
            }
        }
    }

    /// The invitation whose secret the body says.
    private static func invitation(of call: Call) throws -> (InvitationID, SecretDigest) {
        let secret = FreshSecret.digest(of: call.body.required("secret"))
        guard case .invitation(let id) = call.accounts.model.bearer(of: secret) else {
            throw AccountRefusal.noSuchInvitation
        }
        return (id, secret)
    }

    private static let secret = FieldShape("secret", .text(bytesMax: 128), "The invitation's secret.")

    private static func reach(isRequired: Bool) -> [FieldShape] {
        let role = FieldShape("role", .word(["viewer", "editor"] + (isRequired ? [] : ["owner"])), "What they may do.")
        return [
            isRequired ? role : role.optional,
            FieldShape("children", .identifiers(countMax: MemberReach.childrenMax), "Only these children.").optional,
            FieldShape("everything", .flag, "Everything, as against some children only.").optional,
        ]
    }

    /// Nil where the body says nothing of it.
    private static func reach(of call: Call) throws -> MemberReach? {
        guard call.body.has("children") else { return call.body.flag("everything") ? .everything : nil }
        guard !call.body.flag("everything") else {
            throw ProblemDocument(
                .unprocessableContent, "badField", "say children or everything, not both", field: "everything")
        }
        return .children(call.body.texts("children").compactMap { EntityID(text: $0) })
    }

    private static func changeMember(_ call: Call) async throws -> Response {
        let (workspace, user) = (try call.workspace(), try call.identifier("user", UserID.self))
        var commands: [AccountCommand] = []
        if let reach = try reach(of: call) { commands.append(.changeReach(workspace, of: user, to: reach)) }
        if let role = call.body.text("role").flatMap({ Role(word: $0) }) {
            commands.append(.changeRole(workspace, of: user, to: role))
        }
        let caller = try call.signedIn()
        _ = try await call.pool.book.perform(commands, by: caller.principal, as: caller.author)
        return .nothing
    }

    private static func invite(_ call: Call) async throws -> Response {
        let secret = FreshSecret()
        let invitation: InvitationID = call.pool.runtime.mint()
        let expires = call.now.later(byDays: call.body.number("days") ?? 14)
        let email = try call.body.text("email").map { try Email($0) }
        _ = try await call.perform(
            .sendInvitation(
                invitation, to: try call.workspace(), role: Role(word: call.body.required("role")) ?? .viewer,
                reach: try reach(of: call) ?? .everything, email: email, secret: secret.digest, at: call.now,
                expires: expires))
        return .json(.created) { json in
            json.object { json in
                json.field("invitation", invitation.text)
                json.field("secret", secret.text)
                json.field("expires", expires.text)
            }
        }
    }
}

extension Call {
    /// The workspaces that the caller belongs to, as they see them.
    fileprivate func ownWorkspaces() async throws -> [AccountView.WorkspaceLine] {
        let view = await pool.book.view
        return view.account(try signedIn().user, name: view.name)?.workspaces ?? []
    }
}

extension AccountView.WorkspaceLine {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
            json.field("role", spelled(role.fieldName))
            reach.write(to: &json)
            json.field("closed", isClosed)
        }
    }
}
