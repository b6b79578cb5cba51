import AsyncHTTPClient
import Foundation
package import Kernel
import NIOCore

extension ServiceClient {
    /// Sends a file by the tus protocol; where the connection breaks, it goes on where it stopped.
    ///
    /// - Parameter child: the child whose picture it is; nil for a file of the workspace.
    /// - Returns: when the service has it on disk, with the digest that it says: 64 hexadecimal digits.
    /// - Throws: `ClientFailure`; the service removes the part that was sent by then.
    package func upload(
        _ bytes: [UInt8], to workspace: EntityID, named name: String, for child: EntityID?
    ) async throws(ClientFailure) -> String {
        var metadata = "filename " + Data(name.utf8).base64EncodedString()
        if let child { metadata += ",child " + Data(child.text.utf8).base64EncodedString() }
        let begun = try await tus(
            "POST", "/v1/workspaces/\(workspace.text)/uploads",
            [("Upload-Length", String(bytes.count)), ("Upload-Metadata", metadata)])
        guard begun.status == 201, let place = begun.fields["location"] else { throw Self.problem(begun.answer) }
        var digest = begun.fields["daybook-digest"]
        var offset = 0
        var breaks = 0
        while digest == nil {
            let end = min(offset + Self.pieceBytes, bytes.count)
            let sent: TusAnswer
            do throws(ClientFailure) {
                sent = try await tus("PATCH", place, [("Upload-Offset", String(offset))], Array(bytes[offset..<end]))
            } catch {
                breaks += 1
                guard case .unreachable = error, breaks <= Self.breaksMax else { throw error }
                let measured = try await tus("HEAD", place, [])
                guard let known = measured.offset else { throw error }
                (offset, digest) = (known, measured.fields["daybook-digest"])
                continue
            }
            guard sent.status == 204, let next = sent.offset, next > offset || next == bytes.count else {
                throw Self.problem(sent.answer)
            }
            (offset, digest) = (next, sent.fields["daybook-digest"])
            guard digest != nil || offset < bytes.count else {
                throw .badAnswer("it has all bytes of a file and does not say its digest")
            }
        }
        return digest ?? ""
    }

    /// Sent at once; each has as long as any other request.
    private static let pieceBytes = 4 << 20
    /// The number of times that it goes on after the connection broke.
    private static let breaksMax = 5

    private struct TusAnswer {
        var answer: Answer
        /// In small letters.
        var fields: [String: String]

        var status: Int { answer.status }
        var offset: Int? { fields["upload-offset"].flatMap { Int($0) } }
    }

    private func tus(
        _ method: String, _ path: String, _ fields: [(String, String)], _ body: [UInt8]? = nil
    ) async throws(ClientFailure) -> TusAnswer {
        var request = HTTPClientRequest(url: address.text + path)
        request.method = .init(rawValue: method)
        for (name, value) in fields + [("Tus-Resumable", "1.0.0")] { request.headers.add(name: name, value: value) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/offset+octet-stream")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let (answer, found) = try await send(
            request, telling: ["location", "upload-offset", "daybook-digest"])
        return TusAnswer(answer: answer, fields: found)
    }
}
