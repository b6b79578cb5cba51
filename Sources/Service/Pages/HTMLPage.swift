import Crypto
import Exporters
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A page for a person with a browser: nothing in it runs, and what somebody wrote is no mark in it.
struct HTMLPage {
    var title: String
    /// As marks; whoever makes them escapes what stands between them.
    var body: String
    /// The one style that the page may have, by its hash; empty for none.
    var style = ""
    /// What the page may fetch or send besides, in the words of a content security policy, such as `img-src 'self'`.
    var permits: [String] = []
    /// True if a form of it may be sent here.
    var mayPost = false

    private var policy: String {
        var parts = ["default-src 'none'"] + permits
        if !style.isEmpty {
            let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
            parts.append("style-src 'sha256-\(hash)'")
        }
        parts += ["base-uri 'none'", "frame-ancestors 'none'", "form-action " + (mayPost ? "'self'" : "'none'")]
        return parts.joined(separator: "; ")
    }

    /// The document, with the title as its heading.
    private var html: String {
        let heading = Self.escaped(title)
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
            <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">\
            <title>\(heading)</title>\(style.isEmpty ? "" : "<style>\(style)</style>")</head>\
            <body><h1>\(heading)</h1>\(body)</body></html>

            """
    }

    func response(_ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// As text between marks or in an attribute, with its lines.
    static func escaped(_ text: String) -> String {
        MarkupEscaping.lines.escaped(text)
    }
}
