import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime

/// One request on its way through a route: who asks, what for, and what the accounts say of them at that moment.
struct Call: Sendable {
    let service: DaybookService
    let request: Request
    let parameters: Parameters
    var query: Fields
    var body: Fields
    /// Nil for somebody who has shown nothing.
    var caller: Caller?
    var accounts: AccountsState
    var now: Instant
    /// It comes from the machine itself, and through no proxy.
    let isLocal: Bool
    let address: String

    var installation: Installation { service.installation }

    /// - Throws: `Denial.notSignedIn`.
    func signedIn() throws(Denial) -> Caller {
        guard let caller else { throw .notSignedIn }
        return caller
    }

    func identifier<Kind>(
        _ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self
    ) throws(ProblemDocument) -> Identifier<Kind> {
        guard let text = parameters.get(name), let id = Identifier<Kind>(text: text) else {
            throw ProblemDocument(
                .badRequest, "badParameter", "the \(name) in the address must be an identifier", field: name)
        }
        return id
    }

    func workspace() throws(ProblemDocument) -> WorkspaceID { try identifier("workspace") }
}

extension Response {
    /// JSON as the kernel writes it.
    static func json(
        _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], _ body: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        body(&writer)
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: writer.text)))
    }

    static var nothing: Response { Response(status: .noContent) }
}
