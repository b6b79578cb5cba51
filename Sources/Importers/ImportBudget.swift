package import Kernel
import Synchronization
import Workspace

/// Bounds of one import: its time, its changes and their bytes.
///
/// Readers and importers ask it at each part. An import that takes too long, makes too much or is no longer wanted ends at
/// the next part, so that it keeps neither its thread nor its memory.
package final class ImportBudget: Sendable {
    package struct Limits: Sendable {
        /// Seconds of reading and planning together.
        package var secondsMax: Int
        /// Steps of the plan.
        package var stepsMax: Int
        /// Bytes of the steps, as they are journaled, and of the report.
        package var bytesMax: Int

        package init(secondsMax: Int, stepsMax: Int, bytesMax: Int) {
            self.secondsMax = secondsMax
            self.stepsMax = stepsMax
            self.bytesMax = bytesMax
        }
    }

    /// The limit that an import went beyond.
    package enum Excess: Equatable, Sendable {
        case seconds(Int)
        case steps(Int)
        case bytes(Int)
        /// Its requester has gone.
        case cancelled
    }

    fileprivate struct Spent {
        var microseconds: Int64 = 0
        var checkedAt: Instant?
        var steps = 0
        var bytes = 0
        var excess: Excess?
        var writer = FieldWriter()
    }

    /// The source, as a failure names it.
    private let path: String
    /// Nil for no bounds.
    private let limits: Limits?
    private let now: @Sendable () -> Instant
    private let spent = Mutex(Spent())

    /// - Parameters:
    ///   - path: the source, as a failure names it.
    ///   - now: the time. A clock that is set back costs nothing; one that is set forward counts as time that went by.
    package init(of path: String, _ limits: Limits, now: @escaping @Sendable () -> Instant) {
        self.path = path
        self.limits = limits
        self.now = now
    }

    private init() {
        path = ""
        limits = nil
        now = { .epoch }
    }

    /// A budget without bounds, for a person's own machine.
    package static var unlimited: ImportBudget { ImportBudget() }

    /// Ends the import at its next part. Any thread may call it.
    package func cancel() { spent.withLock { $0.excess = $0.excess ?? .cancelled } }

    /// Bytes of the steps and of the report so far; 0 without bounds.
    package var madeBytes: Int { spent.withLock { $0.bytes } }

    /// True once a limit was passed. Asks the clock.
    var isOver: Bool {
        guard let limits else { return false }
        let time = now()
        return spent.withLock { spent in
            if let checkedAt = spent.checkedAt {
                spent.microseconds += max(0, time.microseconds - checkedAt.microseconds)
            }
            spent.checkedAt = time
            if spent.excess == nil, spent.microseconds > Int64(limits.secondsMax) * 1_000_000 {
                spent.excess = .seconds(limits.secondsMax)
            }
            return spent.excess != nil
        }
    }

    /// Runs `body`, whose time does not count: that of another program, which has a bound of its own.
    func leavingOut<Result>(_ body: () -> Result) -> Result {
        _ = isOver  // What went by until now counts.
        let result = body()
        if limits != nil {
            let time = now()
            spent.withLock { $0.checkedAt = time }
        }
        return result
    }

    /// Checks before the next part. The time counts from the first call.
    ///
    /// - Throws: `overBudget` once a limit was passed.
    func proceed() throws(ImportFailure) {
        guard isOver, let failure else { return }
        throw failure
    }

    /// The failure of a limit that was passed; nil while there is none.
    var failure: ImportFailure? {
        spent.withLock { $0.excess }.map { .overBudget(path: path, $0) }
    }

    /// Counts a step that leads to `events`.
    ///
    /// - Returns: false, and nothing is counted, when that is beyond a limit.
    func consume(_ events: [WorkspaceEvent]) -> Bool {
        guard let limits else { return true }
        return spent.withLock { spent in
            spent.writer.bytes.removeAll(keepingCapacity: true)
            for event in events { event.write(to: &spent.writer) }
            return spent.consume(steps: 1, bytes: spent.writer.bytes.count, within: limits)
        }
    }

    /// Counts a line of the report.
    ///
    /// - Returns: false, and nothing is counted, when that is beyond a limit.
    func consume(_ line: ImportWarning) -> Bool {
        guard let limits else { return true }
        let bytes = line.what.utf8.count + line.at.utf8.count + line.why.utf8.count
        return spent.withLock { $0.consume(steps: 0, bytes: bytes, within: limits) }
    }
}

extension ImportBudget.Spent {
    fileprivate mutating func consume(steps more: Int, bytes count: Int, within limits: ImportBudget.Limits) -> Bool {
        guard excess == nil else { return false }
        if more > limits.stepsMax - steps {
            excess = .steps(limits.stepsMax)
        } else if count > limits.bytesMax - bytes {
            excess = .bytes(limits.bytesMax)
        } else {
            steps += more
            bytes += count
        }
        return excess == nil
    }
}

extension ImportBudget.Excess {
    /// A part of a sentence about the source.
    var words: String {
        switch self {
        case .seconds(let most): "takes more than \(most) \(most == 1 ? "second" : "seconds") to read and plan"
        case .steps(let most): "makes more than \(most) \(most == 1 ? "change" : "changes")"
        case .bytes(let most): "makes more than \(most >> 20) MiB of texts and changes"
        case .cancelled: "was not wanted any more"
        }
    }
}
