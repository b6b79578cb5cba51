import Glibc

/// Returns the factor by which `read` takes longer over eight times as much: about eight where everything is looked at once,
/// about 64 where it is looked at again for everything else.
///
/// Processor time of this thread, and of three tries the shortest: others compute meanwhile.
///
/// - Parameters:
///   - size: so much that reading it takes some tenths of a millisecond or more.
///   - make: makes the input of `read`; not timed.
package func growth<Given>(
    from size: Int, _ make: (Int) throws -> Given, _ read: (Given) throws -> Void
) throws -> Double {
    func shortest(_ given: Given) throws -> Double {
        var shortest = Double.infinity
        for _ in 0..<3 {
            let begin = processorSeconds
            try read(given)
            shortest = min(shortest, processorSeconds - begin)
        }
        return shortest
    }
    let small = try shortest(try make(size))
    return try shortest(try make(8 * size)) / small
}

private var processorSeconds: Double {
    var time = timespec()
    let failed = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(failed == 0, "the system says no processor time of a thread")
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Processor time that `work` takes on the calling thread, in seconds.
package func processorSeconds(of work: () throws -> Void) rethrows -> Double {
    let begin = processorSeconds
    try work()
    return processorSeconds - begin
}

/// The factor by which work of eight times the size costs more.
package struct CostRatio: Sendable, CustomStringConvertible {
    /// Pieces or bytes of memory that were asked for: the same on every machine.
    package var memory: Double
    /// Processor time, the shortest of up to three.
    package var time: Double

    /// Below a millisecond time is noise.
    private static let secondsMin = 0.001
    /// Well above what linear work grows by (8) and n log n (10), well below what quadratic work does (64).
    private static let timeMax = 24.0

    package init(from small: () throws -> Void, to large: () throws -> Void) rethrows {
        var (first, second) = (Double.infinity, Double.infinity)
        (memory, time) = (0, 0)
        for _ in 0..<3 {
            var costs: [Cost] = []
            first = min(first, try processorSeconds { costs.append(try Cost(of: small)) })
            second = min(second, try processorSeconds { costs.append(try Cost(of: large)) })
            memory = costs[1].growth(from: costs[0])
            time = second / max(first, Self.secondsMin)
            if time < Self.timeMax { break }
        }
    }

    /// - Parameter memoryMax: more for few things, of which tables that double take twice as much or not.
    package func isAboutLinear(memoryMax: Double = 13) -> Bool { memory < memoryMax && time < Self.timeMax }
    package var description: String { "memory ×\(memory), time ×\(time)" }
}
