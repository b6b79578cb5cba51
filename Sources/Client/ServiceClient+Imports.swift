import AsyncHTTPClient
package import Kernel
import NIOCore

extension ServiceClient {
    /// The outcome of an import at the service, or of a trial of one.
    package struct ImportReport: Decodable, Sendable {
        package var name: String
        package var batch: String?
        package var first: UInt64?
        package var last: UInt64?
        package var created: Created
        package var changed: Int
        package var unchanged: Int
        package var notTaken: [Left]

        package struct Created: Decodable, Sendable {
            package var folders: Int
            package var notes: Int
            package var boards: Int
            package var columns: Int
            package var cards: Int
            package var plans: Int
            package var items: Int
            package var attachments: Int
            package var artworks: Int
        }

        package struct Left: Decodable, Sendable {
            package var what: String
            package var `where`: String
            package var why: String
        }
    }

    /// Has the service import a file or an archive, whatever it is.
    ///
    /// - Parameters:
    ///   - query: what the route takes besides the name, such as `rehearsal`.
    /// - Throws: `ClientFailure`; after `unreachable` it may have been imported: doing it again adds only what is missing.
    package func importFile(
        _ bytes: [UInt8], named name: String, _ query: [(String, String)], into workspace: EntityID
    ) async throws(ClientFailure) -> ImportReport {
        var request = HTTPClientRequest(
            url: address.text + "/v1/workspaces/\(workspace.text)/imports" + Self.words(of: [("name", name)] + query))
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/octet-stream")
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let answer = try await send(request, waiting: Self.importSeconds).answer
        guard answer.status < 300 else { throw Self.problem(answer) }
        return try answer.decoded()
    }

    /// The seconds that a service may take for it: the file has to arrive, and to be decided.
    private static let importSeconds = 900
}
