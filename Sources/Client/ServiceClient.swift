import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// One service over HTTP: asks, and makes sense of what comes back.
///
/// Every answer is bounded in size and in time. Nothing is retried automatically: whether asking again is harmless, only
/// the caller knows.
package struct ServiceClient: Sendable {
    package let address: ServiceAddress
    /// The token of the person who is signed in; nil before.
    package var token: String?
    private let http: HTTPClient

    /// The time that one answer may take, beyond what a poll asks for.
    private static let secondsMax: Int64 = 60
    private static let answerBytesMax = 64 << 20

    /// - Parameter authorities: a PEM file with certificates that are trusted besides the system's.
    package init(_ address: ServiceAddress, token: String? = nil, trusting authorities: String? = nil) throws(ClientFailure) {
        self.address = address
        self.token = token
        var tls = TLSConfiguration.makeClientConfiguration()
        if let authorities { tls.additionalTrustRoots = [.file(authorities)] }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)),
            decompression: .disabled)
        configuration.networkFrameworkWaitForConnectivity = false
        // Where nobody listens, that is the answer: nobody waits ten seconds to be told so.
        configuration.connectionPool.retryConnectionEstablishment = false
        if let authorities, !FileManager.default.isReadableFile(atPath: authorities) {
            throw .file(path: authorities, reason: "it cannot be read")
        }
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Gives its connections back. Its maker calls this once.
    package func close() async throws { try await http.shutdown() }

    /// The response of the service.
    package struct Answer: Sendable {
        package let status: Int
        package let type: String
        package let body: [UInt8]
        /// Where the page after this one is; nil for the last.
        var next: String?

        package var text: String { String(decoding: body, as: UTF8.self) }

        /// - Throws: `ClientFailure.badAnswer`.
        package func decoded<Value: Decodable>(as _: Value.Type = Value.self) throws(ClientFailure) -> Value {
            do { return try JSONDecoder().decode(Value.self, from: Data(body)) } catch {
                throw .badAnswer("its JSON is not what was asked for")
            }
        }
    }

    package enum Method: String, Sendable { case get = "GET", post = "POST", patch = "PATCH", delete = "DELETE" }

    /// Asks one thing.
    ///
    /// - Parameters:
    ///   - path: from `/v1` on, with identifiers only: they need no escaping.
    ///   - query: names and values, escaped here.
    ///   - body: JSON.
    ///   - seconds: what the service is asked to take at most.
    /// - Throws: `ClientFailure`; any status from 300 on is a `problem`.
    @discardableResult
    package func ask(
        _ method: Method, _ path: String, query: [(String, String)] = [], body: String? = nil, waiting seconds: Int = 0
    ) async throws(ClientFailure) -> Answer {
        let answer = try await exchange(method, path, query: query, body: body, waiting: seconds)
        guard answer.status < 300 else { throw Self.problem(answer) }
        return answer
    }

    /// The same, whatever the status.
    func exchange(
        _ method: Method, _ path: String, query: [(String, String)] = [], body: String? = nil, waiting seconds: Int = 0
    ) async throws(ClientFailure) -> Answer {
        var request = HTTPClientRequest(url: address.text + path + Self.words(of: query))
        request.method = .init(rawValue: method.rawValue)
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        return try await send(request, waiting: seconds).answer
    }

    /// - Parameter names: header fields of the answer that the caller wants to see, in small letters.
    func send(
        _ request: HTTPClientRequest, waiting seconds: Int = 0, telling names: [String] = []
    ) async throws(ClientFailure) -> (answer: Answer, fields: [String: String]) {
        var request = request
        request.headers.add(name: "User-Agent", value: "daybook")
        if let token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        let answer: Answer
        var fields: [String: String] = [:]
        do {
            let response = try await http.execute(request, timeout: .seconds(Self.secondsMax + Int64(seconds)))
            for name in names { fields[name] = response.headers.first(name: name) }
            let bytes = try await response.body.collect(upTo: Self.answerBytesMax)
            answer = Answer(
                status: Int(response.status.code), type: response.headers.first(name: "Content-Type") ?? "",
                body: Array(bytes.readableBytesView), next: Self.next(in: response.headers.first(name: "Link")))
        } catch is NIOTooManyBytesError {
            throw .badAnswer("it is larger than \(Self.answerBytesMax) bytes")
        } catch {
            throw .unreachable(address.text, reason: Self.reason(for: error))
        }
        return (answer, fields)
    }

    /// The address in `<…>; rel="next"` (RFC 8288), as the service writes it; nil for any other.
    private static func next(in link: String?) -> String? {
        guard let link, link.hasPrefix("</v1/"), link.hasSuffix(">; rel=\"next\"") else { return nil }
        return String(link.dropFirst().prefix { $0 != ">" })
    }

    static func words(of query: [(String, String)]) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let pairs = query.map { name, value in
            name + "=" + (value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    static func problem(_ answer: Answer) -> ClientFailure {
        struct Document: Decodable {
            var name: String
            var detail: String
        }
        guard answer.type.hasPrefix("application/problem+json"),
            let document = try? JSONDecoder().decode(Document.self, from: Data(answer.body))
        else {
            // Whatever stands before the service says so while it is away, or has too much to do.
            guard ClientFailure.isPassing(answer.status) else {
                return .badAnswer("status \(answer.status) without a problem document")
            }
            return .problem(
                status: answer.status, name: "noReason", detail: "it answers with status \(answer.status) and no reason")
        }
        return .problem(status: answer.status, name: document.name, detail: document.detail)
    }

    private static func reason(for error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where [.connectTimeout, .deadlineExceeded, .readTimeout].contains(error):
            "it did not answer in time"
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { reason(for: $0.error) }
                ?? (error.dnsAError == nil ? "nobody listens there" : "no machine has this name")
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is CancellationError: "the question was given up"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: "its certificate is for another name"
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: tlsReason(for: String(describing: error))
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            "it ended the connection; if it speaks TLS, say https://"
        default: String(describing: error)
        }
    }

    /// - Parameter text: the error as BoringSSL names it, with the places in its own source.
    private static func tlsReason(for text: String) -> String {
        if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate") {
            return "its certificate is not trusted here, or not valid now; DAYBOOK_CA_FILE=FILE trusts another authority"
        }
        if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
            return "it does not speak TLS there; say http://"
        }
        if text.contains("failedToLoadCertificate") { return "the file of DAYBOOK_CA_FILE holds no PEM certificate" }
        return "TLS with it failed"
    }
}
