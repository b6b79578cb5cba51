import Intelligence

/// The jobs that this process knows of: which one is next, and which are under way.
///
/// A copy of what waits in the journals, made anew at every start: nothing is lost with it.
actor JobQueue {
    struct Entry: Hashable, Sendable {
        var home: WorkspaceHome
        var job: Job
    }

    private var first: ArraySlice<Entry> = []
    private var others: ArraySlice<Entry> = []
    /// Waiting or under way.
    private var known: Set<Entry> = []
    private var workers: ArraySlice<CheckedContinuation<Entry?, Never>> = []
    private var missed: Set<WorkspaceHome> = []
    private var isOver = false

    /// Jobs that wait, whether or not they are under way.
    var count: Int { known.count }

    /// Takes in what waits in a workspace; what is known already is not taken in twice.
    func add(_ jobs: [WaitingJob], of home: WorkspaceHome) {
        for waiting in jobs {
            let entry = Entry(home: home, job: waiting.job)
            guard !isOver, known.insert(entry).inserted else { continue }
            if waiting.isFirst { first.append(entry) } else { others.append(entry) }
        }
        while !workers.isEmpty, let entry = taken() { workers.popFirst()?.resume(returning: entry) }
    }

    /// The next job, of those on plans that come first before others; nil once the queue is over.
    func next() async -> Entry? {
        if isOver { return nil }
        if let entry = taken() { return entry }
        return await withCheckedContinuation { workers.append($0) }
    }

    /// Something may wait there that is not in the queue.
    func miss(_ home: WorkspaceHome) { missed.insert(home) }

    /// The workspaces to look into again; each is given out once.
    func takeMissed() -> Set<WorkspaceHome> {
        defer { missed = [] }
        return missed
    }

    /// The job was answered, or could not be.
    func done(_ entry: Entry) { known.remove(entry) }

    func finish() {
        isOver = true
        for worker in workers { worker.resume(returning: nil) }
        workers = []
    }

    private func taken() -> Entry? { first.popFirst() ?? others.popFirst() }
}
