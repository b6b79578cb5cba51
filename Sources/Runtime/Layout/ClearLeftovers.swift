import JournalEngine

extension WorkspacePaths {
    /// Overwrites and removes the files that lie in clear from before there were keys: the index of words, thumbnails, uploads,
    /// halves of files, bytes that were cut from the journal or put aside, which nothing acknowledged any more.
    ///
    /// Files of no known kind stay, and so does the only copy of anything. Done again after a crash, it goes on.
    /// - Precondition: there are keys, and the caller alone writes here.
    /// - Returns: the number of files that went.
    /// - Complexity: O(files), and reads the first bytes of those that may lie in clear.
    func eraseClearLeftovers(on disk: any Disk) throws(RuntimeFailure) -> Int {
        try eraseFiles(on: disk) { kind, path throws(DiskError) in
            guard kind.origin != .source else { return false }
            return try kind.liesInClear(path, disk)
        }
    }

    /// Overwrites and removes the index of words that earlier versions kept in a file, where every text lay once more. The note
    /// of the last record that was searched stays.
    ///
    /// - Precondition: the caller alone writes here.
    func eraseFormerIndex(on disk: any Disk) throws(RuntimeFailure) {
        _ = try eraseFiles(below: ["search"], on: disk) { kind, _ in DataFileKind.formerIndex.contains(kind.pattern) }
    }

    /// Overwrites and removes every file that goes with any erasure: the index of words, snapshots, and what was cut from the
    /// journal or put aside. The note of the erasure itself, and halves of segments, are the engine's, which removes them last.
    ///
    /// Done again after a crash, it goes on.
    /// - Complexity: O(files).
    func eraseFilesOfAnyErasure(on disk: any Disk) throws(RuntimeFailure) {
        let note = journal + "/REDACTION"
        _ = try eraseFiles(on: disk) { kind, path throws(DiskError) in
            guard kind.erasure == .withAny, path != note else { return false }
            return !(path.hasPrefix(journal + "/") && path.hasSuffix(".tmp"))
        }
    }

    /// - Parameters:
    ///   - chosen: directories below the root; nil for all that the registry names.
    ///   - isGone: whether a file of a kind is to go; gets its whole path.
    /// - Returns: the number of files that went.
    private func eraseFiles(
        below chosen: [String]? = nil, on disk: any Disk,
        where isGone: (DataFileKind, String) throws(DiskError) -> Bool
    ) throws(RuntimeFailure) -> Int {
        var count = 0
        do throws(DiskError) {
            let all = if let chosen { chosen } else { try directories(on: disk) }
            for directory in all {
                var isChanged = false
                for name in try Self.names(in: root + "/" + directory, disk) {
                    let path = directory + "/" + name
                    guard let kind = DataFileKind.ofWorkspace.first(where: { $0.matches(path) }),
                        try isGone(kind, root + "/" + path)
                    else { continue }
                    try disk.eraseFile(root + "/" + path)
                    isChanged = true
                    count += 1
                }
                if isChanged { try disk.syncDirectory(root + "/" + directory) }
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return count
    }

    /// The directories below the root that the registry names, as they are here.
    private func directories(on disk: any Disk) throws(DiskError) -> [String] {
        var found: [String] = []
        for pattern in Set(DataFileKind.ofWorkspace.map(\.directory)).sorted() where !pattern.isEmpty {
            guard pattern.hasSuffix("/*") else {
                found.append(pattern)
                continue
            }
            let parent = String(pattern.dropLast(2))
            for shard in try Self.names(in: root + "/" + parent, disk) { found.append(parent + "/" + shard) }
        }
        return found
    }

    private static func names(in directory: String, _ disk: any Disk) throws(DiskError) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: directory).sorted()
        } catch  where error.isAbsence { return [] }
    }
}
