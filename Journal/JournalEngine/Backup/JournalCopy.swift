/// A journal as it is at one moment, ready to be copied file by file while its writer, in this process or another, goes
/// on. Needs no lock and changes nothing.
///
/// What is copied is what was on disk when it was taken: whole commits up to `head`, and at least everything that had
/// been acknowledged before. The segment that is being written ends behind its last frame with the mark of a journal
/// that was closed there, so a copy that lost its end is not taken for a whole one.
///
/// What is erased while the copy is made must not live on in it: before a copy counts, ask `stillHolds`.
package final class JournalCopy: Sendable {
    package let journal: ID16
    /// The chain after the last record that is copied.
    package let head: ChainHead
    /// Everything a directory needs to be this journal.
    package let files: [CopiedFile]

    private let disk: any Disk
    private let path: JournalPath
    private let options: JournalOptions
    private let source: RecordSource

    /// A writer that changes the journal at every one of so many looks in a row is beyond any disk.
    private static let looksMax = 64

    private init(_ reader: Journal, _ files: [CopiedFile], _ path: JournalPath, _ options: JournalOptions) {
        let segments = reader.source.catalog.all
        let last = segments[segments.count - 1]
        journal = reader.id
        head = ChainHead(sequence: last.last, hash: last.chainAfter)
        self.files = files
        self.path = path
        self.options = options
        source = reader.source
        disk = reader.source.disk
    }

    deinit { close() }

    /// Gives the open files back. Closing twice is allowed.
    package func close() {
        for file in files { file.close() }
    }

    /// Takes hold of the journal in the directory `path` as it is now.
    ///
    /// - Throws: `.journal` when it is damaged or cannot be read: then there is nothing to copy. `.unsettled` while
    ///   records are being erased from it.
    package static func take(
        of path: String, disk: any Disk = POSIXDisk(), options: JournalOptions = JournalOptions()
    ) throws(CopyFailure) -> JournalCopy {
        let place = JournalPath(directory: path)
        for _ in 0..<looksMax {
            if let copy = try look(at: place, disk, options) { return copy }
        }
        throw .changed
    }

    /// Nil when the journal changed under the look.
    private static func look(
        at path: JournalPath, _ disk: any Disk, _ options: JournalOptions
    ) throws(CopyFailure) -> JournalCopy? {
        guard let reader = try reader(of: path, disk, options) else { return nil }
        var files = [CopiedFile(name: JournalPath.identity, bytes: Identity(journal: reader.id).bytes)]
        let segments = reader.source.catalog.all
        for segment in segments {
            let next = segment.number == UInt64(segments.count) ? 0 : segment.number + 1
            let file = try CopyFailure.asking { () throws(JournalError) in
                try CopiedFile.held(segment, next: next, in: reader.source)
            }
            guard let file else {
                for file in files { file.close() }
                return nil
            }
            files.append(file)
        }
        return JournalCopy(reader, files, path, options)
    }

    /// The journal, open for reading and sound; nil when a segment came into being under the look.
    private static func reader(
        of path: JournalPath, _ disk: any Disk, _ options: JournalOptions
    ) throws(CopyFailure) -> Journal? {
        let reader = try CopyFailure.asking { () throws(JournalError) in
            try Journal.open(at: path.directory, access: .reading, disk: disk, options: options)
        }
        // In this order: what is erased from now on stands behind what the reader shows.
        let listing = try CopyFailure.asking { () throws(JournalError) in try DirectoryListing(disk, path) }
        if listing.hasRedaction { throw .unsettled(path: path.directory) }
        guard let damage = reader.recovery.damage else { return reader }
        if case .missingSegment(let number) = damage, listing.contains(number) { return nil }
        throw .journal(damage)
    }
}

extension JournalCopy {
    /// Returns whether everything that was copied may be kept: nothing was erased, and no key replaced, since it was taken.
    ///
    /// That a segment was sealed meanwhile changes nothing: the same records under the same key.
    package func stillHolds() throws(CopyFailure) -> Bool {
        for file in files {
            let isUnchanged = try CopyFailure.asking { () throws(JournalError) in try file.isUnchanged(disk, path) }
            if !isUnchanged { return false }
        }
        for _ in 0..<Self.looksMax {
            do throws(CopyFailure) {
                guard let reader = try Self.reader(of: path, disk, options) else { continue }
                return try !Self.tellsOfRedaction(reader, after: head.sequence)
            } catch .unsettled {
                return false
            } catch {
                throw error
            }
        }
        throw .changed
    }

    /// Returns whether there is a record of the engine's own, which tells of erased records, among the later ones.
    private static func tellsOfRedaction(_ reader: Journal, after sequence: UInt64) throws(CopyFailure) -> Bool {
        var isTold = false
        do {
            try reader.forEachRecord(from: sequence + 1) { header, _ in
                isTold = isTold || header.kind == 0
                return isTold ? .stop : .next
            }
        } catch let error as JournalError {
            throw .journal(error)
        } catch {
            preconditionFailure("reading fails only with a JournalError, not with \(error)")
        }
        return isTold
    }

    /// Returns whether `head`, kept elsewhere, is in this journal's history.
    package func relation(to head: ChainHead) throws(CopyFailure) -> HeadRelation {
        guard head.sequence <= self.head.sequence else { return .ahead }
        let chain = try CopyFailure.asking { () throws(JournalError) in try source.chain(after: head.sequence) }
        guard chain == head.hash else { return .different }
        return head.sequence == self.head.sequence ? .same : .behind
    }
}

/// Where a chain head that was kept elsewhere stands towards a journal.
package enum HeadRelation: Sendable, Equatable {
    case same
    /// The journal goes on after it.
    case behind
    /// It names more records than the journal has.
    case ahead
    /// At its sequence number the journal's history is another one.
    case different
}
