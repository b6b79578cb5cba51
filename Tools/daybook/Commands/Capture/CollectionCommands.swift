import ArgumentParser
import Capture
import Kernel
import Workspace

/// Makes and changes plans: ordered, with levels.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Makes and changes plans, whose items have an order and levels.",
        subcommands: [
            PlanCreate.self, CollectionAdd.self, PlanMove.self, CollectionRemove.self, CollectionRename.self,
            CollectionTrash.self, CollectionRestore.self,
        ])
}

/// Makes and changes lists: by creation time.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Makes and changes lists, whose items go by creation time.",
        subcommands: [
            ListCreate.self, CollectionAdd.self, CollectionRemove.self, CollectionRename.self, CollectionTrash.self,
            CollectionRestore.self,
        ])
}

struct PlanCreate: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Creates a plan.", aliases: ["new"])

    @Argument var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.create(name, isStructured: true)
    }
}

struct ListCreate: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Creates a list.", aliases: ["new"])

    @Argument var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.create(name, isStructured: false)
    }
}

extension Session {
    fileprivate func create(_ text: String, isStructured: Bool) async throws {
        let name = try Name(text)
        let id: CollectionID = mint()
        try await change { _ in
            Change(
                .capture(.createCollection(id, name: name, isStructured: isStructured)), of: id.entity,
                "Created the \(isStructured ? "plan" : "list") \(name.text).")
        }
    }
}

/// Where in a plan an item goes.
struct PlanPlace: ParsableArguments {
    @Option(help: ArgumentHelp("The item of the plan it goes under; the top by default.", valueName: "item"))
    var under: String?
    @Option(help: ArgumentHelp("The item that will stand right below it; last by default.", valueName: "item"))
    var above: String?
}

struct CollectionAdd: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds items, one or many; what is not there yet is captured.")

    @Argument(help: "Which plan or list.") var collection: String
    @Argument(help: "Which items, each by its whole first line or its id, or the text of a new one.") var items: [String]
    @OptionGroup var place: PlanPlace
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let fresh: [ItemID] = items.map { _ in session.mint() }
        let now = session.runtime.now()
        try await session.change { view in
            let id = try view.collection(collection)
            let (under, above) = (
                try place.under.map { try view.captured($0) }, try place.above.map { try view.captured($0) }
            )
            var commands: [CaptureCommand] = []
            var (added, newCount): ([String], Int) = ([], 0)
            var last: ItemID?
            for (index, (text, new)) in zip(items, fresh).enumerated() {
                var item = new
                do throws(ReferenceFault) {
                    item = try view.find(text, as: [.item], isWhole: true).entity.as(CapturedItem.self)
                    added.append(view.title(of: item))
                } catch {
                    guard case .notFound = error else { throw error }
                    // In the order in which they were typed, which is that of a list.
                    let captured = Instant(microseconds: now.microseconds + Int64(index))
                    commands.append(.captureItem(item, content: text, captured: captured))
                    added.append(text)
                    newCount += 1
                }
                commands.append(.addToCollection(id, item, under: under, above: above))
                last = item
            }
            let words = newCount == 0 ? "Added" : newCount == items.count ? "Captured" : "Captured and added"
            return Change(
                commands.map { .capture($0) }, of: last?.entity,
                "\(words) \(added.joined(separator: ", ")) to \(view.title(of: id)).")
        }
    }
}

struct PlanMove: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Moves an item within a plan.")

    @Argument(help: "Which plan.") var collection: String
    @Argument(help: "Which item.") var item: String
    @OptionGroup var place: PlanPlace
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let (id, item) = (try view.collection(collection), try view.captured(item))
            return Change(
                .capture(
                    .moveInCollection(
                        id, item, under: try place.under.map { try view.captured($0) },
                        above: try place.above.map { try view.captured($0) })), of: item.entity,
                "Moved \(view.title(of: item)) in \(view.title(of: id)).")
        }
    }
}

struct CollectionRemove: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Takes an item out; what stands under it moves up to where it stood.")

    @Argument(help: "Which plan or list.") var collection: String
    @Argument(help: "Which item.") var item: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let (id, item) = (try view.collection(collection), try view.captured(item))
            return Change(
                .capture(.removeFromCollection(id, item)), of: item.entity,
                "Took \(view.title(of: item)) out of \(view.title(of: id)).")
        }
    }
}

struct CollectionRename: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Renames a plan or list.", aliases: ["edit"])

    @Argument(help: "Which plan or list.") var collection: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let name = try Name(name)
        try await session.change { view in
            let id = try view.collection(collection)
            return Change(
                .capture(.renameCollection(id, to: name)), of: id.entity,
                "Renamed \(view.title(of: id)) to \(name.text).")
        }
    }
}

struct CollectionTrash: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Moves a plan or list to the trash; its items come back into the inbox meanwhile.", aliases: ["trash"])

    @Argument(help: "Which plan or list.") var collection: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.collection(collection)
            return Change(.capture(.trashCollection(id)), of: id.entity, "Moved \(view.title(of: id)) to the trash.")
        }
    }
}

struct CollectionRestore: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings a plan or list back from the trash.")

    @Argument(help: "Which plan or list.") var collection: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.trashedCollection(collection)
            return Change(.capture(.restoreCollection(id)), of: id.entity, "Restored \(view.title(of: id)).")
        }
    }
}
