package import Boards
package import Capture
package import Kernel
package import Notes
package import Studio

/// Everything a workspace shows, posted from its journal and nothing else.
package struct WorkspaceView: Sendable, Equatable {
    package var registry = Registry()
    @Boxed package var notes = NoteProjection.empty
    @Boxed package var boards = BoardProjection.empty
    @Boxed package var capture = CaptureProjection.empty
    @Boxed package var studio = StudioProjection.empty
    @Boxed package var recents = Recents()
    /// The last fact in these views.
    package var asOf = Position.start

    package init() {}
}

package enum WorkspaceProjection: Projection {
    package static var empty: WorkspaceView { WorkspaceView() }

    package static func project(_ fact: Recorded<WorkspaceEvent>, into view: inout WorkspaceView) {
        switch fact.event {
        case .registry(let event): view.post(fact.with(event))
        case .notes(let event): view.post(fact.with(event))
        case .boards(let event): view.post(fact.with(event))
        case .capture(let event): view.post(fact.with(event))
        case .studio(let event): view.post(fact.with(event))
        }
    }

    /// Posts a record from its bytes to the same effect. Replaying goes this way: an event stays with its own domain
    /// and never becomes a `WorkspaceEvent`, which is as large as the largest event of all.
    ///
    /// - Parameter place: everything of the fact but its event.
    /// - Throws: `CodingFault` naming the kind or the byte; a newer Daybook may have written it.
    package static func project(
        _ kind: EventKind, about subject: EntityID, _ payload: RawSpan, at place: Recorded<Void>,
        into view: inout WorkspaceView
    ) throws(CodingFault) {
        switch kind.domain {
        case EventKind.registry: view.post(place.with(try RegistryEvent(kind, about: subject, payload)))
        case EventKind.notes: view.post(place.with(try NoteEvent(kind, about: subject, payload)))
        case EventKind.boards: view.post(place.with(try BoardEvent(kind, about: subject, payload)))
        case EventKind.capture: view.post(place.with(try CaptureEvent(kind, about: subject, payload)))
        case EventKind.studio: view.post(place.with(try StudioEvent(kind, about: subject, payload)))
        default: throw .unknown(kind)
        }
    }
}

extension WorkspaceView {
    fileprivate mutating func post(_ fact: Recorded<RegistryEvent>) {
        guard advance(to: fact.position) else { return }
        RegistryDecider.evolve(&registry, with: fact.event)
    }

    fileprivate mutating func post(_ fact: Recorded<NoteEvent>) {
        guard advance(to: fact.position) else { return }
        recents.take(fact.event.broughtBack, at: fact)
        NoteProjection.project(fact, into: &notes)
    }

    fileprivate mutating func post(_ fact: Recorded<BoardEvent>) {
        guard advance(to: fact.position) else { return }
        recents.take(fact.event.broughtBack, at: fact)
        BoardProjection.project(fact, into: &boards)
    }

    fileprivate mutating func post(_ fact: Recorded<CaptureEvent>) {
        guard advance(to: fact.position) else { return }
        recents.take(fact.event.broughtBack, at: fact)
        CaptureProjection.project(fact, into: &capture)
    }

    fileprivate mutating func post(_ fact: Recorded<StudioEvent>) {
        guard advance(to: fact.position) else { return }
        recents.take(fact.event.broughtBack, at: fact)
        StudioProjection.project(fact, into: &studio)
    }

    /// False for a fact that was posted before: redelivery changes nothing.
    private mutating func advance(to position: Position) -> Bool {
        guard position > asOf else { return false }
        asOf = position
        return true
    }
}

extension WorkspaceView {
    /// The state for the rules, taken from this view: equal to what the same facts fold to, and cheaper than
    /// folding them a second time.
    ///
    /// - Complexity: O(things), not O(facts).
    package var state: WorkspaceState {
        var state = WorkspaceState()
        state.registry = registry
        state.notes = notes.state
        state.boards = boards.state
        state.capture = capture.state
        state.studio = studio.state
        return state
    }

    /// Returns the name of a person; the short form of the identifier where no one gave one.
    package func name(of actor: ActorID) -> String {
        registry.actors[actor]?.text ?? "actor " + String(actor.text.suffix(8))
    }

    package func name(of device: DeviceID) -> String {
        registry.devices[device]?.text ?? "device " + String(device.text.suffix(8))
    }
}
