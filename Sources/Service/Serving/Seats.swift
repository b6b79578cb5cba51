import Synchronization

/// How many do something at once that is dear: everybody together, and each at most a share, so that whoever fills up
/// their own stands in nobody's way.
final class Seats: Sendable {
    private struct Taken: Sendable {
        var all = 0
        var byHolder: [String: Int] = [:]
    }

    private let taken = Mutex(Taken())
    private let max: Int
    /// How many one holder has at most.
    let share: Int

    /// - Parameters:
    ///   - max: of everybody together.
    ///   - share: of one holder; the usual one unless said.
    init(max: Int, share: Int? = nil) {
        self.max = max
        self.share = share ?? Self.usualShare(of: max)
    }

    /// An eighth, but two at least, and never all where there is more than one.
    static func usualShare(of max: Int) -> Int { min(Swift.max(2, max / 8), Swift.max(1, max - 1)) }

    /// A place for one more, for as long as it is kept; nil when there is none, or none for this holder.
    func enter(as holder: String) -> Seat? {
        let isIn = taken.withLock { taken in
            guard taken.all < max, taken.byHolder[holder, default: 0] < share else { return false }
            taken.all += 1
            taken.byHolder[holder, default: 0] += 1
            return true
        }
        return isIn ? Seat(of: holder, in: self) : nil
    }

    private func leave(_ holder: String) {
        taken.withLock { taken in
            taken.all -= 1
            let left = taken.byHolder[holder, default: 1] - 1
            taken.byHolder[holder] = left > 0 ? left : nil
        }
    }

    /// Given back by whoever lets go of it: a client may be gone before anything is written to it.
    final class Seat: Sendable {
        private let house: Seats
        private let holder: String

        fileprivate init(of holder: String, in house: Seats) {
            self.house = house
            self.holder = holder
        }

        deinit { house.leave(holder) }
    }
}

extension Call {
    /// Whose seats are counted together: the person's, whatever they show. One address can have many guests, so theirs
    /// are the address's, and so are those of whoever shows nothing.
    var holder: String {
        guard let caller, caller.visit == nil else { return "from " + address }
        return "user " + caller.user.text
    }
}
