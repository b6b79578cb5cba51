import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime
import Workspace

extension RouteTable {
    /// The journal itself, for clients that keep a copy and read without asking.
    static let replicas: [Route] = [
        Route(
            .get, "/v1/workspaces/{workspace}/records", "listRecords",
            "The journal's records after a sequence number, as a protocol-buffer message (RecordPage), for a replica. "
                + "What one may not see, and what was erased, has a place and nothing else.",
            .commands,
            query: [
                FieldShape("after", .number(0...Int.max), "The last record that is known; 0, for none, by default.")
                    .optional,
                FieldShape("limit", .number(RecordPage.recordCounts), "How many at most; 2000 by default.").optional,
            ], answer: .records, isForGuests: false
        ) { try await $0.records() }
    ]
}

extension Call {
    fileprivate func records() async throws -> Response {
        let id = try workspace()
        let (domains, areas) = try shared(of: id)
        let (after, limit) = (UInt64(query.number("after") ?? 0), query.number("limit") ?? 2_000)
        let bytes = try await using(id) { workspace in
            try await onHistoryThreads {
                try workspace.page(after: after, limit: limit, showing: domains, areas: areas).encoded
            }
        }
        return Response(
            status: .ok, headers: [.contentType: RecordPage.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The domains that the caller may read as a whole.
    ///
    /// - Throws: `AuthorizationError.outOfReach` for people who were invited for some children: only views know which child a thing
    ///   belongs to.
    private func shared(of id: WorkspaceID) throws -> (domains: Set<UInt32>, areas: [String]) {
        let caller = try signedIn()
        var domains: Set<UInt32> = []
        var words: [String] = []
        for (domain, word, resource) in [
            (EventKind.registry, "registry", Resource.registry(id)), (EventKind.notes, "notes", .notes(id)),
            (EventKind.boards, "boards", .boards(id)), (EventKind.capture, "captures", .captures(id)),
            (EventKind.studio, "studio", .studio(id, child: nil)),
        ] {
            switch AuthorizationPolicy.decide(caller.principal, may: .read, on: resource, given: accounts, at: now) {
            case .allowed:
                domains.insert(domain)
                words.append(word)
            case .refused(.outOfReach): throw AuthorizationError.outOfReach
            case .refused: continue
            }
        }
        return (domains, words)
    }
}

extension RecordPage {
    static let mediaType = "application/protobuf"
}
