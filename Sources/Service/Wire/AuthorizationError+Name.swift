import Accounts

extension AuthorizationError {
    /// The name for programs: stable, whatever the sentence says.
    var name: String {
        switch self {
        case .notSignedIn: "notSignedIn"
        case .notAMember: "notAMember"
        case .workspaceClosed: "workspaceClosed"
        case .roleTooLow: "roleTooLow"
        case .ownersOnly: "ownersOnly"
        case .outOfReach: "outOfReach"
        case .scopeTooNarrow: "scopeTooNarrow"
        case .notForTokens: "notForTokens"
        case .notForGuests: "notForGuests"
        case .notYourAccount: "notYourAccount"
        case .localAdminOnly: "keepersOnly"
        case .notInPlan: "notInPlan"
        }
    }
}
