/// The end of a segment as it was found, from which writing goes on.
struct TailRecovery {
    let scan: SegmentScan
    let file: any DiskFile
    let segment: Segment
    /// Everything behind the last frame was cut off.
    var isCut = false

    /// The segment, ready to be written.
    func active(in path: JournalPath, salts: consuming Salts, key: SecretKey?) -> ActiveSegment {
        ActiveSegment(
            header: scan.header, file: file, path: path.segment(segment.number), dataStart: segment.dataStart,
            used: UInt64(scan.end),
            boundaries: isCut ? [] : scan.boundaries, last: scan.last, time: scan.time, chain: scan.chain,
            runs: scan.runs, salts: salts, key: key)
    }

    /// Writes the frames of the last group once more, as they are, and syncs them.
    ///
    /// A process that died after a failed sync may leave pages that can be read but are not on disk and count as
    /// clean (Rebello et al., "Can Applications Recover from fsync Failures?", ATC 2020). Only the last group can be
    /// among them, since a group is written only after the one before it was synced.
    func writeLastGroupAgain(_ bytes: UnsafeRawBufferPointer) throws(JournalError) {
        do throws(DiskError) {
            if !scan.lastGroup.isEmpty {
                try file.writeWhole(bytes.slice(scan.lastGroup), at: UInt64(scan.lastGroup.lowerBound))
            }
            try file.syncData()
        } catch {
            throw JournalError(error)
        }
    }
}

/// Bytes behind the last sound frame that were never acknowledged.
struct TornTail {
    let segment: UInt64
    let offset: Int
    /// The bytes without the zeros at their end.
    let kept: UnsafeRawBufferPointer
    private(set) var brokenFile: String?

    init(segment: UInt64, offset: Int, bytes: UnsafeRawBufferPointer) {
        self.segment = segment
        self.offset = offset
        let tail = bytes.suffix(from: offset)
        kept = tail.slice(0..<tail.byteCountWithoutTrailingZeros)
    }

    /// Copies the bytes to a `.broken` file, durably, and only then cuts them off.
    mutating func cut(
        _ file: any DiskFile, _ disk: any Disk, _ path: JournalPath, _ listing: DirectoryListing
    ) throws(JournalError) {
        do throws(DiskError) {
            if !kept.isEmpty { brokenFile = try keep(disk, path, listing) }
            try file.truncate(to: UInt64(offset))
            try file.sync()
        } catch {
            throw JournalError(error)
        }
    }

    private func keep(
        _ disk: any Disk, _ path: JournalPath, _ listing: DirectoryListing
    ) throws(DiskError) -> String {
        let name = listing.unusedBrokenName(segment: segment, offset: offset)
        let copy = try disk.open(path.file(name), .creating)
        defer { copy.close() }
        do throws(DiskError) {
            try copy.writeWhole(kept, at: 0)
            try copy.sync()
        } catch {
            // An incomplete copy would only mislead; the original still stands.
            try disk.remove(path.file(name))
            throw error
        }
        try disk.syncDirectory(path.directory)
        return name
    }
}
