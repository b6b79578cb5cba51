import ArgumentParser
import Capture
import Kernel
import Workspace

/// Changes captured items.
struct ItemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Changes what was captured.",
        discussion: "ITEM is the first line of an item, its id or a beginning of its id; where several may be named, "
            + "they are changed as one, and undone as one.",
        subcommands: [
            ItemDone.self, ItemReopen.self, ItemStar.self, ItemUnstar.self, ItemTag.self, ItemUntag.self,
            ItemType.self, ItemFollowUp.self, ItemReword.self, ItemMetadata.self, ItemTrash.self, ItemRestore.self,
            ItemSplit.self, ItemMerge.self,
        ])
}

/// The items that one command is about.
struct ItemReferences: ParsableArguments {
    @Argument(help: ArgumentHelp("Which items.", valueName: "item")) var refs: [String]

    /// A change of all of them, said in one sentence.
    func change(
        in view: WorkspaceView, _ verb: String, _ command: (ItemID) throws -> CaptureCommand
    ) throws -> Change {
        let items = try refs.map { try view.captured($0) }
        let commands = try items.map { WorkspaceCommand.capture(try command($0)) }
        guard let first = items.first else { throw ValidationError("Say which item.") }
        let what = items.count == 1 ? view.title(of: first) : counted(items.count, "item")
        return Change(commands, of: first.entity, "\(verb) \(what).")
    }
}

struct ItemDone: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "done", abstract: "Completes items.")

    @OptionGroup var items: ItemReferences
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let now = session.runtime.now()
        try await session.change { view in try items.change(in: view, "Completed") { .completeItem($0, at: now) } }
    }
}

struct ItemReopen: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "reopen", abstract: "Reopens completed items.")

    @OptionGroup var items: ItemReferences
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in try items.change(in: view, "Reopened") { .reopenItem($0) } }
    }
}

struct ItemStar: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "star", abstract: "Stars items.")

    @OptionGroup var items: ItemReferences
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in try items.change(in: view, "Starred") { .starItem($0) } }
    }
}

struct ItemUnstar: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "unstar", abstract: "Takes the star off items.")

    @OptionGroup var items: ItemReferences
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in try items.change(in: view, "Took the star off") { .unstarItem($0) } }
    }
}

struct ItemTag: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "tag", abstract: "Tags items.")

    @OptionGroup var items: ItemReferences
    @Option(help: ArgumentHelp("A tag; may be repeated. A slash nests: home/garden.", valueName: "tag"))
    var tag: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let tags = try tag.map { try Name($0) }
        try await session.change { view in try items.change(in: view, "Tagged") { .tagItem($0, tags) } }
    }
}

struct ItemUntag: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "untag", abstract: "Takes tags off items.")

    @OptionGroup var items: ItemReferences
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "tag")) var tag: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let tags = try tag.map { try Name($0) }
        try await session.change { view in try items.change(in: view, "Untagged") { .untagItem($0, tags) } }
    }
}

struct ItemType: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Says what an item is: none, task, or a link to a plan or list.")

    enum Kind: String, ExpressibleByArgument, CaseIterable { case none, task, link }

    @Argument(help: "Which item.") var item: String
    @Argument(help: "none, task or link.") var kind: Kind
    @Option(help: ArgumentHelp("Where a link leads.", valueName: "plan|list")) var to: String?
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if (kind == .link) != (to != nil) { throw ValidationError("A link, and nothing else, needs --to.") }
    }

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.captured(item)
            let type: Capture.ItemType =
                switch kind {
                case .none: .none
                case .task: .task
                case .link: .link(try view.collection(to ?? ""))
                }
            return Change(
                .capture(.typeItem(id, type)), of: id.entity, "\(view.title(of: id)) is of type \(type.word).")
        }
    }
}

struct ItemFollowUp: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "follow-up", abstract: "Sets a day to look at items again; nothing will remind of it.")

    @OptionGroup var items: ItemReferences
    @Option(help: ArgumentHelp("The day, or none.", valueName: "day")) var on: String
    @OptionGroup var globals: GlobalOptions

    func validate() throws { _ = try CaptureArguments.dayOrNone(on) }

    func run(in session: Session) async throws {
        let day = try CaptureArguments.dayOrNone(on)
        let verb = day.map { "To follow up on \($0.text):" } ?? "No day to follow up any more:"
        try await session.change { view in try items.change(in: view, verb) { .followUpItem($0, on: day) } }
    }
}

struct ItemReword: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes the text of an item; what was captured first stays readable.",
        aliases: ["reword"])

    @Argument(help: "Which item.") var item: String
    @OptionGroup var text: TextInput
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        guard let content = try text.read() else { throw ValidationError("Say the new text with --body or --file.") }
        try await session.change { view in
            let id = try view.captured(item)
            return Change(
                .capture(.rewordItem(id, to: content)), of: id.entity, "Reworded \(view.title(of: id)).")
        }
    }
}

struct ItemMetadata: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Sets the metadata of an item, a JSON object; empty takes it off.")

    @Argument(help: "Which item.") var item: String
    @Argument(help: "Such as {\"source\":\"voice\"}.") var json: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.captured(item)
            return Change(
                .capture(.annotateItem(id, metadata: json)), of: id.entity, "Set the metadata of \(view.title(of: id))."
            )
        }
    }
}

struct ItemTrash: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Moves items to the trash, from where they can be restored.", aliases: ["trash"])

    @OptionGroup var items: ItemReferences
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in try items.change(in: view, "Moved to the trash:") { .trashItem($0) } }
    }
}

struct ItemRestore: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings an item back from the trash, to where it was.")

    @Argument(help: "Which item.") var item: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.trashedItem(item)
            return Change(.capture(.restoreItem(id)), of: id.entity, "Restored \(view.title(of: id)).")
        }
    }
}

struct ItemSplit: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Makes several items of one, which stays as it is.")

    @Argument(help: "Which item.") var item: String
    @Option(help: ArgumentHelp("The text of a new item; may be repeated.", valueName: "text")) var into: [String] = []
    @Flag(help: "One new item for each of its lines that says something.") var lines = false
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if into.isEmpty != lines { throw ValidationError("Say the new items with --into, or --lines.") }
    }

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.captured(item)
            let content = view.capture.model.items[id]?.content ?? ""
            let texts = lines ? content.split(whereSeparator: \.isNewline).map(String.init) : into
            let parts = texts.filter { !lines || !$0.allSatisfy(\.isWhitespace) }
                .map { NewItem(id: session.mint(), content: $0) }
            return Change(
                .capture(.splitItem(id, into: parts)), of: id.entity,
                "Split \(view.title(of: id)) into \(counted(parts.count, "item")).")
        }
    }
}

struct ItemMerge: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges duplicates: tags, star, plans and the earliest day join the one that stays.")

    @Argument(help: "The item that stays.") var into: String
    @Argument(help: "Its duplicates; they go to the trash.") var duplicates: [String]
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.captured(into)
            let others = try duplicates.map { try view.captured($0) }
            return Change(
                .capture(.mergeItems(into: id, from: others)), of: id.entity,
                "Merged \(counted(others.count, "item")) into \(view.title(of: id)).")
        }
    }
}
