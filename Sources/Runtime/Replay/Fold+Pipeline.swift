import Dispatch
import JournalEngine
import Kernel
import Workspace

/// Domains know nothing of each other, so their views can be posted side by side, on two cores.
extension Fold {
    /// Fewer records than this are not worth a second thread.
    package static var halvesMin: UInt64 { 4096 }

    /// Takes in everything after `sequence`, up to `through`.
    ///
    /// - Parameter progress: called now and then with the sequence number reached.
    mutating func ingestAll(
        of journal: Journal, path: String, through: UInt64 = .max, progress: (UInt64) -> Void = { _ in }
    ) throws {
        let from = sequence + 1
        let last = min(through, journal.lastSequence)
        guard last >= from else { return }
        guard last - from >= Self.halvesMin else {
            try journal.records(of: path, from: from, through: last) { header, payload in
                try ingest(header, payload)
                if header.sequence & 0xFFFF == 0 { progress(header.sequence) }
                return .next
            }
            return
        }
        let workers = ProjectionPipeline(split())
        let group = DispatchGroup()
        DispatchQueue.global(qos: .userInitiated).async(group: group) { workers.postUntilEnd() }
        let reading = Result { try read(journal, path, from...last, into: workers, progress) }
        workers.end()
        group.wait()
        let folds = workers.finished()
        if let first = folds.compactMap({ $0.fault }).min(by: { $0.sequence < $1.sequence }) { throw first.failure }
        try reading.get()
        join(folds)
    }

    /// Reads every record and hands it to the worker of its domain.
    private mutating func read(
        _ journal: Journal, _ path: String, _ range: ClosedRange<UInt64>, into workers: ProjectionPipeline,
        _ progress: (UInt64) -> Void
    ) throws {
        var batches = Self.domains.map { _ in RecordBatch() }
        // Whatever ends the reading: what was read is posted, so that the first failure of all is the one that is told.
        defer {
            for worker in batches.indices where !batches[worker].entries.isEmpty {
                workers.exchange(&batches[worker], to: worker)
            }
        }
        try journal.records(of: path, from: range.lowerBound, through: range.upperBound) { header, payload in
            sequence = header.sequence
            devices.ingest(header)
            if !header.isHollow {
                let worker = Self.worker(of: EventKind(raw: header.kind))
                batches[worker].append(header, payload)
                if batches[worker].isFull { workers.exchange(&batches[worker], to: worker) }
            }
            if header.sequence & 0xFFFF == 0 { progress(header.sequence) }
            return .next
        }
    }
}

extension Fold {
    /// The registry goes with the first, and so does what nobody knows.
    private static var domains: [UInt32] { [EventKind.notes, EventKind.boards, EventKind.capture, EventKind.studio] }

    private static func worker(of kind: EventKind) -> Int {
        switch kind.domain {
        case EventKind.boards: 1
        case EventKind.capture: 2
        case EventKind.studio: 3
        default: 0
        }
    }

    /// Gives the views away, a domain to each worker, so that each is the only one to hold what it changes.
    private mutating func split() -> [DomainFold] {
        var folds = Self.domains.map { DomainFold(view: WorkspaceProjection.empty, domain: $0) }
        for worker in folds.indices { folds[worker].view.asOf = view.asOf }
        folds[0].view.registry = view.registry
        folds[0].view.notes = view.notes
        folds[1].view.boards = view.boards
        folds[2].view.capture = view.capture
        folds[3].view.studio = view.studio
        let (recents, asOf) = (view.recents, view.asOf)
        view = WorkspaceProjection.empty
        view.recents = recents
        view.asOf = asOf
        return folds
    }

    private mutating func join(_ folds: [DomainFold]) {
        view.registry = folds[0].view.registry
        view.notes = folds[0].view.notes
        view.boards = folds[1].view.boards
        view.capture = folds[2].view.capture
        view.studio = folds[3].view.studio
        for fold in folds {
            view.recents.merge(fold.view.recents)
            view.asOf = max(view.asOf, fold.view.asOf)
        }
    }
}
