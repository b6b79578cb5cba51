package import Kernel

/// One thing an import asks for, with the time and the author it had where it came from.
///
/// An importer makes these, in the order in which they must be decided; the runtime decides and writes them as one
/// batch. Both origins are nil where the source does not say: then it is the import that did it.
package struct ImportStep: Sendable, Equatable {
    package var command: WorkspaceCommand
    package var originTime: Instant?
    package var originActor: ActorID?

    package init(_ command: WorkspaceCommand, originTime: Instant? = nil, originActor: ActorID? = nil) {
        self.command = command
        self.originTime = originTime
        self.originActor = originActor
    }
}
