package import Kernel
package import Workspace

/// Reads the initial text and the edits of a note or a card from its history: what the runtime lends an import.
package typealias TextHistories = (EntityID) throws -> TextHistory

/// Puts a plan together by deciding every step as it is asked, so that what a rule forbids is in the report and not a
/// surprise later.
struct PlanBuilder {
    var plan: ImportPlan
    /// The workspace as the steps so far would leave it.
    private(set) var state: WorkspaceState
    private let histories: TextHistories
    /// Once it is over nothing more is decided or noted: what is left of an importer's work costs next to nothing, and
    /// `ImportSource.plan` throws.
    let budget: ImportBudget
    private var kept: Set<[UInt8]> = []
    private var held: Set<[UInt8]> = []

    init(
        _ format: ImportFormat, name: String, state: WorkspaceState, histories: @escaping TextHistories,
        budget: ImportBudget
    ) {
        plan = ImportPlan(format: format, name: name)
        self.state = state
        self.histories = histories
        self.budget = budget
    }

    /// Decides `command` and plans it where it leads to something.
    ///
    /// - Returns: what it leads to; nothing when all is so already, or the budget is over.
    @discardableResult
    mutating func ask(
        _ command: WorkspaceCommand, at time: Instant? = nil, by actor: ActorID? = nil
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        guard !budget.isOver else { return [] }
        let events = try WorkspaceDecider.decide(command, given: state)
        guard !events.isEmpty, budget.consume(events) else { return [] }
        for event in events {
            WorkspaceDecider.evolve(&state, with: event)
            count(event)
        }
        plan.steps.append(ImportStep(command, originTime: time, originActor: actor))
        return events
    }

    /// The same, where a refusal belongs in the report and the rest goes on.
    ///
    /// - Returns: whether it was allowed.
    @discardableResult
    mutating func offer(
        _ command: WorkspaceCommand, at time: Instant? = nil, by actor: ActorID? = nil, what: String, in place: String
    ) -> Bool {
        do {
            try ask(command, at: time, by: actor)
            return true
        } catch {
            leave(what, at: place, because: error.message)
            return false
        }
    }

    /// Plans a fact of our own export, of a thing that is not here.
    mutating func record(_ event: WorkspaceEvent, at time: Instant?, by actor: ActorID?) {
        guard !budget.isOver, budget.consume([event]) else { return }
        WorkspaceDecider.evolve(&state, with: event)
        count(event)
        plan.steps.append(ImportStep(telling: event, originTime: time, originActor: actor))
    }

    private mutating func count(_ event: WorkspaceEvent) {
        switch event {
        case .notes(.folderCreated), .notes(.folderReinstated): plan.created.folders += 1
        case .notes(.noteCreated), .notes(.noteReinstated): plan.created.notes += 1
        case .notes(.fileAttached), .notes(.fileReattached): plan.created.attachments += 1
        case .boards(.fileAttached), .boards(.fileReattached): plan.created.attachments += 1
        case .boards(.boardOpened), .boards(.boardReinstated): plan.created.boards += 1
        case .boards(.columnAdded), .boards(.columnReinstated): plan.created.columns += 1
        case .boards(.cardAdded), .boards(.cardReinstated): plan.created.cards += 1
        case .studio(.childAdded), .studio(.childReinstated): plan.created.children += 1
        case .studio(.artworkUploaded), .studio(.artworkReinstated): plan.created.artworks += 1
        case .capture(.collectionCreated), .capture(.collectionReinstated): plan.created.plans += 1
        case .capture(.itemCaptured), .capture(.itemReinstated): plan.created.items += 1
        default: break
        }
    }

    /// Remembers where a thing came from and what it held there.
    mutating func record(_ entity: EntityID, source: String, _ fingerprint: Bytes, textRevision: Int) {
        let command = RegistryCommand.recordSource(
            entity, source: source, fingerprint: fingerprint, textRevision: textRevision)
        plan(command)
    }

    private mutating func plan(_ command: RegistryCommand) {
        guard !budget.isOver else { return }
        for event in RegistryDecider.decide(command, given: state.registry) {
            guard budget.consume([.registry(event)]) else { return }
            WorkspaceDecider.evolve(&state, with: .registry(event))
            plan.steps.append(ImportStep(.registry(command)))
        }
    }

    /// Names an author that the source knows.
    mutating func name(_ actor: ActorID, _ name: Name) {
        plan(.nameActor(actor, name))
    }

    /// Notes that something stays at the source.
    mutating func leave(_ what: String, at place: String, because why: String) {
        leave(ImportWarning(what: what, at: place, why: why))
    }

    /// Notes that something stays at the source because it cannot be read there.
    mutating func leave(unreadable what: String, at place: String, _ reason: String) {
        leave(ImportWarning(unreadable: what, at: place, reason: reason))
    }

    private mutating func leave(_ line: ImportWarning) {
        if budget.consume(line) { plan.notTaken.append(line) }
    }

    /// Has the bytes of a file kept, once however often they occur.
    mutating func keep(_ blob: BlobToKeep) {
        if kept.insert(blob.digest).inserted { plan.blobs.append(blob) }
    }

    /// Notes that the source still has a file that was taken over before.
    mutating func hold(_ blob: BlobToKeep) {
        if held.insert(blob.digest).inserted { plan.held.append(blob) }
    }

    /// The text that the source had at the import that recorded `revision`.
    func baseline(of entity: EntityID, at revision: Int, called name: String) throws(ImportFailure) -> String {
        let history = try history(of: entity, called: name)
        guard let text = history.text(seenFrom: revision) else {
            throw .lostBaseline(what: name, reason: "it never had revision \(revision)")
        }
        return text
    }

    /// The initial text and all edits so far.
    func history(of entity: EntityID, called name: String) throws(ImportFailure) -> TextHistory {
        do { return try histories(entity) } catch { throw .lostBaseline(what: name, reason: "\(error)") }
    }
}

/// Returns whether the two texts have the same bytes.
func sameBytes(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
