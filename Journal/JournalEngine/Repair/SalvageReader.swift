/// Reads the frames that a salvage chose, one file in memory at a time, with the explained bits turned back.
struct SalvageReader: ~Copyable {
    private let salvage: Salvage
    private var file: Int?
    private var bytes = ByteBuffer(capacity: 16)
    private var scratch = ByteBuffer(capacity: 256 << 10)

    init(_ salvage: Salvage) { self.salvage = salvage }

    mutating func read(_ stretch: Salvage.Stretch, into writer: inout RepairWriter) throws(JournalError) {
        if file != stretch.file {
            bytes = try salvage.files.contents(of: salvage.files.candidates[stretch.file])
            for flip in salvage.flips[stretch.file] where flip.number < bytes.count * 8 {
                bytes.mutableBytes.turn(bit: flip.number)
            }
            file = stretch.file
        }
        let number = salvage.files.candidates[stretch.file].number ?? 0
        func corrupt(_ corruption: Corruption) -> JournalError {
            .corrupt(
                segment: number, byteOffset: UInt64(stretch.offset), sequences: stretch.sequences, corruption)
        }
        let frame: DataFrame
        do throws(Corruption) {
            // The file is read again: it may have changed since it was surveyed.
            guard stretch.offset <= bytes.count else { throw .frame(.truncated) }
            frame = try DataFrame.read(
                bytes.bytes.suffix(from: stretch.offset), under: salvage.keys[stretch.file], scratch: &scratch)
        } catch {
            throw corrupt(error)
        }
        try writer.take(frame, stretch.sequences, corrupt)
    }
}

extension Salvage {
    /// The report of the repair that `writer` wrote: the records it saved and lost.
    func report(_ writer: borrowing RepairWriter, target: ID16) -> RepairReport {
        var report = RepairReport(
            source: journal, target: target, newHead: ChainHead(sequence: writer.position - 1, hash: writer.chain))
        report.records = writer.position - 1
        report.commits = writer.commitCount
        report.lostBefore = writer.lostBefore
        report.lost = writer.lost.map { lost($0) }
        report.recovered = recovered
        report.unfinished = unfinished
        report.remarks = remarks
        report.oldHead = oldHead
        report.reached = reached
        return report
    }

    private func reason(_ lost: ClosedRange<UInt64>) -> String {
        guard let reached, lost.upperBound > lastBySegments else { return "no file holds them" }
        return "no file holds them, and \(JournalPath.reached) says that record \(reached) was on disk"
    }

    private func lost(_ run: RepairWriter.LostRun) -> RepairReport.Lost {
        let causes = wounds.filter { $0.damage.sequences?.overlaps(run.sequences) ?? false }
        var entities: Set<ID16> = []
        for cause in causes { entities.formUnion(cause.damage.entities) }
        let words = causes.map { wound in
            "\(wound.file), byte \(wound.damage.extent.lowerBound): \(wound.damage.fault.words); "
                + wound.damage.looks.joined(separator: "; ")
        }
        return RepairReport.Lost(
            sequences: run.sequences, causes: words.isEmpty ? [reason(run.sequences)] : words,
            entities: entities.sorted(),
            areEntitiesCertain: !causes.isEmpty && causes.allSatisfy(\.damage.areEntitiesCertain),
            timeBefore: run.timeBefore, timeAfter: run.timeAfter)
    }
}
