import JournalEngine
import Kernel

extension RecordHeader {
    /// When it happened: for an imported record, when it did elsewhere.
    var instant: Instant { Instant(microseconds: originTime ?? time) }
    /// The author of the event: for an imported record, its author elsewhere.
    var author: ActorID { ActorID(originActor ?? actor) }
}
