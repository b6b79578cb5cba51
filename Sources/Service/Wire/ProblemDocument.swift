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
    /// The cause that the log may know and the client may not; never text that somebody wrote.
    var cause: String?
    /// The changes of others meanwhile, where they are the problem.
    var changes: [Change] = []
    /// The number to send a command under, where its own was used.
    var next: UInt64?
    /// The request that it answers, as the log has it.
    var instance: String?
    /// Header fields that the answer has besides its own.
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ name: String, _ detail: String, field: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.name = name
        self.detail = detail
        self.field = field
        self.retryAfter = retryAfter
    }

    static let mediaType = "application/problem+json"

    static let typePrefix = "urn:daybook:problem:"

    /// The name as a person would write it: `not a member`, `bad JSON`, and of a domain `notes: no such note`.
    var title: String {
        name.split(separator: ".").map { Self.words(of: Array($0)) }.joined(separator: ": ")
    }

    /// Capitals side by side are one word, which stays as it is.
    private static func words(of letters: [Character]) -> String {
        var words: [String] = []
        for (index, letter) in letters.enumerated() {
            let isAfterCapital = index > 0 && letters[index - 1].isUppercase
            let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isLowercase
            if words.isEmpty || letter.isUppercase && (!isAfterCapital || isBeforeSmall) { words.append("") }
            words[words.count - 1].append(letter)
        }
        return words.map { $0.count > 1 && $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }
            .joined(separator: " ")
    }

    /// As it is written.
    var message: Problem {
        Problem(
            type: Self.typePrefix + name, title: title, status: status.code, detail: detail, name: name, field: field,
            changes: changes, next: next, instance: instance)
    }

    var response: Response {
        var headers = headers
        headers[.contentType] = Self.mediaType
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"daybook\"" }
        let body = ByteBuffer(string: JSONFieldWriter.object(message))
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
