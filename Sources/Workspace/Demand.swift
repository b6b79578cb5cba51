import Capture
package import Kernel
import Notes
import Studio

/// The permission that a command or a view needs, in plain words: the runtime takes it to the guard of accounts,
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

    /// The same, only to look.
    package var toSee: Demand { Demand(.read, area, child: child) }

    /// The same, to change it.
    package var toWrite: Demand { Demand(.write, area, child: child) }

    package enum Deed: Sendable, Equatable, CaseIterable {
        case read, write, share, administer, erase
    }

    package enum Area: Sendable, Equatable, CaseIterable {
        case notes, boards, captures, studio, registry
    }
}

extension WorkspaceCommand {
    /// Returns the demands to check before the command is decided.
    ///
    /// - Parameter state: today's, for whose child a thing is.
    package func demands(given state: WorkspaceState) -> [Demand] {
        switch self {
        case .registry: [Demand(.write, .registry)]
        case .notes: [Demand(.write, .notes)]
        case .boards: [Demand(.write, .boards)]
        case .capture: [Demand(.write, .captures)]
        case .studio(let command): command.demands(given: state.studio.family)
        case .across: [.notes, .boards, .captures, .studio].map { Demand(.write, $0) }
        }
    }
}

extension WorkspaceState {
    /// Returns the demands to check before anything is said of the thing with this identifier, also when it is gone; none where
    /// no thing has it.
    package func demands(toSee id: EntityID) -> [Demand] {
        var demands: [Demand] = []
        for kind in kinds(of: id) {
            switch kind {
            case .actor, .device: demands.append(Demand(.read, .registry))
            case .folder, .note: demands.append(Demand(.read, .notes))
            case .file:
                if notes.attachments.has(id.as(AttachedFile.self)) { demands.append(Demand(.read, .notes)) }
                if capture.holdings.files.has(id.as(AttachedFile.self)) { demands.append(Demand(.read, .captures)) }
            case .board, .column, .card: demands.append(Demand(.read, .boards))
            case .item, .collection, .tag, .prompt, .run: demands.append(Demand(.read, .captures))
            case .family, .child, .artwork, .album, .analysis, .story, .milestone:
                demands += studio.family.demands(toSee: Subject(kind, id))
            }
        }
        return demands
    }
}

extension Family {
    fileprivate func demands(toSee subject: Subject) -> [Demand] {
        let id = subject.entity
        let children: [ChildID?] =
            switch subject.kind {
            case .child: [id.as(Child.self)]
            case .artwork: [artworks[id.as(Artwork.self)]?.child]
            case .analysis: [analyses[id.as(Analysis.self)].flatMap { artworks[$0.artwork]?.child }]
            case .story: artworks(in: id.as(Story.self)).map { artworks[$0]?.child }
            case .milestone: [milestones[id.as(Milestone.self)]?.child]
            default: [nil]
            }
        return StudioCommand.write(children).map { $0.toSee }
    }
}
