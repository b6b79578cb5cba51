import HTTPTypes

/// Why signing in through an OpenID issuer did not work.
enum OIDCFault: Error, Equatable, Sendable {
    case notSetUp
    /// No sign-in of this browser waits for this answer, or not any more.
    case badState
    case issuerUnreachable(String)
    case issuerWrong(String)
    /// The person said no there, or the issuer did.
    case refusedThere
    case codeRefused
    case badToken(TokenFault)
    case emailNotVerified

    /// What is wrong with the token that says who somebody is.
    enum TokenFault: String, Sendable, Equatable {
        case signature = "its signature is not the issuer's"
        case issuer = "it is another issuer's"
        case audience = "it is for another program"
        case expired = "it has run out"
        case early = "it is not good yet"
        case nonce = "it was made for another sign-in"
        case shape = "it is not what OpenID Connect says"
    }

    var problem: ProblemDocument {
        var problem =
            switch self {
            case .notSetUp:
                ProblemDocument(
                    .notFound, "oidcNotSetUp", "signing in elsewhere is not set up here; sign in with a password")
            case .badState:
                ProblemDocument(
                    .badRequest, "badState", "this sign-in was not begun in this browser, or too long ago; begin again",
                    field: "state")
            case .issuerUnreachable:
                ProblemDocument(
                    .serviceUnavailable, "issuerUnreachable", "the issuer does not answer; try again in a moment",
                    retryAfter: 10)
            case .issuerWrong:
                ProblemDocument(
                    .serviceUnavailable, "issuerWrong", "the issuer is not as it should be; tell the service's operator",
                    retryAfter: 60)
            case .refusedThere:
                ProblemDocument(.unauthorized, "refusedThere", "the issuer, or you, said no there; begin again")
            case .codeRefused: ProblemDocument(.unauthorized, "codeRefused", "the issuer does not take the code; begin again")
            case .badToken(let fault):
                ProblemDocument(.unauthorized, "badIDToken", "what the issuer says of you is not good: \(fault.rawValue)")
            case .emailNotVerified:
                ProblemDocument(
                    .forbidden, "emailNotVerified", "the issuer has not verified your e-mail address; do so there first")
            }
        switch self {
        case .issuerUnreachable(let cause), .issuerWrong(let cause): problem.cause = cause
        default: break
        }
        return problem
    }
}
