package import Accounts
import Kernel

/// The erasure of a whole workspace, from the moment from which there is no way back.
///
/// ```
/// DATA/workspaces/.NAME.NUMBER.erasing/     the files not destroyed yet; empty until it is attested
/// ```
/// The name of the directory is the intent: it is set at once, nothing opens the directory any more, and the next erasure
/// that finds it finishes it. No key is needed for it, and no journal that can be read.
package struct WorkspaceErasure: Sendable, Equatable {
    /// The name that the workspace had.
    package let name: String
    /// The subject of the attestation: its number in the accounts, else a new one. Nil where an older build began.
    package let id: WorkspaceID?
    let directory: String

    private static let end = ".erasing"

    init(of name: String, _ id: WorkspaceID, below directory: String) {
        self.name = name
        self.id = id
        self.directory = directory + "/." + name + "." + id.text + Self.end
    }

    /// The one whose directory is called so; nil for other names.
    init?(directory name: String, below directory: String) {
        guard name.hasPrefix("."), name.hasSuffix(Self.end), name.utf8.count > Self.end.utf8.count + 1 else { return nil }
        self.directory = directory + "/" + name
        let middle = name.dropFirst().dropLast(Self.end.utf8.count)
        if let dot = middle.lastIndex(of: "."), dot > middle.startIndex,
            let id = WorkspaceID(text: String(middle[middle.index(after: dot)...]))
        {
            (self.name, self.id) = (String(middle[..<dot]), id)
        } else {
            (self.name, id) = (String(middle), nil)
        }
    }
}

/// The outcome of destroying a workspace.
package struct WorkspaceErasureOutcome: Sendable, Equatable {
    /// Files of its own: of its exports, see there.
    package var fileCount = 0
    package var exports = ExportsOutcome()

    package init() {}

    package mutating func add(_ other: WorkspaceErasureOutcome) {
        fileCount += other.fileCount
        exports.add(other.exports)
    }
}
