import JournalEngine
import Kernel
import Workspace

/// Finds what to take back, by reading the commits backwards; nothing about undoing is kept anywhere else.
struct UndoSearch {
    let journal: Journal
    let path: String

    /// The front of one commit.
    private struct Head {
        var first: UInt64
        var last: UInt64
        var actor: ID16
        var batch: ID16?
        var cause: UInt32
        var causeSequence: UInt64
        /// It says who its actor is and which device this is, and nothing else: no deed that a person would take back.
        var isIntroduction: Bool
    }

    private static let introductions = Set(
        EventKind.known.filter { $0.name == "registry actor named" || $0.name == "registry device named" }.map(\.raw))

    /// Returns the last group of `actor` that is in force, older than the groups in `except`; nil when there is none.
    func latest(by actor: ActorID, except: Set<UInt64>) throws -> UndoGroup? {
        var chains = UndoChains()
        var found: Head?
        try forEachCommitBackwards { head in
            if try note(head, in: &chains) == .undo { return .next }
            guard ActorID(head.actor) == actor, !head.isIntroduction, !except.contains(head.first),
                chains.takenBack(head.first, batch: head.batch) == nil
            else { return .next }
            found = head
            return .stop
        }
        return try found.map { try group(of: $0) }
    }

    /// The undoing that `actor` can take back: their last one that is in force, when they did nothing new since.
    func redoable(by actor: ActorID) throws -> UndoGroup? {
        var chains = UndoChains()
        var found: Head?
        try forEachCommitBackwards { head in
            let cause = try note(head, in: &chains)
            guard ActorID(head.actor) == actor, !head.isIntroduction else { return .next }
            switch cause {
            case .undo:
                if chains.takenBack(head.first, batch: head.batch) != nil { return .next }
                found = head
                return .stop
            case .redo: return .next
            default: return .stop
            }
        }
        return try found.map { try group(of: $0) }
    }

    /// Returns the group that record `sequence` belongs to, or the group that redid it since.
    ///
    /// - Throws: `RuntimeFailure.alreadyUndone` when it is not in force.
    func group(containing sequence: UInt64) throws -> UndoGroup {
        var chains = UndoChains()
        var found: Head?
        try forEachCommitBackwards(through: sequence) { head in
            if head.first <= sequence {
                found = head
                return .stop
            }
            _ = try note(head, in: &chains)
            return .next
        }
        guard let found else { throw RuntimeFailure.noSuchRecord(sequence, last: journal.lastSequence) }
        let end = chains.end(from: found.first, batch: found.batch)
        guard !end.isTakenBack else { throw RuntimeFailure.alreadyUndone(sequence, by: end.sequence) }
        if end.sequence == found.first { return try group(of: found) }
        return try group(containing: end.sequence)
    }

    /// The change that the undo or redo in the commit of record `sequence` goes back to, and whether it is in force after it.
    ///
    /// - Returns: nil when that commit is neither.
    func original(of sequence: UInt64) throws -> (group: UndoGroup, isInForce: Bool)? {
        var at = sequence
        var isInForce = true
        while let cause = try takenBack(by: at) {
            isInForce.toggle()
            at = cause
        }
        guard at != sequence else { return nil }
        var found: Head?
        try forEachCommitBackwards(through: at) { head in
            guard head.first <= at else { return .next }
            found = head
            return .stop
        }
        return try found.map { (try group(of: $0), isInForce) }
    }

    /// The record that the commit of record `sequence` takes back or brings back; nil when it does neither.
    private func takenBack(by sequence: UInt64) throws -> UInt64? {
        var record: UInt64?
        try journal.records(of: path, from: sequence, through: sequence) { header, _ in
            let cause = Cause(rawValue: header.cause)
            // Always earlier: a chain ends whatever the journal says.
            if cause == .undo || cause == .redo, header.causeSequence < sequence { record = header.causeSequence }
            return .stop
        }
        return record
    }

    private func note(_ head: Head, in chains: inout UndoChains) throws -> Cause? {
        let cause = Cause(rawValue: head.cause)
        if cause == .undo || cause == .redo {
            chains.note(
                taking: head.causeSequence, batch: try batch(of: head.causeSequence), by: head.first)
        }
        return cause
    }

    private func batch(of sequence: UInt64) throws -> ID16? {
        var batch: ID16?
        try journal.records(of: path, from: sequence, through: sequence) { header, _ in
            batch = header.batch
            return .stop
        }
        return batch
    }

    /// All commits of the batch that `head` belongs to, wherever they are.
    private func group(of head: Head) throws -> UndoGroup {
        var group = UndoGroup(first: head.first, cause: head.cause, commits: [head.first...head.last])
        guard let batch = head.batch else { return group }
        group.commits = []
        try forEachCommitBackwards { other in
            if other.batch == batch { group.commits.append(other.first...other.last) }
            return .next
        }
        group.commits.reverse()
        group.first = group.commits.first?.lowerBound ?? head.first
        return group
    }

    private func forEachCommitBackwards(through: UInt64 = 1, _ body: (Head) throws -> Visit) throws {
        var isIntroduction = true
        try journal.recordsBackwards(of: path) { header, _ in
            // Its last record is met first.
            if header.sequence + 1 == header.commitFirst + UInt64(header.commitCount) { isIntroduction = true }
            let isOwn = header.entity == header.actor || header.entity == header.device
            // Its own two, or as a device's command 0, which no device numbers.
            let isFirst = header.commitCount == 2 || header.deviceSequence == 0
            if !isOwn || header.cause != 0 || !isFirst || !Self.introductions.contains(header.kind) {
                isIntroduction = false
            }
            guard header.sequence == header.commitFirst else { return .next }
            let visit = try body(
                Head(
                    first: header.commitFirst, last: header.commitFirst + UInt64(header.commitCount) - 1,
                    actor: header.actor, batch: header.batch, cause: header.cause,
                    causeSequence: header.causeSequence, isIntroduction: isIntroduction))
            return visit == .next && header.sequence > through ? .next : .stop
        }
    }
}
