import Accounts

/// Lets so many in at once, and of each person a share at most; the others wait.
///
/// A place that is free goes to whoever of those who wait has the fewest, and among them to whoever has waited longest: so
/// somebody who has none waits only for those who have none either and came before, however many of others wait.
actor Turnstile {
    private let share: Int
    private var free: Int
    /// How many of each person are in.
    private var inside: [UserID: Int] = [:]
    private var waiting: [UserID: [Waiter]] = [:]
    private var lastNumber: UInt64 = 0

    private struct Waiter {
        /// Who came later has a higher one.
        let number: UInt64
        let place: CheckedContinuation<Void, Never>
    }

    init(max: Int) {
        free = max
        share = Seats.usualShare(of: max)
    }

    /// How many wait.
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

    /// Whose turn it is; nil where nobody waits who has not their share already.
    private var next: UserID? {
        let may = waiting.filter { inside[$0.key, default: 0] < share }
        return may.min { one, other in
            (inside[one.key, default: 0], one.value[0].number) < (inside[other.key, default: 0], other.value[0].number)
        }?.key
    }
}
