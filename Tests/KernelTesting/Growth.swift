import Glibc

/// How many times as long `read` takes over eight times as much: about eight where everything is looked at once, about 64
/// where it is looked at again for everything else.
///
/// Processor time of this thread, and of three tries the shortest: others compute meanwhile.
///
/// - Parameters:
///   - size: so much that reading it takes some tenths of a millisecond or more.
///   - make: what is read; not timed.
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
