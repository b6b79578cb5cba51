import Cryptography
import Foundation
import Testing

@testable import Service

/// Tokens that nobody should believe, and the ones of the standard.
@Suite("Reading issuers' tokens")
struct ReadingIssuersTokens {
    private static let ec = P256.PrivateKey()
    private static let payload = Data(
        #"{"iss":"https://issuer","sub":"1","aud":["a","b"],"azp":"a","exp":1900000000,"email_verified":"true"}"#.utf8)

    private static func keys(_ extra: String = "") -> [UInt8] {
        let point = ec.publicKey.rawRepresentation
        let (x, y) = (LocalIssuer.base64URL(point.prefix(32)), LocalIssuer.base64URL(point.suffix(32)))
        return Array(#"{"keys":[{"kty":"EC","crv":"P-256","kid":"k"\#(extra),"x":"\#(x)","y":"\#(y)"}]}"#.utf8)
    }

    private static func sign(_ input: Data) throws -> Data { Data(try ec.signature(for: input)) }

    /// - Parameter header: as JSON.
    private func token(
        _ header: String, _ payload: Data = Self.payload, signing sign: (Data) throws -> Data = Self.sign
    ) throws -> String {
        let input = LocalIssuer.base64URL(Data(header.utf8)) + "." + LocalIssuer.base64URL(payload)
        return input + "." + LocalIssuer.base64URL(try sign(Data(input.utf8)))
    }

    @Test func `what an issuer signed is read, whoever it is for and however it writes a flag`() throws {
        let token = try IDToken(token(#"{"alg":"ES256","kid":"k"}"#), signedBy: Self.keys())
        #expect(token.sub == "1" && token.aud.names == ["a", "b"] && token.email_verified?.value == true)
        // The only key of its kind needs no name.
        #expect(try IDToken(self.token(#"{"alg":"ES256"}"#), signedBy: Self.keys()) == token)
        let one = Data(#"{"iss":"i","sub":"1","aud":"a","exp":1,"email_verified":false}"#.utf8)
        let other = try IDToken(self.token(#"{"alg":"ES256"}"#, one), signedBy: Self.keys())
        #expect(other.aud.names == ["a"] && other.email_verified?.value == false)
    }

    @Test func `the example of RFC 7515, A.3, has the signature that it says`() {
        let keys = #"""
            {"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
            """#
        let text =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
            + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        // It is signed well, and says nothing of a person.
        #expect(throws: OIDCFault.badToken(.shape)) { try IDToken(text, signedBy: Array(keys.utf8)) }
        #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(text + "A", signedBy: Array(keys.utf8)) }
        let altered = text.replacing("pc19yb290", with: "pc19yb291")
        #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(altered, signedBy: Array(keys.utf8)) }
    }

    @Test(arguments: [
        #"{"alg":"none","kid":"k"}"#, #"{"alg":"HS256","kid":"k"}"#, #"{"alg":"RS256","kid":"k"}"#,
        #"{"alg":"ES384","kid":"k"}"#,
        #"{"alg":"es256","kid":"k"}"#, #"{"alg":"ES256","kid":"other"}"#, #"{"alg":"ES256","kid":"k","crit":["exp"]}"#,
    ])
    func `no other algorithm, key or critical header is believed`(header: String) throws {
        let point = Self.ec.publicKey
        let secret = SymmetricKey(data: point.rawRepresentation)
        for sign: (Data) throws -> Data in [
            Self.sign, { Data(HMACSHA256.authenticationCode(for: $0, using: secret)) }, { _ in Data() },
        ] {
            let text = try token(header, signing: sign)
            #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(text, signedBy: Self.keys()) }
        }
    }

    @Test func `a key that is for something else, of another curve or too short signs nothing`() throws {
        let text = try token(#"{"alg":"ES256","kid":"k"}"#)
        #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(text, signedBy: Self.keys(#","use":"enc""#)) }
        let curve = String(decoding: Self.keys(), as: UTF8.self).replacing("P-256", with: "P-384")
        #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(text, signedBy: Array(curve.utf8)) }
        let short =
            #"{"keys":[{"kty":"RSA","kid":"k","n":"\#(LocalIssuer.base64URL(Data(repeating: 0xFF, count: 128)))","e":"AQAB"}]}"#
        let claimed = try token(#"{"alg":"RS256","kid":"k"}"#) { _ in Data(repeating: 1, count: 128) }
        #expect(throws: OIDCFault.badToken(.signature)) { try IDToken(claimed, signedBy: Array(short.utf8)) }
        #expect(throws: OIDCFault.issuerWrong("its keys cannot be read")) {
            try IDToken(text, signedBy: Array("[]".utf8))
        }
    }

    @Test func `what is no token is refused by its shape, at every length`() throws {
        let text = try token(#"{"alg":"ES256","kid":"k"}"#)
        for count in stride(from: 0, to: text.utf8.count, by: 5) {
            #expect(throws: OIDCFault.self) { try IDToken(String(text.prefix(count)), signedBy: Self.keys()) }
        }
        for bad in ["", ".", "..", "a.b.c", text + ".", "." + text, text + "=", String(repeating: "a", count: 20_000)] {
            #expect(throws: OIDCFault.self) { try IDToken(bad, signedBy: Self.keys()) }
        }
    }
}
