import Exporters
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime
import Workspace

extension RouteTable {
    /// Everything, to be taken elsewhere.
    static let exports: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/export", "exportWorkspace",
            "All that is in it, now, as files that open without Daybook, in one ZIP: Markdown, SVG, pictures, JSON. "
                + "One that breaks off, because a file cannot be read any more, lacks the list at its end.",
            .reads(RequiredPermission.Area.allCases), answer: .bytes("application/zip"), furtherStatuses: [304, 429],
            isForGuests: false
        ) { try await $0.exportWorkspace() }
    ]
}

extension Call {
    fileprivate func exportWorkspace() async throws -> Response {
        let id = try workspace()
        let (name, made) = (accounts.model.workspaces[id]?.name.text ?? id.text, now)
        return try await using(id) { workspace in
            let (view, sequence, _) = try await workspace.durableView()
            let head = head(of: workspace, asOf: sequence, reach: "-export", isText: false)
            if isKnown(head) || isAnyKnown { return notModified(head) }
            guard let permit = service.downloads.enter(for: requester) else { throw ProblemDocument.busy }
            let journal = EntityID(workspace.journal.id)
            let archive = try await onHistoryThreads {
                try ExportArchive(view, of: journal, root: Self.directoryName(of: name), made: made)
            }
            var headers = head.headers
            headers[.contentType] = "application/zip"
            headers[.contentDisposition] = "attachment; filename*=UTF-8''" + SentFile.encoded(name + ".zip")
            let body = ResponseBody { writer in
                // Entered once more: it is sent after this answer was given.
                try await using(id) { workspace in
                    while let piece = try await nextPiece(of: archive, from: workspace.blobs) {
                        try await writer.write(ByteBuffer(bytes: piece))
                    }
                }
                try await writer.finish(nil)
                withExtendedLifetime(permit) {}
            }
            return Response(status: .ok, headers: headers, body: body)
        }
    }

    /// - Throws: `AuthorizationError` when the caller may not read everything any more: a client takes an export as slowly as it likes.
    private func nextPiece(of archive: ExportArchive, from blobs: BlobStore) async throws -> [UInt8]? {
        _ = try await renewed()
        return try await archive.next(from: blobs, on: pool.blocking, for: requester)
    }

    /// A workspace is called as one likes; a directory is not.
    private static func directoryName(of name: String) -> String {
        var named = name
        named.unicodeScalars.removeAll { "/\\:".unicodeScalars.contains($0) || $0.value < 32 }
        return named.isEmpty || named.allSatisfy { $0 == "." } ? "daybook" : named
    }
}

extension ExportArchive {
    fileprivate func next(from blobs: BlobStore, on threads: BlockingPool, for requester: Requester) async throws -> [UInt8]? {
        try await threads.run(for: requester, orSay: .crowded) {
            try self.next { digest in
                guard let known = Digest(bytes: digest) else { throw RuntimeFailure.blobMissing(digest: hexText(digest)) }
                return try blobs.read(known)
            }
        }
    }
}
