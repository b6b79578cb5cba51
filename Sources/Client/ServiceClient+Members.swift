package import Kernel

// Workspaces, and who belongs to them.
extension ServiceClient {
    /// Makes a workspace that belongs to the caller.
    ///
    /// - Parameter id: minted by the caller, so that asking twice makes one.
    package func createWorkspace(_ id: EntityID, named name: String) async throws(ClientFailure) {
        var json = JSONWriter()
        json.object { json in
            json.field("id", id.text)
            json.field("name", name)
        }
        try await ask(.post, "/v1/workspaces", body: json.text)
    }

    /// The members of a workspace and its invitations, as far as one may see them.
    package struct Members: Decodable, Sendable {
        package var name: String
        package var closed: Bool
        package var created: String?
        package var members: [Member]
        package var invitations: [Invitation]

        package struct Member: Decodable, Sendable {
            package var user: String
            package var name: String
            package var role: String
            /// Nil for everything.
            package var children: [String]?
        }

        package struct Invitation: Decodable, Sendable {
            package var id: String
            package var role: String
            /// Nil for everything.
            package var children: [String]?
            package var email: String?
            /// Its first digits.
            package var secret: String
            package var expires: String
            package var answer: String
        }
    }

    /// - Returns: of `Members`.
    package func members(of workspace: EntityID) async throws(ClientFailure) -> Answer {
        try await ask(.get, Self.people(of: workspace, "members"))
    }

    /// - Parameter changes: JSON, as the route has it: what is left out stays.
    package func changeMember(
        _ user: String, of workspace: EntityID, _ changes: String
    ) async throws(ClientFailure) {
        try await ask(.patch, Self.people(of: workspace, "members/" + user), body: changes)
    }

    package func removeMember(_ user: String, of workspace: EntityID) async throws(ClientFailure) {
        try await ask(.delete, Self.people(of: workspace, "members/" + user))
    }

    /// The invitation to send to the invited person, told this once.
    package struct SentInvitation: Decodable, Sendable {
        package var invitation: String
        package var secret: String
    }

    /// - Parameter wish: JSON, as the route has it.
    package func invite(to workspace: EntityID, _ wish: String) async throws(ClientFailure) -> SentInvitation {
        try await ask(.post, Self.people(of: workspace, "invitations"), body: wish).decoded()
    }

    package func revokeInvitation(_ invitation: String, to workspace: EntityID) async throws(ClientFailure) {
        try await ask(.delete, Self.people(of: workspace, "invitations/" + invitation))
    }

    /// Says yes or no to an invitation.
    package func answerInvitation(bearing secret: String, accepting isAccepted: Bool) async throws(ClientFailure) {
        var json = JSONWriter()
        json.object { $0.field("secret", secret) }
        try await ask(.post, "/v1/invitations/" + (isAccepted ? "accept" : "decline"), body: json.text)
    }

    private static func people(of workspace: EntityID, _ path: String) -> String {
        "/v1/workspaces/\(workspace.text)/" + path
    }
}
