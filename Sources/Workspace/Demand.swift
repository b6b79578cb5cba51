package import Kernel
import Studio

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
        case .capture: [Demand(.write, .captures)]
        case .studio(let command): command.demands(given: state.studio.family)
        case .across: [.notes, .boards, .captures, .studio].map { Demand(.write, $0) }
        }
    }
}
