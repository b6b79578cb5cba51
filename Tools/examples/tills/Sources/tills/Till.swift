import Daybook

/// A fact about one till. Cases and fields are the format on disk: they are never renamed.
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

enum TillCommand: Sendable {
    case open(EntityID, owner: String)
    case payIn(EntityID, cents: Int)
    case payOut(EntityID, cents: Int)
}

enum TillRefusal: Error, Equatable {
    case notOpen
    case notEnough(cents: Int)
}

struct TillState: Sendable, Equatable {
    var isOpen = false
    var cents = 0
}

/// The rules of one till. Pure: no store, no clock.
enum Till: Decider {
    static let initial = TillState()

    static func decide(_ command: TillCommand, given state: TillState) throws(TillRefusal) -> [TillEvent] {
        switch command {
        case .open(let till, let owner):
            return state.isOpen ? [] : [.opened(till: till, owner: owner)]
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

/// The balances of all tills.
struct Balances: Codable, Sendable, Equatable {
    var owners: [String: String] = [:]
    var cents: [String: Int] = [:]
}

enum BalancesProjection: Projection {
    static let empty = Balances()

    static func project(_ fact: Recorded<TillEvent>, into view: inout Balances) {
        switch fact.event {
        case .opened(let till, let owner):
            view.owners[till.text] = owner
            view.cents[owner] = 0
        case .paidIn(let till, let cents): change(&view, till, by: cents)
        case .paidOut(let till, let cents): change(&view, till, by: -cents)
        }
    }

    private static func change(_ view: inout Balances, _ till: EntityID, by cents: Int) {
        guard let owner = view.owners[till.text] else { return }
        view.cents[owner, default: 0] += cents
    }
}
