import Accounts
import Hummingbird
import Kernel
import Runtime
import Studio
import Workspace

extension RouteTable {
    /// Links to one thing for anyone who has them. There is none until an owner makes one. Requirements B-68, N-041, J-019.
    static let shareLinks: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/shares", "makeShareLink",
            "Makes a read-only link to a note, an artwork, an album or a story, and gives its secret once.", .members(.share),
            body: [
                FieldShape("thing", .identifier, "The note, the artwork, the album or the story."),
                FieldShape(
                    "days", .number(1...ShareLink.daysMax),
                    "How long it is valid; `sharing.days` by default, at most `sharing.daysMax`."
                ).optional,
                FieldShape("password", .text(bytesMax: Passwords.bytesMax), "What must be typed to see it.").optional,
                FieldShape("viewOnly", .flag, "Smaller pictures only, never a whole one to keep.").optional,
                FieldShape(
                    "mailTo", .text(bytesMax: 254),
                    "An address that the link is mailed to, where a mail server and `mail.link` are set; \(ShareLetter.perDay) letters a "
                        + "day. The link is good whether or not the letter is taken."
                ).optional,
            ], answer: .json(.created), furtherStatuses: [429]
        ) { try await $0.makeShareLink() },
        Route(
            .get, "/v1/workspaces/{workspace}/shares", "listShareLinks",
            "The share links of a workspace in the order in which they were made, those that are over too.",
            .members(.administer), query: PageCursor.parameters
        ) { try await $0.listShareLinks() },
        Route(
            .delete, "/v1/workspaces/{workspace}/shares/{share}", "revokeShareLink",
            "Revokes a share link at once, and for good.", .members(.administer), answer: .nothing
        ) { call in
            let link: ShareLinkID = try call.identifier("share")
            // A link of another workspace is none of this one's.
            guard call.accounts.model.shareLinks[link]?.workspace == (try call.workspace()) else {
                throw AccountRefusal.noSuchShareLink
            }
            return try await call.perform(.revokeShareLink(link))
        },
    ]
}

extension Call {
    fileprivate func makeShareLink() async throws -> Response {
        let (workspace, caller) = (try workspace(), try signedIn())
        let thing = try await sharedThing(in: workspace)
        let secret = FreshSecret()
        let id: ShareLinkID = pool.runtime.mint()
        let daysMax = service.configuration.number(.shareDaysMax)
        let days = body.number("days") ?? min(service.configuration.number(.shareDays), daysMax)
        let expires = now.later(byDays: days)
        let address = body.text("mailTo")
        if let address { try checkMailing(to: address) }
        func command(_ password: PasswordHash?) -> AccountCommand {
            .makeShareLink(
                id, of: thing, in: workspace, by: caller.user, secret: secret.digest, password: password,
                isViewOnly: body.flag("viewOnly"), at: now, expires: expires, daysMax: daysMax)
        }
        // What is refused anyway costs no hashing.
        _ = try AccountDecider.decide(command(nil), given: accounts)
        var password: PasswordHash?
        if let text = body.text("password") {
            if let fault = PasswordRule.fault(of: text, email: "") {
                throw ProblemDocument(.unprocessableContent, "weakPassword", fault, field: "password")
            }
            password = try await service.passwords.hash(text, for: requester)
        }
        _ = try await perform(command(password))
        let fault = try await mail(
            SharedRoute.path(of: secret.text), of: id, to: address, hasPassword: password != nil, until: expires)
        return .json(.created) { json in
            json.object { json in
                json.field("share", id.text)
                json.field("secret", secret.text)
                json.field("path", SharedRoute.path(of: secret.text))
                json.field("expires", expires.text)
                guard address != nil else { return }
                json.field("mailed", fault == nil)
                if let fault { json.field("notMailed", fault.message) }
            }
        }
    }

    /// - Throws: a problem where no letter can be sent, or this person has sent enough of them today.
    private func checkMailing(to address: String) throws {
        guard service.summaries.isMailing, service.summaries.hasLink else {
            throw ProblemDocument(
                .unprocessableContent, "noMail",
                "this service mails nothing; send the link yourself, or have its keeper set mail.server and mail.link",
                field: "mailTo")
        }
        guard MailMessage.isMailable(address) else {
            throw ProblemDocument(
                .unprocessableContent, "badEmail", "mailTo must be one address, such as anna@example.org", field: "mailTo")
        }
        if let wait = service.shareLetters.excess(of: try signedIn().user.text, at: now) {
            throw ProblemDocument(
                .tooManyRequests, "tooManyLetters",
                "\(ShareLetter.perDay) letters were sent for you today; make the link without mailTo and send it yourself",
                retryAfter: wait)
        }
    }

    /// Mails a link that was made.
    ///
    /// - Returns: why the letter was not taken; nil where it was, or none was asked for.
    private func mail(
        _ path: String, of link: ShareLinkID, to address: String?, hasPassword: Bool, until expires: Instant
    ) async throws -> MailFault? {
        guard let address else { return nil }
        let made = await pool.book.state.model.shareLinks[link]
        let workspace = try workspace()
        let view = try await pool.using(.existing(workspace), for: requester) { await $0.view }
        let title = try await rendering(workspace) { made.flatMap { view.shared(by: link, $0)?.title } ?? "" }
        let letter = ShareLetter(
            sender: accounts.model.existing(try signedIn().user)?.name?.text ?? "Somebody", title: title,
            link: service.summaries.address(of: path), expires: expires, hasPassword: hasPassword, id: link.text)
        do throws(MailFault) {
            try await service.summaries.send(letter, to: address, at: now)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the thing that the body names, by its kind.
    ///
    /// - Throws: a problem for a thing that does not exist, or is in the trash.
    private func sharedThing(in workspace: WorkspaceID) async throws -> SharedThing {
        guard let id: EntityID = body.identifier("thing") else { throw AccountRefusal.neverShared }
        let view = try await pool.using(.existing(workspace), for: requester) { await $0.view }
        guard let referent = view.referent(of: id) else {
            throw ProblemDocument(
                .notFound, "noSuchThing", "there is nothing of this identifier here to be shared", field: "thing")
        }
        let kind: SharedKind =
            switch referent.kind {
            case .note: .note
            case .artwork: .artwork
            case .album: .album
            case .story: .story
            default: .other
            }
        guard kind == .other || view.presence(of: referent) == .present else {
            throw ProblemDocument(
                .notFound, "noSuchThing", "this is in the trash; restore it to share it", field: "thing")
        }
        return SharedThing(kind, id)
    }

    fileprivate func listShareLinks() async throws -> Response {
        let workspace = try workspace()
        let accountsView = await pool.book.view
        let view = try await pool.using(.existing(workspace), for: requester) { await $0.view }
        var reading = accountsView.shareLinks(in: workspace, name: accountsView.name)
        let (links, next) = try page(of: reading.links) { PageCursor(id: $0.id.entity) }
        reading.links = links
        // Whether something is shown is known when it was read: a note in full.
        reading = try await rendering(workspace) { [reading] in
            var reading = reading
            for index in reading.links.indices {
                let id = reading.links[index].id
                guard let link = accounts.model.shareLinks[id] else { continue }
                let shown = view.shared(by: id, link)
                reading.links[index].title = shown?.title
                reading.links[index].opens = shown != nil && AuthorizationPolicy.opens(link, given: accounts, at: now)
            }
            return reading
        }
        var response = Response.json { reading.write(to: &$0) }
        if let next, let name = Self.linkHeader { response.headers[name] = link(to: next) }
        return response
    }
}
