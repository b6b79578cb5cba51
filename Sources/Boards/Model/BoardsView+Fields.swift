package import Kernel

// How the view stands in a snapshot. Never in an event: it is derived and may change its form, as long as the schema
// digest of snapshots changes with it.

extension BoardsView: FieldMessage {
    package static var schemaName: StaticString { "BoardsView" }
    package static var blank: BoardsView { BoardsView() }

    // A snapshot is read and written by code made for these alone: generic, a quarter of the time went into metadata.
    @_specialize(where C == FieldReader)
    @_specialize(where C == FieldWriter)
    package mutating func code<C: Coder>(_ coder: inout C) {
        var said = remarks.map { Remarks(traces: $0) }
        coder.field(1, "arrangement", &model)
        coder.field(2, "as_of", &asOf.sequence)
        coder.field(3, "board_traces", &boardTraces)
        coder.field(4, "column_traces", &columnTraces)
        coder.field(5, "card_traces", &cardTraces)
        coder.field(6, "descriptions", &descriptions)
        coder.field(7, "remarks", &said)
        formerTitles.code(ids: 8, "renamed_ids", entries: 9, "former_titles", in: &coder)
        remarks = PagedArray(said.lazy.map { $0.traces })
    }

    private struct Remarks: FieldMessage {
        var traces: PagedArray<Provenance>

        static var schemaName: StaticString { "Remarks" }
        static var blank: Remarks { Remarks(traces: []) }

        mutating func code<C: Coder>(_ coder: inout C) { coder.field(1, "traces", &traces) }
    }

    /// The state for the rules, taken from this view: equal to what the same records fold to.
    ///
    /// Lets a snapshot hold the view alone.
    package var state: BoardsState {
        var state = BoardsState()
        state.model = model
        state.descriptions = PagedArray(descriptions.lazy.map { $0.clock })
        return state
    }

    /// True if every thing has what the view keeps beside it.
    ///
    /// Checked before a view that was read back from a file is used.
    package var isSound: Bool {
        guard boardTraces.count == model.boards.count, columnTraces.count == model.columns.count,
            cardTraces.count == model.cards.count, descriptions.count == model.cards.count,
            remarks.count == model.cards.count
        else { return false }
        for (_, slot) in model.cards.all {
            let card = model.cards[slot]
            guard card.comments.count == remarks[slot.index].count, descriptions[slot.index].isSound,
                card.items.allSatisfy({ (0..<card.checklists.count).contains($0.checklist) })
            else { return false }
        }
        return true
    }
}

extension BoardsView.Provenance: FieldMessage {
    package static var schemaName: StaticString { "Trace" }
    package static var blank: Self { Self(made: .epoch, maker: .zero, updated: .epoch, updater: .zero) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "made", &made)
        coder.field(2, "maker", &maker)
        coder.field(3, "updated", &updated)
        coder.field(4, "updater", &updater)
    }
}
