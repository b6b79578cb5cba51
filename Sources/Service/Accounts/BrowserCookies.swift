import Hummingbird

/// Cookies of the service, as a browser keeps them for the address that it asks.
///
/// They are Secure and begin with `__Host-`, so that no neighbouring host can plant one. A browser that speaks plain HTTP with its own
/// machine gets others, without both: WebKit keeps no Secure cookie from there, and nothing of it passes over a network.
struct BrowserCookies: Sendable, Equatable {
    /// A browser on this machine, over plain HTTP, with nothing between.
    let isOnLoopback: Bool

    init(isOnLoopback: Bool) { self.isOnLoopback = isOnLoopback }

    /// - Parameters:
    ///   - isLocal: whether it comes from the machine itself and no proxy handed it on.
    ///   - configuration: says whether this service speaks TLS, or something in front of it may.
    init(asking request: Request, isLocal: Bool, _ configuration: ServiceConfiguration) {
        isOnLoopback =
            isLocal && !configuration.isSecure && configuration.number(.proxies) == 0
            && Self.isLoopback(request.head.authority ?? "")
    }

    /// Returns whether an authority, a host with or without a port, is the machine's own name for itself.
    private static func isLoopback(_ authority: String) -> Bool {
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased())
    }

    /// A cookie for the header Set-Cookie.
    func setting(_ name: String, to value: String, seconds: Int) -> String {
        let secure = isOnLoopback ? "" : "Secure; "
        return "\(spelled(name))=\(value); Path=/; Max-Age=\(seconds); \(secure)HttpOnly; SameSite=Lax"
    }

    /// The value that the browser sent; nil where it sent none.
    func value(of name: String, in request: Request) -> String? { request.cookies[spelled(name)]?.value }

    /// The name that the browser knows a cookie by.
    func spelled(_ name: String) -> String { isOnLoopback ? name : "__Host-" + name }
}

extension Call {
    var cookies: BrowserCookies { BrowserCookies(asking: request, isLocal: isLocal, service.configuration) }

    /// The cookie of a session, which a browser keeps; without a secret, the one that makes it forget.
    func sessionCookie(_ secret: String, seconds: Int) -> String {
        cookies.setting(Credential.cookieName, to: secret, seconds: seconds)
    }
}
