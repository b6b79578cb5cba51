package import Kernel

/// What a command or a view asks of whoever wants it, in plain words: the runtime takes it to the guard of accounts,
/// which this module does not know.
package struct Demand: Sendable, Equatable {
    package var deed: Deed
    package var area: Area
    /// The child it is about; nil for what is about no child, or about all of them.
    package var child: EntityID?

    package init(_ deed: Deed, _ area: Area, child: EntityID? = nil) {
        self.deed = deed
        self.area = area
        self.child = child
    }

    package enum Deed: Sendable, Equatable, CaseIterable {
        case read, write, share, administer, erase
    }

    package enum Area: Sendable, Equatable, CaseIterable {
        case notes, boards, captures, studio, registry
    }
}

extension WorkspaceCommand {
    /// What has to be allowed before the command is decided.
    ///
    /// - Parameter state: today's, for whose child a thing is.
    package func demands(given state: WorkspaceState) -> [Demand] {
        switch self {
        case .registry: [Demand(.write, .registry)]
        case .notes: [Demand(.write, .notes)]
        case .boards: [Demand(.write, .boards)]
        }
    }
}

/// The views of a workspace, by what they show.
package enum ViewKind: Sendable, Equatable, CaseIterable {
    case folders, notes, note
    case boards, board, card, archive
    case inbox, collection, logbook, followUp
    case children, gallery, timeline, album, story
    case recent, trash, search, history, audit, export

    /// What has to be allowed before the view is shown; all of it.
    ///
    /// - Parameter child: whose it is, for a view of one child's things.
    package func demands(child: EntityID? = nil) -> [Demand] {
        switch self {
        case .folders, .notes, .note: [Demand(.read, .notes)]
        case .boards, .board, .card, .archive: [Demand(.read, .boards)]
        case .inbox, .collection, .logbook, .followUp: [Demand(.read, .captures)]
        case .children: [Demand(.read, .studio)]
        case .gallery, .timeline, .album, .story: [Demand(.read, .studio, child: child)]
        // They mix everything, so everything must be allowed; narrower ones are asked for by area.
        case .recent, .trash, .search, .history, .audit, .export: Demand.Area.allCases.map { Demand(.read, $0) }
        }
    }
}
