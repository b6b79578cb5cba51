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
        guard fact.position > view.asOf else { return }  // Redelivery changes nothing.
        view.asOf = fact.position
        view.recents.take(fact)
        switch fact.event {
        case .registry(let event): RegistryDecider.evolve(&view.registry, with: event)
        case .notes(let event): NoteProjection.project(fact.with(event), into: &view.notes)
        case .boards(let event): BoardProjection.project(fact.with(event), into: &view.boards)
        case .capture(let event): CaptureProjection.project(fact.with(event), into: &view.capture)
        case .studio(let event): StudioProjection.project(fact.with(event), into: &view.studio)
        }
    }
}

extension WorkspaceView {
    /// What the rules need to know, taken from what is read: equal to what the same facts fold to, and cheaper than
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

    /// What a person is called; the short form of the identifier where no one said.
    package func name(of actor: ActorID) -> String {
        registry.actors[actor]?.text ?? "actor " + String(actor.text.suffix(8))
    }

    package func name(of device: DeviceID) -> String {
        registry.devices[device]?.text ?? "device " + String(device.text.suffix(8))
    }
}
