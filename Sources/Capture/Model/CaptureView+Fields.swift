package import Kernel

// How the view stands in a snapshot. Never in an event: it is derived and may change its form, as long as the schema
// digest of snapshots changes with it.

extension CaptureView: FieldMessage {
    package static var schemaName: StaticString { "CaptureView" }
    package static var blank: CaptureView { CaptureView() }

    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "holdings", &model)
        coder.field(2, "as_of", &asOf.sequence)
        coder.field(3, "item_traces", &itemTraces)
        coder.field(4, "collection_traces", &collectionTraces)
        coder.field(5, "tag_traces", &tagTraces)
        coder.field(6, "run_traces", &runTraces)
        coder.field(7, "file_traces", &fileTraces)
        formerNames.code(ids: 8, "renamed_ids", entries: 9, "former_names", in: &coder)
    }

    /// The state for the rules, taken from this view: equal to what the same records fold to.
    ///
    /// Lets a snapshot hold the view alone.
    package var state: CaptureState {
        var state = CaptureState()
        state.model = model
        return state
    }

    /// True if every thing has what the view keeps beside it.
    ///
    /// Checked before a view that was read back from a file is used.
    package var isSound: Bool {
        guard itemTraces.count == model.items.count, collectionTraces.count == model.collections.count,
            tagTraces.count == model.tags.count, runTraces.count == model.runs.count,
            fileTraces.count == model.files.count
        else { return false }
        return model.runs.entries.allSatisfy { run in
            run.decisions.count == run.outcome?.suggestions.count ?? 0
                && run.answers.count == run.outcome?.questions.count ?? 0
        }
    }
}

extension CaptureView.Provenance: FieldMessage {
    package static var schemaName: StaticString { "CaptureTrace" }
    package static var blank: Self { Self(made: .blank, touched: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "made", &made)
        coder.field(2, "touched", &touched)
        coder.field(3, "opened", &opened)
    }
}

extension CaptureModel: FieldMessage {
    package static var schemaName: StaticString { "Holdings" }
    package static var blank: CaptureModel { CaptureModel() }

    package mutating func code<C: Coder>(_ coder: inout C) {
        let count = (items.count, tags.count)
        items.code(ids: 1, "item_ids", entries: 2, "items", in: &coder)
        collections.code(ids: 3, "collection_ids", entries: 4, "collections", in: &coder)
        tags.code(ids: 5, "tag_ids", entries: 6, "tags", in: &coder)
        prompts.code(ids: 7, "prompt_ids", entries: 8, "prompts", in: &coder)
        runs.code(ids: 9, "run_ids", entries: 10, "runs", in: &coder)
        files.code(ids: 11, "file_ids", entries: 12, "files", in: &coder)
        coder.field(13, "last_opened", &lastOpened)
        if count != (items.count, tags.count) { indexAgain() }
    }
}

extension CapturedItem: FieldMessage {
    package static var schemaName: StaticString { "CapturedItem" }
    package static var blank: CapturedItem { CapturedItem(content: "", captured: .epoch) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "content", &content)
        coder.field(2, "original", &original)
        coder.field(3, "captured", &captured)
        coder.field(4, "source", &source)
        coder.field(5, "type", &type)
        coder.field(6, "metadata", &metadata)
        coder.field(7, "tags", &tags)
        coder.field(8, "is_starred", &isStarred)
        coder.field(9, "follow_up", &followUp)
        coder.field(10, "completed", &completed)
        coder.field(11, "memberships", &memberships)
        coder.field(12, "split_into", &splitInto)
        coder.field(13, "merged_into", &mergedInto)
        coder.field(14, "is_trashed", &isTrashed)
        coder.field(15, "is_withdrawn", &isWithdrawn)
    }
}

extension Membership: FieldMessage {
    package static var schemaName: StaticString { "ItemMembership" }
    package static var blank: Membership { Membership(collection: .zero, parent: nil, rank: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "collection", &collection)
        coder.field(2, "parent", &parent)
        coder.field(3, "rank", &rank)
    }
}

extension ItemCollection: FieldMessage {
    package static var schemaName: StaticString { "ItemCollection" }
    package static var blank: ItemCollection { ItemCollection(name: .blank, isStructured: false) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "is_structured", &isStructured)
        coder.field(3, "is_trashed", &isTrashed)
        coder.field(4, "is_withdrawn", &isWithdrawn)
    }
}

extension ItemTag: FieldMessage {
    package static var schemaName: StaticString { "ItemTag" }
    package static var blank: ItemTag { ItemTag(name: .blank, colour: .none) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "colour", &colour)
        coder.field(3, "taken_off", &takenOff)
        coder.field(4, "is_deleted", &isDeleted)
        coder.field(5, "is_withdrawn", &isWithdrawn)
    }
}

extension ItemFile: FieldMessage {
    package static var schemaName: StaticString { "ItemFile" }
    package static var blank: ItemFile { ItemFile(item: .zero, facts: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "item", &item)
        coder.field(2, "facts", &facts)
        coder.field(3, "is_detached", &isDetached)
    }
}

extension Prompt: FieldMessage {
    package static var schemaName: StaticString { "Prompt" }
    package static var blank: Prompt { Prompt(kind: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "kind", &kind)
        var until: Instant?
        var isDismissed = false
        switch standing {
        case .asked: break
        case .snoozed(let moment): until = moment
        case .dismissed: isDismissed = true
        }
        coder.field(2, "snoozed_until", &until)
        coder.field(3, "is_dismissed", &isDismissed)
        standing = isDismissed ? .dismissed : until.map { .snoozed(until: $0) } ?? .asked
    }
}

extension OrganiseRun: FieldMessage {
    package static var schemaName: StaticString { "OrganiseRun" }
    package static var blank: OrganiseRun { OrganiseRun(request: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "request", &request)
        coder.field(2, "status", &status)
        coder.field(3, "outcome", &outcome)
        coder.field(4, "decisions", &decisions)
        coder.field(5, "answers", &answers)
        coder.field(6, "is_payload_forgotten", &isPayloadForgotten)
        coder.field(7, "is_withdrawn", &isWithdrawn)
    }
}

extension OrganiseRun.Status: FieldMessage {
    package static var schemaName: StaticString { "RunStatus" }
    package static var blank: Self { .pending }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var kind: UInt64 = 0
        var reason = RunFailure.blank
        var latencyMs = 0
        switch self {
        case .pending: break
        case .completed: kind = 1
        case .failed(let why, let time): (kind, reason, latencyMs) = (2, why, time)
        case .cancelled: kind = 3
        }
        coder.field(1, "kind", &kind)
        coder.field(2, "reason", &reason)
        coder.field(3, "latency_ms", &latencyMs)
        switch kind {
        case 1: self = .completed
        case 2: self = .failed(reason, latencyMs: latencyMs)
        case 3: self = .cancelled
        default: self = .pending
        }
    }
}

extension SuggestionDecision: FieldMessage {
    package static var schemaName: StaticString { "SuggestionDecision" }
    package static var blank: SuggestionDecision { .open }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var made: AcceptedThings?
        var isDeclined = false
        switch self {
        case .open: break
        case .accepted(let things): made = things
        case .declined: isDeclined = true
        }
        coder.field(1, "accepted", &made)
        coder.field(2, "is_declined", &isDeclined)
        self = isDeclined ? .declined : made.map { .accepted($0) } ?? .open
    }
}
