/// Why a service did not do what it was asked.
package enum ClientFailure: Error, Sendable, Equatable {
    case badAddress(String, String)
    /// Nobody answered, or the answer did not come to its end: what was asked may have been done.
    case unreachable(String, reason: String)
    /// It said no: the status, the problem's own name, and its words for people.
    case problem(status: Int, name: String, detail: String)
    /// It answered with something that no Daybook says.
    case badAnswer(String)
    /// There is no token for it, or the file does not hold a secret.
    case noToken(path: String)
    case openToken(path: String)
    case file(path: String, reason: String)
    case noWorkspace(String, known: [String])
    /// The history of the service does not go on from what was fetched before, and it does not say why; in words.
    case lostRecords(String)

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .badAddress(let text, let advice): "\(text) is not an address of a service: \(advice)."
        case .unreachable(let address, let reason): "\(address) cannot be reached: \(reason)."
        case .problem(_, _, let detail): "The service says no: \(Self.sentence(detail))"
        case .badAnswer(let what): "What answers there is no Daybook, or a newer one: \(what)."
        case .noToken(let path): "Nobody is signed in there: `daybook sign-in EMAIL` makes the token in \(path)."
        case .openToken(let path):
            "\(path) holds a secret and can be read by others; make it yours with `chmod 600` and sign in anew."
        case .file(let path, let reason): "\(path) cannot be used: \(reason)."
        case .lostRecords(let words):
            words
                + " Nothing was sent since the service may have lost records. Look at both, and run the command again to go on."
        case .noWorkspace(let name, let known):
            known.isEmpty
                ? "You belong to no workspace there yet. The first change makes one, such as `daybook capture WORDS`; "
                    + "`daybook accept SECRET` takes up an invitation."
                : "You belong to no workspace \"\(name)\" there; --workspace chooses one of: \(known.joined(separator: ", "))."
        }
    }

    /// Some of what a service says ends with a full stop already.
    private static func sentence(_ words: String) -> String { words.hasSuffix(".") ? words : words + "." }

    /// True if it is worth asking again later.
    package var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .problem(let status, _, _): Self.isPassing(status)
        default: false
        }
    }

    /// 408 among them: the request came too slowly, which says nothing about its content.
    static func isPassing(_ status: Int) -> Bool { status == 408 || status == 429 || status >= 500 }

    /// True if it passes once somebody signs in.
    package var wantsSignIn: Bool {
        switch self {
        case .problem(401, _, _), .noToken: true
        default: false
        }
    }
}
