/// The comparison of a journal with a chain head that was kept elsewhere.
package struct HeadComparison: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        /// The journal ends exactly there.
        case same
        /// The journal goes on behind it, and has not changed up to it.
        case longer
        /// The journal ends before it; from this side alone nothing is proven.
        case shorter
        /// A commit ends there with another hash: history was rewritten, or it is another journal.
        case differs
        /// No commit of this journal ends there.
        case noCommitEnd(ClosedRange<UInt64>)

        /// For programs.
        package var name: String {
            switch self {
            case .same: "same"
            case .longer: "longer"
            case .shorter: "shorter"
            case .differs: "differs"
            case .noCommitEnd: "noCommitEnd"
            }
        }
    }

    package let outcome: Outcome
    /// The head that was kept.
    package let kept: ChainHead
    /// The head of the journal, recomputed.
    package let head: ChainHead
    /// The chain as recomputed at the kept sequence number; nil where no commit ends.
    package let found: ChainHash?
    /// Commits up to the kept head whose hash is kept because they were redacted, and the last record of the last one:
    /// what stands before it is proven by the redactions' notes, and not by this head.
    package let redactedCommits: UInt64
    package let redactedThrough: UInt64

    package var isProven: Bool { outcome == .same || outcome == .longer }

    /// For people.
    package var words: String {
        let at = "\(kept.sequence):\(kept.hash)"
        switch outcome {
        case .same: return "The journal is exactly what had the head \(at)." + caution
        case .longer:
            return
                "The journal is an extension of what had the head \(at), by \(head.sequence - kept.sequence) records."
                + caution
        case .shorter:
            return "The journal ends at record \(head.sequence), before record \(kept.sequence) of the head \(at). "
                + "Whether it is a prefix cannot be told from this side alone: verify the longer journal against "
                + "\(head.sequence):\(head.hash), the head of this one."
        case .differs:
            return "History differs: up to record \(kept.sequence) the chain is \(found?.description ?? "not known") "
                + "here, and \(kept.hash) was kept."
        case .noCommitEnd(let commit):
            return "History differs: no commit ends with record \(kept.sequence) here; it is inside the commit of "
                + "records \(commit.lowerBound) to \(commit.upperBound). A head is only ever printed after a commit."
        }
    }

    /// For programs.
    package var json: JSON {
        .object([
            ("outcome", .string(outcome.name)), ("proven", .bool(isProven)), ("kept", .string(kept.text)),
            ("head", .string(head.text)), ("found", found.map { .string($0.description) } ?? .null),
            ("redactedCommits", .number(redactedCommits)), ("words", .string(words)),
        ])
    }

    private var caution: String {
        guard redactedCommits > 0 else { return "" }
        return " \(redactedCommits) commits up to record \(redactedThrough) were redacted since and keep the hash they "
            + "had: for what stands before them see what verify says of the redactions."
    }
}

extension ChainHead {
    /// Reads the head in `text`: `SEQUENCE:HASH`, both with a blank between them, or the line `chain head HASH after record
    /// SEQUENCE` that `verify` prints, with `of the service` after the hash as `audit` prints it for a service.
    package init?(text: some StringProtocol) {
        let words: [Substring] = String(text).split(whereSeparator: { $0 == ":" || $0.isWhitespace })
        let parts = words.map { String($0) }
        let (number, hash): (String, String)
        switch parts.count {
        case 2: (number, hash) = (parts[0], parts[1])
        case 6 where parts[0...1] == ["chain", "head"] && parts[3...4] == ["after", "record"]:
            (number, hash) = (parts[5], parts[2])
        case 9 where parts[0...1] == ["chain", "head"] && parts[3...7] == ["of", "the", "service", "after", "record"]:
            (number, hash) = (parts[8], parts[2])
        default: return nil
        }
        guard let sequence = UInt64(number), let bytes = Hex.bytes(of: hash.lowercased()), bytes.count == 32 else {
            return nil
        }
        self.init(sequence: sequence, hash: bytes.withUnsafeBytes { ChainHash($0) })
    }

    /// Reads a head that somebody kept: as words, or in a file, in its first line that says one.
    ///
    /// - Returns: nil when `argument` is neither.
    package static func kept(_ argument: String, disk: any Disk = POSIXDisk()) throws(JournalError) -> ChainHead? {
        if let head = ChainHead(text: argument) { return head }
        do throws(DiskError) {
            let file = try disk.open(argument, .reading)
            defer { file.close() }
            let buffer = try file.contents(byteCountMax: keptFileByteCountMax)
            let text = String(decoding: buffer.bytes, as: UTF8.self)
            let lines: [Substring] = text.split(whereSeparator: { $0.isNewline })
            for line in lines {
                if let head = ChainHead(text: line) { return head }
            }
            return nil
        } catch {
            if error.isMissing || error.isNoFile || argument.isEmpty { return nil }
            throw JournalError(error)
        }
    }

    /// A report of a verification fits; what is longer is something else.
    private static var keptFileByteCountMax: Int { 64 << 10 }

    /// `SEQUENCE:HASH`.
    package var text: String { "\(sequence):\(hash)" }
}

extension Journal {
    /// Recomputes the chain from the first commit and says how the journal stands to a head kept earlier.
    ///
    /// Trusts no header or mark: every hash but those of redacted commits follows from the records. Blocks.
    /// - Throws: `.corrupt` at the first damage; then nothing is proven.
    package func compare(with kept: ChainHead) throws(JournalError) -> HeadComparison {
        var walk = HeadWalk(id, kept: kept.sequence)
        do {
            for segment in source.catalog.all where !segment.isEmpty {
                var pass = try source.open(segment)
                for run in pass.runs.indices {
                    _ = try pass.forEachFrame(ofRun: run) { reader, _ in
                        try walk.add(&reader)
                        return .next
                    }
                }
            }
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("reading fails only with a JournalError, not with \(error)")
        }
        if let damage = recovery.damage { throw damage }
        return walk.comparison(with: kept)
    }
}

/// Follows the chain to its end and remembers where it passed the kept head.
private struct HeadWalk: ~Copyable {
    private let sequence: UInt64
    private var walk: ChainWalk
    private var last: UInt64 = 0
    private var found: ChainHash?
    private var around: ClosedRange<UInt64>?
    private var redactedCommits: UInt64 = 0
    private var redactedThrough: UInt64 = 0

    init(_ journal: ID16, kept sequence: UInt64) {
        self.sequence = sequence
        walk = ChainWalk(from: .start(of: journal))
        if sequence == 0 { found = .start(of: journal) }
    }

    mutating func add(_ reader: inout EntryReader) throws(Corruption) {
        while true {
            let step = try reader.next()
            walk.add(step, reader)
            switch step {
            case .end: return
            case .commit(.kept) where reader.header.commitFirst <= sequence:
                redactedCommits += 1
                redactedThrough = reader.header.commitFirst + UInt64(reader.header.commitCount) - 1
            case .commit: continue
            case .record: endCommit(reader)
            }
        }
    }

    private mutating func endCommit(_ reader: EntryReader) {
        guard reader.remaining == 0 else { return }
        last = reader.header.sequence
        if last == sequence { found = walk.hash }
        let commit = reader.header.commitFirst...last
        if commit.contains(sequence), last != sequence { around = commit }
    }

    func comparison(with kept: ChainHead) -> HeadComparison {
        let outcome: HeadComparison.Outcome
        if let found {
            outcome = found != kept.hash ? .differs : last == sequence ? .same : .longer
        } else if let around {
            outcome = .noCommitEnd(around)
        } else {
            outcome = .shorter
        }
        return HeadComparison(
            outcome: outcome, kept: kept, head: ChainHead(sequence: last, hash: walk.hash), found: found,
            redactedCommits: redactedCommits, redactedThrough: redactedThrough)
    }
}
