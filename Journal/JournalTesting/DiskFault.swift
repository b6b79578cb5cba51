package import JournalEngine

/// One thing that goes wrong, told before it happens: which call, and how.
package struct DiskFault: Sendable {
    package enum Effect: Sendable, Equatable {
        /// The call fails and does nothing. A sync that fails forgets what it was to bring to disk.
        case error(Int32)
        /// A read or write does half of what was asked, at least one byte, and says so.
        case short
        /// The sync returns success and does nothing.
        case lie
        /// The process ends at this call, as by `kill -9`: the call does nothing, and no later one reaches the disk.
        case endProcess
    }

    /// Nil means any call.
    package var call: SystemCall?

    /// Only calls on paths that end so; empty means any.
    package var pathSuffix: String

    /// The first call to be hit, counted from 1 among the matching ones.
    package var occurrence: Int

    /// The number of matching calls in a row that are hit.
    package var count: Int

    package var effect: Effect

    package init(
        _ effect: Effect, on call: SystemCall? = nil, pathSuffix: String = "", occurrence: Int = 1, count: Int = 1
    ) {
        self.effect = effect
        self.call = call
        self.pathSuffix = pathSuffix
        self.occurrence = occurrence
        self.count = count
    }

    func concerns(_ call: SystemCall, _ path: String) -> Bool {
        (self.call == nil || self.call == call) && path.hasSuffix(pathSuffix)
    }
}

/// A call as the simulated disk saw it.
package struct DiskCall: Sendable, Equatable {
    package let call: SystemCall
    package let path: String
    /// The effect that the fault script had on the call; nil when it went well.
    package let fault: DiskFault.Effect?
}
