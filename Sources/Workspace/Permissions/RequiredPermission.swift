import Capture
package import Kernel
import Notes
import Studio

/// The permission that a command or a view needs, in plain words: the runtime takes it to the policy of accounts,
/// which this module does not know.
package struct RequiredPermission: Sendable, Equatable {
    package var action: Action
    package var area: Area
    /// The child it is about; nil for what is about no child, or about all of them.
    package var child: EntityID?

    package init(_ action: Action, _ area: Area, child: EntityID? = nil) {
        self.action = action
        self.area = area
        self.child = child
    }

    /// The same, only to look.
    package var toSee: RequiredPermission { RequiredPermission(.read, area, child: child) }

    /// The same, to change it.
    package var toWrite: RequiredPermission { RequiredPermission(.write, area, child: child) }

    package enum Action: Sendable, Equatable, CaseIterable {
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
    package func requiredPermissions(given state: WorkspaceState) -> [RequiredPermission] {
        switch self {
        case .registry: [RequiredPermission(.write, .registry)]
        case .notes: [RequiredPermission(.write, .notes)]
        case .boards: [RequiredPermission(.write, .boards)]
        case .capture: [RequiredPermission(.write, .captures)]
        case .studio(let command): command.requiredPermissions(given: state.studio.model)
        case .across: [.notes, .boards, .captures, .studio].map { RequiredPermission(.write, $0) }
        }
    }
}

extension WorkspaceState {
    /// Returns the demands to check before anything is said of the thing with this identifier, also when it is gone; none where
    /// no thing has it.
    package func requiredPermissions(toSee id: EntityID) -> [RequiredPermission] {
        var requiredPermissions: [RequiredPermission] = []
        for kind in kinds(of: id) {
            switch kind {
            case .actor, .device: requiredPermissions.append(RequiredPermission(.read, .registry))
            case .folder, .note: requiredPermissions.append(RequiredPermission(.read, .notes))
            case .file:
                if notes.attachments.has(id.as(AttachedFile.self)) {
                    requiredPermissions.append(RequiredPermission(.read, .notes))
                }
                if capture.model.files.has(id.as(AttachedFile.self)) {
                    requiredPermissions.append(RequiredPermission(.read, .captures))
                }
            case .board, .column, .card: requiredPermissions.append(RequiredPermission(.read, .boards))
            case .item, .collection, .tag, .prompt, .run: requiredPermissions.append(RequiredPermission(.read, .captures))
            case .family, .child, .artwork, .album, .analysis, .story, .milestone:
                requiredPermissions += studio.model.requiredPermissions(toSee: EntityKey(kind, id))
            }
        }
        return requiredPermissions
    }
}

extension StudioModel {
    fileprivate func requiredPermissions(toSee subject: EntityKey) -> [RequiredPermission] {
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
