/// The kinds of outcome of a crash: the ground on which a campaign proves that it tried each.
package enum CrashKind: Sendable, CaseIterable {
    /// Of one write, some bytes arrived and some did not.
    case torn
    /// A file grew, and the data in it stayed behind.
    case grown
    /// Later bytes of a file arrived, earlier ones did not.
    case reordered
    /// A file was made or renamed to a new name, the directory was not synced yet, and the name is gone.
    case nameUnsynced
    /// A file was renamed, and the directory was not synced yet: the old name, or both, are found.
    case renameUnsynced
    /// The same, in the place of another file.
    case replacementUnsynced
}

extension VolatileDisk {
    /// The kinds of the crash that lets `kept[i]` bytes of the i-th unsynced change live. A change that reached the disk as it
    /// was asked for adds no kind, synced or not.
    package func kinds(keeping kept: [Int]) -> Set<CrashKind> {
        let kept = closed(kept)
        var kinds: Set<CrashKind> = []
        var arrived: [Int: (some: Bool, all: Bool)] = [:]
        var lengthKept: Set<FileNumber> = []
        var lostData: Set<FileNumber> = []
        for (index, change) in unsynced.enumerated() {
            switch change {
            case .length(let file, _):
                if kept[index] > 0 { lengthKept.insert(file) }
            case .data(let file, _, let bytes, let write):
                let (some, all) = arrived[write] ?? (false, true)
                arrived[write] = (some || kept[index] > 0, all && kept[index] >= bytes.count)
                if kept[index] > 0, lostData.contains(file) { kinds.insert(.reordered) }
                if kept[index] == 0 {
                    lostData.insert(file)
                    if lengthKept.contains(file) { kinds.insert(.grown) }
                }
            case .link(let file, let path):
                if kept[index] == 0, !isDurable(path) { kinds.insert(.nameUnsynced) }
                guard index + 1 < unsynced.count, renames(file, to: path, at: index + 1),
                    kept[index] == 0 || kept[index + 1] == 0
                else { continue }
                kinds.insert(.renameUnsynced)
                if isDurable(path) { kinds.insert(.replacementUnsynced) }
            case .unlink, .directory, .directoryRename: break
            }
        }
        if arrived.values.contains(where: { $0.some && !$0.all }) { kinds.insert(.torn) }
        return kinds
    }
}
