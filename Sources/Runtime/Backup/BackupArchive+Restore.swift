import Foundation
import JournalEngine

/// The report of a restore, once it is whole and checked.
package struct RestoreReport: Sendable, Equatable {
    package let journals: [BackupManifest.JournalEntry]
    package let files: Int
    package let byteCount: UInt64
    /// Journals whose chain could not be recomputed for want of the master key.
    package let withoutKeys: [String]
}

extension BackupArchive {
    /// Puts everything back into a new data directory, durably, and checks it before and after.
    ///
    /// - Parameter workspace: only this one; nil for everything.
    /// - Throws: `.notEmpty` when there is something already. Nothing is left at `path` then, or after a failure; what
    ///   was unpacked by then lies beside it, in `PATH.restoring`.
    package func restore(
        to path: String, workspace: String? = nil, in runtime: RuntimeEnvironment = RuntimeEnvironment()
    ) throws -> RestoreReport {
        let disk = runtime.disk
        let path = Self.trimmed(path)
        let unfinished = path + ".restoring"
        try Self.checkIsFree(path, disk)
        if disk.holds(unfinished) { throw BackupFailure.alreadyThere(path: unfinished) }
        try check(in: runtime)
        let part = if let workspace { try only(workspace) } else { manifest }
        try BackupFailure.calling { () throws(DiskError) in try disk.makeDirectories(unfinished) }
        for entry in part.files { try restore(entry, to: unfinished + "/" + entry.path, disk) }
        let inside = self.runtime(runtime)
        let check = BackupCheck(manifest: part, disk: disk, root: unfinished) { try options(for: $0, inside) }
        let findings = try check.findings()
        guard findings.damage.isEmpty else { throw BackupFailure.damaged(path: unfinished, words: findings.damage) }
        try beginEpochs(of: part.journals, in: unfinished, runtime)
        try BackupFailure.calling { () throws(DiskError) in
            try disk.rename(unfinished, to: path)
            try disk.syncDirectory(BackupDisk.parent(of: path))
        }
        return RestoreReport(
            journals: part.journals, files: part.files.count, byteCount: part.files.reduce(0) { $0 + $1.byteCount },
            withoutKeys: findings.withoutKeys)
    }

    /// Marks each restored workspace: its history goes on from an earlier moment, which copies elsewhere have to know.
    private func beginEpochs(
        of journals: [BackupManifest.JournalEntry], in directory: String, _ runtime: RuntimeEnvironment
    ) throws {
        for entry in journals where entry.path.hasPrefix(BackupPart.workspaces) {
            let paths = WorkspacePaths(root: directory + "/" + BackupPart.root(ofJournal: entry.path))
            let mark = HistoryMark.begin(.restored, journal: entry.journal, after: entry.sequence, in: runtime)
            try BackupFailure.calling { () throws(DiskError) in try mark.write(to: paths, on: runtime.disk) }
        }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func checkIsFree(_ path: String, _ disk: any Disk) throws(BackupFailure) {
        let names: [String]
        do throws(DiskError) { names = try disk.names(inDirectory: path) } catch {
            guard error.isAbsence else { throw .disk(error) }
            if disk.holds(path) { throw .alreadyThere(path: path) }
            return
        }
        guard names.isEmpty else { throw .alreadyThere(path: path) }
    }

    /// Every directory on the way is made and synced, and the file whole before it has its name.
    private func restore(_ entry: BackupManifest.FileEntry, to place: String, _ disk: any Disk) throws {
        let source = try BackupSource(entry.path, at: BackupDisk.root + "/" + entry.path, on: view)
        let file = try BackupFailure.calling { () throws(DiskError) in
            try disk.makeDirectories(BackupDisk.parent(of: place))
            return try disk.open(place, .creating)
        }
        defer { file.close() }
        var at: UInt64 = 0
        try source.forEachPiece { piece in
            try BackupFailure.calling { () throws(DiskError) in try file.writeAll(piece, at: at) }
            at += UInt64(piece.count)
        }
        try BackupFailure.calling { () throws(DiskError) in
            try file.sync()
            try disk.syncDirectory(BackupDisk.parent(of: place))
        }
    }
}
