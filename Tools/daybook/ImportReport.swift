import Client
import Importers
import Kernel
import Runtime

/// The result of an import, done or planned, as the command line reports it: the same for every kind of import.
struct ImportReport {
    var name: String
    var created: Counts
    var changed: Int
    var unchanged: Int
    /// Files that were damaged or gone here, and are sound again.
    var mended = 0
    var notTaken: [ImportWarning]
    /// Nil where it was only asked what would come of it.
    var events: Int?
    var batch: String?

    /// - Parameter outcome: nil where nothing was written.
    init(_ plan: ImportPlan, _ outcome: ImportOutcome?) {
        (name, created, changed, unchanged) = (plan.name, plan.created, plan.changed, plan.unchanged)
        notTaken = plan.notTaken
        events = outcome.map { $0.outcome.facts.count }
        batch = outcome?.batch.text
        isEmpty = plan.steps.isEmpty
    }

    /// - Parameter isRehearsal: the service was only asked what would come of it.
    init(_ report: ServiceClient.ImportReport, isRehearsal: Bool) {
        (name, changed, unchanged) = (report.name, report.changed, report.unchanged)
        let made = report.created
        created = Counts()
        (created.folders, created.notes, created.boards) = (made.folders, made.notes, made.boards)
        (created.columns, created.cards, created.plans) = (made.columns, made.cards, made.plans)
        (created.items, created.attachments, created.artworks) = (made.items, made.attachments, made.artworks)
        notTaken = report.notTaken.map { ImportWarning(what: $0.what, at: $0.where, why: $0.why) }
        isEmpty = report.first == nil && (!isRehearsal || created.isZero && report.changed == 0)
        if let first = report.first, let last = report.last { events = Int(last - first + 1) }
        batch = report.batch
    }

    /// Nothing is there that is not here already.
    private let isEmpty: Bool

    private var nouns: [(Int, String)] {
        [
            (created.folders, "folder"), (created.notes, "note"), (created.boards, "board"),
            (created.columns, "column"),
            (created.cards, "card"), (created.plans, "plan"), (created.items, "item"),
            (created.attachments, "attachment"), (created.artworks, "artwork"),
        ]
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("batch", events ?? 0 > 0 ? batch : nil)
            json.field("events", events ?? 0)
            json.key("created")
            json.object { json in
                for (count, noun) in nouns { json.field(noun + "s", count) }
            }
            json.field("unchanged", unchanged)
            json.field("mended", mended)
            json.key("notTaken")
            json.array(notTaken) { json, left in left.write(to: &json) }
        }
    }

    var words: String {
        let parts = nouns.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        var lines: [String] = []
        if isEmpty {
            lines.append("Nothing new in \(name): \(counted(unchanged, "thing")) unchanged.")
        } else {
            let made = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
            let rest = [
                changed > 0 ? "\(counted(changed, "thing")) changed" : nil,
                unchanged > 0 ? "\(unchanged) unchanged" : nil,
            ].compactMap { $0 }.map { "; " + $0 }.joined()
            let verb = events == nil ? "Would import" : "Imported"
            lines.append("\(verb) \(name): \(made)\(rest)" + (events.map { ", as \(counted($0, "event"))." } ?? "."))
        }
        if mended > 0 { lines.append("Mended \(counted(mended, "file")) damaged or gone here.") }
        if !notTaken.isEmpty {
            lines.append("Not taken over:")
            let wide = notTaken.map { $0.what.count }.max() ?? 0
            for left in notTaken {
                let gap = String(repeating: " ", count: wide - left.what.count)
                lines.append("  \(left.what)\(gap)  \(left.at): \(left.why)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
