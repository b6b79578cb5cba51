import Kernel

/// The order for a backup: the workspaces to copy, and the options.
package struct BackupOrder: Sendable {
    /// The workspaces by name; nil for everything, the accounts too.
    package var workspaces: [String]?
    /// Puts the master key in, so that the backup opens on its own.
    package var withMasterKey: Bool

    /// Workspaces that are not here any more and are to go from the backup as well.
    package var forgotten: [String]

    package init(workspaces: [String]? = nil, withMasterKey: Bool = false, forgotten: [String] = []) {
        self.workspaces = workspaces
        self.forgotten = forgotten
        self.withMasterKey = withMasterKey
    }
}

/// The report of a backup, once it is whole and checked.
package struct BackupReport: Sendable {
    package var manifest: BackupManifest
    package var newFiles = 0
    package var newBytes: UInt64 = 0
    /// Attached files that the backup before held and that are erased now, so that they are gone from the backup too.
    package var erased: [String] = []
    /// Attached files that are damaged or lost here.
    package var findings: [Finding] = []

    /// The parts that the backup still holds although this run did not copy them: `workspaces/NAME`, or `system`.
    package var others: [String] = []

    /// A file that is not here as it should be.
    package struct Finding: Sendable, Equatable {
        package var path: String
        package var isMissing: Bool
        /// The backup before holds it sound, and goes on holding it.
        package var isKept: Bool
    }

    package var byteCount: UInt64 { manifest.files.reduce(0) { $0 + $1.byteCount } }
    /// Nothing that belongs to it is damaged or lost.
    package var isWhole: Bool { findings.isEmpty }
}

extension BackupReport.Finding {
    /// For people.
    package var words: String {
        let state = isMissing ? "\(path) is missing from the data" : "\(path) no longer holds what its name says"
        return state + (isKept ? "; the backup keeps it as it was" : "; the backup does not have it")
    }
}
