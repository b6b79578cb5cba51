import Synchronization

/// Places for something dear that is done at once: a number of all, a share of them for each person, and a larger one for each
/// network, so that neither one person nor many accounts of one address keep the others out.
final class ConcurrencyLimiter: Sendable {
    private struct Taken: Sendable {
        var all = 0
        var byPerson: [String: Int] = [:]
        var byNetwork: [String: Int] = [:]
    }

    private let taken = Mutex(Taken())
    private let max: Int
    /// The most that one person has.
    let share: Int
    /// The most that all persons of one network have.
    let networkShare: Int

    /// - Parameters:
    ///   - max: of everybody together.
    ///   - share: of one person; the usual one where it is left out.
    ///   - networkShare: of one network; the usual one where it is left out.
    init(max: Int, share: Int? = nil, networkShare: Int? = nil) {
        self.max = max
        self.share = share ?? Self.usualShare(of: max)
        self.networkShare = networkShare ?? Swift.max(self.share, max / 2)
    }

    /// An eighth, but two at least, and never all where there is more than one.
    static func usualShare(of max: Int) -> Int { min(Swift.max(2, max / 8), Swift.max(1, max - 1)) }

    /// A place for one more, for as long as it is kept; nil when there is none, or none for this person or network.
    func enter(for requester: Requester) -> Permit? {
        let isIn = taken.withLock { taken in
            guard taken.all < max, taken.byPerson[requester.person, default: 0] < share,
                taken.byNetwork[requester.network, default: 0] < networkShare
            else { return false }
            taken.all += 1
            taken.byPerson[requester.person, default: 0] += 1
            taken.byNetwork[requester.network, default: 0] += 1
            return true
        }
        return isIn ? Permit(of: requester, in: self) : nil
    }

    private func leave(_ requester: Requester) {
        taken.withLock { taken in
            taken.all -= 1
            Self.decrease(&taken.byPerson[requester.person])
            Self.decrease(&taken.byNetwork[requester.network])
        }
    }

    private static func decrease(_ count: inout Int?) {
        let left = (count ?? 1) - 1
        count = left > 0 ? left : nil
    }

    /// Given back when the last reference to it goes: a client may be gone before anything is written to it.
    final class Permit: Sendable {
        private let limiter: ConcurrencyLimiter
        private let requester: Requester

        fileprivate init(of requester: Requester, in limiter: ConcurrencyLimiter) {
            self.limiter = limiter
            self.requester = requester
        }

        deinit { limiter.leave(requester) }
    }
}

extension Call {
    /// The party on whose shares the request counts: the person, whatever they show. One address can have many guests, so
    /// they count as their address, and so does a request that shows nothing.
    var requester: Requester {
        guard let caller, caller.visit == nil else { return Requester(person: "from " + address, network: address) }
        return Requester(person: "user " + caller.user.text, network: address)
    }
}
