import ArgumentParser
import Client
import Kernel
import Runtime
import Workspace

/// Links to one thing, for people without an account.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Makes read-only links to a note, artwork, album or story at a service, lists and revokes them.",
        discussion: """
            Only with --server: a link is opened at the service, and where the data itself lies nothing is ever shared. \
            Whoever has the link sees the thing as it is by then, without an account: no names but those in its own text, no folder, \
            no tags, no history, and pictures without what a camera wrote into them. It is over by itself, shows nothing while the \
            thing is in the trash, and can be revoked at once. Boards and captures are never shared.
            """,
        subcommands: [ShareNote.self, ShareArtwork.self, ShareAlbum.self, ShareStory.self, ShareList.self, ShareRevoke.self])
}

struct ShareOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long it is good. (default: as the service has it)", valueName: "days"))
    var days: Int?
    @Flag(help: "Ask for a password that must be typed to see it, or take one line of standard input.")
    var password = false
    @Flag(help: "Smaller pictures only, never a whole one to keep.") var viewOnly = false
    @Option(help: ArgumentHelp("Have the service mail the link there.", valueName: "address")) var mailTo: String?

    func validate() throws {
        if let days, days < 1 { throw ValidationError("A link lasts one day or more.") }
    }
}

struct ShareNote: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Makes a link to a note, and shows it once.")

    @Argument(help: "Which note.") var ref: String
    @OptionGroup var options: ShareOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.share(options) { view in
            let note = try view.note(ref)
            return (note.entity, view.title(of: note))
        }
    }
}

struct ShareArtwork: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "artwork", abstract: "Makes a link to an artwork, and shows it once.")

    @Argument(help: "Which artwork.") var ref: String
    @OptionGroup var options: ShareOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.share(options) { view in
            let artwork = try view.artwork(ref)
            return (artwork.entity, view.title(of: artwork.entity))
        }
    }
}

struct ShareAlbum: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Makes a link to an album, and shows it once.")

    @Argument(help: "Which album.") var ref: String
    @OptionGroup var options: ShareOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.share(options) { view in
            let album = try view.album(ref)
            return (album.entity, view.title(of: album.entity))
        }
    }
}

struct ShareStory: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "story", abstract: "Makes a link to a story, and shows it once.")

    @Argument(help: "Which story.") var ref: String
    @OptionGroup var options: ShareOptions
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.share(options) { view in
            let story = try view.story(ref)
            return (story.entity, view.title(of: story.entity))
        }
    }
}

struct ShareList: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the links of the workspace, those that are over too.")

    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.sharingService()
        let links = try await service.asking { client in
            try await client.shareLinks(of: try await service.replica(globals, from: client).workspace)
        }
        var lines = links.map(\.line)
        if lines.isEmpty { lines = ["Nothing is shared."] }
        try session.show(text: lines.joined(separator: "\n")) { json in
            json.array(links) { json, link in
                json.object { json in
                    json.field("id", link.id)
                    json.field("kind", link.kind)
                    json.field("thing", link.thing)
                    json.field("title", link.title)
                    json.field("maker", link.maker)
                    json.field("secret", link.secret)
                    json.field("password", link.password)
                    json.field("viewOnly", link.viewOnly)
                    json.field("expires", link.expires)
                    json.field("revoked", link.revoked)
                    json.field("opens", link.opens)
                }
            }
        }
    }
}

struct ShareRevoke: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes a link at once, and for good.", aliases: ["delete"])

    @Argument(
        help: ArgumentHelp(
            "Which: its id or a beginning of it, or the first digits of its secret as `daybook share list` shows them.",
            valueName: "link"))
    var ref: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.sharingService()
        let link = try await service.asking { client in
            let workspace = try await service.replica(globals, from: client).workspace
            let digits = ref.lowercased()
            let found = try await client.shareLinks(of: workspace).filter { link in
                digits.count >= 4 && (link.id.hasPrefix(digits) || link.secret.hasPrefix(digits))
            }
            guard found.count == 1, let link = found.first else {
                throw Problem(
                    .notFound, "\"\(ref)\" names \(counted(found.count, "share link")); `daybook share list` lists them.")
            }
            try await client.revokeShare(link.id, of: workspace)
            return link
        }
        try session.show(text: "Revoked the link to \(link.title ?? link.thing).") { json in
            json.object { json in
                json.field("outcome", "done")
                json.field("entity", link.id)
            }
        }
    }
}

extension ServiceClient.ListedLink {
    fileprivate var line: String {
        var words = ["\(kind) \(title ?? thing)", secret + "…"]
        if password { words.append("with a password") }
        if viewOnly { words.append("views only") }
        words.append(revoked ? "revoked" : "until " + expires)
        if !opens, !revoked { words.append("opens nothing") }
        return id + "  " + words.joined(separator: " · ") + " · by " + maker
    }
}

extension Session {
    /// - Throws: a usage problem where no service is named.
    fileprivate func sharingService() throws -> ServiceSession {
        guard let service = try service() else {
            throw Problem(
                .usage,
                "A link is opened at a service: say --server URL, or \(ServiceSession.addressVariable) in the environment. "
                    + "Where the data itself lies nothing is shared.")
        }
        return service
    }

    /// Has the service make a link to what `find` finds, and shows it.
    fileprivate func share(
        _ options: ShareOptions, _ find: (WorkspaceView) throws -> (thing: EntityID, title: String)
    ) async throws {
        let service = try sharingService()
        let (thing, title) = try await reading { try find(await $0.view) }
        let password = options.password ? try PasswordInput.password() : nil
        let link = try await service.asking { client in
            let workspace = try service.workspace(globals, among: service.folder.memory().workspaces)
            return try await client.share(
                thing, of: workspace, days: options.days, password: password, isViewOnly: options.viewOnly,
                mailingTo: options.mailTo)
        }
        let address = service.address.text + link.path
        try show(
            text: "Shared \(title) until \(link.expires), with anyone who has this link, which is not shown again:\n\(address)"
                + console.styled("  (\(link.share))", .dim) + link.wordsOfMail(to: options.mailTo)
        ) { json in
            json.object { json in
                json.field("outcome", "done")
                json.field("entity", link.share)
                json.field("link", address)
                json.field("expires", link.expires)
                if let mailed = link.mailed { json.field("mailed", mailed) }
                if let reason = link.notMailed { json.field("notMailed", reason) }
            }
        }
    }
}

extension ServiceClient.MadeLink {
    /// The fate of the letter, on a line of its own; empty where none was asked for.
    fileprivate func wordsOfMail(to address: String?) -> String {
        guard let address, let mailed else { return "" }
        return mailed
            ? "\nMailed to \(address)." : "\nNot mailed to \(address): \(notMailed ?? "the service does not say why")."
    }
}
