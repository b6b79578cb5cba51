import JournalEngine
import Kernel
import Workspace

/// Works out what takes a group back: the compensations of its events, in reverse order.
struct UndoPlan {
    private(set) var planned: [PlannedEvent] = []
    /// Today's state with the compensations taken in.
    private(set) var state: WorkspaceState

    /// Each thing that the group is about, folded from its own records.
    private var folds: [ID16: SubjectFold] = [:]
    private var taken: [Taken] = []

    /// An event to take back, with what its compensation needs.
    fileprivate struct Taken {
        var subject: ID16
        var event: WorkspaceEvent
        var before: WorkspaceState
    }

    /// - Throws: `WorkspaceRefusal` when a rule of today forbids going back, and first what `permit` throws where any of the
    ///   group may not be seen.
    /// - Complexity: O(all records of the things that the group changed); things that it made are not folded.
    init(
        _ group: UndoGroup, in journal: Journal, path: String, given now: WorkspaceState, _ permit: EventPermit
    ) throws {
        state = now
        try readEvents(of: group, in: journal, path: path)
        for taken in taken { try permit.see(taken.event, given: now) }
        for taken in taken { try permit.change(taken.event.requiredPermissions(given: now)) }
        for taken in taken.reversed() where !taken.event.isCreation { try revert(taken) }
        try withdraw(taken.reversed().filter { $0.event.isCreation })
    }

    /// Takes creations back, last, and what holds others after what it holds: a folder may have been made before the
    /// notes that were moved into it, or after.
    ///
    /// - Throws: the refusal of the first that cannot be taken back whatever the order.
    private mutating func withdraw(_ creations: [Taken]) throws(WorkspaceRefusal) {
        var waiting = creations
        while !waiting.isEmpty {
            var stillWaiting: [Taken] = []
            var refusal: WorkspaceRefusal?
            for taken in waiting {
                do throws(WorkspaceRefusal) { try revert(taken) } catch {
                    refusal = refusal ?? error
                    stillWaiting.append(taken)
                }
            }
            if let refusal, stillWaiting.count == waiting.count { throw refusal }
            waiting = stillWaiting
        }
    }

    private mutating func revert(_ taken: Taken) throws(WorkspaceRefusal) {
        var fold = folds.removeValue(forKey: taken.subject) ?? SubjectFold()
        defer { folds[taken.subject] = fold }
        var inverse: TextEdit?
        if case .edited = taken.event.textEffect { inverse = fold.takeLastChangeBack() }
        let events = try WorkspaceDecider.compensation(
            for: taken.event, before: taken.before, now: state, inverse: inverse)
        for event in events {
            WorkspaceDecider.evolve(&state, with: event)
            fold.ingestText(of: event, isWatched: false)
            planned.append(PlannedEvent(event: event))
        }
    }

    /// Gathers what the group did, without what it did to things that it made itself: withdrawing those is enough.
    ///
    /// Things whose texts it edited are read to the end, for how their texts read today.
    private mutating func readEvents(of group: UndoGroup, in journal: Journal, path: String) throws {
        let subjects = try Subjects(of: group, in: journal, path: path)
        try journal.records(
            of: path, about: subjects.all, from: subjects.haveAPast ? 1 : group.first,
            through: subjects.haveTexts ? .max : group.last
        ) { header, payload in
            let isOfGroup = group.contains(header.sequence)
            let isMade = subjects.made.contains(header.entity)
            guard isOfGroup || !isMade, let fact = try Recorded<WorkspaceEvent>(header, payload) else { return .next }
            if isMade, !fact.event.isCreation, !fact.event.isOfRegistry { return .next }
            var fold = folds.removeValue(forKey: header.entity) ?? SubjectFold()
            if isOfGroup { taken.append(Taken(fact.event, about: header.entity, before: fold.state)) }
            if isOfGroup, !isMade {
                WorkspaceDecider.evolve(&fold.state, with: fact.event)
                fold.ingestText(of: fact.event, isWatched: true)
            } else {
                fold.ingest(fact.event)
            }
            folds[header.entity] = fold
            return .next
        }
    }

    /// The subjects of a group.
    private struct Subjects {
        var all: Set<ID16> = []
        /// Those that it made itself.
        var made: Set<ID16> = []
        /// True if it edited a text of a thing that it did not make.
        var haveTexts: Bool { !edited.isSubset(of: made) }
        var haveAPast: Bool { all.count > made.count }
        private var edited: Set<ID16> = []

        init(of group: UndoGroup, in journal: Journal, path: String) throws {
            for commit in group.commits {
                try journal.records(of: path, from: commit.lowerBound, through: commit.upperBound) { header, payload in
                    all.insert(header.entity)
                    guard !made.contains(header.entity),
                        let fact = try Recorded<WorkspaceEvent>(header, payload)
                    else { return .next }
                    if fact.event.isCreation { made.insert(header.entity) }
                    if case .edited = fact.event.textEffect { edited.insert(header.entity) }
                    return .next
                }
            }
        }
    }
}

extension UndoPlan.Taken {
    /// Taking a text back asks nothing of how its thing was before, which need not be kept for each of many edits.
    fileprivate init(_ event: WorkspaceEvent, about subject: ID16, before: WorkspaceState) {
        var needed = before
        if case .edited = event.textEffect { needed = WorkspaceDecider.initial }
        self.init(subject: subject, event: event, before: needed)
    }
}

extension WorkspaceEvent {
    /// True if the event is about who is who and what came from where.
    var isOfRegistry: Bool { if case .registry = self { true } else { false } }
}
