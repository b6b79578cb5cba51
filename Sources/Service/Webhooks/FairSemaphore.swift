import Accounts

/// Limits concurrent work, in all and for each person; the others wait.
///
/// A free slot goes to the waiter whose person holds the fewest; ties are first in, first out. So a person who holds none
/// waits only for those who hold none either and came before, however many of others wait.
actor FairSemaphore {
    private let share: Int
    private var free: Int
    /// The number of slots that each person holds.
    private var inside: [UserID: Int] = [:]
    private var waiting: [UserID: [Waiter]] = [:]
    private var lastNumber: UInt64 = 0

    private struct Waiter {
        /// A waiter who came later has a higher one.
        let number: UInt64
        let place: CheckedContinuation<Void, Never>
    }

    init(max: Int) {
        free = max
        share = ConcurrencyLimiter.usualShare(of: max)
    }

    /// The number of waiters.
    var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

    /// Runs `body` when there is room for one more of a person.
    nonisolated func pass<Result: Sendable>(
        as person: UserID, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        await enter(person)
        do {
            let result = try await body()
            await leave(person)
            return result
        } catch {
            await leave(person)
            throw error
        }
    }

    private func enter(_ person: UserID) async {
        guard free == 0 || inside[person, default: 0] >= share else {
            take(for: person)
            return
        }
        lastNumber += 1
        let number = lastNumber
        await withCheckedContinuation { waiting[person, default: []].append(Waiter(number: number, place: $0)) }
    }

    private func leave(_ person: UserID) {
        free += 1
        let left = inside[person, default: 1] - 1
        inside[person] = left > 0 ? left : nil
        guard let next, var line = waiting[next] else { return }
        let waiter = line.removeFirst()
        waiting[next] = line.isEmpty ? nil : line
        take(for: next)
        waiter.place.resume()
    }

    private func take(for person: UserID) {
        free -= 1
        inside[person, default: 0] += 1
    }

    /// The person whose turn it is; nil where everyone who waits holds a full share already.
    private var next: UserID? {
        let may = waiting.filter { inside[$0.key, default: 0] < share }
        return may.min { one, other in
            (inside[one.key, default: 0], one.value[0].number) < (inside[other.key, default: 0], other.value[0].number)
        }?.key
    }
}
