import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Service

/// The cookie that a browser gets: WebKit drops a Secure one over plain HTTP, even from the machine itself.
@Suite struct KeepingCookies {
    private func cookies(
        of authority: String, isLocal: Bool = true, _ configuration: ServiceConfiguration = ServiceConfiguration()
    ) -> BrowserCookies {
        BrowserCookies(asking: request(authority), isLocal: isLocal, configuration)
    }

    private func request(_ authority: String, cookie: String? = nil) -> Request {
        var head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
        if let cookie { head.headerFields[.cookie] = cookie }
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(arguments: ["localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "[::1]"])
    func `a browser on the machine itself gets one that is kept without TLS`(authority: String) {
        let cookie = cookies(of: authority).setting("daybook", to: "secret", seconds: 60)
        #expect(cookie == "daybook=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax")
    }

    @Test(arguments: [
        "daybook.example.org", "localhost.example.org", "192.168.1.2:8080", "127.0.0.1.example.org", "[::2]:80", "",
    ])
    func `at every other name it is Secure and of this host alone`(authority: String) {
        let cookie = cookies(of: authority).setting("daybook", to: "secret", seconds: 60)
        #expect(cookie == "__Host-daybook=secret; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax")
    }

    @Test func `with TLS, with a proxy, or handed on by one it is Secure, whatever the name`() {
        let secure = ServiceConfiguration().with(.certificate, "certificate.pem")
        let behind = ServiceConfiguration().with(.proxies, 1)
        #expect(!cookies(of: "localhost", secure).isOnLoopback)
        #expect(!cookies(of: "127.0.0.1:8080", behind).isOnLoopback)
        #expect(!cookies(of: "127.0.0.1:8080", isLocal: false).isOnLoopback)
    }

    @Test func `neither is taken for the other`() {
        let sent = request("localhost", cookie: "daybook=clear; __Host-daybook=secure")
        #expect(BrowserCookies(isOnLoopback: true).value(of: "daybook", in: sent) == "clear")
        #expect(BrowserCookies(isOnLoopback: false).value(of: "daybook", in: sent) == "secure")
        let planted = request("daybook.example.org", cookie: "daybook=planted")
        #expect(BrowserCookies(isOnLoopback: false).value(of: "daybook", in: planted) == nil)
    }
}
