/// Reads records of a journal in every direction. Needs no lock, and runs beside the writer.
struct RecordSource: Sendable {
    let disk: any Disk
    let path: JournalPath
    let catalog: Catalog
    var keyring: Keyring?

    typealias Body = (borrowing RecordHeader, RawSpan) throws -> Visit

    /// Ascending.
    func forward(from: UInt64, through: UInt64, _ body: Body) throws {
        var position = max(from, 1)
        let end = min(through, catalog.last)
        while position <= end {
            var pass = try open(catalog.segment(holding: position))
            let last = min(end, pass.segment.last)
            guard position <= last else { throw missing(pass.segment, position) }
            for run in pass.run(holding: position)..<pass.runs.count where pass.runs[run].first <= last {
                if try visit(&pass, run, position...last, nil, body) == .stop { return }
            }
            position = last + 1
        }
    }

    func visit(
        _ pass: inout SegmentPass, _ run: Int, _ wanted: ClosedRange<UInt64>, _ entities: Set<ID16>?, _ body: Body
    ) throws -> Visit {
        try pass.forEachFrame(ofRun: run) { frame, _ in
            // A local copy stays in registers; nothing else looks at the frame's reader meanwhile.
            var reader = frame
            while true {
                switch try reader.next() {
                case .commit: continue
                case .end:
                    frame = reader
                    return .next
                case .record(let payload):
                    if reader.header.sequence < wanted.lowerBound { continue }
                    if reader.header.sequence > wanted.upperBound { return .stop }
                    if let entities, !entities.contains(reader.header.entity) { continue }
                    if try body(reader.header, payload.bytes) == .stop { return .stop }
                }
            }
        }
    }

    /// Opens the file of a segment, and looks again when somebody rewrote it meanwhile.
    func open(_ known: Segment) throws(JournalError) -> SegmentPass {
        do throws(JournalError) {
            return try openOnce(known)
        } catch {
            // Between opening the file and asking for its key, it was replaced by one under another key.
            guard case .keyMissing = error else { throw error }
            return try openOnce(known)
        }
    }

    private func openOnce(_ known: Segment) throws(JournalError) -> SegmentPass {
        let file: any DiskFile
        do throws(DiskError) {
            file = try disk.open(path.segment(known.number), .reading)
        } catch {
            throw error.isMissing ? .missingSegment(known.number) : JournalError(error)
        }
        var segment = known
        let header = try SegmentLoad.header(of: known.number, in: file)
        if header.header.generation != known.header.generation {
            segment = try SegmentLoad.sealed(
                header.header, dataStart: header.byteCount, in: file,
                key: { () throws(JournalError) in try self.key(of: header.header) })
            catalog.put(segment)
        }
        let key = try key(of: segment.header)
        return SegmentPass(segment, file, under: key, runs: try runs(of: segment, under: key, in: file))
    }

    /// The key of a segment; nil when it is not encrypted.
    func key(of header: SegmentHeader) throws(JournalError) -> SecretKey? { try header.key(in: keyring, path) }

    private func runs(of segment: Segment, under key: SecretKey?, in file: any DiskFile) throws(JournalError) -> [Run] {
        do throws(JournalError) {
            return try segment.runs(in: file)
        } catch {
            // The frame table is damaged; the frames themselves say the same.
            guard case .corrupt = error else { throw error }
            return try SegmentLoad.rebuilt(segment.header, under: key, dataStart: segment.dataStart, in: file)
                .runs(in: file)
        }
    }

    func missing(_ segment: Segment, _ position: UInt64) -> JournalError {
        segment.corrupt(at: segment.dataEnd, .missingRecords, sequences: position...position)
    }
}
