import Cryptography
import Exporters
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A page for a person with a browser: nothing in it runs, and no text that somebody wrote is markup in it.
struct HTMLPage {
    var title: String
    /// As markup; the code that makes it escapes the text.
    var body: String
    /// The one style that the page may have, by its hash; empty for none.
    var style = ""
    /// The sources that the page may also fetch from or send to, as a content security policy, such as `img-src 'self'`.
    var permits: [String] = []
    /// True if a form of it may be sent here.
    var mayPost = false
    /// True if all of it is what the page is about: its main landmark, for those who do not see it.
    var isMainAlone = false

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
            <body>\(isMainAlone ? "<main>" : "")<h1>\(heading)</h1>\(body)\(isMainAlone ? "</main>" : "")</body></html>

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
