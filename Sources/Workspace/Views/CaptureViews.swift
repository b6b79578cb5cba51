import Capture
import Kernel

extension ViewCatalogue {
    /// The views of captured things, plans and lists: for the owners only (O-009).
    package static let captures: [ViewDeclaration] = [
        ViewDeclaration(
            "/inbox", "showInbox", "What was captured and not filed, the newest first.", [.captures],
            query: PageCursor.parameters, record: .one("inbox")
        ) { request throws(ViewFault) in
            var reading = request.view.capture.inbox()
            reading.items = try request.page(of: reading.items) {
                PageCursor(instant: $0.captured, id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        ViewDeclaration("/items/{item}", "showItem", "One captured item with everything known of it.", [.captures]) {
            request throws(ViewFault) in
            request.view.capture.item(try request.identifier("item"), name: request.name)
        },
        ViewDeclaration(
            "/collections", "listCollections", "All plans and lists by name, with how much of each is done.",
            [.captures],
            query: PageCursor.parameters, record: .one("collections")
        ) { request throws(ViewFault) in
            var reading = request.view.capture.collections(name: request.name)
            reading.collections = try request.page(of: reading.collections) {
                PageCursor(name: $0.name, id: $0.id.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/collections/{collection}", "showCollection", "One plan or list.", [.captures],
            record: .each("collections") { $0.capture.model.collections.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.capture.collection(try request.identifier("collection"), name: request.name)
        },
        ViewDeclaration(
            "/logbook", "showLogbook", "What is completed, the last first.", [.captures], query: PageCursor.parameters,
            record: .one("logbook")
        ) { request throws(ViewFault) in
            var reading = request.view.capture.logbook()
            reading.items = try request.page(of: reading.items) {
                PageCursor(instant: $0.completed ?? .epoch, id: $0.id.entity)
            }
            return reading
        },
        ViewDeclaration(
            "/follow-up", "showFollowUp", "What is open and has a day to be looked at again.", [.captures],
            query: [
                FieldShape("from", .day, "The first day.").optional, FieldShape("to", .day, "The last day.").optional,
            ], record: .one("follow-up")
        ) { $0.view.capture.followUps(from: $0.query.day("from"), to: $0.query.day("to")) },
        ViewDeclaration(
            "/item-tags", "listItemTags", "The tags of items, with their colours.", [.captures],
            record: .one("item-tags")
        ) { $0.view.capture.tags() },
        ViewDeclaration(
            "/prompts", "listPrompts", "What was put off or dismissed.", [.captures], record: .one("prompts")
        ) { $0.view.capture.prompts() },
        ViewDeclaration(
            "/runs", "listRuns", "Every time that suggestions were asked for, the last first.", [.captures],
            query: PageCursor.parameters, record: .one("runs")
        ) { request throws(ViewFault) in
            var reading = request.view.capture.runs(name: request.name)
            reading.runs = try request.page(of: reading.runs) {
                PageCursor(instant: $0.requested ?? .epoch, id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        ViewDeclaration(
            "/run-queue", "showRunQueue",
            "The runs that wait for an answer, those of paid plans first: an early feature, for plans that have them.",
            [.captures], isEarly: true
        ) { $0.view.capture.runQueue() },
        ViewDeclaration(
            "/runs/{run}", "showRun", "One organising run, with what was suggested and decided.", [.captures],
            record: .each("runs") { $0.capture.model.runs.ids.map { $0.entity } }
        ) { request throws(ViewFault) in
            request.view.capture.run(try request.identifier("run"), name: request.name)
        },
    ]
}
