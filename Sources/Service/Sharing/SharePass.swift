import Accounts
import Cryptography
import Foundation
import Kernel
import Runtime

/// The proof that somebody has typed the password of a share link: hashing it again for every picture would be expensive.
///
/// Valid for an hour, for one link and one password. It is made with a key that ends with the process, so that after a
/// restart the password is asked for once more; a link that is revoked opens nothing, whatever pass comes with it.
struct SharePass: Sendable {
    private let key = SymmetricKey(randomByteCount: 32)

    static let seconds: Int64 = 3_600
    static let cookieName = "__Secure-daybook-shared"
    static let headerName = "Daybook-Share-Pass"

    /// - Returns: the pass, and when it is over.
    func make(for id: ShareLinkID, _ link: ShareLink, at now: Instant) -> (text: String, expires: Instant) {
        let hour = Instant(microseconds: now.microseconds + Self.seconds * 1_000_000)
        let expires = min(hour, link.expires)
        let code = HMACSHA256.authenticationCode(for: words(id, link, expires.microseconds), using: key)
        return ("\(expires.microseconds)-" + hexText(Array(code)), expires)
    }

    func isGood(_ pass: String, for id: ShareLinkID, _ link: ShareLink, at now: Instant) -> Bool {
        let parts = pass.split(separator: "-", omittingEmptySubsequences: false)
        guard pass.utf8.count <= 128, parts.count == 2, let until = Int64(parts[0]), now.microseconds < until,
            let code = Runtime.Digest(hex: String(parts[1]))
        else { return false }
        return HMACSHA256.isValidAuthenticationCode(code.bytes, authenticating: words(id, link, until), using: key)
    }

    private func words(_ id: ShareLinkID, _ link: ShareLink, _ until: Int64) -> Data {
        Data("share \(id.text) \(until) ".utf8) + Data(link.password?.bytes ?? [])
    }
}
