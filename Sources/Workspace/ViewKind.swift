package import Kernel
import Studio

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
