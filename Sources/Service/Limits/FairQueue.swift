import NIOCore

/// The party that a piece of work is done for: a person, and the network that the request came from.
struct Requester: Hashable, Sendable {
    /// An account, a share link, or an address for a request that shows neither.
    var person: String
    /// An address; of IPv6 the network of 64 bits.
    var network: String

    /// The service itself, for work that no request asked for.
    static let service = Requester(person: "service", network: "service")
}

/// The number of pieces of work that may run and wait at once, of all and of each.
struct FairLimits: Sendable, Equatable {
    var running: Int
    var perPerson: Int
    var perNetwork: Int
    var waiting: Int
    var waitingPerPerson: Int
    var waitingPerNetwork: Int

    /// Half of the places for a person and three quarters for a network, one at least and never all where there are more;
    /// a quarter and a half of those who wait.
    init(running: Int, waiting: Int) {
        self.running = running
        perPerson = max(1, running / 2)
        perNetwork = max(1, running - max(1, running / 4))
        self.waiting = waiting
        waitingPerPerson = min(waiting, max(2, waiting / 4))
        waitingPerNetwork = min(waiting, max(2, waiting / 2))
    }
}

/// True if a piece of work may begin.
enum FairAdmission: Sendable { case runs, waits, isRefused }

/// Work that runs and work that waits, in an order in which no person and no network keeps the others out.
///
/// A person runs at most `FairLimits.perPerson` pieces at once and a network at most `FairLimits.perNetwork`. A free
/// place goes to the waiting person that runs the fewest, then to the network that runs the fewest, then to the one
/// that has waited longest. Holds no lock and no clock: `FairGate` does the waiting.
struct FairQueue<Waiter: Sendable>: Sendable {

    private struct Counts: Sendable {
        var all = 0
        private var persons: [String: Int] = [:]
        private var networks: [String: Int] = [:]

        func of(person: String) -> Int { persons[person] ?? 0 }
        func of(network: String) -> Int { networks[network] ?? 0 }

        mutating func add(_ change: Int, for requester: Requester) {
            all += change
            Self.add(change, to: &persons[requester.person])
            Self.add(change, to: &networks[requester.network])
        }

        private static func add(_ change: Int, to count: inout Int?) {
            let sum = (count ?? 0) + change
            count = sum > 0 ? sum : nil
        }
    }

    private struct Waiting: Sendable {
        var ticket: UInt64
        var waiter: Waiter
    }

    let limits: FairLimits
    private var running = Counts()
    private var waiting = Counts()
    private var lines: [Requester: CircularBuffer<Waiting>] = [:]
    private var lastTicket: UInt64 = 0

    init(_ limits: FairLimits) { self.limits = limits }

    var runningCount: Int { running.all }
    var waitingCount: Int { waiting.all }

    /// Takes a place at once, where there is one for `requester`.
    mutating func enterAtOnce(_ requester: Requester) -> Bool {
        guard hasPlace(for: requester) else { return false }
        running.add(1, for: requester)
        return true
    }

    /// A number for `wait` and `withdraw`; later ones are higher.
    mutating func ticket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    /// Takes a place, or waits for one.
    mutating func enter(_ requester: Requester, _ ticket: UInt64, _ waiter: Waiter) -> FairAdmission {
        if enterAtOnce(requester) { return .runs }
        guard waiting.all < limits.waiting else { return .isRefused }
        // Work of the service itself is bounded by what it begins.
        guard
            requester == .service
                || waiting.of(person: requester.person) < limits.waitingPerPerson
                    && waiting.of(network: requester.network) < limits.waitingPerNetwork
        else { return .isRefused }
        lines[requester, default: CircularBuffer(initialCapacity: 1)].append(Waiting(ticket: ticket, waiter: waiter))
        waiting.add(1, for: requester)
        return .waits
    }

    /// Gives a place back.
    ///
    /// - Returns: those who have one from now on.
    /// - Complexity: O(persons that wait) for each of them.
    mutating func leave(_ requester: Requester) -> [Waiter] {
        running.add(-1, for: requester)
        var begun: [Waiter] = []
        while let next = takeNext() { begun.append(next) }
        return begun
    }

    /// Takes out somebody who waits; nil where they wait no more.
    mutating func withdraw(_ ticket: UInt64, of requester: Requester) -> Waiter? {
        guard let index = lines[requester]?.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        let found = lines[requester]?.remove(at: index)
        forget(requester)
        return found?.waiter
    }

    /// Takes out all who wait.
    mutating func withdrawAll() -> [Waiter] {
        let all = lines.values.flatMap { $0.map(\.waiter) }
        lines = [:]
        waiting = Counts()
        return all
    }

    private func hasPlace(for requester: Requester) -> Bool {
        running.all < limits.running && running.of(person: requester.person) < limits.perPerson(of: requester)
            && running.of(network: requester.network) < limits.perNetwork
    }

    private mutating func takeNext() -> Waiter? {
        var best: (requester: Requester, rank: (Int, Int, UInt64))?
        for (requester, line) in lines where hasPlace(for: requester) {
            guard let first = line.first else { continue }
            let rank = (
                running.of(person: requester.person), running.of(network: requester.network), first.ticket
            )
            if best.map({ rank < $0.rank }) ?? true { best = (requester, rank) }
        }
        guard let requester = best?.requester, let next = lines[requester]?.popFirst() else { return nil }
        forget(requester)
        running.add(1, for: requester)
        return next.waiter
    }

    private mutating func forget(_ requester: Requester) {
        waiting.add(-1, for: requester)
        if lines[requester]?.isEmpty ?? false { lines[requester] = nil }
    }
}

extension FairLimits {
    /// The service is one party and not one of many persons.
    fileprivate func perPerson(of requester: Requester) -> Int { requester == .service ? perNetwork : perPerson }
}
