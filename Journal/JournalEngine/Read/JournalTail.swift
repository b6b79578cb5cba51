/// Commits as they become durable, in order, each once: first those that are there already, then new ones as they come.
///
/// Ends when the journal is closed; throws when its writer is poisoned. A slow reader holds nothing up and misses
/// nothing: what it has not taken yet is read from the disk.
package struct JournalTail: AsyncSequence, Sendable {
    let source: RecordSource
    let writer: Writer?
    let position: UInt64

    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source, writer: writer, position: position)
    }

    package struct Iterator: AsyncIteratorProtocol {
        let source: RecordSource
        let writer: Writer?
        /// The last record that was handed out or lies before the first commit to hand out.
        fileprivate(set) var position: UInt64
        private var ready: [CommitReceipt] = []
        private var used = 0

        /// At most this many commits are fetched at once.
        static let helping = 256

        fileprivate init(source: RecordSource, writer: Writer?, position: UInt64) {
            self.source = source
            self.writer = writer
            self.position = position
        }

        package mutating func next() async throws -> CommitReceipt? {
            while used == ready.count {
                guard let more = try await fetch() else { return nil }
                ready = more
                used = 0
            }
            defer { used += 1 }
            position = ready[used].last
            return ready[used]
        }

        /// The next commits; empty to try again, nil at the end.
        private func fetch() async throws -> [CommitReceipt]? {
            let start = position
            let source = source
            guard let writer else {
                guard start < source.catalog.last else { return nil }
                return try await EngineThread.run { () throws(JournalError) in try source.receipts(after: start) }
            }
            switch writer.news(after: start) {
            case .receipts(let receipts): return receipts
            case .onDisk:
                return try await EngineThread.run { () throws(JournalError) in try source.receipts(after: start) }
            case .none:
                await writer.changed(after: start)
                return Task.isCancelled ? nil : []
            case .end: return nil
            case .failed(let error): throw error
            }
        }
    }
}

extension Journal {
    /// Every commit with a record after `sequence`: those that are there, then new ones as they become durable.
    package func tail(after sequence: UInt64) -> JournalTail {
        JournalTail(source: source, writer: writer, position: sequence)
    }
}

extension RecordSource {
    /// The next commits after `sequence`, read from the disk. Blocks.
    func receipts(after sequence: UInt64) throws(JournalError) -> [CommitReceipt] {
        var receipts: [CommitReceipt] = []
        do {
            try forward(from: sequence + 1, through: .max) { header, _ in
                guard receipts.last?.last ?? 0 < header.sequence else { return .next }
                if receipts.count == JournalTail.Iterator.helping { return .stop }
                let last = header.commitFirst + UInt64(header.commitCount) - 1
                receipts.append(CommitReceipt(first: header.commitFirst, last: last, time: header.time))
                return .next
            }
        } catch let error as JournalError {
            throw error
        } catch {
            preconditionFailure("reading receipts fails only as reading does, not with \(error)")
        }
        return receipts
    }
}

extension Writer {
    enum Update {
        case receipts([CommitReceipt])
        /// There are more, but not in memory.
        case onDisk
        case none
        case end
        case failed(JournalError)
    }

    /// The news about commits after `position`.
    func news(after position: UInt64) -> Update {
        monitor.withLock { state in
            if state.durable > position {
                guard let oldest = state.recent.first, oldest.first <= position + 1 else { return .onDisk }
                let start = state.recent.partitionPoint { $0.last > position }
                return .receipts(Array(state.recent[start...].prefix(JournalTail.Iterator.helping)))
            }
            if let failure = state.failure { return .failed(failure) }
            return state.phase == .closed ? .end : .none
        }
    }

    /// Returns when there may be news after `position`, or when the task is cancelled.
    func changed(after position: UInt64) async {
        let id = monitor.withLock { state in
            state.nextTail += 1
            return state.nextTail
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isNews = monitor.withLock { state in
                    // Cancellation that came before the continuation was known finds nothing to resume.
                    if state.durable > position || state.failure != nil || state.phase == .closed || Task.isCancelled {
                        return true
                    }
                    state.tails[id] = continuation
                    return false
                }
                if isNews { continuation.resume() }
            }
        } onCancel: {
            monitor.withLock { $0.tails.removeValue(forKey: id) }?.resume()
        }
    }
}

extension Array {
    /// The first index whose element satisfies a condition that all later ones satisfy too.
    fileprivate func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
