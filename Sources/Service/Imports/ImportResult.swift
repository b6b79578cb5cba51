import Importers
import Kernel
import Runtime

/// The outcome of an import: the report that every import ends with.
struct ImportResult: FieldMessage {
    var format: String
    var name: String
    /// The batch to name for undoing it; nil where there was nothing new.
    var batch: BatchID?
    /// The records it led to.
    var first: UInt64?
    var last: UInt64?
    var created: Created
    var changed: Int
    var unchanged: Int
    /// The content that was left at the source, and why.
    var notTaken: [Left]

    struct Created: FieldMessage {
        var folders = 0
        var notes = 0
        var boards = 0
        var columns = 0
        var cards = 0
        var plans = 0
        var items = 0
        var attachments = 0
        var artworks = 0

        static var schemaName: StaticString { "ImportCounts" }
        static var blank: Created { Created() }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "folders", &folders)
            coder.field(2, "notes", &notes)
            coder.field(3, "boards", &boards)
            coder.field(4, "columns", &columns)
            coder.field(5, "cards", &cards)
            coder.field(6, "plans", &plans)
            coder.field(7, "items", &items)
            coder.field(8, "attachments", &attachments)
            coder.field(9, "artworks", &artworks)
        }
    }

    /// Something the source holds that was left there.
    struct Left: FieldMessage {
        var what: String
        var place: String
        var why: String

        static var schemaName: StaticString { "NotTaken" }
        static var blank: Left { Left(what: "", place: "", why: "") }

        mutating func code<C: Coder>(_ coder: inout C) {
            coder.field(1, "what", &what)
            coder.field(2, "where", &place)
            coder.field(3, "why", &why)
        }
    }

    static var schemaName: StaticString { "ImportResult" }
    static var blank: ImportResult {
        ImportResult(format: "", name: "", created: Created(), changed: 0, unchanged: 0, notTaken: [])
    }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "format", &format)
        coder.field(2, "name", &name)
        coder.field(3, "batch", &batch)
        coder.field(4, "first", &first)
        coder.field(5, "last", &last)
        coder.field(6, "created", &created)
        coder.field(7, "changed", &changed)
        coder.field(8, "unchanged", &unchanged)
        coder.field(9, "not_taken", &notTaken)
    }
}

extension ImportResult {
    /// - Parameter outcome: nil where nothing was written.
    init(_ plan: ImportPlan, _ outcome: ImportOutcome?) {
        let made = plan.created
        self.init(
            format: plan.format.rawValue, name: plan.name,
            created: Created(
                folders: made.folders, notes: made.notes, boards: made.boards, columns: made.columns,
                cards: made.cards, plans: made.plans, items: made.items, attachments: made.attachments,
                artworks: made.artworks),
            changed: plan.changed, unchanged: plan.unchanged,
            notTaken: plan.notTaken.map { Left(what: $0.what, place: $0.at, why: $0.why) })
        if case .done(let commit) = outcome?.outcome {
            (batch, first, last) = (commit.batch, commit.first, commit.last)
        }
    }
}
