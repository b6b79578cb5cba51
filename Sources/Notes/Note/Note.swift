package import Kernel

/// The facts about one note that the rules need: everything but its text.
package struct Note: Sendable, Equatable {
    package var title: Name
    package var folder: FolderID?
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false
    package var isPinned = false
    /// In the order of their UTF-8 bytes.
    package var tags: [Name] = []
    /// The clock of the text: its length, its revision and its recent edits.
    package var clock: TextClock
    /// Tells the last edit from any other, so that the same edit sent twice is decided once.
    package var lastEdit = EditDigest.none
    /// The strokes that each drawing has had; true when erased.
    package var inks = Table<Ink, Table<Stroke, Bool>>()
    /// The latest recognition of each drawing in which anything was recognised.
    package var recognitions: [InkID: Recognition] = [:]

    package init(title: Name, folder: FolderID?, clock: TextClock) {
        self.title = title
        self.folder = folder
        self.clock = clock
    }

    package var isLive: Bool { !isTrashed && !isWithdrawn }

    /// The title of a note that nobody gave one. Requirement T-306.
    package static var untitled: Name { Name(recorded: "Untitled Note") }

    package static let countMax = 1_000_000
    package static let inksMax = 1_000
    package static let strokesMax = 100_000
}

/// The facts about one attached file that the rules need.
package struct Attachment: Sendable, Equatable {
    package var holder: Holder
    package var file: FileFacts
    package var isDetached = false
    /// The text that was read from it; nil where nobody read it.
    package var text: PictureText?

    package init(holder: Holder, file: FileFacts) {
        self.holder = holder
        self.file = file
    }

    package static let countMax = 1_000_000
}
