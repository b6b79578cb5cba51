import Foundation
import Runtime

/// Where a service is: `https://daybook.example.org`, or `http://127.0.0.1:8080` on the machine itself.
package struct ServiceAddress: Sendable, Hashable {
    /// Without a slash at the end.
    package let text: String
    /// The name of its part of a data directory: told apart from every other service's.
    ///
    /// Plain letters stand for themselves and `_` for a slash. Where that does not say all of it, such as of a name that is
    /// not ASCII, some digits of a digest follow behind a `+`, which no other name has.
    package let folderName: String
    /// The folder name from before there were digits, where that told it apart too: of the address of a machine in IPv6.
    let formerFolderName: String?

    /// - Throws: `ClientFailure.badAddress` for text of another form, and for one in clear that leads over a network, where
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
        var saysAll = true
        let name = String(
            "\(scheme)-\(host.lowercased())-\(port)\(path)".map { letter -> Character in
                if letter.isASCII, letter.isLetter || letter.isNumber || letter == "." || letter == "-" { return letter }
                if letter != "/" { saysAll = false }
                return "_"
            })
        folderName = saysAll ? name : "\(name)+\(Digest(of: Array(self.text.utf8)).text.prefix(16))"
        let isIPv6 = host.contains(":") && host.allSatisfy { $0.isHexDigit || "[:].".contains($0) }
        formerFolderName = isIPv6 && path.isEmpty ? name : nil
    }
}
