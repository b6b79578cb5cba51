import Foundation
import JournalEngine

extension DataDirectory {
    /// Destroys a whole workspace: its keys first, then every file of it.
    ///
    /// It is moved aside at once, so that nobody finds half of it; done again after a crash, it goes on with what was moved
    /// aside. On a real disk only: directories are removed, which the engine's seam does not know.
    /// - Precondition: nobody has it open.
    /// - Returns: how many files were erased.
    package func eraseWorkspace(named name: String) throws -> Int {
        let paths = try workspace(named: name)
        let aside = workspacesPath + "/." + name + ".erasing"
        let files = FileManager.default
        var count = try Self.erase(aside)
        guard files.fileExists(atPath: paths.root) else {
            guard count > 0 else { throw RuntimeFailure.notAWorkspace(path: paths.root) }
            return count
        }
        for key in Self.keyFiles(of: paths) { count += try Self.erase(key) }
        do throws(DiskError) {
            try disk.rename(paths.root, to: aside)
            try disk.syncDirectory(workspacesPath)
        } catch {
            throw RuntimeFailure(error)
        }
        count += try Self.erase(aside)
        return count
    }

    /// The keyrings of a workspace: destroyed first, they leave every copy of it unreadable.
    private static func keyFiles(of paths: WorkspacePaths) -> [String] {
        guard let keys = paths.keys else { return [] }
        return [keys + ".keyring", keys + ".keyring.copy", keys]
    }

    /// Overwrites and removes a file, or a directory with everything in it.
    private static func erase(_ path: String) throws -> Int {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return 0 }
        var count = 0
        if isDirectory.boolValue {
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
                let child = path + "/" + name
                let type = try FileManager.default.attributesOfItem(atPath: child)[.type] as? FileAttributeType
                if type == .typeSymbolicLink {
                    try FileManager.default.removeItem(atPath: child)
                } else {
                    count += try erase(child)
                }
            }
            try FileManager.default.removeItem(atPath: path)
        } else {
            do throws(DiskError) { try POSIXDisk().eraseFile(path) } catch { throw RuntimeFailure(error) }
            count = 1
        }
        return count
    }
}
