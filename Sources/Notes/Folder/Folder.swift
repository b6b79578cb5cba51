package import Kernel

/// The facts about one folder that the rules need.
package struct Folder: Sendable, Equatable {
    package var name: Name
    package var parent: FolderID?
    /// Its place among its siblings, where a person gave it one; nil in the order of names, after those that have one.
    package var rank: Rank?
    package var isTrashed = false
    /// Its creation was undone.
    package var isWithdrawn = false

    package init(name: Name, parent: FolderID?) {
        self.name = name
        self.parent = parent
    }

    package var isLive: Bool { !isTrashed && !isWithdrawn }

    /// The number of levels that folders nest; a folder at the top is at level one. Requirement T-102.
    package static let levelsMax = 32
    package static let countMax = 100_000
}
