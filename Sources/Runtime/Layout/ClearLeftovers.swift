import JournalEngine

extension WorkspacePaths {
    /// Overwrites and removes what lies in clear from before there were keys: the index of words, thumbnails, uploads,
    /// halves of files, and bytes that were cut from the journal, which nothing ever acknowledged.
    ///
    /// What is of no known kind stays. Done again after a crash, it goes on.
    /// - Precondition: there are keys, and the caller alone writes here.
    /// - Returns: the number of files that went.
    /// - Complexity: O(thumbnails and uploads), and reads the first bytes of each.
    func eraseClearLeftovers(on disk: any Disk) throws(RuntimeFailure) -> Int {
        let kinds = DataFileKind.ofWorkspace
        var count = 0
        do throws(DiskError) {
            for part in ["journal", "search", "uploads", "snapshots"] {
                count += try eraseClear(in: part, kinds, disk)
            }
            for part in ["thumbnails", "blobs"] {
                for shard in try Self.names(in: root + "/" + part, disk) {
                    count += try eraseClear(in: part + "/" + shard, kinds, disk)
                }
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return count
    }

    private func eraseClear(
        in directory: String, _ kinds: [DataFileKind], _ disk: any Disk
    ) throws(DiskError) -> Int {
        var count = 0
        for name in try Self.names(in: root + "/" + directory, disk) {
            let path = directory + "/" + name
            guard let kind = kinds.first(where: { $0.matches(path) }),
                try kind.liesInClear(root + "/" + path, disk)
            else { continue }
            try disk.eraseFile(root + "/" + path)
            count += 1
        }
        if count > 0 { try disk.syncDirectory(root + "/" + directory) }
        return count
    }

    private static func names(in directory: String, _ disk: any Disk) throws(DiskError) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: directory).sorted()
        } catch  where error.isAbsence { return [] }
    }
}
