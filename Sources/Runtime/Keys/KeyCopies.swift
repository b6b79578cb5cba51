package import JournalEngine

/// The files of keys that are kept twice, since losing one is losing the data.
package enum KeyCopies {
    /// The files of which one is missing or damaged, or the two do not agree: what opens them is the sound and newer one, and
    /// nothing stands behind it any more. Where neither can be read, nothing opens them, and they are named as well.
    ///
    /// - Parameters:
    ///   - keyStore: the directory of the keys of an installation.
    ///   - keys: where a workspace has its keys, without an ending.
    /// - Complexity: reads each file twice at most.
    package static func uneven(
        in keyStore: String, of keys: String, on disk: any Disk
    ) throws(RuntimeFailure) -> [String] {
        var files = [keys + ".keyring"]
        do throws(DiskError) {
            let names = try disk.names(inDirectory: keys).map { name in
                name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
            }
            files += Set(names).filter { $0.hasSuffix(".keyring") }.sorted().map { keys + "/" + $0 }
        } catch  where error.isAbsence {
            // A workspace without files of its own has one keyring.
        } catch {
            throw RuntimeFailure(error)
        }
        var uneven: [String] = []
        // A writer replaces one after the other: once more, before anything is said.
        if try !MasterRecord.isWhole(in: keyStore, disk: disk), try !MasterRecord.isWhole(in: keyStore, disk: disk) {
            uneven.append(MasterRecord.file(in: keyStore))
        }
        for file in files {
            do throws(JournalError) {
                if try !Keyring.isWhole(at: file, disk: disk), try !Keyring.isWhole(at: file, disk: disk) {
                    uneven.append(file)
                }
            } catch {
                throw .journal(path: file, error)
            }
        }
        return uneven
    }

    private static let ending = ".copy"
}

extension KeyStore {
    /// Files of the keys at `paths`, and of the master key's record, of which not both are as they should be; none without keys.
    package func unevenCopies(of paths: WorkspacePaths) throws(RuntimeFailure) -> [String] {
        guard let own = paths.keys, hasKeys(of: paths) else { return [] }
        return try KeyCopies.uneven(in: path, of: own, on: disk)
    }
}
