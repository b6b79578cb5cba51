package import JournalEngine

/// The files of keys that are kept twice, since losing one is losing the data.
package enum KeyCopies {
    /// The files of which the two do not agree or one is missing: what opens them is the sound and newer one, and nothing stands
    /// behind it any more.
    ///
    /// - Parameters:
    ///   - vault: the directory of the keys of an installation.
    ///   - keys: where a workspace has its keys, without an ending.
    /// - Complexity: reads each file twice at most.
    package static func uneven(in vault: String, of keys: String, on disk: any Disk) throws(RuntimeFailure) -> [String] {
        var files = [vault + "/master.json", keys + ".keyring"]
        do throws(DiskError) {
            let names = Set(try disk.names(inDirectory: keys).map { $0.hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0 })
            files += names.filter { $0.hasSuffix(".keyring") }.sorted().map { keys + "/" + $0 }
        } catch  where error.isAbsence {
            // A workspace without files of its own has one keyring.
        } catch {
            throw RuntimeFailure(error)
        }
        var uneven: [String] = []
        for file in files {
            // A writer replaces one after the other: once more, before anything is said.
            if !areAlike(file, disk), !areAlike(file, disk) { uneven.append(file) }
        }
        return uneven
    }

    private static let ending = ".copy"

    private static func areAlike(_ file: String, _ disk: any Disk) -> Bool { read(file, disk) == read(file + ending, disk) }

    /// Nil where there is no such file; empty where the disk cannot read it, which a sound one never is.
    private static func read(_ path: String, _ disk: any Disk) -> [UInt8]? {
        do throws(DiskError) { return try disk.readFile(path) } catch {
            return error.isAbsence ? nil : []
        }
    }
}

extension OpenWorkspace {
    /// Files of this workspace's keys, and of the master key's record, that do not agree with their copies; none without keys.
    package nonisolated func unevenKeyCopies() throws(RuntimeFailure) -> [String] {
        guard let vault = surroundings.vault, keys != nil, let own = paths.keys else { return [] }
        return try KeyCopies.uneven(in: vault.path, of: own, on: surroundings.disk)
    }
}
