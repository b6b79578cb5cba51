import JournalEngine
package import Kernel

/// The bytes that a workspace takes on the disk, by kind. What quotas are held against: the disk says it, no client does.
package struct StorageUse: Sendable, Equatable {
    /// The journal, in which every text lies. Its last file has room ahead of what is written.
    package var journalBytes = 0
    /// Attached files: each once, with those in the trash and those that nothing names.
    package var fileBytes = 0
    /// Uploads that are on their way, each with the length that was announced for it.
    package var uploadBytes = 0
    /// Everything else: snapshots, thumbnails, the index of words, and what is on no list.
    package var otherBytes = 0

    package init() {}

    package var totalBytes: Int {
        [journalBytes, fileBytes, uploadBytes, otherBytes].reduce(0) { total, bytes in
            let (sum, isTooLarge) = total.addingReportingOverflow(bytes)
            return isTooLarge ? .max : sum
        }
    }

    package static func + (left: StorageUse, right: StorageUse) -> StorageUse {
        var sum = left
        sum.journalBytes += right.journalBytes
        sum.fileBytes += right.fileBytes
        let (uploads, isTooLarge) = left.uploadBytes.addingReportingOverflow(right.uploadBytes)
        sum.uploadBytes = isTooLarge ? .max : uploads
        sum.otherBytes += right.otherBytes
        return sum
    }
}

extension DataDirectory {
    /// Measures what a workspace takes. Nothing is opened for it; all zero for one that is not here.
    ///
    /// - Complexity: O(files); each is asked for its size.
    package func storageUse(at paths: WorkspacePaths, now: Instant) throws(RuntimeFailure) -> StorageUse {
        var use = StorageUse()
        do throws(DiskError) {
            for name in try names(in: paths.root) {
                let place = paths.root + "/" + name
                switch place {
                case paths.journal: use.journalBytes = try byteCount(below: place)
                case paths.blobs: use.fileBytes = try byteCount(below: place)
                case paths.uploads: break
                default: use.otherBytes += try byteCount(below: place)
                }
            }
        } catch {
            throw RuntimeFailure(error)
        }
        let uploads = try UploadStore(path: paths.uploads, disk: disk, keys: nil).entries()
        for entry in uploads where entry.isOpen(at: now) {
            let (sum, isTooLarge) = use.uploadBytes.addingReportingOverflow(entry.lengthBytes)
            use.uploadBytes = isTooLarge ? .max : sum
        }
        return use
    }

    private func names(in directory: String) throws(DiskError) -> [String] {
        do throws(DiskError) { return try disk.names(inDirectory: directory) } catch  where error.isAbsence { return [] }
    }

    /// The bytes of a file, or of all files below a directory; 0 for what was removed meanwhile.
    private func byteCount(below path: String) throws(DiskError) -> Int {
        var inside: [String]?
        do throws(DiskError) { inside = try disk.names(inDirectory: path) } catch  where error.isAbsence {}
        if let inside {
            var total = 0
            for name in inside { total += try byteCount(below: path + "/" + name) }
            return total
        }
        do throws(DiskError) {
            let file = try disk.open(path, .reading)
            defer { file.close() }
            return Int(clamping: try file.size())
        } catch  where error.isAbsence {
            return 0
        }
    }
}

extension UploadStore.Entry {
    /// Returns whether its bytes may still come.
    package func isOpen(at now: Instant) -> Bool { expires > now && !isBroken && !isFinished }
}
