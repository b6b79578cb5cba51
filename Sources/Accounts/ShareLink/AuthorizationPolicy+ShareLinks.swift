package import Kernel

extension AuthorizationPolicy {
    /// The share link that `secret` opens now.
    ///
    /// - Returns: nil for one that is over, that was revoked, whose maker may not share the thing any more, and that was
    ///   never there: nobody is told which.
    package static func shareLink(
        bearing secret: SecretDigest, given accounts: AccountsState, at now: Instant
    ) -> (id: ShareLinkID, link: ShareLink)? {
        guard case .shareLink(let id) = accounts.model.bearer(of: secret), let link = accounts.model.shareLinks[id],
            opens(link, given: accounts, at: now)
        else { return nil }
        return (id, link)
    }

    /// Returns whether a link opens now: with the account of its maker, their role and the workspace it ends too, and comes back
    /// with them.
    package static func opens(_ link: ShareLink, given accounts: AccountsState, at now: Instant) -> Bool {
        guard link.isGood(at: now), link.thing.kind != .other else { return false }
        return decide(link.maker, may: .share, on: link.resource, given: accounts).isAllowed
    }
}
