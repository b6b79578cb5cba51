/// Brings files into being so that a crash leaves either nothing or the whole of them.
struct SegmentFile: Sendable {
    let disk: any Disk
    let path: JournalPath

    /// Makes a new, empty segment that may be written, and returns once it will be there after a crash.
    ///
    /// Its bytes and room are synced under a temporary name first, so that a segment's header is never torn.
    func create(_ header: SegmentHeader) throws(WriteFailure) -> (file: any DiskFile, dataStart: UInt64, end: UInt64) {
        let name = path.segment(header.segment)
        let temporary = name + JournalPath.temporarySuffix
        var buffer = ByteBuffer(capacity: 512)
        header.append(to: &buffer)
        let start = UInt64(buffer.count)
        let end = UInt64(JournalLimits.chunkByteCountMin)
        let file: any DiskFile
        do throws(DiskError) {
            try removeIfPresent(temporary)
            file = try disk.open(temporary, .creating)
            // Nobody else knows the file yet. The lock keeps a second writer out even where `LOCK` was removed.
            _ = try file.lock()
            try file.writeWhole(buffer.bytes, at: 0)
            try file.writeRoom(start..<end)
        } catch {
            throw error.isShortage ? .shortage(error) : .broken(error)
        }
        try commit(file, temporary, as: name)
        return (file, start, end)
    }

    /// Syncs a finished temporary file and gives it its name for good.
    func commit(_ file: any DiskFile, _ temporary: String, as name: String) throws(WriteFailure) {
        do throws(DiskError) {
            try file.sync()
        } catch {
            throw .broken(error)
        }
        do throws(DiskError) {
            try disk.rename(temporary, to: name)
        } catch {
            throw error.isShortage ? .shortage(error) : .broken(error)
        }
        do throws(DiskError) {
            try disk.syncDirectory(path.directory)
        } catch {
            throw .broken(error)
        }
    }

    /// Replaces a small file as a whole.
    func write(_ bytes: [UInt8], as name: String) throws(WriteFailure) {
        let temporary = path.file(name) + JournalPath.temporarySuffix
        let file: any DiskFile
        do throws(DiskError) {
            try removeIfPresent(temporary)
            file = try disk.open(temporary, .creating)
            try file.writeWhole(bytes, at: 0)
        } catch {
            throw error.isShortage ? .shortage(error) : .broken(error)
        }
        defer { file.close() }
        try commit(file, temporary, as: path.file(name))
    }

    func removeIfPresent(_ file: String) throws(DiskError) {
        do throws(DiskError) {
            try disk.remove(file)
        } catch {
            guard error.isMissing else { throw error }
        }
    }
}
