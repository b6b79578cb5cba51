import Foundation
import Testing

@testable import Service

/// Somebody at a client of their own.
struct RemoteClient {
    static let anna = "{\"email\":\"anna@example.org\",\"password\":\"a long enough phrase\"}"

    let program: ServedProgram
    var secret: String?

    func head(_ method: String, _ path: String, _ type: String, _ count: Int, isLast: Bool) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
            + (secret.map { "Authorization: Bearer \($0)\r\n" } ?? "") + "Content-Length: \(count)\r\n"
            + (isLast ? "Connection: close\r\n" : "") + "\r\n"
    }

    func ask(
        _ method: String, _ path: String, _ body: [UInt8], type: String
    ) throws -> (status: Int, json: JSONValue, text: String) {
        let wire = try Wire(port: program.port)
        wire.send(bytes: Array(head(method, path, type, body.count, isLast: true).utf8) + body)
        let text = wire.receive()
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text)")
        let content = text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
        return (status, (try? JSONValue(answer: Array(content.utf8))) ?? .null, content)
    }

    /// Signs somebody up and in.
    static func signedUp(to program: ServedProgram) throws -> RemoteClient {
        var visitor = RemoteClient(program: program)
        try visitor.ask("POST", "/v1/sign-up", Self.anna, expecting: 202)
        visitor.secret = try visitor.ask("POST", "/v1/sign-in", Self.anna)["token"].string
        return visitor
    }

    /// A file by the tus protocol, in two pieces.
    ///
    /// - Returns: its digest, as the service says it.
    func upload(_ file: [UInt8], to path: String) throws -> String? {
        let half = file.count / 2
        let place = try begin(file, sending: half, to: path)
        let type = "Content-Type: application/offset+octet-stream\r\n"
        let ended = try tus("PATCH", place, type + "Upload-Offset: \(half)\r\n", file[half...])
        return header("daybook-digest", of: ended)
    }

    /// The first bytes of a file, and no more.
    ///
    /// - Returns: where the others would go.
    @discardableResult
    func begin(_ file: [UInt8], sending count: Int, to path: String) throws -> String {
        let begun = try tus("POST", path, "Upload-Length: \(file.count)\r\n", [])
        let place = try #require(header("location", of: begun), "\(begun)")
        let type = "Content-Type: application/offset+octet-stream\r\n"
        let taken = try tus("PATCH", place, type + "Upload-Offset: 0\r\n", file[..<count])
        try #require(taken.hasPrefix("HTTP/1.1 204"), "\(taken)")
        return place
    }

    private func tus(_ method: String, _ path: String, _ headers: String, _ body: ArraySlice<UInt8>) throws -> String {
        let wire = try Wire(port: program.port)
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(secret ?? "")\r\n"
            + "Tus-Resumable: 1.0.0\r\n\(headers)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        wire.send(bytes: Array(head.utf8) + body)
        return wire.receive()
    }

    private func header(_ name: String, of answer: String) -> String? {
        answer.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    @discardableResult
    func ask(
        _ method: String, _ path: String, _ body: String = "", expecting expected: Int = 200
    ) throws -> JSONValue {
        let answer = try ask(method, path, Array(body.utf8), type: "application/json")
        try #require(answer.status == expected, "\(method) \(path): \(answer.status) \(answer.text.prefix(400))")
        return answer.json
    }
}
