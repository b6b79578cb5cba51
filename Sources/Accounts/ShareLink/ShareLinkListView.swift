package import Kernel

/// The share links of a workspace, those that are over too: what was let out, by whom, and until when.
package struct ShareLinkListView: CanonicalView, Sendable, Equatable {
    /// In the order in which they were made.
    package var links: [Line] = []

    package struct Line: Sendable, Equatable {
        package var id: ShareLinkID
        package var thing: SharedThing
        /// The title of the shared thing, filled in by the workspace; nil where it is not to be seen there.
        package var title: String?
        package var maker: String
        package var secret: String
        package var hasPassword: Bool
        package var isViewOnly: Bool
        package var expires: Instant
        package var isRevoked: Bool
        /// True if it opens now, from who knows the time.
        package var opens: Bool?
        package var made: NamedAttribution?
    }

    package init() {}

    package var text: String {
        var lines = Lines()
        for link in links {
            lines.add(
                0, spelled(link.thing.kind.fieldName) + " " + (link.title ?? link.thing.id.text), link.secret + "…",
                link.hasPassword ? "with a password" : "", link.isViewOnly ? "views only" : "",
                link.isRevoked ? "revoked" : "until " + link.expires.text,
                link.opens ?? true || link.isRevoked ? "" : "opens nothing", "by " + link.maker)
        }
        if links.isEmpty { lines.add(0, "Nothing is shared.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(links) { json, link in
            json.object { json in
                json.field("id", link.id.text)
                json.field("kind", spelled(link.thing.kind.fieldName))
                json.field("thing", link.thing.id.text)
                json.field("title", link.title)
                json.field("maker", link.maker)
                json.field("secret", link.secret)
                json.field("password", link.hasPassword)
                json.field("viewOnly", link.isViewOnly)
                json.field("expires", link.expires.text)
                json.field("revoked", link.isRevoked)
                if let opens = link.opens { json.field("opens", opens) }
                link.made?.write(to: &json, "made")
            }
        }
    }
}

extension AccountsView {
    /// The share links of a workspace; none where it is not there.
    package func shareLinks(
        in workspace: WorkspaceID, times: Bool = true, name: (ActorID) -> String
    ) -> ShareLinkListView {
        var reading = ShareLinkListView()
        guard model.existing(workspace) != nil else { return reading }
        for id in model.shareLinks(in: workspace) {
            guard let slot = model.shareLinks.slot(of: id) else { continue }
            let link = model.shareLinks[slot]
            reading.links.append(
                .init(
                    id: id, thing: link.thing, maker: model.users[link.maker]?.shownName ?? link.maker.text,
                    secret: link.secret.shortText, hasPassword: link.password != nil, isViewOnly: link.isViewOnly,
                    expires: link.expires, isRevoked: link.isRevoked,
                    made: made(slot.index, in: shareLinkTraces, times, name)))
        }
        return reading
    }
}
