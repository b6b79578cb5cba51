import Daybook

/// A domain of one's own: `tills DIRECTORY` opens a store there, pays in and out, and prints what everybody has.
@main
struct Tills {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: tills DIRECTORY")
            return
        }
        let store = try await EventStore<TillEvent>.open(at: CommandLine.arguments[1])
        let tills = CommandHandler(Till.self, in: store)
        let anna = EntityID(named: "anna's till")

        try await tills.handle(.open(anna, owner: "Anna"), about: anna)
        // The key makes it safe to send the request again: run this program twice, and 1,000 cents come in once.
        try await tills.handle(.payIn(anna, cents: 1_000), about: anna, key: "deposit of Monday")
        do {
            try await tills.handle(.payOut(anna, cents: 5_000), about: anna)
        } catch TillRefusal.notEnough(let cents) {
            print("refused: there are \(cents) cents")
        }

        let runner = ProjectionRunner(BalancesProjection.self, of: store)
        let balances = try await runner.catchUp()
        for (owner, cents) in balances.cents.sorted(by: { $0.key < $1.key }) {
            print("\(owner) has \(cents) cents, as of event \(await runner.position.sequence)")
        }
        for try await fact in store.events(of: anna, order: .backwards) {
            print("  \(fact.position.sequence)  \(fact.event.words)")
        }
        try await runner.save()

        let report = try await store.verify()
        print(report.isSound ? "sound: \(report.records) events" : report.problems.joined(separator: "\n"))
        try await store.close()
    }
}

extension TillEvent {
    fileprivate var words: String {
        switch self {
        case .opened(_, let owner): "opened for \(owner)"
        case .paidIn(_, let cents): "paid in \(cents)"
        case .paidOut(_, let cents): "paid out \(cents)"
        }
    }
}
