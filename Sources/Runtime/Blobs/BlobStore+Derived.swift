import Glibc
import JournalEngine
import Kernel

/// Files that are derived from a file and can be made again: thumbnails, and pictures without the camera's metadata.
///
/// They lie in `thumbnails` beside the files, `ab/cdef…-VARIANT`, encrypted with the file's own key where there is one, and
/// are erased with the file. Any of them may be deleted at any time; none is ever backed up.
extension BlobStore {
    /// Returns a derived file; nil where it has to be made. A damaged one counts as absent.
    ///
    /// - Parameter variant: the kind of derived file, in letters, digits and dashes.
    package func derived(_ variant: String, of digest: Digest) throws(RuntimeFailure) -> [UInt8]? {
        let name = self.name(of: digest)
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(derivedPath(name, variant))
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            return nil
        } catch {
            throw RuntimeFailure(error)
        }
        guard let keys else {
            let content = Array(bytes.dropFirst(Digest.byteCount))
            return bytes.prefix(Digest.byteCount).elementsEqual(Digest(of: content).bytes) ? content : nil
        }
        guard let key = try keys.key(of: name)?.key else { return nil }
        return EncryptedFile.open(bytes, .derived, name: name + Array(variant.utf8), key: key)
    }

    /// Keeps what was made of a file, as long as the file is here.
    package func keepDerived(_ content: [UInt8], _ variant: String, of digest: Digest) throws(RuntimeFailure) {
        let name = self.name(of: digest)
        var bytes = Digest(of: content).bytes + content
        if let keys {
            // Of a file that lies in clear from before there were keys nothing is kept.
            guard let key = try keys.key(of: name) else { return }
            bytes = try EncryptedFile.seal(
                content, .derived, name: name + Array(variant.utf8), key: key.key, id: key.id)
        }
        let path = derivedPath(name, variant)
        do throws(DiskError) {
            try disk.makeDirectories(POSIXDisk.parent(of: path))
            try disk.writeFile(path, bytes)
        } catch {
            throw RuntimeFailure(error)
        }
        // The file may have been erased while this was made of it.
        if !holds(digest) { try eraseDerived(ofNames: [name]) }
    }

    /// Removes all that was made of these files; it is overwritten. Done again after a crash, it goes on.
    func eraseDerived(ofNames names: [[UInt8]]) throws(RuntimeFailure) {
        do throws(DiskError) {
            for (first, names) in Dictionary(grouping: names, by: { $0[0] }).sorted(by: { $0.key < $1.key }) {
                let shard = derivedRoot + "/" + hexText([first])
                let files: [String]
                do throws(DiskError) { files = try disk.names(inDirectory: shard) } catch  where error.errno == ENOENT {
                    continue
                }
                let prefixes = Set(names.map { hexText(Array($0[1...])) })
                let gone = files.filter { file in
                    file.split(separator: "-").first.map { prefixes.contains(String($0)) } ?? false
                }
                for file in gone.sorted() { try disk.eraseFile(shard + "/" + file) }
                if !gone.isEmpty { try disk.syncDirectory(shard) }
            }
        } catch {
            throw RuntimeFailure(error)
        }
    }

    private var derivedRoot: String { POSIXDisk.parent(of: path) + "/thumbnails" }

    private func derivedPath(_ name: [UInt8], _ variant: String) -> String {
        derivedRoot + "/" + hexText([name[0]]) + "/" + hexText(Array(name[1...])) + "-" + variant
    }

    private func name(of digest: Digest) -> [UInt8] { keys?.name(of: digest) ?? digest.bytes }
}
