package import Kernel

/// What the rules need of one note: everything but its text.
package struct Note: Sendable, Equatable {
    package var title: Name
    package var folder: FolderID?
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false
    package var isPinned = false
    /// In the order of their UTF-8 bytes.
    package var tags: [Name] = []
    /// How long the text is, and what it was edited from.
    package var clock: TextClock
    /// Tells the last edit from any other, so that the same edit sent twice is decided once.
    package var lastEdit = EditDigest.none
    /// Which strokes each drawing has had; true when erased.
    package var inks = Table<Ink, Table<Stroke, Bool>>()
    /// What was last recognised in those drawings in which anything was.
    package var recognitions: [InkID: Recognition] = [:]

    package init(title: Name, folder: FolderID?, clock: TextClock) {
        self.title = title
        self.folder = folder
        self.clock = clock
    }

    package var isLive: Bool { !isTrashed && !isWithdrawn }

    /// What a note is called that nobody gave a title. Requirement T-306.
    package static var untitled: Name { Name(recorded: "Untitled Note") }

    package static let countMax = 1_000_000
    package static let inksMax = 1_000
    package static let strokesMax = 100_000
}

/// What the rules need of one attached file.
package struct Attachment: Sendable, Equatable {
    package var holder: Holder
    package var file: FileFacts
    package var isDetached = false

    package init(holder: Holder, file: FileFacts) {
        self.holder = holder
        self.file = file
    }

    package static let countMax = 1_000_000
}
