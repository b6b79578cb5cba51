import Capture
import Kernel
import Workspace

extension RouteTable {
    /// What was captured, planned and listed: its owners' own (O-009).
    static let captures: [Route] = [
        .view("/inbox", "showInbox", "What was captured and not filed, the newest first.", [.captures], query: paged) {
            viewing in
            var reading = viewing.view.capture.inbox()
            reading.items = try viewing.page(of: reading.items) {
                PageCursor(instant: $0.captured, id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        .view("/items/{item}", "showItem", "One captured item with everything known of it.", [.captures]) { viewing in
            try viewing.view.capture.item(viewing.identifier("item"), name: viewing.name)
        },
        .view(
            "/collections", "listCollections", "All plans and lists by name, with how much of each is done.", [.captures],
            query: paged
        ) { viewing in
            var reading = viewing.view.capture.collections(name: viewing.name)
            reading.collections = try viewing.page(of: reading.collections) {
                PageCursor(name: $0.name, id: $0.id.entity)
            }
            return reading
        },
        .view("/collections/{collection}", "showCollection", "One plan or list.", [.captures]) { viewing in
            try viewing.view.capture.collection(viewing.identifier("collection"), name: viewing.name)
        },
        .view("/logbook", "showLogbook", "What is completed, the last first.", [.captures], query: paged) { viewing in
            var reading = viewing.view.capture.logbook()
            reading.items = try viewing.page(of: reading.items) {
                PageCursor(instant: $0.completed ?? .epoch, id: $0.id.entity)
            }
            return reading
        },
        .view(
            "/follow-up", "showFollowUp", "What is open and has a day to be looked at again.", [.captures],
            query: [
                FieldShape("from", .day, "The first day.").optional, FieldShape("to", .day, "The last day.").optional,
            ]
        ) { viewing in
            viewing.view.capture.followUps(from: viewing.call.query.day("from"), to: viewing.call.query.day("to"))
        },
        .view("/item-tags", "listItemTags", "The tags of items, with their colours.", [.captures]) {
            $0.view.capture.tags()
        },
        .view("/prompts", "listPrompts", "What was put off or dismissed.", [.captures]) { $0.view.capture.prompts() },
        .view(
            "/runs", "listRuns", "Every time that suggestions were asked for, the last first.", [.captures], query: paged
        ) { viewing in
            var reading = viewing.view.capture.runs(name: viewing.name)
            reading.runs = try viewing.page(of: reading.runs) {
                PageCursor(instant: $0.requested ?? .epoch, id: $0.id.entity, isLaterFirst: true)
            }
            return reading
        },
        .view(
            "/run-queue", "showRunQueue",
            "The runs that wait for an answer, those of paid plans first: an early feature, for plans that have them.",
            [.captures]
        ) { viewing in
            try viewing.call.checkFeature(.early)
            return viewing.view.capture.runQueue()
        },
        .view("/runs/{run}", "showRun", "One organising run, with what was suggested and decided.", [.captures]) {
            viewing in
            try viewing.view.capture.run(viewing.identifier("run"), name: viewing.name)
        },
    ]
}
