package import Kernel

/// The rules of trying it out without an account. Requirements J-605 and J-618.
///
/// An event of a guest is not a `DomainEvent`: it has no tag and no bytes, so that it cannot reach a journal. A guest
/// lives in memory until time runs out, or until they register and what they made is taken over.
package enum GuestDecider: Decider {
    package static let uploadsMax = 5

    package static var initial: GuestsState { GuestsState() }

    package static func decide(
        _ command: GuestCommand, given state: GuestsState
    ) throws(GuestRefusal) -> [GuestEvent] {
        switch command {
        case .startGuest(let start):
            if let known = state.guests[start.guest] {
                guard known.secret == start.secret else { throw .guestTaken }
                return []
            }
            guard start.secret.isWhole, start.now < start.expires else { throw .badStart }
            try state.checkRoom(for: start)
            return [.guestStarted(start.guest, secret: start.secret, address: start.address, expires: start.expires)]
        case .countGuestUpload(let id, let file, let now):
            let guest = try state.guest(id)
            guard !guest.uploads.contains(file) else { return [] }
            try guest.checkPresent(at: now)
            guard guest.uploads.count < uploadsMax else { throw .guestLimit(max: uploadsMax) }
            return [.guestUploaded(id, file)]
        case .dropGuestUpload(let id, let file):
            return try state.guest(id).uploads.contains(file) ? [.guestUploadDropped(id, file)] : []
        case .convertGuest(let id, let user, let now):
            let guest = try state.guest(id)
            guard guest.convertedTo != user else { return [] }
            try guest.checkPresent(at: now)
            return [.guestConverted(id, to: user)]
        case .endGuest(let id): return state.guests[id].map { $0.isEnded ? [] : [.guestEnded(id)] } ?? []
        }
    }

    package static func evolve(_ state: inout GuestsState, with event: GuestEvent) {
        switch event {
        case .guestStarted(let id, let secret, let address, let expires):
            state.add(id, GuestsState.Guest(secret: secret, address: address, expires: expires))
        case .guestUploaded(let id, let file): state.change(id) { $0.uploads.append(file) }
        case .guestUploadDropped(let id, let file): state.change(id) { $0.uploads.removeAll { $0 == file } }
        case .guestConverted(let id, let user): state.change(id) { $0.convertedTo = user }
        case .guestEnded(let id): state.change(id) { $0.isEnded = true }
        }
    }
}

package enum GuestCommand: Sendable, Equatable {
    case startGuest(GuestStart)
    /// `file` is minted by the caller, so that a retried upload is counted once.
    case countGuestUpload(GuestID, file: EntityID, at: Instant)
    /// It never arrived, so it is not counted.
    case dropGuestUpload(GuestID, file: EntityID)
    case convertGuest(GuestID, to: UserID, at: Instant)
    case endGuest(GuestID)
}

/// The facts that a visit starts with.
package struct GuestStart: Sendable, Equatable {
    package var guest: GuestID
    package var secret: SecretDigest
    /// Where on the network they come from, in UTF-8; never kept on a disk.
    package var address: [UInt8]
    package var now: Instant
    package var expires: Instant
    package var limits: GuestLimits

    package init(
        _ guest: GuestID, secret: SecretDigest, from address: [UInt8], at now: Instant, until expires: Instant,
        limits: GuestLimits = GuestLimits()
    ) {
        self.guest = guest
        self.secret = secret
        self.address = address
        self.now = now
        self.expires = expires
        self.limits = limits
    }
}

/// The limits on guests, such as how many there may be at once.
package struct GuestLimits: Sendable, Equatable {
    package var guestsMax: Int
    package var guestsPerAddressMax: Int

    package init(guestsMax: Int = 100, guestsPerAddressMax: Int = 10) {
        self.guestsMax = guestsMax
        self.guestsPerAddressMax = guestsPerAddressMax
    }
}

/// An event of a guest, in memory only.
package enum GuestEvent: Sendable, Equatable {
    case guestStarted(GuestID, secret: SecretDigest, address: [UInt8], expires: Instant)
    case guestUploaded(GuestID, EntityID)
    case guestUploadDropped(GuestID, EntityID)
    case guestConverted(GuestID, to: UserID)
    case guestEnded(GuestID)
}

/// A rule that forbids a guest something.
package enum GuestRefusal: Error, Equatable, Sendable {
    case noSuchGuest
    case guestExpired
    case guestTaken
    case badStart
    case guestLimit(max: Int)
    case tooManyGuests(max: Int)
    case tooManyGuestsHere(max: Int)
    case guestFull
    case guestLeaving

    /// A sentence that says what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noSuchGuest: "this visit is over; begin another, or register"
        case .guestExpired: "this visit has run out of time; begin another, or register"
        case .guestTaken: "the identifier of a new guest already belongs to another; mint a new one"
        case .badStart: "a visit begins with the SHA-256 digest of a secret and ends later than it begins"
        case .guestLimit(let max):
            "a guest may upload " + String(max) + " pictures; register to keep these and add more"
        case .guestFull: "this visit holds as much as it can; register to keep it and go on"
        case .tooManyGuests(let max): "there are " + String(max) + " guests already; register, or come back later"
        case .tooManyGuestsHere(let max):
            "there are " + String(max) + " guests from your address already; register, or come back later"
        case .guestLeaving: "what this guest made is on its way into an account; ask again in a moment"
        }
    }
}

/// The state of all guests who are trying it out.
package struct GuestsState: Sendable, Equatable {
    package internal(set) var guests = Table<VisitingGuest, Guest>()
    private var bySecret = Table<SecretDigest, GuestID>()

    package struct Guest: Sendable, Equatable {
        package internal(set) var secret: SecretDigest
        var address: [UInt8]
        package internal(set) var expires: Instant
        package internal(set) var uploads: [EntityID] = []
        package internal(set) var convertedTo: UserID?
        package internal(set) var isEnded = false

        package func isPresent(at now: Instant) -> Bool { now < expires && convertedTo == nil && !isEnded }

        func checkPresent(at now: Instant) throws(GuestRefusal) {
            guard !isEnded, convertedTo == nil else { throw .noSuchGuest }
            guard now < expires else { throw .guestExpired }
        }
    }

    package init() {}

    func guest(_ id: GuestID) throws(GuestRefusal) -> Guest {
        guard let guest = guests[id] else { throw .noSuchGuest }
        return guest
    }

    /// Returns the guest whose secret this is; nil when their visit is over.
    ///
    /// - Complexity: O(1).
    package func bearer(of secret: SecretDigest, at now: Instant) -> GuestID? {
        guard let id = bySecret[secret.key], let guest = guests[id], guest.secret == secret, guest.isPresent(at: now)
        else { return nil }
        return id
    }

    package func presentCount(at now: Instant) -> Int {
        var count = 0
        for guest in guests.entries where guest.isPresent(at: now) { count += 1 }
        return count
    }

    func checkRoom(for start: GuestStart) throws(GuestRefusal) {
        let limits = start.limits
        var (count, here) = (0, 0)
        for guest in guests.entries where guest.isPresent(at: start.now) {
            count += 1
            if guest.address == start.address { here += 1 }
        }
        guard here < limits.guestsPerAddressMax else { throw .tooManyGuestsHere(max: limits.guestsPerAddressMax) }
        guard count < limits.guestsMax else { throw .tooManyGuests(max: limits.guestsMax) }
    }

    /// The same without those whose visit is over: memory is all they were in.
    package func forgettingThePast(at now: Instant) -> GuestsState {
        var state = GuestsState()
        for (id, slot) in guests.all where guests[slot].isPresent(at: now) { state.add(id, guests[slot]) }
        return state
    }

    mutating func add(_ id: GuestID, _ guest: Guest) {
        guests.add(id, guest)
        bySecret.add(guest.secret.key, id)
    }

    mutating func change(_ id: GuestID, _ body: (inout Guest) -> Void) {
        if let slot = guests.slot(of: id) { body(&guests[slot]) }
    }
}
