import Daybook

/// The domain of a stranger: tills that take money in and pay it out.
enum TillEvent: StoredEvent, Codable {
    case opened(till: EntityID, owner: String)
    case paidIn(till: EntityID, cents: Int)
    case paidOut(till: EntityID, cents: Int)

    var entity: EntityID {
        switch self {
        case .opened(let till, _), .paidIn(let till, _), .paidOut(let till, _): till
        }
    }
}

enum TillCommand: Equatable {
    case open(EntityID, owner: String)
    case payIn(EntityID, cents: Int)
    case payOut(EntityID, cents: Int)
}

enum TillRefusal: Error, Equatable {
    case notOpen
    case notEnough(cents: Int)
}

/// The state that the rules of one till look at.
struct TillState: Equatable {
    var isOpen = false
    var cents = 0
}

enum Till: Decider {
    static let initial = TillState()

    static func decide(_ command: TillCommand, given state: TillState) throws(TillRefusal) -> [TillEvent] {
        switch command {
        case .open(let till, let owner): return state.isOpen ? [] : [.opened(till: till, owner: owner)]
        case .payIn(let till, let cents):
            guard state.isOpen else { throw .notOpen }
            return [.paidIn(till: till, cents: cents)]
        case .payOut(let till, let cents):
            guard state.isOpen else { throw .notOpen }
            guard state.cents >= cents else { throw .notEnough(cents: state.cents) }
            return [.paidOut(till: till, cents: cents)]
        }
    }

    static func evolve(_ state: inout TillState, with event: TillEvent) {
        switch event {
        case .opened: state.isOpen = true
        case .paidIn(_, let cents): state.cents += cents
        case .paidOut(_, let cents): state.cents -= cents
        }
    }
}

/// The balances, by owner.
struct Totals: Codable, Equatable {
    var owners: [String: String] = [:]
    var cents: [String: Int] = [:]
    /// The number of times that something was projected: what is projected twice counts twice.
    var events = 0
}

enum TotalsProjection: Projection {
    static let empty = Totals()

    static func project(_ fact: Recorded<TillEvent>, into view: inout Totals) {
        view.events += 1
        switch fact.event {
        case .opened(let till, let owner):
            view.owners[till.text] = owner
            view.cents[owner] = 0
        case .paidIn(let till, let cents): view.cents[view.owners[till.text] ?? "?", default: 0] += cents
        case .paidOut(let till, let cents): view.cents[view.owners[till.text] ?? "?", default: 0] -= cents
        }
    }
}

extension EntityID {
    static let anna = EntityID(named: "anna's till")
    static let ben = EntityID(named: "ben's till")
}

/// A store in memory, and the clock of it: a second for each look.
struct TillStore {
    let storage = Storage.memory()
    let clock = StepClock()

    func open(for access: StoreAccess = .creating, key: StoreKey? = nil) async throws -> EventStore<TillEvent> {
        try await .open(at: "/tills", for: access, options: options(key: key))
    }

    func options(key: StoreKey? = nil) -> StoreOptions {
        var options = StoreOptions()
        (options.storage, options.key) = (storage, key)
        options.clock = { [clock] in clock.next() }
        options.pollInterval = .milliseconds(1)
        return options
    }

    /// A store with Anna's and Ben's tills open, and some payments; ten events.
    func filled() async throws -> EventStore<TillEvent> {
        let store = try await open()
        try await store.append([.opened(till: .anna, owner: "Anna")])
        try await store.append([.opened(till: .ben, owner: "Ben")])
        for number in 1...8 {
            try await store.append([.paidIn(till: number.isMultiple(of: 2) ? .ben : .anna, cents: number)])
        }
        return store
    }
}
