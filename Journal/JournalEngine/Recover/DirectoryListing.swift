/// The files in a journal's directory.
struct DirectoryListing {
    private let names: Set<String>
    /// Numbers of the segments that are there, ascending.
    let segments: [UInt64]

    init(_ disk: any Disk, _ path: JournalPath) throws(JournalError) {
        do throws(DiskError) {
            names = Set(try disk.names(inDirectory: path.directory))
        } catch {
            throw error.isMissing ? .notAJournal(path: path.directory) : JournalError(error)
        }
        segments = names.compactMap(JournalPath.segmentNumber).sorted()
    }

    var hasIdentity: Bool { names.contains(JournalPath.identity) }
    var hasRedaction: Bool { names.contains(JournalPath.redaction) }
    var isJournal: Bool { hasIdentity || !segments.isEmpty }

    /// Files that an interrupted rewrite left behind.
    var temporaries: [String] {
        names.filter { name in
            guard name.hasSuffix(JournalPath.temporarySuffix) else { return false }
            let whole = String(name.dropLast(JournalPath.temporarySuffix.utf8.count))
            return whole == JournalPath.identity || whole == JournalPath.redaction
                || JournalPath.segmentNumber(whole) != nil
        }.sorted()
    }

    func contains(_ segment: UInt64) -> Bool { names.contains(JournalPath.name(ofSegment: segment)) }

    /// Files that keep what was cut from segments.
    var broken: [String] {
        names.filter { $0.hasSuffix(JournalPath.brokenSuffix) && $0.contains(".segment.") }.sorted()
    }

    /// A name that no earlier cut has taken.
    func unusedBrokenName(segment: UInt64, offset: Int) -> String {
        let stem = "\(JournalPath.name(ofSegment: segment)).\(offset)"
        var name = stem + JournalPath.brokenSuffix
        var count = 2
        while names.contains(name) {
            name = "\(stem).\(count)\(JournalPath.brokenSuffix)"
            count += 1
        }
        return name
    }

    /// The identity in `JOURNAL`; nil when the file is missing or damaged.
    func identity(_ disk: any Disk, _ path: JournalPath) throws(JournalError) -> Identity? {
        guard hasIdentity else { return nil }
        do throws(DiskError) {
            let file = try disk.open(path.file(JournalPath.identity), .reading)
            defer { file.close() }
            var buffer = ByteBuffer(capacity: JournalLimits.markByteCountMax)
            buffer.advance(try file.readWhole(into: buffer.room(JournalLimits.markByteCountMax), at: 0))
            return Identity(Array(buffer.bytes))
        } catch {
            throw JournalError(error)
        }
    }
}
