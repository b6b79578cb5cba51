import JournalEngine
import Kernel

/// One journal with what belongs to it: a workspace, or the accounts.
struct BackupPart: Sendable, Hashable {
    /// From the data directory: `workspaces/NAME`, or `system`.
    let root: String
    let paths: WorkspacePaths

    var journal: String { root + "/journal" }
    var blobs: String { root + "/blobs" }
    /// The name of the part.
    var name: String { root.split(separator: "/").last.map { String($0) } ?? root }

    static let accounts = "system"
    static let workspaces = "workspaces/"
}

extension BackupPart {
    /// The part that a file of a backup belongs to; nil for what belongs to all of them.
    static func root(ofFile path: String) -> String? {
        let parts = path.split(separator: "/").map { String($0) }
        switch parts.first {
        case accounts: return accounts
        case "workspaces" where parts.count > 2: return workspaces + parts[1]
        case KeyPaths.directory where parts.count > 2: return root(ofKeys: parts[1])
        case KeyPaths.directory where parts.count == 2:
            for end in [".keyring", ".keyring.copy"] where parts[1].hasSuffix(end) {
                return root(ofKeys: String(parts[1].dropLast(end.count)))
            }
            return nil
        default: return nil
        }
    }

    /// The part whose journal lies there.
    static func root(ofJournal path: String) -> String { String(path.dropLast("/journal".count)) }

    /// The part whose keys have that name: a workspace's own, with a tilde where others have it (`DataDirectory`).
    private static func root(ofKeys name: String) -> String {
        if name == accounts { return accounts }
        return workspaces + (name.hasSuffix("~") ? String(name.dropLast()) : name)
    }
}

extension DataDirectory {
    /// Everything here that has a journal.
    func backupParts() throws(RuntimeFailure) -> [BackupPart] {
        var parts: [BackupPart] = []
        if holdsJournal(accounts) { parts.append(BackupPart(root: BackupPart.accounts, paths: accounts)) }
        for name in try workspaceNames() {
            let paths = try workspace(named: name)
            if holdsJournal(paths) { parts.append(BackupPart(root: BackupPart.workspaces + name, paths: paths)) }
        }
        return parts
    }

    private func holdsJournal(_ paths: WorkspacePaths) -> Bool {
        do throws(DiskError) { return try !disk.names(inDirectory: paths.journal).isEmpty } catch {
            // One that cannot be looked into is there all the same, and copying it will say what is wrong.
            return !error.isAbsence
        }
    }
}
