import Cryptography
import Foundation
import Kernel

/// Authenticates this service to a push service: a signed token of some hours, and the key that browsers subscribed with.
///
/// - Source: RFC 8292 (VAPID), RFC 7515 and 7518 (ES256).
struct PushIdentity: Sendable {
    private let key: P256.PrivateKey
    /// The contact of the operator: `mailto:…` or `https://…`; nil where none is set.
    let subject: String?

    /// At most 24 by the RFC.
    static let hours: Int64 = 12

    /// - Throws: for bytes that are not a key.
    init(key bytes: [UInt8], subject: String?) throws {
        key = try P256.PrivateKey(rawRepresentation: bytes)
        self.subject = subject
    }

    /// The `applicationServerKey` of browsers: a point of P-256, uncompressed, in base64url.
    var publicKey: String { Data(key.publicKey.x963Representation).base64URL }

    /// The field `Authorization` for a push service.
    ///
    /// - Parameter origin: of the endpoint, such as `https://push.example.org`.
    func authorization(for origin: String, at now: Instant) throws -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("aud", origin)
            json.field("exp", Int(now.microseconds / 1_000_000 + Self.hours * 3_600))
            if let subject { json.field("sub", subject) }
        }
        let words =
            Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64URL + "." + Data(json.text.utf8).base64URL
        let signature = Data(try key.signature(for: words.utf8))
        return "vapid t=\(words).\(signature.base64URL), k=\(publicKey)"
    }

    /// The contact that the settings say, or that follows from them.
    static func subject(_ configuration: ServiceConfiguration) -> String? {
        let said = configuration.text(.pushSubject)
        if !said.isEmpty { return said }
        let from = configuration.text(.mailFrom)
        if MailMessage.isMailable(from) { return "mailto:" + from }
        return [configuration.text(.webhookLink), configuration.text(.mailLink)].first { $0.hasPrefix("https://") }
    }

    /// Returns whether it is a contact as the RFC has them.
    static func isSubject(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if text.hasPrefix("mailto:") { return isPlain && MailMessage.isMailable(String(text.dropFirst("mailto:".count))) }
        return isPlain && text.hasPrefix("https://") && URL(string: text)?.host != nil
    }
}

extension Data {
    /// The base64url of RFC 4648, section 5, without padding.
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
