import Accounts
import HTTPTypes
import Hummingbird
import Kernel
import Runtime

/// The bytes that a person may keep, and the workspaces that count: those that they made.
struct StorageQuota: Sendable {
    /// Nil for as much as there is.
    let bytesMax: Int?
    let workspaces: [WorkspaceID]

    init(of user: UserID, given accounts: AccountsState, _ configuration: ServiceConfiguration) {
        let usual = configuration.number(.storageMegabytes) << 20
        bytesMax = accounts.model.users[user]?.entitlements.hardMax(of: .storageBytes) ?? (usual > 0 ? usual : nil)
        workspaces = accounts.model.workspaces(of: user).filter { accounts.model.workspaces[$0]?.founder == user }
    }

    /// The limit for commands, a sixteenth above the usual one, so that a person who has used up everything can still
    /// delete things.
    var withReserve: Int? { bytesMax.map { $0.addingClamped($0 / 16) } }
}

extension Call {
    /// Returns the quota of a workspace's founder; nil where there is no limit, and for a guest, who has limits of their own.
    private func quota(of id: WorkspaceID) -> StorageQuota? {
        guard caller?.visit == nil, let founder = accounts.model.workspaces[id]?.founder else { return nil }
        let quota = StorageQuota(of: founder, given: accounts, service.configuration)
        return quota.bytesMax == nil ? nil : quota
    }

    /// Reserves room for bytes that are to be kept. It may take long: call it where files are read.
    ///
    /// - Returns: a hold to keep until the work is done; nil where nothing is limited.
    /// - Throws: a problem where the founder of the workspace has no room for that many more bytes.
    func holdRoom(for byteCount: Int, in id: WorkspaceID) throws -> StorageHold? {
        guard let quota = quota(of: id), let bytesMax = quota.bytesMax else { return nil }
        return try hold(byteCount, in: id, quota, bytesMax: bytesMax)
    }

    /// Takes room for a change, before anything of it is decided. The disk is looked at only where figures are old.
    ///
    /// - Throws: as `holdRoom`.
    @inline(never)
    func holdRoom(at route: Route) async throws -> StorageHold? {
        guard route.rule == .commands, route.method == .post else { return nil }
        let id = try workspace()
        guard let quota = quota(of: id), let bytesMax = quota.withReserve else { return nil }
        let bodyMax = service.configuration.number(.bodyBytes)
        let byteCount = min(bodyMax, request.headers[.contentLength].flatMap { Int($0) } ?? Self.changeBytes)
        let ledger = pool.storage
        if ledger.stale(among: quota.workspaces, for: .writing(id), at: now).isEmpty,
            let hold = ledger.hold(byteCount, in: id, of: quota.workspaces, bytesMax: bytesMax)
        {
            return hold
        }
        return try await onHistoryThreads { try hold(byteCount, in: id, quota, bytesMax: bytesMax) }
    }

    /// For one that does not say how long it is.
    private static let changeBytes = 4_096

    private func hold(
        _ byteCount: Int, in id: WorkspaceID, _ quota: StorageQuota, bytesMax: Int
    ) throws -> StorageHold {
        let ledger = pool.storage
        for need in [StorageLedger.Need.writing(id), .refusing] {
            try pool.measure(ledger.stale(among: quota.workspaces, for: need, at: now), at: now)
            if let hold = ledger.hold(byteCount, in: id, of: quota.workspaces, bytesMax: bytesMax) { return hold }
        }
        let used = quota.workspaces.reduce(0) { $0.addingClamped(ledger.bytes(of: $1)) }
        throw ProblemDocument(
            .contentTooLarge, "overQuota",
            "the person who made this workspace may keep \(quota.bytesMax ?? 0) bytes and keeps \(used), with texts, history and files of "
                + "all workspaces they made; \(byteCount) more have no room. Erase some, or ask the service's operator for more"
        )
    }

    /// Answers with the quota of an account and its use.
    func showAccountStorage() async throws -> Response {
        let quota = StorageQuota(of: try signedIn().user, given: accounts, service.configuration)
        let (ledger, now) = (pool.storage, now)
        try await onHistoryThreads { [pool] in
            try pool.measure(ledger.stale(among: quota.workspaces, for: .refusing, at: now), at: now)
        }
        let (use, addedBytes, measuredAt) = ledger.sum(of: quota.workspaces)
        return .json { json in
            json.object { json in
                if let bytesMax = quota.bytesMax {
                    json.field("maxBytes", bytesMax)
                } else {
                    json.field("maxBytes", nil as String?)
                }
                json.field("usedBytes", use.totalBytes.addingClamped(addedBytes))
                json.field("journalBytes", use.journalBytes)
                json.field("fileBytes", use.fileBytes)
                json.field("uploadBytes", use.uploadBytes)
                json.field("otherBytes", use.otherBytes)
                json.field("addedBytes", addedBytes)
                json.field("measured", measuredAt?.text)
                json.key("workspaces")
                json.array(quota.workspaces) { json, id in
                    json.object { json in
                        json.field("id", id.text)
                        json.field("usedBytes", ledger.bytes(of: id))
                    }
                }
            }
        }
    }
}

extension WorkspacePool {
    /// Measures what workspaces take, on the thread that asks.
    nonisolated func measure(_ ids: [WorkspaceID], at now: Instant) throws {
        for id in ids {
            try storage.measure(id, at: now) {
                try directory.storageUse(at: try book.place(of: id, in: directory), now: now)
            }
        }
    }
}
