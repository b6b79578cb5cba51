import JournalEngine

extension BlobStore {
    /// Returns the number of bytes of the file with this digest; nil where it is not kept here.
    package func byteCount(of digest: Digest) throws(RuntimeFailure) -> Int? {
        if keys != nil, let count = try byteCount(at: path(of: digest)) {
            return max(0, count - EncryptedFile.headByteCount - EncryptedFile.tagByteCount)
        }
        return try byteCount(at: plainPath(of: digest))
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
