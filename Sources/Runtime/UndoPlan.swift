import JournalEngine
import Kernel
import Workspace

/// Works out what takes a group back: the compensations of its events, in reverse order.
struct UndoPlan {
    private(set) var planned: [PlannedEvent] = []
    /// Today's state with the compensations taken in.
    private(set) var state: WorkspaceState

    /// An event to take back, with what its compensation needs.
    private struct Taken {
        var event: WorkspaceEvent
        var before: WorkspaceState
        var inverse: TextEdit?
    }

    /// - Throws: `WorkspaceRefusal` when a rule of today forbids going back.
    /// - Complexity: O(all records of the things that the group changed); things that it made are not folded.
    init(_ group: UndoGroup, in journal: Journal, path: String, given now: WorkspaceState) throws {
        state = now
        let taken = try Self.events(of: group, in: journal, path: path)
        for taken in taken.reversed() {
            let events = try WorkspaceDecider.compensation(
                for: taken.event, before: taken.before, now: state, inverse: taken.inverse)
            for event in events {
                WorkspaceDecider.evolve(&state, with: event)
                planned.append(PlannedEvent(event: event))
            }
        }
    }

    /// What the group did, without what it did to things that it made itself: withdrawing those is enough.
    private static func events(of group: UndoGroup, in journal: Journal, path: String) throws -> [Taken] {
        let (subjects, made) = try subjects(of: group, in: journal, path: path)
        var folds: [ID16: SubjectFold] = [:]
        var taken: [Taken] = []
        let from = subjects.count == made.count ? group.first : 1
        try journal.records(of: path, about: subjects, from: from, through: group.last) { header, payload in
            let isOfGroup = group.contains(header.sequence)
            let isMade = made.contains(header.entity)
            guard isOfGroup || !isMade, let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            if isMade, !fact.event.isCreation, !fact.event.isOfRegistry { return .next }
            var fold = folds.removeValue(forKey: header.entity) ?? SubjectFold()
            let before = isOfGroup ? fold.state : WorkspaceDecider.initial
            let inverse = fold.take(fact.event, wantsInverse: isOfGroup)
            folds[header.entity] = fold
            if isOfGroup { taken.append(Taken(event: fact.event, before: before, inverse: inverse)) }
            return .next
        }
        return taken
    }

    /// What the group is about, and which of those things it made.
    private static func subjects(
        of group: UndoGroup, in journal: Journal, path: String
    ) throws -> (all: Set<ID16>, made: Set<ID16>) {
        var all: Set<ID16> = []
        var made: Set<ID16> = []
        for commit in group.commits {
            try journal.records(of: path, from: commit.lowerBound, through: commit.upperBound) { header, payload in
                all.insert(header.entity)
                if !made.contains(header.entity), let fact = try Recorded<WorkspaceEvent>(header, payload),
                    fact.event.isCreation
                {
                    made.insert(header.entity)
                }
                return .next
            }
        }
        return (all, made)
    }
}

extension WorkspaceEvent {
    /// Whether the event is about who is who and what came from where.
    var isOfRegistry: Bool { if case .registry = self { true } else { false } }
}
