import Dispatch
package import JournalEngine
import NIOCore
import Synchronization

/// Keeps one journal in the stream, up to its last commit, for as long as it is open for writing.
///
/// Where replication is required the writer's thread ships each group before anybody is told that it was committed. Where it
/// is not, a queue ships what is on disk as fast as the servers take it, and `status` says how far behind it is. Either way
/// the journal can have one writer: each message is only taken as the one after the last that this node knows.
///
/// For one opening of one journal.
package final class StreamReplicator: CommitReplicator {
    private let stream: ReplicaStream
    private let settings: ReplicaSettings
    /// Where the journal lies in the data directory.
    private let path: String
    /// Held while the stream is asked, for as long as that takes.
    private let shipment: Mutex<ReplicationCursor?> = Mutex(nil)
    /// The state that can be read meanwhile.
    private let front = Mutex(Front())
    private let told: @Sendable (ReplicaStatus) -> Void
    private let queue = DispatchQueue(label: "replication")

    private struct Front {
        var bytes: DurableBytes?
        var shipped: UInt64 = 0
        var fault: ReplicaFault?
        /// Never again: another node writes, or the stream is not ours.
        var isLasting = false
        var isScheduled = false
    }

    /// - Parameter told: hears how far the stream is behind, in records, whenever that may have changed.
    package init(
        _ stream: ReplicaStream, _ settings: ReplicaSettings, path: String,
        told: @escaping @Sendable (ReplicaStatus) -> Void = { _ in }
    ) {
        self.stream = stream
        self.settings = settings
        self.path = path
        self.told = told
    }

    /// The progress of the stream.
    package var status: ReplicaStatus {
        front.withLock { front in
            let last = front.bytes?.head.sequence ?? 0
            return ReplicaStatus(path: path, last: last, shipped: min(front.shipped, last), fault: front.fault)
        }
    }

    package func opened(_ bytes: DurableBytes) throws(JournalError) {
        front.withLock { $0.bytes = bytes }
        if settings.isRequired { try wait(for: .nothing) } else { schedule(after: .now()) }
    }

    package func confirm(through last: UInt64) throws(JournalError) {
        let fault = front.withLock { $0.isLasting ? $0.fault : nil }
        if let fault { throw .unwitnessed(reason: fault.message) }
        if settings.isRequired {
            try wait(for: .nothing)
        } else {
            told(status)
            schedule(after: .now())
        }
    }

    package func rewritten() throws(JournalError) { try wait(for: .newGeneration) }

    private enum Wish { case nothing, newGeneration }

    /// Ships everything, trying for as long as the settings say. Blocks.
    private func wait(for wish: Wish) throws(JournalError) {
        do throws(ReplicaFault) {
            try ship(wish, until: .now() + settings.patience)
        } catch {
            throw .unwitnessed(reason: error.message)
        }
    }

    private func ship(_ wish: Wish, until deadline: NIODeadline) throws(ReplicaFault) {
        let result = shipment.withLock { shipment in
            Result<Void, ReplicaFault> { () throws(ReplicaFault) in
                let bytes = front.withLock { $0.bytes }
                guard let bytes else { return }
                var current =
                    if let shipment { shipment } else {
                        try ReplicationCursor(stream, settings, bytes, path: path, until: deadline)
                    }
                // After a failure it is found out anew what the stream took.
                shipment = nil
                if wish == .newGeneration { try current.shipAnew(until: deadline) }
                try current.ship(until: deadline) { shipped in front.withLock { $0.shipped = shipped } }
                front.withLock { $0.shipped = current.head?.sequence ?? 0 }
                shipment = current
            }
        }
        front.withLock { front in
            switch result {
            case .success: front.fault = nil
            case .failure(let fault):
                front.fault = fault
                if case .unreachable = fault {} else { front.isLasting = true }
            }
        }
        told(status)
        try result.get()
    }

    private func schedule(after time: DispatchTime) {
        let isNew = front.withLock { front in
            defer { front.isScheduled = true }
            return !front.isScheduled && !front.isLasting
        }
        guard isNew else { return }
        // Weakly, so that a journal that was closed is not shipped any more.
        queue.asyncAfter(deadline: time) { [weak self] in
            guard let self else { return }
            front.withLock { $0.isScheduled = false }
            do throws(ReplicaFault) { try ship(.nothing, until: .now()) } catch {
                // `status` says so; what may pass is tried again.
                schedule(after: .now() + .seconds(1))
            }
        }
    }
}

/// The progress of the stream with one journal.
package struct ReplicaStatus: Sendable, Equatable {
    package var path: String
    /// The last record on this node's disk.
    package var last: UInt64
    /// The last record in the stream, as far as this node was told.
    package var shipped: UInt64
    /// Why it does not go on.
    package var fault: ReplicaFault?

    /// The number of records that a failure of this node would cost now.
    package var lag: UInt64 { last - shipped }
}
