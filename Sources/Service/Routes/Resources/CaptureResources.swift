import Capture
import HTTPTypes
import Hummingbird
import Kernel
import Workspace

extension RouteTable {
    /// Captured items, made and changed in one request each.
    static let captureResources: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/items", "createItem", "Captures a thought, with exactly these words.", .commands,
            headers: [idempotencyKey],
            body: [
                FieldShape("text", .text(bytesMax: CapturedItem.contentBytesMax), "The words."),
                FieldShape("item", .identifier, "Its identifier, so that asking twice makes one.").optional,
            ] + itemFields, answer: .json(.created), furtherStatuses: [409]
        ) { call in
            let item: ItemID = try call.fresh("item")
            let (tags, said, now) = (try call.body.names("tags"), call.body, call.now)
            return try await call.change(
                .item(item, making: said.making(item, tags: tags)) { view in
                    guard view.capture.existing(item) == nil else { return [] }
                    let made: CaptureCommand = .captureItem(item, content: said.required("text"), captured: now)
                    return ([made] + said.itemFacts(of: item, tags: tags, tagged: [], at: now)).map { .capture($0) }
                })
        },
        Route(
            .patch, "/v1/workspaces/{workspace}/items/{item}", "changeItem", "Changes a captured item: what is left out stays.",
            .commands, headers: [ifMatch],
            body: [
                FieldShape("text", .text(bytesMax: CapturedItem.contentBytesMax), "The words; the first stay readable.")
                    .optional,
                FieldShape("completed", .flag, "True when it is done.").optional,
            ] + itemFields, answer: .json(.ok), furtherStatuses: [412]
        ) { call in
            let item: ItemID = try call.identifier("item")
            let (tags, said, now) = (try call.body.names("tags"), call.body, call.now)
            return try await call.change(
                .item(item) { view in
                    guard let known = view.capture.existing(item) else { throw ProblemDocument.noSuchThing("item") }
                    var commands: [CaptureCommand] = []
                    if let text = said.text("text") { commands.append(.rewordItem(item, to: text)) }
                    commands += said.itemFacts(of: item, tags: tags, tagged: known.tags, at: now)
                    return commands.map { .capture($0) }
                })
        },
        Route(
            .delete, "/v1/workspaces/{workspace}/items/{item}", "trashItem", "Puts a captured item into the trash.", .commands,
            headers: [ifMatch], answer: .nothing, furtherStatuses: [412]
        ) { call in
            let item: ItemID = try call.identifier("item")
            return try await call.remove(.captures, item.entity, .capture(.trashItem(item)))
        },
    ]

    private static let itemFields = [
        FieldShape("task", .flag, "True for something to be done.").optional,
        FieldShape("starred", .flag, "True to star it.").optional,
        FieldShape("followUp", .day, "A day to look at it again; null for none.").optional,
        FieldShape("tags", tags, "All of its tags.").optional,
    ]
}

extension Fields {
    /// The commands for everything that a body says of an item besides its words.
    fileprivate func itemFacts(of item: ItemID, tags: [Name], tagged: [Name], at now: Instant) -> [CaptureCommand] {
        var commands: [CaptureCommand] = []
        if has("task") { commands.append(.typeItem(item, flag("task") ? .task : .none)) }
        if has("starred") { commands.append(flag("starred") ? .starItem(item) : .unstarItem(item)) }
        if has("followUp") || isNull("followUp") { commands.append(.followUpItem(item, on: day("followUp"))) }
        if has("tags") {
            let (gone, new) = (tagged.filter { !tags.contains($0) }, tags.filter { !tagged.contains($0) })
            if !gone.isEmpty { commands.append(.untagItem(item, gone)) }
            if !new.isEmpty { commands.append(.tagItem(item, new)) }
        }
        if has("completed") { commands.append(flag("completed") ? .completeItem(item, at: now) : .reopenItem(item)) }
        return commands
    }

    /// The making of an item, by everything that a body says of it.
    fileprivate func making(_ item: ItemID, tags: [Name]) -> Making {
        .item(
            item, content: required("text"), type: flag("task") ? .task : .none, isStarred: flag("starred"),
            followUp: day("followUp"), tags: tags)
    }
}

extension ResourceChange {
    fileprivate static func item(
        _ item: ItemID, making: Making? = nil, _ commands: @escaping @Sendable (WorkspaceView) throws -> [WorkspaceCommand]
    ) -> ResourceChange {
        ResourceChange(
            area: .captures, thing: item.entity, making: making, commands: commands,
            reading: { $0.capture.item(item, name: $0.name) }, path: "/items/" + item.text)
    }
}
