import Cryptography
import Foundation
import Kernel
import Accounts

/// The link in a letter that ends such letters, for anyone who has the letter: it names the person and proves that it was
/// made here. It opens nothing else.
struct UnsubscribeLink: Sendable {
    private let key: SymmetricKey

    static let path = "/v1/unsubscribe"

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    private func words(_ user: UserID) -> Data { Data(("weekly summary " + user.text).utf8) }

    /// - Parameter service: where people reach the service, such as `https://daybook.example.org`.
    func address(for user: UserID, at service: String) -> String {
        let proof = hexText(Array(HMACSHA256.authenticationCode(for: words(user), using: key)))
        return service + Self.path + "?user=\(user.text)&proof=\(proof)"
    }

    func isGenuine(_ proof: String, for user: UserID) -> Bool {
        let digits = proof.utf8.compactMap { hexValue($0) }
        guard digits.count == 64, proof.utf8.count == 64 else { return false }
        let code = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return HMACSHA256.isValidAuthenticationCode(code, authenticating: words(user), using: key)
    }
}
