/// What a disk has for certain, and what it has only been asked for: the *durable* image with everything unsynced.
///
/// The model is strict. Data, length and directory entries reach the disk separately, in any order; data by sectors of
/// 512 bytes. Within one sector later bytes never arrive without the earlier ones, since the page cache writes a
/// sector as it stands. A rename is atomic, except that a name written twice may show both its old and its new place; that
/// of a directory is atomic without exception, and what was not synced in it stays so.
package struct VolatileDisk {
    package static let sectorSizeBytes = 512

    /// A change that a crash keeps or loses by itself.
    package enum Change {
        case length(FileNumber, byteCount: Int)
        case data(FileNumber, offset: Int, bytes: ArraySlice<UInt8>, write: Int)
        case directory(path: String)
        case link(FileNumber, path: String)
        case unlink(path: String)
        case directoryRename(from: String, to: String)

        var file: FileNumber? {
            switch self {
            case .length(let file, _), .data(let file, _, _, _): file
            default: nil
            }
        }

        var path: String? {
            switch self {
            case .directory(let path), .link(_, let path), .unlink(let path): path
            // Both names stand in the same directory, or a sync of where it now stands makes it certain.
            case .directoryRename(_, let path): path
            default: nil
            }
        }
    }

    private var directories: Set<String>
    private var names: [String: FileNumber] = [:]
    private var contents: [FileNumber: [UInt8]] = [:]
    private var lengths: [FileNumber: Int] = [:]
    private var forgotten: Set<Int> = []
    private var writes = 0

    /// Everything asked for and not yet certain, oldest first.
    package private(set) var unsynced: [Change] = []

    package init(_ image: DiskImage) {
        directories = image.directories
        for (number, path) in image.files.keys.sorted().enumerated() {
            let file = FileNumber(number)
            names[path] = file
            contents[file] = image.files[path]
            lengths[file] = image.files[path]?.count
        }
    }

    /// The number of the latest write that is not certain yet.
    package var lastUnsyncedWrite: Int? {
        for change in unsynced.reversed() {
            if case .data(_, _, _, let write) = change { return write }
        }
        return nil
    }

    package mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .makeDirectory(let path):
            unsynced.append(.directory(path: path))
        case .create(let file, let path):
            contents[file] = []
            lengths[file] = 0
            unsynced.append(.link(file, path: path))
        case .rename(let file, let from, let to):
            unsynced.append(.link(file, path: to))
            unsynced.append(.unlink(path: from))
        case .renameDirectory(let from, let to):
            unsynced.append(.directoryRename(from: from, to: to))
        case .remove(let path):
            unsynced.append(.unlink(path: path))
        case .setLength(let file, let byteCount):
            lengths[file] = byteCount
            unsynced.append(.length(file, byteCount: byteCount))
        case .write(let file, let offset, let bytes):
            write(bytes, at: offset, to: file)
        case .syncFile(let file):
            settle { $0.file == file }
        case .syncDirectory(let path):
            settle { change in change.path.map { DiskImage.parent(of: $0) == path } ?? false }
        case .failedSync(let file):
            for index in unsynced.indices where unsynced[index].file == file { forgotten.insert(index) }
        case .moment:
            break
        }
    }

    private mutating func write(_ bytes: [UInt8], at offset: Int, to file: FileNumber) {
        writes += 1
        let end = offset + bytes.count
        if end > lengths[file] ?? 0 {
            lengths[file] = end
            unsynced.append(.length(file, byteCount: end))
        }
        var position = offset
        while position < end {
            let next = min(end, (position / Self.sectorSizeBytes + 1) * Self.sectorSizeBytes)
            let sector = bytes[(position - offset)..<(next - offset)]
            unsynced.append(.data(file, offset: position, bytes: sector, write: writes))
            position = next
        }
    }

    /// Makes certain what `belongs`, except what an earlier failed sync forgot and nobody wrote again.
    private mutating func settle(where belongs: (Change) -> Bool) {
        let wanted = unsynced.indices.filter { belongs(unsynced[$0]) && !forgotten.contains($0) }
        if wanted.isEmpty { return }
        var kept = [Int](repeating: 0, count: unsynced.count)
        for index in wanted { kept[index] = .max }
        closeOverSectors(&kept)
        (directories, names, contents) = outcome(keeping: kept, lostBytes: 0)
        let rest = unsynced.indices.filter { kept[$0] == 0 }
        forgotten = Set(rest.indices.filter { forgotten.contains(rest[$0]) })
        // What is uncertain in a directory whose new name is certain is uncertain under that name.
        unsynced = rest.map { index in
            wanted.filter { $0 > index }.reduce(unsynced[index]) { $0.following(unsynced[$1]) }
        }
    }

    // MARK: Crashing

    /// What is found after a crash that let `kept[i]` bytes of the i-th unsynced change live; 0 loses it.
    ///
    /// - Parameter lostBytes: what stands where the file grew and the data never came: 0 on most file systems; what
    ///   the sectors held in an earlier life on others.
    package func crashed(keeping kept: [Int], lostBytes: UInt8 = 0) -> DiskImage {
        let kept = closed(kept)
        let (directories, names, contents) = outcome(keeping: kept, lostBytes: lostBytes)
        var image = DiskImage(directories: directories)
        for (path, file) in names where directories.contains(DiskImage.parent(of: path)) {
            image.files[path] = contents[file] ?? []
        }
        return image
    }

    func outcome(
        keeping kept: [Int], lostBytes: UInt8
    ) -> (directories: Set<String>, names: [String: FileNumber], contents: [FileNumber: [UInt8]]) {
        var (directories, names, contents) = (directories, names, contents)
        for (change, kept) in zip(unsynced, kept) where kept > 0 {
            switch change {
            case .length(let file, let byteCount):
                contents[file, default: []].resize(to: byteCount, with: lostBytes)
            case .data(let file, let offset, let bytes, _):
                // Data beyond the end of the file is lost with the length that never came.
                contents[file, default: []].overwrite(at: offset, with: bytes.prefix(kept))
            case .directory(let path):
                directories.insert(path)
            case .link(let file, let path):
                names[path] = file
            case .unlink(let path):
                names[path] = nil
            case .directoryRename(let from, let to):
                // Lost with the directory itself, should that never have come.
                guard directories.contains(from) else { continue }
                directories = Set(directories.map { DiskImage.path($0, renaming: from, to: to) })
                for (path, file) in names where path.hasPrefix(from + "/") {
                    names[path] = nil
                    names[DiskImage.path(path, renaming: from, to: to)] = file
                }
            }
        }
        return (directories, names, contents)
    }

    /// Adds to a selection what the page cache would have carried along: older bytes of a sector whose newer bytes
    /// are kept. A rename's old name goes only where its new one has come.
    private func closeOverSectors(_ kept: inout [Int]) {
        struct Sector: Hashable {
            let file: FileNumber
            let index: Int
        }
        var carried: Set<Sector> = []
        for index in unsynced.indices.reversed() {
            switch unsynced[index] {
            case .data(let file, let offset, _, _):
                let sector = Sector(file: file, index: offset / Self.sectorSizeBytes)
                if carried.contains(sector) { kept[index] = .max }
                if kept[index] > 0 { carried.insert(sector) }
            case .unlink where index > 0 && kept[index] > 0:
                if case .link(let file, let to) = unsynced[index - 1], renames(file, to: to, at: index) {
                    kept[index - 1] = .max
                }
            default:
                break
            }
        }
    }

    /// The selection with everything that comes along.
    func closed(_ kept: [Int]) -> [Int] {
        var kept = kept
        closeOverSectors(&kept)
        return kept
    }

    /// Returns whether a file of this name is certain to be there.
    func isDurable(_ path: String) -> Bool { names[path] != nil }

    /// Returns whether the change at `index` is the second half of renaming `file` to `to`.
    func renames(_ file: FileNumber, to: String, at index: Int) -> Bool {
        guard case .unlink(let from) = unsynced[index], from != to else { return false }
        let earlier = unsynced[..<(index - 1)].contains { change in
            if case .link(file, let path) = change { return path == from }
            return false
        }
        return earlier || names[from] == file
    }
}

extension VolatileDisk.Change {
    /// The same change once `rename` is certain, where that renames the directory that the change is in.
    fileprivate func following(_ rename: Self) -> Self {
        guard case .directoryRename(let from, let to) = rename else { return self }
        let renamed = { (path: String) in DiskImage.path(path, renaming: from, to: to) }
        return switch self {
        case .directory(let path): .directory(path: renamed(path))
        case .link(let file, let path): .link(file, path: renamed(path))
        case .unlink(let path): .unlink(path: renamed(path))
        case .directoryRename(let old, let new): .directoryRename(from: renamed(old), to: renamed(new))
        case .length, .data: self
        }
    }
}
