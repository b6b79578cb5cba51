/// Finds out what of a journal can be read, wherever it stands, and what is missing.
struct Salvage {
    /// A stretch of records that one frame holds.
    struct Stretch {
        /// Among the files.
        let file: Int
        let offset: Int
        /// The records to take from the frame.
        var sequences: ClosedRange<UInt64>
        /// The last record of the frame's last commit.
        let commitLast: UInt64
        /// Better frames first; equal ones never disagree in a journal of one writer.
        let rank: Rank
    }

    /// The order of belief between frames with the same record: first the one that cannot be content of another; then the later
    /// rewrite, since redactions are rewrites; then the one in the file of the right name; then the one that needed no bit
    /// turned back.
    struct Rank: Comparable, Hashable {
        /// It stands where a damaged frame stood by its own lengths, so it may be what somebody wrote into a record.
        let isWithinDamage: Bool
        let generation: UInt32
        let isMisnamed: Bool
        let isTurned: Bool
        let file: Int

        static func < (a: Rank, b: Rank) -> Bool {
            if a.isWithinDamage != b.isWithinDamage { return b.isWithinDamage }
            if a.generation != b.generation { return a.generation > b.generation }
            if a.isMisnamed != b.isMisnamed { return b.isMisnamed }
            if a.isTurned != b.isTurned { return b.isTurned }
            return a.file < b.file
        }
    }

    /// Damage that may have cost records, with the file it is in.
    struct Wound {
        let file: String
        let damage: SegmentDamage
    }

    let files: JournalFiles
    let journal: ID16
    private let keyring: Keyring?
    /// The key of each file's frames; nil where they are not encrypted, or the key is not there.
    private(set) var keys: [SecretKey?] = []
    /// Ascending, without overlaps.
    private(set) var stretches: [Stretch] = []
    /// Bits to turn back, by file.
    private(set) var flips: [[BitFlip]] = []
    private(set) var wounds: [Wound] = []
    private(set) var recovered: [RepairReport.Recovered] = []
    private(set) var unfinished: [ClosedRange<UInt64>] = []
    private(set) var remarks: [String] = []
    private(set) var oldHead: ChainHead?
    /// The last record that the high-water mark counts; nil where it says nothing of this journal.
    private(set) var reached: UInt64?
    /// The last record that the segments themselves vouch for.
    private(set) var lastBySegments: UInt64 = 0
    /// The records that notes of redactions name: a copy from before is not taken.
    private(set) var redacted = SequenceSet()
    /// The last record that the new journal has; 0 when there is none.
    private(set) var last: UInt64 = 0
    /// Everything up to here was acknowledged for certain.
    private var acknowledged: UInt64 = 0
    private var found: [Stretch] = []
    /// The chains that headers, marks and trailers tell, by the record they stand after.
    private var heads: [UInt64: ChainHash] = [:]
    private var redacts: [ClosedRange<UInt64>] = []

    /// - Throws: `.keyNeeded` when something is encrypted and no keyring was given: then nothing can be saved yet.
    ///
    /// - Parameter lostRecordsMax: no more records are given up than this; what says that there were is not believed.
    init(_ files: JournalFiles, keyring: Keyring?, lostRecordsMax: UInt64) throws(JournalError) {
        self.files = files
        self.keyring = keyring
        guard files.isJournal else { throw .notAJournal(path: files.path.directory) }
        guard let journal = try files.journal() else { throw .notAJournal(path: files.path.directory) }
        self.journal = journal
        remarks = files.passedOver.map { "\($0) is not taken: it was cut off, or never finished" }
        // Before the segments: what it vouches for was on disk then.
        let mark = try HighWaterMark.find(files.disk, files.path)
        for index in files.candidates.indices { try survey(index) }
        lastBySegments = acknowledged
        take(mark)
        missingSegments()
        redacted = SequenceSet(redacts)
        choose(lostRecordsMax)
    }

    private mutating func survey(_ index: Int) throws(JournalError) {
        let file = files.candidates[index]
        let buffer = try files.contents(of: file)
        let survey = SegmentSurvey(buffer.mutableBytes, keyring: keyring)
        flips.append(survey.pieces.compactMap(\.flip))
        keys.append(try key(survey.pieces, file.name))
        guard let identity = survey.identity else {
            remarks.append("\(file.name) holds nothing of a journal")
            return
        }
        guard identity.journal == journal else {
            remarks.append("\(file.name) belongs to another journal, \(identity.journal), and is not taken")
            return
        }
        let isMisnamed = file.number != identity.segment
        if isMisnamed { remarks.append("\(file.name) is segment \(identity.segment); it was read where it is") }
        let nextFirst = try files.first(behind: file)
        let damages = isMisnamed ? [] : survey.damages(in: buffer.bytes, nextFirst: nextFirst)
        for damage in damages { add(damage, file.name) }
        for piece in survey.pieces {
            take(
                piece, identity, index, isMisnamed: isMisnamed, isWithinDamage: survey.isDoubtful(piece),
                survey.chainAgrees)
        }
    }

    /// The key of a file's frames. Where it was destroyed, the frames are as good as lost.
    private mutating func key(_ pieces: [SurveyPiece], _ file: String) throws(JournalError) -> SecretKey? {
        let isLocked = pieces.contains { if case .locked = $0.content { true } else { false } }
        guard let id = pieces.first?.header?.keyID else {
            if isLocked { remarks.append("\(file) is encrypted, and its damaged header does not say under which key") }
            return nil
        }
        guard let keyring else { throw .keyNeeded(path: files.path.directory) }
        do throws(JournalError) {
            return try keyring.key(id)
        } catch {
            guard case .keyMissing = error else { throw error }
            remarks.append(
                "\(file) is encrypted under key \(id), which is not in the keyring: nothing in it can be read")
            return nil
        }
    }

    private mutating func add(_ damage: SegmentDamage, _ file: String) {
        wounds.append(Wound(file: file, damage: damage))
        guard damage.sequences == nil else { return }
        remarks.append(
            "\(file), byte \(damage.extent.lowerBound): \(damage.fault.words); "
                + (damage.isTorn ? "a write that never finished" : "no record stood there"))
    }

    private mutating func take(
        _ piece: SurveyPiece, _ identity: SegmentIdentity, _ file: Int, isMisnamed: Bool, isWithinDamage: Bool,
        _ chainAgrees: Bool?
    ) {
        switch piece.content {
        case .header(let header):
            acknowledge(header.first - 1, header.chainBefore)
        case .data(let frame):
            acknowledged = max(acknowledged, frame.place.groupFirst - 1)
            redacts += frame.redacts
            let rank = Rank(
                isWithinDamage: isWithinDamage, generation: identity.generation, isMisnamed: isMisnamed,
                isTurned: piece.flip != nil, file: file)
            if isWithinDamage {
                remarks.append(
                    "\(files.candidates[file].name), byte \(piece.extent.lowerBound): records \(frame.sequences.lowerBound) "
                        + "to \(frame.sequences.upperBound) stand where a damaged frame stood by its own length; if that length "
                        + "is right, they are content of it and not of the journal")
            }
            found.append(
                Stretch(
                    file: file, offset: piece.extent.lowerBound, sequences: frame.sequences,
                    commitLast: frame.commitLast, rank: rank))
        case .locked(let place): acknowledged = max(acknowledged, place.groupFirst - 1)
        case .mark(let mark): acknowledge(mark.last, mark.chain)
        case .footer(.trailer(let trailer)): acknowledge(trailer.last, trailer.chain)
        case .padding, .footer, .damage: break
        }
        guard let flip = piece.flip else { return }
        recovered.append(
            RepairReport.Recovered(
                file: files.candidates[file].name, flip: flip, sequences: piece.frame?.sequences,
                chainAgrees: chainAgrees))
    }

    /// The mark lies beside the segments: it knows of records that a shortened or zeroed one does not show any more.
    private mutating func take(_ finding: HighWaterMark.Finding) {
        switch finding {
        case .absent: break
        case .damaged:
            remarks.append("\(JournalPath.reached) is damaged, so it does not say how far the journal came")
        case .mark(let mark) where mark.journal != journal:
            remarks.append(
                "\(JournalPath.reached) belongs to another journal, \(mark.journal), and says nothing of this one")
        case .mark(let mark):
            if let known = heads[mark.last], known != mark.chain {
                remarks.append(
                    "\(JournalPath.reached) has another chain after record \(mark.last) than the segments: one of them is not of "
                        + "this history")
            }
            reached = mark.last
            acknowledge(mark.last, mark.chain)
        }
    }

    private mutating func acknowledge(_ last: UInt64, _ chain: ChainHash) {
        acknowledged = max(acknowledged, last)
        heads[last] = chain
        if last >= oldHead?.sequence ?? 0 { oldHead = ChainHead(sequence: last, hash: chain) }
    }

    private mutating func missingSegments() {
        var next: UInt64 = 1
        for number in files.candidates.compactMap(\.number) {
            if number > next {
                let first = JournalPath.name(ofSegment: next)
                let last = JournalPath.name(ofSegment: number - 1)
                remarks.append(first == last ? "\(first) is missing" : "\(first) to \(last) are missing")
            }
            next = number &+ 1
        }
    }

    // MARK: Choosing

    /// Takes the best frame for each record, and decides where the journal ends.
    private mutating func choose(_ lostRecordsMax: UInt64) {
        let ranks = Dictionary(grouping: found, by: \.rank)
        found = []
        for rank in ranks.keys.sorted() {
            fill(ranks[rank, default: []].sorted { $0.sequences.lowerBound < $1.sequences.lowerBound })
        }
        last = acknowledged
        var taken: [Stretch] = []
        /// The number of records in the stretches taken so far.
        var count: UInt64 = 0
        var isCut = false
        for stretch in stretches {
            let first = stretch.sequences.lowerBound
            if !isCut, first <= last + 1, first - 1 - count > lostRecordsMax {
                isCut = true
                disbelieve(behind: taken.last, count, lostRecordsMax)
            }
            guard !isCut, first <= last + 1 else {
                unfinished.append(stretch.sequences)
                continue
            }
            count += stretch.sequences.upperBound - first + 1
            last = max(last, stretch.sequences.upperBound, stretch.commitLast)
            taken.append(stretch)
        }
        if last - count > lostRecordsMax { disbelieve(behind: taken.last, count, lostRecordsMax) }
        stretches = taken
    }

    /// Ends the journal with the commit of `stretch`, or where the high-water mark says, since more than can be given up
    /// would be missing behind it.
    private mutating func disbelieve(behind stretch: Stretch?, _ count: UInt64, _ lostRecordsMax: UInt64) {
        var end = stretch.map { max($0.sequences.upperBound, $0.commitLast) } ?? 0
        if let reached, reached > end, reached - count <= lostRecordsMax { end = reached }
        guard end < last else { return }
        remarks.append(
            "that there were records up to \(last) is not believed: behind record \(end) nothing stands for more than "
                + "\(lostRecordsMax) of them")
        last = end
    }

    /// Fills what is not covered yet from frames of the next rank, which are in ascending order.
    private mutating func fill(_ group: [Stretch]) {
        var merged: [Stretch] = []
        merged.reserveCapacity(stretches.count + group.count)
        var covered = stretches[...]
        var position: UInt64 = 1
        for candidate in group {
            var start = max(candidate.sequences.lowerBound, position)
            while start <= candidate.sequences.upperBound {
                while let next = covered.first, next.sequences.upperBound < start {
                    merged.append(next)
                    covered.removeFirst()
                }
                var part = candidate
                let end = covered.first.map { min($0.sequences.lowerBound - 1, candidate.sequences.upperBound) }
                let stop = end ?? candidate.sequences.upperBound
                if stop >= start {
                    part.sequences = start...stop
                    merged.append(part)
                }
                guard let next = covered.first, next.sequences.lowerBound <= candidate.sequences.upperBound else {
                    start = candidate.sequences.upperBound + 1
                    break
                }
                merged.append(next)
                covered.removeFirst()
                start = next.sequences.upperBound + 1
            }
            position = max(position, start)
        }
        stretches = merged + covered
    }
}
