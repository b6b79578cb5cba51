package import Boards
package import Capture
package import Kernel
package import Notes
package import Studio

/// A command on a workspace: on any one of its domains.
package enum WorkspaceCommand: Sendable, Equatable {
    case registry(RegistryCommand)
    case notes(NoteCommand)
    case boards(BoardCommand)
    case capture(CaptureCommand)
    case studio(StudioCommand)
    /// Of all domains at once.
    case across(AcrossCommand)
}

/// The rule that said no, of whichever domain.
package enum WorkspaceRefusal: Error, Equatable, Sendable {
    case registry(RegistryRefusal)
    case notes(NoteRefusal)
    case boards(BoardRefusal)
    case capture(CaptureRefusal)
    case studio(StudioRefusal)
    case across(AcrossRefusal)

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .registry(let refusal): refusal.message
        case .notes(let refusal): refusal.message
        case .boards(let refusal): refusal.message
        case .capture(let refusal): refusal.message
        case .studio(let refusal): refusal.message
        case .across(let refusal): refusal.message
        }
    }
}

/// The state from which the rules of all domains decide. A module is never named like a type in it, hence "state".
package struct WorkspaceState: Sendable, Equatable {
    package var registry = RegistryDecider.initial
    @Boxed package var notes = NoteDecider.initial
    @Boxed package var boards = BoardDecider.initial
    @Boxed package var capture = CaptureDecider.initial
    @Boxed package var studio = StudioDecider.initial

    package init() {}
}

/// The domains as one: hands each command and each event to the domain it belongs to.
package enum WorkspaceDecider: Decider {
    package static var initial: WorkspaceState { WorkspaceState() }

    package static func decide(
        _ command: WorkspaceCommand, given state: WorkspaceState
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        let events = try events(for: command, given: state)
        try state.checkIdentifiers(of: events)
        return events
    }

    /// Returns the events that the command's own domain decides.
    private static func events(
        for command: WorkspaceCommand, given state: WorkspaceState
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        switch command {
        case .registry(let command):
            return RegistryDecider.decide(command, given: state.registry).map { .registry($0) }
        case .notes(let command):
            do { return try NoteDecider.decide(command, given: state.notes).map { .notes($0) } } catch {
                throw .notes(error)
            }
        case .boards(let command):
            do { return try BoardDecider.decide(command, given: state.boards).map { .boards($0) } } catch {
                throw .boards(error)
            }
        case .capture(let command):
            do { return try CaptureDecider.decide(command, given: state.capture).map { .capture($0) } } catch {
                throw .capture(error)
            }
        case .studio(.remindOfUpload(let today)) where !state.capture.mayPrompt(.uploadReminder, on: today):
            return []  // Prompts of every domain are put off in one place.
        case .studio(let command):
            do { return try StudioDecider.decide(command, given: state.studio).map { .studio($0) } } catch {
                throw .studio(error)
            }
        case .across(let command): return try AcrossDecider.decide(command, given: state)
        }
    }

    package static func evolve(_ state: inout WorkspaceState, with event: WorkspaceEvent) {
        switch event {
        case .registry(let event): RegistryDecider.evolve(&state.registry, with: event)
        case .notes(let event): NoteDecider.evolve(&state.notes, with: event)
        case .boards(let event): BoardDecider.evolve(&state.boards, with: event)
        case .capture(let event): CaptureDecider.evolve(&state.capture, with: event)
        case .studio(let event): StudioDecider.evolve(&state.studio, with: event)
        }
    }

    /// Returns the events that undo `event`.
    ///
    /// - Parameters:
    ///   - before: folded from the records of the event's own subject, up to just before it.
    ///   - now: today's state.
    ///   - inverse: for an event that edits a text, the edit that takes it back.
    /// - Throws: the rule of today that forbids going back.
    package static func compensation(
        for event: WorkspaceEvent, before: WorkspaceState, now: WorkspaceState, inverse: TextEdit?
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        switch event {
        case .registry(let event):
            do {
                return try RegistryDecider.compensation(for: event, before: before.registry, now: now.registry)
                    .map { .registry($0) }
            } catch { throw .registry(error) }
        case .notes(let event):
            do {
                return try NoteDecider.compensation(for: event, before: before.notes, now: now.notes, inverse: inverse)
                    .map { .notes($0) }
            } catch { throw .notes(error) }
        case .boards(let event):
            do {
                return try BoardDecider.compensation(
                    for: event, before: before.boards, now: now.boards, inverse: inverse
                ).map { .boards($0) }
            } catch { throw .boards(error) }
        case .capture(let event):
            do {
                return try CaptureDecider.compensation(
                    for: event, before: before.capture, now: now.capture, inverse: inverse
                ).map { .capture($0) }
            } catch { throw .capture(error) }
        case .studio(let event):
            do {
                return try StudioDecider.compensation(
                    for: event, before: before.studio, now: now.studio, inverse: inverse
                ).map { .studio($0) }
            } catch { throw .studio(error) }
        }
    }

    /// Returns the events that restore one thing to an earlier point.
    ///
    /// - Parameters:
    ///   - then: the views folded from the subject's records up to that point.
    ///   - current: today's views; `now` is today's state.
    package static func restoration(
        of subject: EntityID, to then: WorkspaceView, from current: WorkspaceView, given now: WorkspaceState
    ) throws(WorkspaceRefusal) -> [WorkspaceEvent] {
        do {
            let notes = try NoteDecider.restoration(of: subject, to: then.notes, from: current.notes, given: now.notes)
            if !notes.isEmpty { return notes.map { .notes($0) } }
        } catch {
            // It may be another domain's.
            guard case .noSuchNote(let note) = error, note.entity == subject else { throw .notes(error) }
        }
        do {
            let boards = try BoardDecider.restoration(
                of: subject, to: then.boards, from: current.boards, given: now.boards)
            if !boards.isEmpty { return boards.map { .boards($0) } }
        } catch { throw .boards(error) }
        do {
            let capture = try CaptureDecider.restoration(
                of: subject, to: then.capture, from: current.capture, given: now.capture)
            if !capture.isEmpty { return capture.map { .capture($0) } }
        } catch { throw .capture(error) }
        do {
            return try StudioDecider.restoration(of: subject, to: then.studio, from: current.studio, given: now.studio)
                .map { .studio($0) }
        } catch { throw .studio(error) }
    }
}
