import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A journal that tests of repair damage: two sealed segments and an active one, as files in memory.
struct RepairFixture {
    static let options: JournalOptions = {
        var options = JournalOptions.repeatable
        options.journalID = .test(77)
        return options
    }()

    let image: DiskImage
    let records: [SeenRecord]
    /// Where each data frame stands, by file name.
    let frames: [(file: String, extent: Range<Int>, sequences: ClosedRange<UInt64>)]

    private static let path = "/disk/journal"

    /// Part of the commits are larger than a sealed frame, so that commits span frames.
    init(closes: Bool = true) async throws {
        let disk = SimulatedDisk()
        let journal = try Journal.create(at: Self.path, disk: disk, options: Self.options)
        var drafts: [CommitDraft] = []
        for number in 1...27 {
            let draft = CommitDraft.numbered(
                number, records: number % 9 == 4 ? 40 : 1 + number % 4, payloadByteCount: number <= 18 ? 5_000 : 120)
            drafts.append(draft)
            _ = try await journal.append(draft)
            if number == 9 || number == 18 { try await journal.seal() }
        }
        if closes { try await journal.close() }
        image = disk.live
        records = expected(drafts)
        var frames: [(String, Range<Int>, ClosedRange<UInt64>)] = []
        try Journal.inspect(at: Self.path, disk: SimulatedDisk(image)) { file in
            for frame in file.frames where frame.kind == .data {
                guard let sequences = frame.sequences else { continue }
                frames.append(
                    (file.name, Int(frame.byteOffset)..<Int(frame.byteOffset + frame.byteCount), sequences))
            }
        }
        self.frames = frames
    }

    /// The files of the journal by their names, without the lock.
    var files: [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (path, bytes) in image.files where !path.hasSuffix("/LOCK") {
            files[String(path.dropFirst(Self.path.count + 1))] = bytes
        }
        return files
    }

    var segmentNames: [String] { files.keys.filter { $0.hasSuffix(".segment") }.sorted() }

    /// The records whose frames stand in `files` byte for byte where they stood in the file that held them.
    func untouched(in files: [String: [UInt8]]) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for frame in frames {
            guard let original = self.files[frame.file] else { continue }
            let bytes = original[frame.extent]
            let stands = files.contains { name, content in
                !name.hasSuffix(".broken") && content.count >= frame.extent.upperBound
                    && content[frame.extent].elementsEqual(bytes)
            }
            if stands { found.formUnion(frame.sequences) }
        }
        return found
    }

    static func write(_ files: [String: [UInt8]], to directory: String) throws {
        try POSIXDisk().makeDirectory(directory)
        for (name, bytes) in files { try writeFile(bytes, to: directory + "/" + name) }
    }
}

extension Journal {
    /// The records that were saved, and the numbers of those that stand as lost.
    func savedAndLost() throws -> (saved: [SeenRecord], lost: Set<UInt64>) {
        var saved: [SeenRecord] = []
        var lost: Set<UInt64> = []
        try forEachRecord { header, payload in
            if header.isOfEngine, EngineRecord(payload: payload) == .lost {
                lost.insert(header.sequence)
            } else {
                saved.append(SeenRecord(copying: header, payload))
            }
            return .next
        }
        return (saved, lost)
    }
}
