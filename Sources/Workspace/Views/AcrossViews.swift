import Kernel

extension ViewCatalogue {
    /// Views across all domains: everything must be allowed before they are shown.
    package static let across: [ViewDeclaration] = [
        ViewDeclaration(
            "/recent", "listRecent", "What was made, written or opened last.", everything,
            query: [
                FieldShape("limit", .number(1...500), "How many at most.").optional,
                FieldShape("device", .identifier, "Only what was done on this device.").optional,
            ], record: .one("recent")
        ) { $0.view.recents(on: $0.query.identifier("device"), $0.query.number("limit") ?? $0.recentsUsual) },
        ViewDeclaration(
            "/trash", "listTrash", "What was deleted, and where each thing comes back to.", everything,
            record: .one("trash")
        ) { $0.view.trash() },
        ViewDeclaration(
            "/pins", "listPins", "What is pinned, starred or a favourite, by kind and name.", everything,
            query: PageCursor.parameters, record: .one("pins")
        ) { request throws(ViewFault) in
            var reading = request.view.pins()
            reading.things = try request.page(of: reading.things) { line in
                let kind = EntityKind.allCases.firstIndex { $0 == line.referent.kind } ?? 0
                return PageCursor(ranks: [Int64(kind)], name: line.path, id: line.referent.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/tags", "listTags", "All tags by name, with how often each is used.", everything,
            query: PageCursor.parameters, record: .one("tags")
        ) { request throws(ViewFault) in
            var reading = request.view.tags()
            reading.tags = try request.page(of: reading.tags) { PageCursor(nested: $0.name.text) }
            return reading
        },
        ViewDeclaration(
            "/attachments", "listAttachments", "All attached files, by what they hang on.", everything,
            query: PageCursor.parameters, record: .one("attachments")
        ) { request throws(ViewFault) in
            var reading = request.view.attachments()
            reading.files = try request.page(of: reading.files) { line in
                PageCursor(name: line.holder.path + "\u{0}" + line.file.name.text, id: line.id.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/links", "listLinks", "All links that lead nowhere.", everything, record: .one("links")
        ) { $0.view.links() },
        ViewDeclaration(
            "/things/{thing}/links", "showLinks", "What a thing leads to, and is led to by.", everything
        ) { request throws(ViewFault) in
            let id: EntityID = try request.identifier("thing")
            return request.view.referent(of: id).map { request.view.links(of: $0) }
        },
    ]

    private static let everything: [RequiredPermission.Area] = RequiredPermission.Area.allCases
}

extension ViewRequest {
    /// The number of recent things shown where the query names none.
    fileprivate var recentsUsual: Int { pageSize == nil ? Recents.thingsMax : 50 }
}
