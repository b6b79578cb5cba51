import Kernel

extension ServiceClient {
    /// The answer to signing in.
    package struct SignedIn: Decodable, Sendable {
        package var user: String
        package var device: String
        package var token: String
    }

    /// Asks for an account; the answer is the same whether the address was free or not.
    ///
    /// - Parameter name: as others are shown it; nil for none.
    package func signUp(_ email: String, password: String, name: String?) async throws(ClientFailure) {
        var json = JSONWriter()
        json.object { json in
            json.field("email", email)
            json.field("password", password)
            if let name { json.field("name", name) }
        }
        try await ask(.post, "/v1/sign-up", body: json.text)
    }

    /// Opens a session, on the device that this client was before, or on a new one.
    ///
    /// - Parameter device: as an earlier sign-in gave it; empty for none.
    package func signIn(
        _ email: String, password: String, device: String, deviceName: String
    ) async throws(ClientFailure) -> SignedIn {
        var json = JSONWriter()
        json.object { json in
            json.field("email", email)
            json.field("password", password)
            if !device.isEmpty { json.field("device", device) }
            json.field("deviceName", deviceName)
        }
        return try await ask(.post, "/v1/sign-in", body: json.text).decoded()
    }

    /// Ends the session of the token.
    package func signOut() async throws(ClientFailure) { try await ask(.post, "/v1/sign-out") }

    /// Ends every session of the account, the token's own too.
    package func signOutEverywhere() async throws(ClientFailure) {
        try await ask(.post, "/v1/sign-out-everywhere", body: "{}")
    }

    /// One's own account, as far as the command line asks after it.
    package struct OwnAccount: Decodable, Sendable {
        package var id: String
        package var email: String
        package var preferences: Preferred
        package var tokens: [Token]

        package struct Token: Decodable, Sendable {
            package var id: String
            package var name: String
            /// Its first digits.
            package var secret: String
            package var revoked: Bool
        }

        package struct Preferred: Decodable, Sendable {
            package var theme: String
            package var primaryBoard: String?
        }
    }

    package func account() async throws(ClientFailure) -> OwnAccount { try await ask(.get, "/v1/account").decoded() }

    /// A token for a program, told this once.
    package struct IssuedToken: Decodable, Sendable {
        package var token: String
        package var secret: String
    }

    /// - Parameter wish: JSON, as the route has it.
    package func issueToken(_ wish: String) async throws(ClientFailure) -> IssuedToken {
        try await ask(.post, "/v1/account/tokens", body: wish).decoded()
    }

    package func revokeToken(_ token: String) async throws(ClientFailure) {
        try await ask(.delete, "/v1/account/tokens/" + token)
    }

    /// Changes how one likes it.
    ///
    /// - Parameter preferences: JSON, as the route has it: what is left out stays.
    package func prefer(_ preferences: String) async throws(ClientFailure) {
        try await ask(.patch, "/v1/account/preferences", body: preferences)
    }

    /// The workspaces that one belongs to and that are not closed.
    package func workspaces() async throws(ClientFailure) -> [ServiceFolder.Memory.Line] {
        struct Line: Decodable {
            var id: String
            var name: String
            var closed: Bool
        }
        let lines: [Line] = try await ask(.get, "/v1/workspaces").decoded()
        return lines.filter { !$0.closed }.map { .init(id: $0.id, name: $0.name) }
    }
}
