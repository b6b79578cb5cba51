import Boards
import Capture
import JournalEngine
package import Kernel
import Notes
import Studio
package import Workspace

extension WorkspaceActor {
    /// The revisions of one thing, oldest first: of a note with its ink and files, of a board with its columns and
    /// cards.
    ///
    /// Only the records of those things are read and folded.
    ///
    /// - Parameters:
    ///   - names: today's view, for what other things are called.
    ///   - diffs: whether to say how texts changed, line by line.
    ///   - moment: only those that `view(at:)` shows; nil for all.
    /// - Throws: `RuntimeFailure.noHistory` when it has no record, `noSuchRecord` for a moment that is to come.
    package nonisolated func history(
        of entity: EntityID, names: WorkspaceView, diffs: Bool = false, at moment: Moment? = nil
    ) throws -> [HistoryEntry] {
        let last = try lastRecord(at: moment)
        var views: [ID16: WorkspaceView] = [:]
        var entries: [HistoryEntry] = []
        // The last record of each thing that had happened by the time that is meant.
        var cuts: [ID16: UInt64] = [:]
        let entities = Set(names.entities(inHistoryOf: entity).map { ID16($0) })
        try journal.records(of: paths.root, about: entities, through: last) { header, payload in
            if case .time(let instant) = moment, header.instant <= instant { cuts[header.entity] = header.sequence }
            guard let fact = try Recorded<WorkspaceEvent>(header, payload) else {
                if header.isRedacted { entries.append(HistoryEntry(erased: header, names: names)) }
                return .next
            }
            var view = views.removeValue(forKey: header.entity) ?? WorkspaceProjection.empty
            let before = view
            WorkspaceProjection.project(fact, into: &view)
            entries.append(
                HistoryEntry(header, fact, before: before, after: view, names: names, diffs: diffs))
            views[header.entity] = view
            return .next
        }
        if case .time = moment { entries.removeAll { $0.sequence > cuts[ID16($0.entity)] ?? 0 } }
        guard !entries.isEmpty else { throw RuntimeFailure.noHistory(entity) }
        return entries
    }

    /// The last record that can count at a moment.
    ///
    /// - Throws: `RuntimeFailure.noSuchRecord` for one that is to come.
    nonisolated func lastRecord(at moment: Moment?) throws(RuntimeFailure) -> UInt64 {
        guard case .sequence(let sequence) = moment else { return .max }
        guard sequence <= journal.lastSequence else {
            throw .noSuchRecord(sequence, last: journal.lastSequence)
        }
        return sequence
    }
}

extension HistoryEntry {
    /// A revision whose record was erased: what is left of it is who did what kind of thing, and when.
    init(erased header: borrowing RecordHeader, names: WorkspaceView) {
        sequence = header.sequence
        time = header.instant
        actor = header.author
        actorName = names.name(of: actor)
        device = DeviceID(header.device)
        deviceName = names.name(of: device)
        let raw = header.kind
        kind = EventKind(raw: raw).name ?? "kind \(raw)"
        entity = EntityID(header.entity)
        let eraser = header.redactedBy
        summary = "erased by record \(eraser)"
        diff = nil
        cause = Cause.word(for: header.cause)
        causeSequence = header.causeSequence > 0 ? header.causeSequence : nil
    }

    init(
        _ header: borrowing RecordHeader, _ fact: Recorded<WorkspaceEvent>, before: WorkspaceView,
        after: WorkspaceView, names: WorkspaceView, diffs: Bool
    ) {
        sequence = header.sequence
        time = fact.instant
        actor = fact.actor
        actorName = names.name(of: fact.actor)
        device = fact.device
        deviceName = names.name(of: fact.device)
        kind = fact.event.kind.name ?? "kind \(fact.event.kind.raw)"
        entity = EntityID(header.entity)
        cause = Cause.word(for: header.cause)
        causeSequence = header.causeSequence > 0 ? header.causeSequence : nil
        let name = { (entity: EntityID) in names.title(of: entity) }
        switch fact.event {
        case .registry(let event):
            summary = event.summary
            diff = nil
        case .notes(let event):
            summary = NoteHistory.summary(of: event, before: before.notes, after: after.notes, name: name)
            diff = diffs ? NoteHistory.diff(of: event, before: before.notes, after: after.notes) : nil
        case .boards(let event):
            summary = BoardHistory.summary(of: event, before: before.boards, after: after.boards, name: name)
            diff = diffs ? BoardHistory.diff(of: event, before: before.boards, after: after.boards) : nil
        case .capture(let event):
            summary = CaptureHistory.summary(of: event, before: before.capture, after: after.capture, name: name)
            diff = diffs ? CaptureHistory.diff(of: event, before: before.capture, after: after.capture) : nil
        case .studio(let event):
            summary = StudioHistory.summary(of: event, before: before.studio, after: after.studio, name: name)
            diff = diffs ? StudioHistory.diff(of: event, before: before.studio, after: after.studio) : nil
        }
    }
}

extension RegistryEvent {
    /// One line for a person.
    fileprivate var summary: String {
        switch self {
        case .actorNamed(_, let name): "called \"\(name.text)\""
        case .actorUnnamed: "called nothing any more"
        case .deviceNamed(_, let name): "device called \"\(name.text)\""
        case .deviceUnnamed: "device called nothing any more"
        case .sourceRecorded(_, let source, _, _): "came from \(source)"
        case .sourceForgotten: "where it came from was forgotten"
        case .erased(_, let facts): "the \(facts.kind.word) was erased: \(facts.counts)"
        }
    }
}

extension WorkspaceActor {
    /// The text of a note or a card with every edit it has had: what an importer tells changes at a source from.
    package nonisolated func textHistory(of entity: EntityID) throws -> TextHistory {
        var history = TextHistory()
        try journal.records(of: paths.root, about: [ID16(entity)]) { header, payload in
            if let fact = try Recorded<WorkspaceEvent>(header, payload) { history.ingest(fact.event) }
            return .next
        }
        return history
    }
}
