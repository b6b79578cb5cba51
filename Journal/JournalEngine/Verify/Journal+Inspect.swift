extension Journal {
    /// Says in words what lies in each segment file of a directory, or in one file, sound or not.
    ///
    /// Needs no lock and changes nothing. Files under other names that hold pieces of a segment are shown, too.
    /// - Parameters:
    ///   - path: a journal's directory, or any file.
    ///   - keyring: opens encrypted frames; without it they are checked but not read.
    package static func inspect(
        at path: String, disk: any Disk = POSIXDisk(), keyring: Keyring? = nil,
        _ body: (InspectedFile) throws -> Void
    ) throws {
        guard let files = try JournalFiles(disk, path) else { return try body(inspectFile(path, disk, keyring)) }
        guard files.isJournal else { throw JournalError.notAJournal(path: path) }
        let journal = try files.journal()
        for file in files.candidates {
            let buffer = try files.contents(of: file)
            let inspection = Inspection(
                name: file.name, number: file.number, keyring: keyring, journal: journal,
                nextFirst: try files.first(behind: file))
            let inspected = inspection.file(buffer)
            // A file of another name is only of interest when it holds pieces of a journal.
            if file.number == nil, !inspected.holdsPieces { continue }
            try body(inspected)
        }
    }

    private static func inspectFile(
        _ path: String, _ disk: any Disk, _ keyring: Keyring?
    ) throws(JournalError) -> InspectedFile {
        let name =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
        let number = JournalPath.segmentNumber(name)
        let buffer: ByteBuffer
        do throws(DiskError) {
            let file = try disk.open(path, .reading)
            defer { file.close() }
            buffer = try file.contents(byteCountMax: JournalLimits.segmentByteCountMax)
        } catch {
            throw error.isMissing ? .notAJournal(path: path) : JournalError(error)
        }
        return Inspection(name: name, number: number, keyring: keyring).file(buffer)
    }
}

extension InspectedFile {
    fileprivate var holdsPieces: Bool {
        frames.contains {
            $0.kind == .header || $0.kind == .data || $0.kind == .encrypted || $0.kind == .mark || $0.kind == .footer
        }
    }
}
