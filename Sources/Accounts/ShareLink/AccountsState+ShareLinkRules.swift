import Kernel

// The rules of share links.
extension AccountsState {
    func share(
        _ id: ShareLinkID, _ thing: SharedThing, in workspace: WorkspaceID, by maker: UserID, _ secret: SecretDigest,
        _ password: PasswordHash?, isViewOnly: Bool, at now: Instant, expires: Instant, daysMax: Int
    ) throws(AccountRefusal) -> [AccountEvent] {
        if let known = model.shareLinks[id] {
            guard known.workspace == workspace, known.secret == secret else { throw .identifierTaken(id.entity) }
            return []
        }
        try checkIsNew(id.entity)
        try openWorkspace(workspace)
        _ = try user(maker)
        guard thing.kind != .other else { throw .neverShared }
        guard now < expires else { throw .expired }
        let days = min(daysMax, ShareLink.daysMax)
        guard expires.microseconds - now.microseconds <= Int64(days) * 86_400_000_000 else {
            throw .lastsTooLong(daysMax: days)
        }
        if let password, !password.isWellFormed { throw .badPasswordHash }
        try check(secret)
        var good = 0
        for other in model.shareLinks(in: workspace) where model.shareLinks[other]?.isGood(at: now) ?? false {
            good += 1
        }
        guard good < ShareLink.perWorkspaceMax else {
            throw .tooMany(.shareLinks, max: ShareLink.perWorkspaceMax)
        }
        return [
            .shareLinkMade(
                id, of: thing, in: workspace, by: maker, secret: secret, password: password, isViewOnly: isViewOnly,
                expires: expires)
        ]
    }

    func revoke(_ id: ShareLinkID) throws(AccountRefusal) -> [AccountEvent] {
        guard let link = model.shareLinks[id] else { throw .noSuchShareLink }
        return link.isRevoked ? [] : [.shareLinkRevoked(id)]
    }
}
