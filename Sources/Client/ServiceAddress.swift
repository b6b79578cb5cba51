import Foundation

/// Where a service is: `https://daybook.example.org`, or `http://127.0.0.1:8080` on the machine itself.
package struct ServiceAddress: Sendable, Hashable {
    /// Without a slash at the end.
    package let text: String
    /// What its part of a data directory is called: plain letters, told apart from every other service's.
    package let folderName: String

    /// - Throws: `ClientFailure.badAddress` for what is no address, and for one in clear that leads over a network, where
    ///   everybody on the way would read the token.
    package init(_ text: String) throws(ClientFailure) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), let host = parts.host,
            scheme == "http" || scheme == "https", !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil
        else { throw .badAddress(text, "say it as https://HOST or https://HOST:PORT") }
        let isHere = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host.lowercased())
        guard scheme == "https" || isHere else {
            throw .badAddress(text, "only a service on this machine is asked without TLS; say https://")
        }
        let port = parts.port ?? (scheme == "https" ? 443 : 80)
        let path = String(parts.path.reversed().drop { $0 == "/" }.reversed())
        self.text = "\(scheme)://\(host.lowercased()):\(port)\(path)"
        folderName = String(
            "\(scheme)-\(host.lowercased())-\(port)\(path)".map { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber) || letter == "." || letter == "-" ? letter : "_"
            })
    }
}
