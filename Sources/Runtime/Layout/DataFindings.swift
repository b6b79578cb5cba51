import JournalEngine

/// Files of a data directory that do not lie as the registry of kinds says.
package struct DataFindings: Sendable, Equatable {
    /// Files that lie in clear although there are keys; not those that the survey counts (segments, attached
    /// files).
    package var inClear: [String] = []
    /// Files, and directories with a slash at their end, of no known kind. They are left as they are.
    package var unknown: [String] = []

    package init() {}
}

extension DataFindings {
    /// Walks through everything below `root`.
    ///
    /// - Parameters:
    ///   - kinds: with patterns below `root`.
    ///   - hasKeys: whether things are encrypted there.
    /// - Complexity: O(files), and reads the first bytes of those that should be encrypted.
    init(
        below root: String, _ kinds: [DataFileKind], hasKeys: Bool, on disk: any Disk
    ) throws(RuntimeFailure) {
        do throws(DiskError) { try walk("", root, kinds, hasKeys: hasKeys, disk) } catch { throw RuntimeFailure(error) }
    }

    private mutating func walk(
        _ directory: String, _ root: String, _ kinds: [DataFileKind], hasKeys: Bool, _ disk: any Disk
    ) throws(DiskError) {
        let names: [String]
        do throws(DiskError) {
            names = try disk.names(inDirectory: directory.isEmpty ? root : root + "/" + directory).sorted()
        } catch  where error.isAbsence { return }  // Removed meanwhile.
        for name in names {
            let path = directory.isEmpty ? name : directory + "/" + name
            if try Self.isDirectory(root + "/" + path, disk) {
                if kinds.contains(where: { $0.mayLie(below: path) }) {
                    try walk(path, root, kinds, hasKeys: hasKeys, disk)
                } else if try !Self.isForPeople(root + "/" + path, disk) {
                    unknown.append(path + "/")
                }
            } else if let kind = kinds.first(where: { $0.matches(path) }) {
                if hasKeys, try kind.liesInClear(root + "/" + path, disk) { inClear.append(path) }
            } else {
                unknown.append(path)
            }
        }
    }

    private static func isDirectory(_ path: String, _ disk: any Disk) throws(DiskError) -> Bool {
        do throws(DiskError) {
            _ = try disk.names(inDirectory: path)
            return true
        } catch  where error.isAbsence { return false }
    }

    /// Returns whether a directory is an export or a backup, which a person put there.
    private static func isForPeople(_ path: String, _ disk: any Disk) throws(DiskError) -> Bool {
        let names = try disk.names(inDirectory: path)
        return names.contains(KeptExport.marker) || names.contains(BackupManifest.name)
    }
}

extension DataFileKind {
    /// Returns whether a file of this kind shows its content although there are keys.
    func liesInClear(_ path: String, _ disk: any Disk) throws(DiskError) -> Bool {
        switch secrecy {
        case .wordless, .counted, .secret, .personal: return false
        case .absent: return true
        case .headed:
            guard let head = try Self.head(of: path, disk) else { return false }
            return !EncryptedFile.isEncrypted(head: head)
        case .framed:
            guard let head = try Self.head(of: path, disk) else { return false }
            return !head.starts(with: Self.encryptedFrame)
        }
    }

    /// The magic number that encrypted frames of a segment begin with (FORMAT.md, "Encryption").
    private static let encryptedFrame: [UInt8] = [0x53, 0x2A, 0x4D, 0x18]

    private static func head(of path: String, _ disk: any Disk) throws(DiskError) -> [UInt8]? {
        do throws(DiskError) {
            return try disk.readFile(path, byteCountMax: EncryptedFile.headByteCount)
        } catch  where error.isAbsence { return nil }
    }
}

extension DataDirectory {
    /// Files of the whole installation that do not lie as they should.
    package func findings(hasKeys: Bool) throws(RuntimeFailure) -> DataFindings {
        try DataFindings(below: path, DataFileKind.all, hasKeys: hasKeys, on: disk)
    }
}

extension WorkspaceActor {
    /// Files of the workspace that do not lie as they should; paths below its directory.
    package nonisolated func findings() throws(RuntimeFailure) -> DataFindings {
        try DataFindings(below: paths.root, DataFileKind.ofWorkspace, hasKeys: keys != nil, on: runtime.disk)
    }
}
