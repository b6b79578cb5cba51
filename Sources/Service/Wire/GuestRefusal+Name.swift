import Accounts

extension GuestRefusal {
    /// The name for programs: stable, whatever the sentence says.
    var name: String {
        switch self {
        case .noSuchGuest: "noSuchGuest"
        case .guestExpired: "guestExpired"
        case .guestTaken: "guestTaken"
        case .badStart: "badStart"
        case .guestLimit: "guestLimit"
        case .tooManyGuests: "tooManyGuests"
        case .tooManyGuestsHere: "tooManyGuestsHere"
        case .guestFull: "guestFull"
        case .guestLeaving: "guestLeaving"
        }
    }
}
