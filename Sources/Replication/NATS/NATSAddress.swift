import Foundation

/// Where NATS servers are and how to sign in: `nats://user:password@host:4222,host2`, or `tls://` for encryption.
///
/// A user without a password is a token, as in NATS' own tools.
package struct NATSAddress: Sendable, Equatable {
    struct Server: Sendable, Equatable {
        var host: String
        var port: Int
    }

    var servers: [Server]
    var user: String?
    var password: String?
    var token: String?
    var isSecure: Bool
    /// A PEM file with the authorities that are trusted; nil for those of the system.
    package var trustRoots: String?

    static let defaultPort = 4222

    /// Nil for a text that is not a list of servers.
    package init?(_ text: String) {
        servers = []
        isSecure = false
        for part in text.split(separator: ",") {
            let trimmed = part.trimmingCharacters(in: .whitespaces)
            guard let url = URLComponents(string: trimmed.contains("://") ? trimmed : "nats://" + trimmed),
                let host = url.host, !host.isEmpty, url.path.isEmpty, url.query == nil
            else { return nil }
            switch url.scheme {
            case "nats": break
            case "tls": isSecure = true
            default: return nil
            }
            let plain = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            servers.append(Server(host: plain, port: url.port ?? Self.defaultPort))
            guard let name = url.user, user == nil, token == nil else { continue }
            if let secret = url.password {
                user = name
                password = secret
            } else {
                token = name
            }
        }
        guard !servers.isEmpty else { return nil }
    }
}
