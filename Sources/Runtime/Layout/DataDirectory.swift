import Foundation
package import JournalEngine
import Kernel

/// Where everything of one installation lies: who it is, and its workspaces.
///
/// ```
/// DATA/identity.json
/// DATA/letters.key                    what links in letters are proven with
/// DATA/push.key                       the key that push services know this service by
/// DATA/push/                       how far the members of each workspace were notified
/// DATA/webhooks/                   how far each webhook was told, and how its deliveries went
/// DATA/system/journal/                accounts: who may sign in, and where they belong
/// DATA/workspaces/NAME/journal/       the only thing that must never be lost
/// DATA/workspaces/NAME/history.json   when the history was restored, cut or given up in part; see `HistoryMark`
/// DATA/workspaces/NAME/blobs/ab/cdef… attached files by SHA-256
/// DATA/workspaces/NAME/snapshots/     derived; may be deleted at any time
/// DATA/workspaces/NAME/uploads/       what is not wholly here yet; gone after some hours
/// DATA/workspaces/NAME/asked/         questions that are at a provider now; gone when they are answered
/// DATA/workspaces/NAME/exports/       what was made to be taken away, encrypted like files; gone after a day
/// DATA/workspaces/NAME/captures.pending/  captures that the next writer takes in; see `PendingCaptures`
/// DATA/workspaces/NAME/thumbnails/    derived from the files, encrypted like them
/// DATA/workspaces/NAME/search/        derived too, and never where there are keys; see `KnownRecord`
/// DATA/keys/                          where all this is encrypted; see `KeyStore`
/// ```
package struct DataDirectory: Sendable {
    package let path: String
    let disk: any Disk

    package init(path: String, disk: any Disk = POSIXDisk()) {
        self.path = path
        self.disk = disk
    }

    /// Returns the directory to use without `--data`: `$DAYBOOK_DATA`, else `~/.daybook`.
    package static func defaultPath(environment: [String: String]) -> String {
        if let path = environment["DAYBOOK_DATA"], !path.isEmpty { return path }
        return (environment["HOME"] ?? ".") + "/.daybook"
    }

    static let identityName = "identity.json"
    package var identityPath: String { path + "/" + Self.identityName }
    /// Where the accounts lie, whether there are any or not.
    package var accounts: WorkspacePaths {
        WorkspacePaths(root: path + "/system", keys: keysPath + "/" + Self.accountsKeysName)
    }
    /// The moment of the last backup of everything, and the place of each journal in it, as lines; of this installation, and in
    /// no backup itself.
    package var lastBackupPath: String { path + "/last-backup" }
    package var keysPath: String { path + "/keys" }
    private static let accountsKeysName = "system"
    var workspacesPath: String { path + "/workspaces" }

    package static let workspaceNameBytesMax = 64

    /// Where the workspace called `name` lies, whether it exists or not.
    package func workspace(named name: String) throws(RuntimeFailure) -> WorkspacePaths {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= Self.workspaceNameBytesMax else {
            throw .badWorkspaceName(name)
        }
        return WorkspacePaths(root: workspacesPath + "/" + name, keys: keysPath + "/" + Self.keysName(of: name))
    }

    /// Returns the name of a workspace's keys: its own, except for names that have another meaning there. No workspace has a
    /// tilde in its name.
    private static func keysName(of name: String) -> String {
        let isTaken =
            name == accountsKeysName || name.hasPrefix("master.")
            || [".keyring", ".copy", ".tmp"].contains(where: name.hasSuffix)
        return isTaken ? name + "~" : name
    }

    /// The names of the workspaces that are here, in the order of their bytes; none where nothing was ever written.
    package func workspaceNames() throws(RuntimeFailure) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: workspacesPath).filter { !$0.hasPrefix(".") }.sorted(by: precedes)
        } catch  where error.isAbsence {
            return []
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Returns whether no journal was ever begun here.
    func isNew() throws(RuntimeFailure) -> Bool { try workspaceNames().isEmpty && !disk.holds(accounts.journal) }
}

/// Where the parts of one workspace lie.
package struct WorkspacePaths: Sendable, Hashable {
    package let root: String
    /// Where its keys lie, outside of it: this and `.keyring`, and a directory of this name. Nil where there never are.
    package let keys: String?

    package init(root: String, keys: String? = nil) {
        self.root = root
        self.keys = keys
    }

    package var journal: String { root + "/journal" }
    package var snapshots: String { root + "/snapshots" }
    package var blobs: String { root + "/blobs" }
    /// Where uploads wait until all their bytes are there. Never backed up: who sends one sends it again.
    package var uploads: String { root + "/uploads" }
    /// An empty file for each question that left this machine and whose answer is not on disk yet. Never backed up.
    package var asked: String { root + "/asked" }
    /// Where exports wait to be fetched. Never backed up: who wants one makes it again.
    package var exports: String { root + "/exports" }
    /// The directory with the note of the last record that was searched, and in earlier versions an index of words.
    package var search: String { root + "/search" }
    /// The file in there that said who used that index; it is always empty.
    package static var searchLock: String { "lock" }
}
