import Kernel

/// Finds the live folders of one parent whose names clash, without looking at all of them.
///
/// Names are filed under a digest of their clash key. For ASCII that costs a pass over the bytes; Unicode tables are
/// only asked for other names, so that a replay does not pay for them per event.
package struct Siblings: Sendable, Equatable {
    private struct Key: Hashable, Sendable {
        var parent: FolderID
        var digest: UInt64
    }

    /// Each list in the order of identifiers, so that the same folders are filed the same whatever came first.
    private var filed: [Key: [FolderID]] = [:]

    package init() {}

    mutating func add(_ folder: FolderID, _ name: Name, in parent: FolderID?) {
        let key = Self.key(name, parent)
        filed[key, default: []].insert(folder, at: Self.place(of: folder, in: filed[key] ?? []))
    }

    mutating func remove(_ folder: FolderID, _ name: Name, from parent: FolderID?) {
        let key = Self.key(name, parent)
        guard var folders = filed.removeValue(forKey: key) else { return }
        let place = Self.place(of: folder, in: folders)
        if place < folders.count, folders[place] == folder { folders.remove(at: place) }
        if !folders.isEmpty { filed[key] = folders }
    }

    private static func place(of folder: FolderID, in folders: [FolderID]) -> Int {
        var low = 0
        var high = folders.count
        while low < high {
            let middle = (low + high) / 2
            if folders[middle] < folder { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Folders that may clash with `name` in `parent`: all that do, and by chance another.
    func candidates(for name: Name, in parent: FolderID?) -> [FolderID] { filed[Self.key(name, parent)] ?? [] }

    private static func key(_ name: Name, _ parent: FolderID?) -> Key {
        Key(parent: parent ?? .zero, digest: digest(name))
    }

    /// FNV-1a over the bytes of the clash key.
    private static func digest(_ name: Name) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        var isASCII = true
        for byte in name.text.utf8 {
            if byte >= 0x80 {
                isASCII = false
                break
            }
            let lower = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
            digest = (digest ^ UInt64(lower)) &* 0x100_0000_01B3
        }
        if isASCII { return digest }
        digest = 0xCBF2_9CE4_8422_2325
        for byte in name.clashKey.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return digest
    }
}
