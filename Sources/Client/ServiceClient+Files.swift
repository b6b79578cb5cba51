import AsyncHTTPClient
package import Kernel
package import Runtime

extension ServiceClient {
    /// A file that hangs on something in a workspace, whole.
    ///
    /// - Throws: `ClientFailure`, also where what comes is not what its digest says.
    package func file(_ digest: Digest, in workspace: EntityID) async throws(ClientFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            var request = HTTPClientRequest(
                url: address.text + "/v1/workspaces/\(workspace.text)/blobs/\(digest.text)")
            let last = bytes.count + Self.pieceBytes - 1
            request.headers.add(name: "Range", value: "bytes=\(bytes.count)-\(last)")
            let answer = try await send(request).answer
            // Of nothing there is no first byte.
            let isOver = answer.status == 416
            guard answer.status == 206 || answer.status == 200 || isOver else { throw Self.problem(answer) }
            if !isOver { bytes += answer.body }
            if isOver || answer.status == 200 || answer.body.count < Self.pieceBytes { break }
        }
        guard Digest(of: bytes) == digest else { throw .badAnswer("a file is not what its digest says") }
        return bytes
    }

    /// Asked for at once; each has as long as any other request.
    private static let pieceBytes = 4 << 20
}
