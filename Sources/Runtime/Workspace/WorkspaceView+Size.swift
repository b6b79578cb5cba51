import Boards
import Capture
import Kernel
import Notes
import Studio
package import Workspace

extension WorkspaceView {
    /// An estimate of the memory that the views take, in bytes: the texts of notes, cards and artworks, and so much for
    /// each thing.
    ///
    /// - Complexity: O(things); no text is read.
    package var estimatedBytes: Int {
        var bytes = 0
        for (_, slot) in notes.notes.all { bytes += Self.thingBytes + notes.notes[slot].body.utf8Count }
        let others = notes.tree.count + notes.attachments.count + boards.model.cards.count
        bytes += (others + capture.model.items.count + studio.model.artworks.count) * Self.thingBytes
        return bytes + boards.descriptionBytes + studio.noteBytes
    }

    /// The approximate number of things: the cost of `estimatedBytes`.
    package var estimatedThings: Int {
        notes.notes.count + boards.model.cards.count + capture.model.items.count + studio.model.artworks.count
    }

    /// Names, times, tags and the like of one thing.
    private static let thingBytes = 1_024
}
