import HTTPTypes
import Hummingbird
import Kernel
import NIOCore

/// A "no" on its way to a client: a problem document as RFC 9457 has it.
///
/// ```
/// {"type":"urn:daybook:problem:notAMember","title":"not a member","status":403,"detail":"…","name":"notAMember"}
/// ```
/// Programs tell problems apart by `name`, which is the refusal's or the denial's own and never changes; people read
/// `detail`. `field` names what in the request is wrong, where one thing is.
struct ProblemDocument: Error, Sendable, Equatable {
    var status: HTTPResponse.Status
    var name: String
    var detail: String
    var field: String?
    /// Seconds until it is worth asking again.
    var retryAfter: Int?
    /// What the log may know and the client may not; never what somebody wrote.
    var cause: String?
    /// What others did meanwhile, where that is the problem.
    var changes: [Change] = []

    init(_ status: HTTPResponse.Status, _ name: String, _ detail: String, field: String? = nil, retryAfter: Int? = nil)
    {
        self.status = status
        self.name = name
        self.detail = detail
        self.field = field
        self.retryAfter = retryAfter
    }

    static let typePrefix = "urn:daybook:problem:"

    /// `notAMember` as a person would write it.
    var title: String {
        var words = ""
        for letter in name {
            if letter.isUppercase { words += " " }
            words += letter.lowercased()
        }
        return words
    }

    /// As it is written.
    var message: Problem {
        Problem(
            type: Self.typePrefix + name, title: title, status: status.code, detail: detail, name: name, field: field,
            changes: changes)
    }

    var response: Response {
        var headers: HTTPFields = [.contentType: "application/problem+json"]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"daybook\"" }
        let body = ByteBuffer(string: JSONFieldWriter.object(message))
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
