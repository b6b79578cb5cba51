package import Kernel

extension ServiceClient {
    /// A link that was made; its path holds the secret and is told this once.
    package struct MadeLink: Decodable, Sendable {
        package var share: String
        package var path: String
        package var expires: String
        /// True once the mail server has taken the letter with it; nil where nobody asked for one.
        package var mailed: Bool?
        /// Why the letter was not taken.
        package var notMailed: String?
    }

    /// A link as its workspace lists it.
    package struct ListedLink: Decodable, Sendable {
        package var id: String
        package var kind: String
        package var thing: String
        package var title: String?
        package var maker: String
        package var secret: String
        package var password: Bool
        package var viewOnly: Bool
        package var expires: String
        package var revoked: Bool
        package var opens: Bool
    }

    /// Makes a link to a thing.
    ///
    /// - Parameters:
    ///   - days: nil for as long as the service has it.
    ///   - address: where the service mails the link; nil for nowhere.
    package func share(
        _ thing: EntityID, of workspace: EntityID, days: Int?, password: String?, isViewOnly: Bool, mailingTo address: String?
    ) async throws(ClientFailure) -> MadeLink {
        var json = JSONWriter()
        json.object { json in
            json.field("thing", thing.text)
            if let days { json.field("days", days) }
            if let password { json.field("password", password) }
            json.field("viewOnly", isViewOnly)
            if let address { json.field("mailTo", address) }
        }
        return try await ask(.post, Self.shares(of: workspace), body: json.text).decoded()
    }

    /// Every link of a workspace, those that are over too.
    package func shareLinks(of workspace: EntityID) async throws(ClientFailure) -> [ListedLink] {
        var links: [ListedLink] = []
        var page = try await ask(.get, Self.shares(of: workspace), query: [("limit", "500")])
        links += try page.decoded(as: [ListedLink].self)
        while let next = page.next {
            page = try await ask(.get, next)
            links += try page.decoded(as: [ListedLink].self)
        }
        return links
    }

    package func revokeShare(_ link: String, of workspace: EntityID) async throws(ClientFailure) {
        try await ask(.delete, Self.shares(of: workspace) + "/" + link)
    }

    private static func shares(of workspace: EntityID) -> String { "/v1/workspaces/\(workspace.text)/shares" }
}
