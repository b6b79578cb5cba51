import Accounts

extension GuestRefusal {
    /// What programs know it by: stable, whatever the sentence says.
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
