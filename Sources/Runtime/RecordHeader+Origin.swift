import JournalEngine
import Kernel

extension RecordHeader {
    /// When it happened: for an imported record, when it did elsewhere.
    var instant: Instant { Instant(microseconds: originTime ?? time) }
    /// Who did it: for an imported record, who did elsewhere.
    var author: ActorID { ActorID(originActor ?? actor) }
}
