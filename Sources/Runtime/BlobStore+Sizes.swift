import JournalEngine

extension BlobStore {
    /// How many bytes the file with this digest has; nil where it is not kept here.
    package func byteCount(of digest: Digest) throws(RuntimeFailure) -> Int? {
        if keys != nil, let count = try byteCount(at: path(of: digest)) {
            return max(0, count - EncryptedFile.headByteCount - EncryptedFile.tagByteCount)
        }
        return try byteCount(at: plainPath(of: digest))
    }

    /// How many bytes the files here take, each once however often it is attached: with those in the trash, and those that
    /// nothing speaks of yet or any more. What a plan's limit is held against: the disk says it, no client does.
    ///
    /// - Complexity: O(files); each is asked for its size.
    package func keptBytes() throws(RuntimeFailure) -> Int {
        var total = 0
        do throws(DiskError) {
            for shard in try shards() {
                for file in try disk.names(inDirectory: path + "/" + shard) {
                    total += try size(of: path + "/" + shard + "/" + file) ?? 0  // Erased meanwhile.
                }
            }
        } catch {
            throw RuntimeFailure(error)
        }
        return total
    }

    private func byteCount(at path: String) throws(RuntimeFailure) -> Int? {
        do throws(DiskError) { return try size(of: path) } catch { throw RuntimeFailure(error) }
    }

    private func size(of path: String) throws(DiskError) -> Int? {
        do throws(DiskError) {
            let file = try disk.open(path, .reading)
            defer { file.close() }
            return Int(clamping: try file.size())
        } catch  where error.isAbsence {
            return nil
        }
    }
}
